import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import type { PublicListing } from "../../../worker/contracts/listings.ts";
import { SEARCH_HEADER, searchMeaning } from "../../../worker/contracts/search.ts";
import { type GoldenQuery, holds, differingMeaning } from "../../support/golden-search.ts";
import { LONG_TESTS } from "../../support/time-limits.ts";
import { publish } from "../../support/worker/listings.ts";
import { drain } from "../../support/worker/places.ts";
import { HAS_REAL_PLACES, importRealPlaces } from "../../support/worker/real-places.ts";
import { json, makeSite, type Site } from "../../support/worker/site.ts";

const QUERIES = JSON.parse(env.GOLDEN_QUERIES) as GoldenQuery[];
const HOMES = JSON.parse(env.GOLDEN_HOMES) as (Record<string, unknown> & { n: number })[];

/** Publishes the homes at their locations. */
async function publishAll(site: Site): Promise<PublicListing[]> {
  await importRealPlaces();
  for (const { n, lat: _lat, lng: _lng, ...home } of HOMES) {
    const phone = `416-555-01${String(n % 100).padStart(2, "0")}`;
    await publish(site, { ...home, phone, email: `landlord${n}@example.com` });
  }
  await drain(site);
  const all: PublicListing[] = [];
  for (let offset = 0; offset < HOMES.length; offset += 100)
    all.push(...(await json<PublicListing[]>(site.fetch(`/api/marketplace-listings?limit=100&offset=${offset}`))));
  return all;
}

/** Numbers of top results that are examined for precision and for recall. */
const FIRST = 10;
const SEEN = 20;

describe.skipIf(!HAS_REAL_PLACES || QUERIES.length === 0)("what people type in a search", () => {
  it("is understood, and finds what they mean", { tags: ["rest"], timeout: LONG_TESTS.many }, async () => {
    const site = makeSite();
    const homes = await publishAll(site);
    expect(homes).toHaveLength(HOMES.length);
    const notes: string[] = [];
    const shown = { results: 0, relevant: 0, wanted: 0, found: 0, understood: 0 };
    for (const query of QUERIES) {
      const { q, relevant, wanted = relevant } = query;
      const response = await site.fetch(`/api/marketplace-listings?limit=${SEEN}&q=${encodeURIComponent(q)}`);
      const said = searchMeaning(response.headers.get(SEARCH_HEADER)) ?? { words: [], dropped: [] };
      const results = await json<PublicListing[]>(response);
      const wrong = differingMeaning(query, said);
      const first = results.slice(0, FIRST);
      const fitting = first.filter((home) => holds(relevant, home));
      const all = homes.filter((home) => holds(wanted, home));
      const ids = new Set(results.map(({ id }) => id));
      const isFull = results.length === SEEN && results.every((home) => holds(relevant, home));
      const most = Math.min(all.length, SEEN);
      const found = isFull ? most : Math.min(most, all.filter(({ id }) => ids.has(id)).length);
      shown.results += first.length;
      shown.relevant += fitting.length;
      shown.wanted += most;
      shown.found += found;
      if (wrong.length === 0) shown.understood += 1;
      if (wrong.length > 0 || fitting.length < first.length || found < most)
        notes.push(
          `${q}: ${fitting.length}/${first.length} relevant, ${found}/${most} wanted, wrong: ${wrong.join(" ")} ${JSON.stringify(said)}`,
        );
    }
    const figures = {
      understood: shown.understood / QUERIES.length,
      precision: shown.relevant / shown.results,
      recall: shown.found / shown.wanted,
    };
    console.info([...notes, JSON.stringify(figures)].join("\n"));
    expect(figures.understood).toBeGreaterThanOrEqual(0.98);
    expect(figures.precision).toBeGreaterThanOrEqual(0.97);
    expect(figures.recall).toBeGreaterThanOrEqual(0.93);
  });
});
