import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { MAP_POINTS, SEARCH_WINDOW } from "../../../worker/contracts/search.ts";
import { publishPlaced } from "../../support/worker/placed-listings.ts";
import { makeSite, type Site } from "../../support/worker/site.ts";
import { LONG_TESTS } from "../../support/time-limits.ts";

const LISTS = "/api/marketplace-listings";

/** Enough listings to exceed a search's window even after the conditions. */
const LISTINGS = 45_000;

/** Searches, the index that each of them uses, and whether its result is complete. */
const SEARCHES: [query: string, index: string, isComplete: boolean][] = [
  ["?neighbourhood=Quarter 7", "listings_by_neighbourhood", true],
  ["?station=Stop 7&sort=price", "listings_by_station", true],
  ["?neighbourhood=Quarter 7&station=Stop 7&minDiscount=20&maxRent=2000", "listings_by_neighbourhood", true],
  ["?station=Hub", "listings_by_station", false],
  ["?station=Hub&neighbourhood=Quarter 7&sort=distance", "listings_by_neighbourhood", true],
  ["?maxRent=780", "listings_by_price", true],
  ["?minRent=700&maxRent=780", "listings_by_price", true],
  ["?maxRent=1300&filter=Studio&sort=discount", "listings_by_type_price", true],
  ["?maxRent=1800", "listings_public", false],
  ["?maxRent=15000&filter=2 BR", "listings_public_by_type", false],
  ["?maxRent=15000&filter=2 BR&sort=price", "listings_by_type_price", false],
  ["?bathrooms=2&filter=Studio", "listings_public_by_type", true],
  ["?maxRent=1800&sort=discount", "listings_by_discount", false],
  ["?maxSubway=20", "listings_by_distance", true],
  ["?dropped=1", "listings_by_drop", true],
  ["?dropped=1&sort=drop&filter=Studio", "listings_by_type_drop", true],
  ["?maxRent=1800&sort=drop", "listings_by_drop", false],
  ["?maxSubway=50&filter=Studio&controlled=1", "listings_by_type_distance", true],
  ["?minDiscount=20&maxRent=2000&maxSubway=1500&sort=distance", "listings_by_distance", false],
  ["?minDiscount=31&filter=4%2B BR", "listings_by_type_discount", true],
  ["?controlled=1&line=4&moveInBy=2026-12-01&with=pets", "listings_public", false],
  ["?bathrooms=2&homeType=condo&municipality=Toronto", "listings_public", false],
  ["/map?bbox=-79.5,43.65,-79.49,43.66", "listings_by_cell", true],
  ["?bbox=-79.5,43.65,-79.49,43.66", "listings_by_cell", true],
  ["?bbox=-79.5,43.65,-79.49,43.66&sort=price&maxRent=15000", "listings_by_cell", true],
  ["/map?bbox=-79.6,43.6,-79.2,43.8", "listings_public", false],
  ["/map?bbox=-79.6,43.6,-79.2,43.8&maxRent=780", "listings_by_price", true],
  ["/map?bbox=-180,-90,180,90&sort=price", "listings_by_price", false],
  ["?q=217", "listings_words", true],
  ["?q=217&with=pets&sort=price", "listings_words", true],
  ["?q=quiet", "listings_words", false],
  ["?q=quiet trees", "listings_words", false],
  ["?q=quiet&maxRent=780", "listings_by_price", false],
  ["?q=bachelor", "listings_public_by_type", true],
  ["?q=finch station", "listings_by_cell", true],
  ["?q=quiet near union station", "listings_by_cell", false],
  // No homes are there, so the nearest homes are found.
  ["?q=sheridan college", "listings_public", false],
];
/** Conditions with an index: the matches of each are counted first, up to the window's size. */
const COUNTED = /station|neighbourhood|minRent|maxRent|minDiscount|dropped|maxSubway|bbox|q=/g;

/** Lists and maps with only a sort order. */
const PLAIN: [query: string, index: string, mostRows: number][] = [
  ["?limit=8", "listings_public", 10],
  ["?limit=8&filter=2 BR", "listings_public_by_type", 10],
  ["?limit=8&sort=price", "listings_by_price", 10],
  ["?limit=20&offset=40&sort=discount", "listings_by_discount", 62],
  ["?limit=8&sort=distance&filter=Studio", "listings_by_type_distance", 10],
  ["?limit=20&offset=40&sort=drop", "listings_by_drop", 62],
  ["?limit=8&sort=drop&filter=Studio", "listings_by_type_drop", 10],
  ["?limit=8&sort=price&filter=Studio", "listings_by_type_price", 10],
  ["?limit=8&sort=discount&filter=Studio", "listings_by_type_discount", 10],
  ["/map", "listings_public", 2 * MAP_POINTS + 2],
  ["/map?filter=Studio&sort=price", "listings_by_type_price", 2 * MAP_POINTS + 2],
];

/** Returns the database's query plans for the statements that a path runs, one per statement. */
async function plansOf(statements: Awaited<ReturnType<Site["count"]>>["statements"]): Promise<string[]> {
  const plans: string[] = [];
  for (const { sql, values } of statements) {
    const { results } = await env.DB.prepare(`EXPLAIN QUERY PLAN ${sql}`)
      .bind(...values)
      .all<{ detail: string }>();
    plans.push(results.map(({ detail }) => detail).join("\n"));
  }
  return plans;
}

describe("among a few thousand listings", () => {
  it(
    "a search finds all homes even when a word had to be left out",
    { tags: ["d1"], timeout: LONG_TESTS.tables },
    async () => {
      const site = makeSite();
      await publishPlaced(1, 9_000, site.clock.now);
      const totalOf = async (q: string) => (await site.fetch(`${LISTS}?q=${q}`)).headers.get("x-total-count");
      const all = Number(await totalOf("quiet"));
      expect(all).toBeGreaterThan(2_000);
      expect(await totalOf("quiet babanonu")).toBe(String(all));
    },
  );
});

describe("among 45,000 listings", () => {
  it(
    "a search uses the most selective index, and reads a bounded number of rows",
    { tags: ["d1"], timeout: LONG_TESTS.tables },
    async () => {
      const site = makeSite();
      await publishPlaced(1, LISTINGS, site.clock.now, ["closest_subway_station = 'Hub' WHERE id % 4 = 0"]);

      for (const [query, index, isComplete] of SEARCHES) {
        const { response, rowsRead, statements } = await site.count(LISTS + query);
        expect(response.status, query).toBe(200);
        const finding = (await plansOf(statements)).at(-1) ?? "";
        expect(finding, query).toMatch(
          index === "listings_words"
            ? /SCAN listings_words VIRTUAL TABLE/
            : new RegExp(`(?:SEARCH|SCAN) listings USING (?:COVERING )?INDEX ${index}\\b`),
        );
        // No table is scanned, and the columns of a listing are read only from the search's own index. SQLite reads no
        // table row even with an index that contains a generated column (as for the order of discounts) or a column
        // beyond the 63rd (as for drops), but does not report these indexes as covering.
        const kind = /sort=discount|drop/.test(query) ? "INDEX" : "COVERING INDEX";
        expect(finding, query).toContain(`SEARCH listings USING ${kind} listings_searched (id=?`);
        expect(finding, query).not.toMatch(/SCAN (?:listings|listing_places)(?! USING)\b(?!_)/);
        const isCut = query.startsWith("/map")
          ? (JSON.parse(await response.text()) as { isCut: boolean }).isCut
          : response.headers.get("x-total-count") === null;
        expect(isCut, query).toBe(!isComplete);
        const counted = query.match(COUNTED)?.length ?? 0;
        expect(rowsRead, query).toBeLessThanOrEqual((counted + 7) * (SEARCH_WINDOW + 1) + 3 * MAP_POINTS + 300);
      }

      // The word that occurs nowhere is dropped, and the newest matches of the other words are searched.
      const { response, rowsRead } = await site.count(`${LISTS}?q=quiet trees babanonu`);
      expect(JSON.parse(decodeURIComponent(response.headers.get("x-search") ?? ""))).toMatchObject({
        dropped: ["babanonu"],
      });
      expect(rowsRead).toBeLessThanOrEqual(20_000);

      for (const [query, index, mostRows] of PLAIN) {
        const { rowsRead, statements } = await site.count(LISTS + query);
        const [list = ""] = await plansOf(statements);
        expect(list, query).toMatch(new RegExp(`INDEX ${index}\\b`));
        expect(list, query).not.toContain("TEMP B-TREE");
        expect(rowsRead, query).toBeLessThanOrEqual(mostRows);
      }

      // The pace of homes is computed only from the index entries of each neighbourhood's homes.
      const pace = await site.measured(() => site.runJob("market.pace"));
      expect(pace.rowsRead).toBeLessThanOrEqual(LISTINGS + 500);
      expect(pace.sent).toBeLessThanOrEqual(160);

      // 150 neighbourhoods, 100 stations, and the place that was added.
      const places = await site.count(`${LISTS}/places`);
      expect(places.rowsRead).toBeLessThanOrEqual(251);
      expect((await plansOf(places.statements)).join("\n")).not.toContain("TEMP B-TREE");
    },
  );
});
