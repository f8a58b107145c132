import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { bulkInsertSql } from "../../../scripts/demo/bulk-sql.ts";
import type { PublicListing } from "../../../worker/contracts/listings.ts";
import { publish, readPublic } from "../../support/worker/listings.ts";
import {
  asModerator,
  checkBenchmark,
  marketOf,
  putBenchmark,
  setBenchmark,
  settle,
} from "../../support/worker/market.ts";
import { json, makeSite, type Site } from "../../support/worker/site.ts";

const DAY_MS = 86_400_000;
const PEEL = "200 Burnhamthorpe Rd W, Mississauga, ON";

/** Publishes one-bedroom homes of a home type at a place, first approved this many days ago. */
async function known(
  site: Site,
  count: number,
  {
    homeType = null,
    municipality = "Toronto",
    rent = 1_500,
    daysAgo = 20,
    status = "approved",
    from = 1,
  }: Record<string, unknown>,
): Promise<void> {
  const now = site.clock.now.getTime();
  await env.DB.prepare(bulkInsertSql(Number(from), count, now)).run();
  await env.DB.prepare(
    `UPDATE listings SET bedrooms = '1 Bedroom', home_type = ?, municipality = ?, rent_cents = ?, first_approved_at = ?, status = ?
     WHERE photo_prefix >= printf('b%031x', ?) AND photo_prefix < printf('b%031x', ?)`,
  )
    .bind(
      homeType,
      municipality,
      Number(rent) * 100,
      now - Number(daysAgo) * DAY_MS,
      status,
      from,
      Number(from) + count,
    )
    .run();
}

/** Returns the listing after a moderator set its home type and everything was compared again. */
async function filedAs(site: Site, { id }: PublicListing, homeType: string): Promise<PublicListing> {
  await env.DB.prepare("UPDATE listings SET home_type = ? WHERE id = ?").bind(homeType, id).run();
  await setBenchmark(site, { asOf: "2024-01", rent: 2_000 });
  await settle(site);
  return readPublic(site, id);
}

async function later(site: Site, days: number): Promise<void> {
  site.clock.now = new Date(site.clock.now.getTime() + days * DAY_MS);
  await site.tick();
  await settle(site);
}

const NOTHING = { belowMarketPercent: null, marketRent: null, marketSource: null, marketArea: null, marketKind: null };

describe("a home outside the City of Toronto", () => {
  it("has no percentage without a local benchmark, and this is not treated as a fault", async () => {
    const site = makeSite();
    const { id } = await publish(site, { address: PEEL });
    expect(await readPublic(site, id)).toMatchObject(NOTHING);
    const { reviewNotes, belowMarketPercent } = await asModerator(site, id);
    expect([belowMarketPercent, reviewNotes.map(({ code }) => code)]).toEqual([null, []]);
  });

  it(
    "is compared with its region's benchmark, and with its municipality's as soon as there is one",
    { tags: ["rest"] },
    async () => {
      const site = makeSite();
      const { id } = await publish(site, { address: PEEL });
      const other = await publish(site, { address: "12 Main St, Vaughan, ON" });
      await setBenchmark(site, { area: "Peel", rent: 2_000 });
      await settle(site);
      expect(await readPublic(site, id)).toMatchObject({ belowMarketPercent: 8, marketArea: "Peel Region" });
      expect(await readPublic(site, other.id)).toMatchObject(NOTHING);
      await setBenchmark(site, { area: "mississauga", rent: 2_200, asOf: "2026-08" });
      await settle(site);
      expect(await readPublic(site, id)).toMatchObject({
        belowMarketPercent: 16,
        marketArea: "Mississauga",
        marketKind: "asking",
      });
      expect(await readPublic(site, (await publish(site, { address: "9 Main St, Brampton, ON" })).id)).toMatchObject({
        marketArea: "Peel Region",
      });
    },
  );

  it(
    "is compared with at least thirty local homes on this site if no benchmark is published",
    { tags: ["rest"] },
    async () => {
      const site = makeSite();
      const { id } = await publish(site, { address: PEEL, rent: "$1,275" });
      await known(site, 29, { municipality: "Mississauga" });
      await known(site, 40, { municipality: "Mississauga", homeType: "basement", from: 100 });
      await known(site, 5, { municipality: "Mississauga", from: 200, daysAgo: 181 });
      await known(site, 5, { municipality: "Mississauga", from: 300, status: "pending" });
      await env.DB.prepare("UPDATE listings SET first_approved_at = NULL WHERE id = ?").bind(id).run();
      await later(site, 1);
      expect((await marketOf(site)).ownRents.map(({ kind }) => kind)).toEqual(["basement"]);
      await known(site, 1, { municipality: "Mississauga", from: 400, status: "expired" });
      await later(site, 1);
      expect((await asModerator(site, id)).belowMarketPercent).toBe(15);
      await env.DB.prepare("UPDATE listings SET first_approved_at = submitted_at WHERE id = ?").bind(id).run();
      expect(await readPublic(site, id)).toMatchObject({
        belowMarketPercent: 15,
        marketRent: 1_500,
        marketArea: "Mississauga",
        marketKind: "own",
        marketMethod: "median of 30 asking rents on this site, Oct 31, 2026 to Nov 1, 2026",
        marketIsEstimate: false,
      });
    },
  );

  it(
    "has no benchmark in an unknown place, and the City's benchmark in a district of the City",
    { tags: ["rest"] },
    async () => {
      const site = makeSite();
      const far = await publish(site, { address: "12 Main Street, Eastvale, ON" });
      expect(far).toMatchObject(NOTHING);
      expect(await publish(site, { address: "12 Main Street, North York, ON" })).toMatchObject({
        marketArea: "Toronto",
      });
    },
  );
});

describe("a basement or a shared bed", () => {
  it(
    "is compared neither with whole homes nor with the published benchmark for rooms",
    { tags: ["rest"] },
    async () => {
      const site = makeSite();
      const basement = await publish(site, { rent: "$1,400" });
      expect(basement.belowMarketPercent).toBe(37);
      expect(await filedAs(site, basement, "basement")).toMatchObject(NOTHING);
      const bed = await publish(site, { rent: "$500", bedrooms: "Private Room", address: "9 Bed St" });
      await env.DB.prepare("UPDATE listings SET home_type = 'shared_bed' WHERE id = ?").bind(bed.id).run();
      await setBenchmark(site, { bedrooms: "Private Room", rent: 1_000 });
      await settle(site);
      expect(await readPublic(site, bed.id)).toMatchObject(NOTHING);
      expect(await publish(site, { rent: "$850", bedrooms: "Private Room", address: "8 Room St" })).toMatchObject({
        belowMarketPercent: 15,
      });
    },
  );

  it("is compared with homes of its kind in the City if there are at least thirty", { tags: ["rest"] }, async () => {
    const site = makeSite();
    const { id } = await filedAs(site, await publish(site, { rent: "$1,275" }), "basement");
    await known(site, 30, { homeType: "basement", municipality: "Scarborough" });
    await later(site, 1);
    expect(await readPublic(site, id)).toMatchObject({
      belowMarketPercent: 15,
      marketArea: "Toronto",
      marketKind: "own",
    });
    // The listing itself counts among the homes of its type.
    await env.DB.prepare("UPDATE listings SET status = 'rejected' WHERE id IN (2, 3)").run();
    await later(site, 1);
    expect(await readPublic(site, id)).toMatchObject(NOTHING);
  });
});

describe("a benchmark's age", () => {
  it("is counted in full months from the end of its month", { tags: ["rest"] }, async () => {
    const site = makeSite();
    const { id } = await publish(site);
    expect((await readPublic(site, id)).marketAgeMonths).toBe(12);
    await setBenchmark(site, { asOf: "2026-11", rent: 2_200 });
    await settle(site);
    expect((await readPublic(site, id)).marketAgeMonths).toBe(0);
  });

  it(
    "of over eighteen months removes the percentage, once and only because time has passed",
    { tags: ["rest"] },
    async () => {
      const site = makeSite({ now: new Date("2027-04-30T15:00:00Z") });
      const { id } = await publish(site, { moveInDate: "2027-06-01" });
      await later(site, 0);
      expect(await readPublic(site, id)).toMatchObject({ belowMarketPercent: 16 });
      await later(site, 1);
      expect(await readPublic(site, id)).toMatchObject(NOTHING);
      expect((await asModerator(site, id)).reviewNotes.map(({ code }) => code)).toContain("no_longer_below");
      const walks =
        "SELECT count(*) AS n FROM outbox WHERE kind = 'market.compare_again' AND json_extract(payload, '$.afterId') = 0 AND NOT json_extract(payload, '$.isLastLook')";
      const before = await env.DB.prepare(walks).first("n");
      await later(site, 1);
      expect(await env.DB.prepare(walks).first("n")).toBe(before);
      expect((await marketOf(site)).isTooOld).toBe(true);
    },
  );

  it("is extended by three months, once, by a check that renters can see", { tags: ["rest"] }, async () => {
    const site = makeSite({ now: new Date("2027-04-29T15:00:00Z") });
    const { id } = await publish(site, { moveInDate: "2027-06-01" });
    await later(site, 0);
    const { inForce } = await marketOf(site);
    if (inForce === null) throw new Error("No figure is in force.");
    expect(await json(checkBenchmark(site, inForce))).toMatchObject({ checkedOn: "2027-04-29", asOf: "2025-10" });
    const again = await checkBenchmark(site, inForce);
    expect([again.status, (await json(again)).code]).toEqual([409, "market.checked"]);
    await settle(site);
    await env.DB.prepare("UPDATE listings SET expires_at = ?").bind(Date.parse("2027-12-01")).run();
    site.clock.now = new Date("2027-07-31T15:00:00Z");
    await later(site, 0);
    expect(await readPublic(site, id)).toMatchObject({ belowMarketPercent: 16, marketCheckedOn: "2027-04-29" });
    await later(site, 1);
    expect(await readPublic(site, id)).toMatchObject(NOTHING);
    await setBenchmark(site, { asOf: "2027-06", rent: 2_210 });
    await settle(site);
    expect(await readPublic(site, id)).toMatchObject({ belowMarketPercent: 16, marketCheckedOn: null });
  });
});

describe("an area's benchmark", () => {
  it("is independent of the City's and can be deleted, and an unknown area is rejected", async () => {
    const site = makeSite();
    const { id } = await setBenchmark(site, { area: "York", rent: 2_000 });
    const { otherAreas, inForce } = await marketOf(site);
    expect(otherAreas).toMatchObject([{ area: "York Region", inForce: { rent: 2000 }, isTooOld: false }]);
    expect(inForce).toMatchObject({ area: "Toronto", rent: 2210 });
    expect((await putBenchmark(site, { area: "Hamilton" })).status).toBe(400);
    const removed = await site.fetch(`/api/admin/market/benchmarks/${id}`, {
      method: "DELETE",
      as: await site.logIn(),
    });
    expect(removed.status).toBe(200);
    expect((await marketOf(site)).otherAreas).toEqual([]);
  });
});
