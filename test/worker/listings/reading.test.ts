import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { bulkInsertSql } from "../../../scripts/demo/bulk-sql.ts";
import { CATEGORIES } from "../../../worker/contracts/bedrooms.ts";
import { type PublicListing } from "../../../worker/contracts/listings.ts";
import { publish } from "../../support/worker/listings.ts";
import { json, makeSite, type Site } from "../../support/worker/site.ts";
import { fullSize } from "../../support/worker/full-size.ts";
import { LONG_TESTS } from "../../support/time-limits.ts";

const ids = async (site: Site, path: string) => (await json<PublicListing[]>(site.fetch(path))).map(({ id }) => id);
const DAY_MS = 86_400_000;

describe("the lists of public listings", () => {
  it("are ordered by first approval, which a second approval does not change", { tags: ["rest"] }, async () => {
    const site = makeSite();
    const [first, second] = [await publish(site, { address: "1 A St" }), await publish(site, { address: "2 A St" })];
    site.clock.now = new Date(site.clock.now.getTime() + DAY_MS);
    const as = await site.logIn();
    const change = (approved: boolean) =>
      site.fetch(`/api/admin/listings/${first.id}/status`, { method: "PATCH", json: { approved }, as });
    await change(false);
    expect(await ids(site, "/api/marketplace-listings")).toEqual([second.id]);
    await change(true);
    expect(await ids(site, "/api/marketplace-listings")).toEqual([second.id, first.id]);
    const again = await json<PublicListing>(site.fetch(`/api/marketplace-listings/${first.id}`));
    expect(again.approvedAt).toBe(first.approvedAt);
    expect(again.expiresAt).toBe(new Date(site.clock.now.getTime() + 60 * DAY_MS).toISOString());
  });

  it("filter by every name of a type in any case, and reject unknown names", { tags: ["rest"] }, async () => {
    const site = makeSite();
    const room = await publish(site, { bedrooms: "room for rent", rent: "900", address: "5 B St" });
    const studio = await publish(site, { bedrooms: "bachelor", rent: "1500", address: "6 B St" });
    for (const filter of ["Studio", "studio", "STUDIO"])
      expect(await ids(site, `/api/marketplace-listings?filter=${filter}`)).toEqual([studio.id]);
    for (const filter of ["Private Room", "private room"])
      expect(await ids(site, `/api/marketplace-listings?filter=${encodeURIComponent(filter)}`)).toEqual([room.id]);
    for (const filter of ["all", "ALL", ""])
      expect(await ids(site, `/api/marketplace-listings?filter=${filter}`)).toEqual([studio.id, room.id]);
    expect(await ids(site, "/api/marketplace-listings?filter=4%2B%20BR")).toEqual([]);
    expect((await site.fetch("/api/marketplace-listings?filter=castle")).status).toBe(400);
  });

  it("of a category contain only its type, with its own total", async () => {
    const site = makeSite();
    for (const { bedrooms } of CATEGORIES)
      await publish(site, { bedrooms, address: `7 Type ${bedrooms.replaceAll(/\W/g, "")} St` });
    for (const { api, bedrooms } of CATEGORIES) {
      const response = await site.fetch(`${api}?limit=8&offset=0`);
      expect(response.headers.get("x-total-count")).toBe("1");
      expect((await json<PublicListing[]>(response)).map((listing) => listing.bedrooms)).toEqual([bedrooms]);
    }
  });

  it.each([
    "limit=0",
    "limit=-3",
    "limit=abc",
    "limit=1e9",
    "limit=100000",
    "limit=",
    "limit=1.5",
    "limit[]=3",
    "limit=5&limit=9",
    "offset=-1",
    "offset=NaN",
    "offset=Infinity",
    "offset=0x10",
    "offset=",
    "v=123",
  ])("return a listing for %s, without an error", async (query) => {
    const site = makeSite();
    await publish(site);
    for (const path of ["/api/marketplace-listings", "/api/1br-listings"])
      expect(await ids(site, `${path}?${query}`)).toHaveLength(1);
  });

  it("are empty without a query beyond offset 10,000", { tags: ["d1"] }, async () => {
    const site = makeSite();
    await publish(site);
    const { response, rowsRead } = await site.count("/api/marketplace-listings?offset=10001");
    expect(await json(response)).toEqual([]);
    expect(rowsRead).toBe(1);
  });

  it.each(["0", "-1", "1.0", "1e3", "abc", "999999", "01", "%00", "9007199254740993"])(
    "a listing with the id %s does not exist",
    async (id) => {
      const site = makeSite();
      await publish(site);
      const response = await site.fetch(`/api/marketplace-listings/${id}`);
      expect(response.status).toBe(404);
      expect(await json(response)).toMatchObject({ error: "Listing not found", code: "listing.not_found" });
    },
  );
});

describe("odd numbers", () => {
  const values = [
    "",
    "0",
    "-0",
    "-1",
    "+1",
    "1.0",
    "1.5",
    "1e9",
    "1e999",
    "-1e9",
    "NaN",
    "Infinity",
    "-Infinity",
    "null",
    "undefined",
    "true",
    "abc",
    "1abc",
    "0x10",
    "0b1",
    "0o7",
    "1_000",
    "1,000",
    " 5 ",
    "%20",
    "%00",
    "５",
    "٣",
    "9007199254740993",
    "99999999999999999999",
    "-99999999999999999999",
    "1;DROP TABLE listings",
    "1 OR 1=1",
    "[]",
    "{}",
    "1&limit=2",
    "../1",
    "%F0%9F%8F%A0",
    "1e-1",
    "--1",
  ];
  it("in limit and offset are clamped or ignored, without an error or a scan", { tags: ["d1"] }, async () => {
    const site = makeSite();
    await env.DB.prepare(bulkInsertSql(1, 40, site.clock.now.getTime())).run();
    const as = await site.logIn();
    const lists = [
      "/api/marketplace-listings",
      ...CATEGORIES.map(({ api }) => api),
      "/api/admin/listings",
      "/api/admin/reports",
      "/api/admin/audit",
      "/api/discussion/admin/bans",
    ];
    expect(values.length).toBeGreaterThanOrEqual(40);
    for (const list of lists) {
      for (const value of values) {
        for (const name of ["limit", "offset"]) {
          const { response, rowsRead } = await site.count(`${list}?${name}=${value.replaceAll(" ", "%20")}`, { as });
          expect(response.status, `${list} ${name}=${value}`).toBe(200);
          expect(Array.isArray(await json(response))).toBe(true);
          expect(rowsRead, `${list} ${name}=${value}`).toBeLessThanOrEqual(100 + 3);
        }
      }
    }
    expect(await json(site.fetch("/api/marketplace-listings?offset=1e9"))).toEqual([]);
    expect(await json(site.fetch("/api/marketplace-listings?offset=99999999999999999999"))).toEqual([]);
    expect(await json<unknown[]>(site.fetch("/api/marketplace-listings?limit=1e9"))).toHaveLength(40);
  });
});

describe("a public listing", () => {
  it("has exactly the public fields", async () => {
    const site = makeSite();
    const listing = await publish(site, {
      unit: "1204",
      email: "secret@example.com",
      pets: "yes",
      parking: "included",
      laundry: "unit",
      utilitiesIncluded: true,
      furnished: false,
      leaseMonths: 12,
    });
    const contract =
      "id slug title address rent rentCents price moveInDate bedrooms bathrooms phone additionalInfo description images imageCount submittedAt approvedAt expiresAt isRentControlled rentControlConfidence yearBuilt distanceToDowntown closestSubwayStation subwayLines distanceToSubway amenities latitude longitude neighbourhood landlordName belowMarketPercent marketRent marketSource marketAsOf";
    const ours =
      "homeType postalArea municipality awaitsConfirmation marketArea marketKind marketMethod marketIsEstimate marketAgeMonths marketCheckedOn underReview priceHistory priceDrop previousListing pets parking laundry utilitiesIncluded furnished leaseMonths";
    expect(Object.keys(listing).sort()).toEqual(`${contract} ${ours}`.split(" ").sort());
    expect(JSON.stringify(listing)).not.toMatch(/secret@|1204/);
    expect(listing).toMatchObject({
      pets: "yes",
      parking: "included",
      laundry: "unit",
      utilitiesIncluded: true,
      furnished: false,
      leaseMonths: 12,
      landlordName: "Landlord",
    });
  });
});

describe("a listing's term", () => {
  it("ends 60 days after approval: responses omit the listing from that second on, and the tick updates the total", async () => {
    const site = makeSite();
    const { id } = await publish(site);
    site.clock.now = new Date(site.clock.now.getTime() + 60 * DAY_MS);
    expect((await site.fetch(`/api/marketplace-listings/${id}`)).status).toBe(404);
    expect(await ids(site, "/api/marketplace-listings")).toEqual([]);
    site.purged.length = 0;
    await site.tick();
    expect(await json(site.fetch("/api/marketplace-listings/count"))).toEqual({ count: 0 });
    expect(site.purged).toEqual(expect.arrayContaining(["listings", `listing:${id}`]));
    expect(
      (
        await site.fetch(`/api/admin/listings/${id}/status`, {
          method: "PATCH",
          json: { approved: true },
          as: await site.logIn(),
        })
      ).status,
    ).toBe(200);
    expect(await json(site.fetch("/api/marketplace-listings/count"))).toEqual({ count: 1 });
  });
});

describe("the number of rows read", () => {
  const budget: [string, number][] = [
    ["/api/marketplace-listings?limit=8", 10],
    ["/api/marketplace-listings?limit=20&offset=40", 62],
    ["/api/marketplace-listings?limit=8&filter=2%20BR", 10],
    ["/api/studio-listings?limit=8", 10],
    ["/api/marketplace-listings?limit=8&sort=price", 10],
    ["/api/studio-listings?limit=8&sort=discount", 10],
    ["/api/marketplace-listings/count", 2],
    ["/api/marketplace-listings/50", 2],
  ];
  it(
    "is the same with 100 and very many listings, and at most offset + limit + 2",
    { tags: ["rest"], timeout: LONG_TESTS.tables },
    async () => {
      const site = makeSite();
      const measure = async () => {
        const rows: number[] = [];
        for (const [path] of budget) rows.push((await site.count(path)).rowsRead);
        return rows;
      };
      await env.DB.prepare(bulkInsertSql(1, 100, site.clock.now.getTime())).run();
      const small = await measure();
      const many = fullSize(100_000, 6_000);
      for (let from = 101; from < many; from += 11_000)
        await env.DB.prepare(bulkInsertSql(from, 11_000, site.clock.now.getTime())).run();
      expect(
        (await json<{ count: number }>(site.fetch("/api/marketplace-listings/count"))).count,
      ).toBeGreaterThanOrEqual(many);
      expect(await measure()).toEqual(small);
      for (const [index, [path, most]] of budget.entries()) expect(small[index], path).toBeLessThanOrEqual(most);
      const as = await site.logIn();
      expect((await site.count("/api/admin/listings?limit=20&offset=20", { as })).rowsRead).toBeLessThanOrEqual(
        20 + 20 + 2 + 1,
      );
    },
  );

  it("comes from indexes, without scans or sorts in the query plans", async () => {
    const site = makeSite();
    await env.DB.prepare(bulkInsertSql(1, 50, site.clock.now.getTime())).run();
    const as = await site.logIn();
    const plans = async (path: string) => {
      const { statements } = await site.count(path, { as });
      const details: string[] = [];
      for (const { sql, values } of statements) {
        const { results } = await env.DB.prepare(`EXPLAIN QUERY PLAN ${sql}`)
          .bind(...values)
          .all<{ detail: string }>();
        details.push(...results.map(({ detail }) => detail));
      }
      return details.join("\n");
    };
    expect(await plans("/api/marketplace-listings?limit=8")).toContain("USING INDEX listings_public");
    expect(await plans("/api/studio-listings?limit=8")).toContain("USING INDEX listings_public_by_type");
    expect(await plans("/api/marketplace-listings?sort=distance")).toContain("USING INDEX listings_by_distance");
    expect(await plans("/api/studio-listings?sort=price")).toContain("USING INDEX listings_by_type_price");
    expect(await plans("/api/marketplace-listings/count")).toContain("listings_expiring");
    for (const path of [
      "/api/marketplace-listings?limit=8",
      "/api/studio-listings?limit=8",
      "/api/marketplace-listings?sort=discount",
      "/api/studio-listings?sort=distance",
      "/api/marketplace-listings/places",
      "/api/marketplace-listings/7",
      "/api/admin/listings?limit=20",
      "/api/admin/listings?status=pending",
      "/api/admin/listings?status=approved",
      "/api/admin/reports",
      "/api/admin/audit",
      "/sitemap.xml",
      "/",
      "/?sort=price",
    ]) {
      const plan = await plans(path);
      expect(plan, path).not.toBe("");
      expect(plan, path).not.toContain("TEMP B-TREE");
      // The audit log is read by primary key, one page at a time.
      expect(plan, path).not.toMatch(/SCAN (?!\w+ USING (?:COVERING )?INDEX|audit_log)/);
    }
  });
});
