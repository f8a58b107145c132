import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { bulkInsertSql } from "../../../scripts/demo/bulk-sql.ts";
import type { AuditEntry } from "../../../worker/contracts/audit.ts";
import { BEDROOMS } from "../../../worker/contracts/bedrooms.ts";
import type { MarketOverview } from "../../../worker/contracts/market.ts";
import { publish, submit } from "../../support/worker/listings.ts";
import { marketOf, previewBenchmark, putBenchmark, setBenchmark } from "../../support/worker/market.ts";
import { json, makeSite, type Site } from "../../support/worker/site.ts";

const remove = async (site: Site, id: number, query = "") =>
  site.fetch(`/api/admin/market/benchmarks/${id}${query}`, { method: "DELETE", as: await site.logIn() });

describe("the market of the six types", () => {
  it("shows the current benchmarks with source, month, age and estimates", async () => {
    const site = makeSite();
    const { types } = await json<MarketOverview>(site.fetch("/api/admin/market", { as: await site.logIn() }));
    expect(types.map(({ bedrooms }) => bedrooms)).toEqual(BEDROOMS);
    expect(types[1]).toMatchObject({
      inForce: {
        rent: 2210,
        area: "Toronto",
        kind: "asking",
        asOf: "2025-10",
        source: "Rentals.ca & Urbanation National Rent Report",
        isEstimate: false,
        method: null,
      },
      ageMonths: 12,
      changes: [],
      ownMedian: null,
      publicListings: { reject: 0, review: 0, normal: 0, scam: 0, notCompared: 0, total: 0, isPartial: false },
    });
    const estimates = types.filter(({ inForce }) => inForce?.isEstimate).map(({ bedrooms }) => bedrooms);
    expect(estimates).toEqual(["Studio", "4+ Bedrooms", "Private Room"]);
    for (const { inForce } of types) expect(inForce?.method === null).toBe(!inForce?.isEstimate);
  });

  it("counts public listings by band, and no other listings", { tags: ["rest"] }, async () => {
    const site = makeSite();
    const rents = ["$2,500", "$2,210", "$2,000", "$1,900", "$1,850", "$1,348", "$1,326", "ask me"];
    for (const [nth, rent] of rents.entries()) await publish(site, { rent, address: `${nth + 1} Band St` });
    await submit(site, { rent: "$1,000", address: "20 Band St" });
    expect((await marketOf(site)).publicListings).toEqual({
      reject: 2,
      review: 2,
      normal: 2,
      scam: 1,
      notCompared: 1,
      total: 8,
      isPartial: false,
    });
  });

  it("counts the newest 5,000 listings of a type, and states this limit", { tags: ["d1"] }, async () => {
    const site = makeSite();
    await env.DB.prepare(bulkInsertSql(1, 24_000, site.clock.now.getTime())).run();
    const { response, rowsRead } = await site.count("/api/admin/market", { as: await site.logIn() });
    const { types } = await json<MarketOverview>(response);
    const counts = types.map(({ publicListings }) => [publicListings.total, publicListings.isPartial]);
    expect(counts).toContainEqual([5_000, true]);
    for (const { publicListings } of types) expect(publicListings.total).toBeLessThanOrEqual(5_000);
    // To group them, the database reads the rows that it has found a second time.
    expect(rowsRead).toBeLessThan(6 * 5_000 * 3);
  });
});

describe("a month", () => {
  it("is added, corrected, and recorded in the history with its changes", { tags: ["rest"] }, async () => {
    const site = makeSite();
    const added = await setBenchmark(site, { asOf: "2026-10", rent: "$2,100" });
    expect(added).toMatchObject({ asOf: "2026-10", rent: 2100, area: "Toronto", bedrooms: "1 Bedroom" });
    const corrected = await setBenchmark(site, { asOf: "2026-10", rent: 2150.5, source: "CMHC" });
    expect(corrected).toMatchObject({ id: added.id, rent: 2150.5, source: "CMHC" });
    await setBenchmark(site, { asOf: "2024-03", rent: 2489 });
    const { inForce, months, changes, ageMonths } = await marketOf(site);
    expect(inForce).toEqual(corrected);
    expect(ageMonths).toBe(0);
    expect(months.map(({ asOf }) => asOf)).toEqual(["2026-10", "2025-10", "2024-03"]);
    expect(changes.map(({ before, after }) => [before?.rent, after?.rent])).toEqual([
      [undefined, 2489],
      [2100, 2150.5],
      [undefined, 2100],
    ]);
    expect(changes[1]).toMatchObject({ actor: "admin", ipAddress: "203.0.113.7", at: site.clock.now.toISOString() });
    const log = await json<AuditEntry[]>(site.fetch("/api/admin/audit", { as: await site.logIn() }));
    expect(log.map(({ action, targetId }) => `${action} ${targetId}`)).toEqual([
      "benchmark.added 1 Bedroom",
      "benchmark.corrected 1 Bedroom",
      "benchmark.added 1 Bedroom",
    ]);
    expect(log[1]?.before).toMatchObject({ rentCents: 210_000, source: added.source });
    expect(log[1]?.after).toMatchObject({ rentCents: 215_050, source: "CMHC" });
    expect((await marketOf(site, "2 Bedrooms")).changes).toEqual([]);
  });

  it("changes nothing when it is sent again unchanged", async () => {
    const site = makeSite();
    await setBenchmark(site);
    await setBenchmark(site);
    expect((await marketOf(site)).changes).toHaveLength(1);
  });

  it.each([
    ["a rent of $299", { rent: 299 }, "rent"],
    ["a rent of $15,001", { rent: "15,001" }, "rent"],
    ["a rent that is not a number", { rent: "about 2000" }, "rent"],
    ["a rent in another notation", { rent: "0x9c4" }, "rent"],
    ["no source", { source: "  " }, "source"],
    ["a long source", { source: "x".repeat(161) }, "source"],
    ["another kind", { kind: "dreamt" }, "kind"],
    ["another type", { bedrooms: "Castle" }, "bedrooms"],
    ["an invalid month", { asOf: "2026-13" }, "asOf"],
    ["a day", { asOf: "2026-10-01" }, "asOf"],
    ["a month that has not begun", { asOf: "2026-12" }, "asOf"],
    ["an estimate without its method", { isEstimate: true, method: " " }, "method"],
    ["an estimate that is no yes or no", { isEstimate: "yes" }, "isEstimate"],
  ])("with %s is rejected, also as a preview", async (_name, changes, field) => {
    const site = makeSite();
    for (const query of ["", "?preview"]) {
      const response = await putBenchmark(site, changes, query);
      expect(response.status).toBe(400);
      expect(Object.keys((await json<{ fields: object }>(response)).fields)).toEqual([field]);
    }
    expect((await marketOf(site)).months).toHaveLength(1);
  });

  it("begins by Toronto time, not by UTC", async () => {
    const site = makeSite({ now: new Date("2026-12-01T04:30:00Z") });
    expect((await putBenchmark(site, { asOf: "2026-12" })).status).toBe(400);
    site.clock.now = new Date("2026-12-01T05:30:00Z");
    expect((await putBenchmark(site, { asOf: "2026-12" })).status).toBe(200);
  });

  it("keeps an estimate's derivation until a published rent replaces it", async () => {
    const site = makeSite();
    expect(await setBenchmark(site, { isEstimate: true, method: "Half of a house" })).toMatchObject({
      isEstimate: true,
      method: "Half of a house",
    });
    expect(await setBenchmark(site, { method: "Half of a house" })).toMatchObject({ isEstimate: false, method: null });
  });

  it("can be deleted unless it is the only one of its type", async () => {
    const site = makeSite();
    const { id } = await setBenchmark(site);
    const [, seeded] = (await marketOf(site)).months;
    expect(await json(remove(site, id, "?preview"))).toMatchObject({
      before: { rent: 2100 },
      after: { rent: 2210, asOf: "2025-10" },
      movesPercent: 5.2,
    });
    expect(await json(remove(site, id))).toEqual({ success: true });
    expect((await remove(site, id)).status).toBe(404);
    expect((await marketOf(site)).changes[0]).toMatchObject({ before: { rent: 2100 }, after: null });
    for (const query of ["", "?preview"]) {
      const refused = await remove(site, seeded?.id ?? 0, query);
      expect([refused.status, (await json(refused)).code]).toEqual([409, "market.only_one"]);
    }
    expect((await marketOf(site)).inForce).toMatchObject({ rent: 2210 });
    for (const odd of ["0", "x", "999999"])
      expect(
        (await site.fetch(`/api/admin/market/benchmarks/${odd}`, { method: "DELETE", as: await site.logIn() })).status,
      ).toBe(404);
  });

  it(
    "is corrected by only one of two concurrent corrections, and the last remaining month cannot be deleted",
    { tags: ["rest"] },
    async () => {
      const site = makeSite();
      const { id } = await setBenchmark(site);
      const [, seeded] = (await marketOf(site)).months;
      const answers = await Promise.all([putBenchmark(site, { rent: 2000 }), putBenchmark(site, { rent: 1900 })]);
      const statuses = answers.map(({ status }) => status).toSorted((a, b) => a - b);
      expect([
        [200, 200],
        [200, 409],
      ]).toContainEqual(statuses);
      await Promise.all([remove(site, id), remove(site, seeded?.id ?? 0)]);
      expect((await marketOf(site)).months).toHaveLength(1);
    },
  );
});

describe("a preview", () => {
  it(
    "shows the changes and the number of public listings that would gain or lose the badge",
    { tags: ["rest"] },
    async () => {
      const site = makeSite();
      for (const [nth, rent] of ["$2,400", "$2,150", "$1,980", "$1,700", "ask me"].entries())
        await publish(site, { rent, address: `${nth + 1} Look St` });
      const waiting = site.queued.length;
      const lower = await previewBenchmark(site, { rent: 2100 });
      expect(lower).toMatchObject({
        isCorrection: false,
        before: { rent: 2210, asOf: "2025-10" },
        after: { rent: 2100, asOf: "2026-10" },
        movesPercent: -5,
        stop: 1,
        start: 0,
        counted: 5,
        isPartial: false,
      });
      expect(await previewBenchmark(site, { rent: 2600 })).toMatchObject({ movesPercent: 17.6, stop: 0, start: 1 });
      expect((await marketOf(site)).months).toHaveLength(1);
      expect(site.queued).toHaveLength(waiting);
      expect((await marketOf(site)).changes).toEqual([]);
    },
  );

  it("of an older month shows that the current benchmark stays", async () => {
    const site = makeSite();
    await publish(site);
    expect(await previewBenchmark(site, { asOf: "2024-03", rent: 900 })).toMatchObject({
      movesPercent: 0,
      stop: 0,
      start: 0,
      after: { asOf: "2025-10", rent: 2210 },
    });
  });

  it("of the month in force is a correction of that month", async () => {
    const site = makeSite();
    expect(await previewBenchmark(site, { asOf: "2025-10", rent: 2431 })).toMatchObject({
      isCorrection: true,
      movesPercent: 10,
      after: { asOf: "2025-10", rent: 2431 },
    });
  });
});
