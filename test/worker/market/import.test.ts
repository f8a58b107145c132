import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import type { MarketImport } from "../../../worker/contracts/market.ts";
import { publish, readPublic } from "../../support/worker/listings.ts";
import { importBenchmarks, marketOf, setBenchmark, settle } from "../../support/worker/market.ts";
import { noticesTo } from "../../support/worker/mailbox.ts";
import { json, makeSite } from "../../support/worker/site.ts";

const GOOD = [
  "1 Bedroom,Toronto,2100,asking,Rentals.ca,2026-10",
  '1 BR,Mississauga,"$2,150",Asking,"Rentals.ca, Urbanation",2026-10',
  "2 Bedrooms,Peel,2600,occupied,CMHC,2025-10",
];

describe("a file of benchmarks", () => {
  it("is previewed: additions, corrections, unchanged lines, and rejected lines with reasons", async () => {
    const site = makeSite();
    await setBenchmark(site, { asOf: "2026-09", rent: 2_000, source: "CMHC" });
    const lines = [
      ...GOOD,
      "1 Bedroom,Toronto,2050,asking,CMHC,2026-09",
      "1 Bedroom,City of Toronto,2000,asking,CMHC,2026-09",
      "Castle,Toronto,2000,asking,CMHC,2026-09",
      "Studio,Hamilton,2000,asking,CMHC,2026-09",
      "Studio,Peel,200,asking,CMHC,2026-13",
      "Studio,Peel,2000,asking,CMHC,2026-12",
      "",
      'Studio,Peel,2000,asking,"CMHC,2026-10',
      "Studio,,2000,asking,CMHC,2026-10",
    ];
    const answer = await json<MarketImport>(importBenchmarks(site, lines, "?preview"));
    expect(answer).toMatchObject({ isPreview: true, added: 3, corrected: 1, unchanged: 0 });
    expect(answer.refused.map(({ line, error }) => [line, error])).toEqual([
      [6, "Line 5 has this type, area and month already."],
      [7, "Please choose a type."],
      [8, "Please choose the City, a municipality or a region around it."],
      [9, expect.stringContaining("2026-10")],
      [10, "This month has not begun yet."],
      [12, "A quote is not closed."],
      [13, "The area is missing."],
    ]);
    expect((await marketOf(site)).months).toHaveLength(2);
  });

  it("is imported all at once, with audited benchmarks and new comparisons", { tags: ["rest"] }, async () => {
    const site = makeSite();
    const { id } = await publish(site, { address: "200 Burnhamthorpe Rd W, Mississauga, ON" });
    const answer = await json(importBenchmarks(site, GOOD));
    expect(answer).toEqual({ isPreview: false, added: 3, corrected: 0, unchanged: 0, refused: [] });
    await settle(site);
    expect(await readPublic(site, id)).toMatchObject({
      belowMarketPercent: 14,
      marketArea: "Mississauga",
      marketSource: "Rentals.ca, Urbanation",
    });
    const { inForce, otherAreas, changes } = await marketOf(site);
    expect(inForce).toMatchObject({ rent: 2100, asOf: "2026-10", isEstimate: false, checkedOn: null });
    expect(otherAreas.map(({ area }) => area)).toEqual(["Mississauga"]);
    expect(changes.map(({ after }) => after?.area)).toEqual(["Mississauga", "Toronto"]);
    expect(await json(importBenchmarks(site, GOOD))).toMatchObject({ added: 0, corrected: 0, unchanged: 3 });
    const corrected = GOOD.map((line) => line.replace("2100", "2120"));
    expect(await json(importBenchmarks(site, corrected))).toMatchObject({ added: 0, corrected: 1, unchanged: 2 });
    expect(await env.DB.prepare("SELECT count(*) AS n FROM market_benchmarks").first("n")).toBe(9);
  });

  it("is rejected without its columns, empty, too long, or with another content type", async () => {
    const site = makeSite();
    const as = await site.logIn();
    const headers = { "content-type": "text/csv; charset=utf-8" };
    const send = (body: string, type = headers) => site.fetch("/api/admin/market/import", { body, headers: type, as });
    expect((await json(send("type,area\nStudio,Toronto"))).error).toContain("missing: rent, kind, source, month");
    expect((await importBenchmarks(site, [])).status).toBe(400);
    expect(
      (
        await importBenchmarks(
          site,
          Array.from({ length: 201 }, () => GOOD[0] ?? ""),
        )
      ).status,
    ).toBe(400);
    expect((await send("x", { "content-type": "application/json" })).status).toBe(415);
    expect((await send("x".repeat(70_000))).status).toBe(413);
    expect((await site.fetch("/api/admin/market/import", { body: "x", headers })).status).toBe(401);
  });

  it("marks a benchmark as an estimate if it states how the value was derived", async () => {
    const site = makeSite();
    const body = "\uFEFFmonth,kind,type,area,rent,source,method\n2026-10,asking,Studio,Toronto,1750,CMHC,By hand";
    const headers = { "content-type": "text/csv" };
    const answer = site.fetch("/api/admin/market/import", { body, headers, as: await site.logIn() });
    expect(await json(answer)).toMatchObject({ added: 1, refused: [] });
    expect((await marketOf(site, "Studio")).inForce).toMatchObject({ rent: 1750, isEstimate: true, method: "By hand" });
  });
});

describe("the operator", () => {
  it("is reminded of the benchmarks once a month, the oldest first", { tags: ["rest"] }, async () => {
    const site = makeSite({ now: new Date("2026-11-30T15:00:00Z"), vars: { CONTACT_EMAIL: "office@example.com" } });
    const mails = () => noticesTo(site, "office@example.com");
    await setBenchmark(site, { asOf: "2026-11" });
    await site.tick();
    expect(await mails()).toEqual([]);
    for (const moment of ["2026-12-01T15:00:00Z", "2026-12-02T15:00:00Z"]) {
      site.clock.now = new Date(moment);
      await site.tick();
    }
    const [mail, ...others] = await mails();
    expect(others).toEqual([]);
    expect(mail?.subject).toContain("Market rents: 5 figures to check");
    expect(mail?.text).toContain("Studio, City of Toronto: Oct 2025, 13 months old");
    expect(mail?.text).not.toContain("1 Bedroom,");
  });
});
