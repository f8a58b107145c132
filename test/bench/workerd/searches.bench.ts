import { env } from "cloudflare:workers";
import { drizzle } from "drizzle-orm/d1";
import { expect, it } from "vitest";
import { madeCityNetwork } from "../../support/made-city-network.ts";
import { importMadeTimetable } from "../../support/worker/commutes.ts";
import { publishPlaced } from "../../support/worker/placed-listings.ts";
import { makeSite, type Site } from "../../support/worker/site.ts";
import type { SearchMark } from "../search-mark.ts";

/** Numbers of public listings among which the same searches run. */
const SIZES = [1_000, 10_000, 100_000];
const ROUNDS = 20;
const WARM_UP = 5;

const LISTS = "/api/marketplace-listings";
/** A visitor's destination. Commutes to it are cached when time is measured, as on every page but the first. */
const WORK = "commute=43.65,-79.38";
const THREE = "43.65,-79.38;43.7,-79.4;43.76,-79.41";
/** The plain list comes first, because all searches are compared with it. */
const SEARCHES: [name: string, path: string][] = [
  ["the plain list", `${LISTS}?limit=8`],
  ["cheapest first", `${LISTS}?limit=8&sort=price`],
  ["a station", `${LISTS}?limit=8&station=Stop 7`],
  ["a neighbourhood, nearest the subway first", `${LISTS}?limit=8&neighbourhood=Quarter 7&sort=distance`],
  ["a rent that few listings match", `${LISTS}?limit=8&maxRent=780`],
  ["a rent that many listings match", `${LISTS}?limit=8&maxRent=1800`],
  ["two bedrooms, a rent, cheapest first", `${LISTS}?limit=8&filter=2 BR&maxRent=2500&sort=price`],
  ["rent controlled, a line, pets", `${LISTS}?limit=8&with=pets&line=4&controlled=1`],
  ["bathrooms, a kind of home, a municipality", `${LISTS}?limit=8&bathrooms=2&homeType=condo&municipality=Toronto`],
  ["biggest discount first, pets", `${LISTS}?limit=8&sort=discount&with=pets`],
  ["rent reduced", `${LISTS}?limit=8&dropped=1`],
  ["biggest drop first, a rent", `${LISTS}?limit=8&sort=drop&maxRent=1800`],
  ["words that few listings contain", `${LISTS}?limit=8&q=kipling 217`],
  ["words that many listings contain", `${LISTS}?limit=8&q=quiet unit`],
  ["words that many listings contain, a rent, pets", `${LISTS}?limit=8&q=quiet unit&maxRent=1800&with=pets`],
  ["a misspelt word", `${LISTS}?limit=8&q=supermraket`],
  ["two misspelt words", `${LISTS}?limit=8&q=supermraket streetcra`],
  ["a word unlike any other", `${LISTS}?limit=8&q=babanonu`],
  ["79 letters", `${LISTS}?limit=8&q=${"babanonu".repeat(10).slice(1)}`],
  [
    "every condition with an index",
    `${LISTS}?limit=8&maxRent=2000&minDiscount=10&neighbourhood=Quarter 7&station=Stop 7&maxSubway=2000`,
  ],
  ["the map of the city", `${LISTS}/map`],
  ["a kilometre of the map", `${LISTS}/map?bbox=-79.5,43.65,-79.49,43.66`],
  ["the stations to choose from", `${LISTS}/places`],
  ["within 35 minutes of a place", `${LISTS}?limit=8&${WORK}&maxCommute=35`],
  [
    "a rent that many listings match, within 35 minutes of a place",
    `${LISTS}?limit=8&maxRent=1800&${WORK}&maxCommute=35`,
  ],
  [
    "a neighbourhood, nearest the subway first, within 35 minutes",
    `${LISTS}?limit=8&neighbourhood=Quarter 7&sort=distance&${WORK}&maxCommute=35`,
  ],
  [
    "rent controlled, a line, pets, within 35 minutes",
    `${LISTS}?limit=8&with=pets&line=4&controlled=1&${WORK}&maxCommute=35`,
  ],
  ["shortest commute first", `${LISTS}?limit=8&${WORK}&sort=commute`],
  [
    "within 60 minutes of three places, shortest commute first",
    `${LISTS}?limit=8&commute=${THREE}&maxCommute=60&sort=commute`,
  ],
  ["the map within 35 minutes of a place", `${LISTS}/map?${WORK}&maxCommute=35`],
];

/** 60,000 invented words of eight letters, built from syllables. Misspelt words are compared with them. */
const INVENTED_TERMS_SQL = `WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 59999)
  INSERT INTO listing_terms (word, listings) SELECT
    substr('babicodeefighajokelamonupaqurosi', 1 + 2 * (i % 16), 2) || substr('banocodeefighajokelamirupaqutosi', 1 + 2 * (i / 16 % 16), 2) ||
    substr('nobacodeefighajokelamirupaqutosi', 1 + 2 * (i / 256 % 16), 2) || substr('nubacodeefighajokelamiropaqutosi', 1 + 2 * (i / 4096 % 16), 2), 1
  FROM n WHERE true ON CONFLICT (word) DO NOTHING`;

it("measures searches with many listings", { timeout: 600_000 }, async () => {
  // The counting database runs every query twice, so time is measured without it.
  await env.DB.prepare(INVENTED_TERMS_SQL).run();
  await importMadeTimetable(madeCityNetwork());
  const counted = makeSite();
  const timed = makeSite({ deps: () => ({ db: drizzle(env.DB, { casing: "snake_case" }) }) });
  for (const [index, listings] of SIZES.entries()) {
    await publishPlaced((SIZES[index - 1] ?? 0) + 1, listings, timed.clock.now);
    expect(await ask(listings, counted, timed)).toBe(SEARCHES.length);
  }
});

/** Returns the milliseconds of processor time that workerd has used, in steps of 10. */
async function processorMs(): Promise<number> {
  const { PROCESSOR } = env as unknown as { PROCESSOR: Fetcher };
  return Number(await (await PROCESSOR.fetch("http://processor/")).text());
}

/** Runs each search and prints its cost. @returns the number of searches */
async function ask(listings: number, counted: Site, timed: Site): Promise<number> {
  for (const [name, path] of SEARCHES) {
    const times: number[] = [];
    let before = 0;
    for (let round = 0; round < WARM_UP + ROUNDS; round += 1) {
      if (round === WARM_UP) before = await processorMs();
      const began = performance.now();
      const response = await timed.fetch(path);
      if (round >= WARM_UP) times.push(performance.now() - began);
      expect(response.status, path).toBe(200);
    }
    const processor = ((await processorMs()) - before) / ROUNDS;
    const { response, rowsRead, queries } = await counted.count(path);
    const body: unknown = await response.json();
    const map = body as { total?: number; isCut?: boolean; stations?: unknown[] };
    const total = response.headers.get("x-total-count");
    const mark: SearchMark = {
      listings,
      name,
      rowsRead,
      queries,
      processorMs: processor,
      ms: times.toSorted((a, b) => a - b)[ROUNDS / 2] ?? Number.NaN,
      found: map.total ?? map.stations?.length ?? Number(total ?? response.headers.get("x-total-at-least")),
      isCut: map.isCut ?? (Array.isArray(body) && total === null),
    };
    console.log(`SEARCH ${JSON.stringify(mark)}`);
  }
  return SEARCHES.length;
}
