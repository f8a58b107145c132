import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import type { PublicListing } from "../../../worker/contracts/listings.ts";
import { boundsText } from "../../../worker/contracts/places.ts";
import { COLLOQUIAL_PLACES } from "../../../worker/contracts/place-names.ts";
import { searchParameters } from "../../../worker/contracts/search.ts";
import { saveSearch as save } from "../../../worker/features/alerts/alerts.service.ts";
import { makeDeps } from "../../../worker/platform/deps.ts";
import { newsTo, passUntil, readAlerts, saveSearch } from "../../support/worker/alerts.ts";
import { importMadeTimetable } from "../../support/worker/commutes.ts";
import { fullSize } from "../../support/worker/full-size.ts";
import { publish } from "../../support/worker/listings.ts";
import { publishPlaced } from "../../support/worker/placed-listings.ts";
import { dice, randomSearch } from "../../support/worker/random-searches.ts";
import { json, makeSite, type Site } from "../../support/worker/site.ts";
import { LONG_TESTS } from "../../support/time-limits.ts";

/** Returns dependencies with the site's database and clock, for use outside of a request. */
function depsAt(site: Site, work: Promise<unknown>[]) {
  const ctx = { waitUntil: () => {}, passThroughOnException: () => {} } as unknown as ExecutionContext;
  return {
    ...makeDeps(env, ctx),
    now: () => site.clock.now,
    waitUntil: (promise: Promise<unknown>) => void work.push(promise),
    queue: { sendBatch: async () => {} } as unknown as Queue,
  };
}

/** Matches some listings against all saved searches, as their approval does. */
async function match(site: Site, ids: readonly number[]): Promise<void> {
  await env.DB.prepare(
    "INSERT INTO outbox (kind, payload, created_at) SELECT 'alerts.match', json_object('listingId', value), 1 FROM json_each(?)",
  )
    .bind(JSON.stringify(ids))
    .run();
  for (let round = 0; round < 50; round += 1) {
    const { results } = await env.DB.prepare(
      "SELECT id AS outboxId FROM outbox WHERE kind = 'alerts.match' AND due_at IS NULL AND done_at IS NULL",
    ).all();
    if (results.length === 0) return;
    await site.deliver("jobs", results);
  }
  throw new Error("The searches are not told.");
}

describe("the match between a listing and searches", () => {
  it(
    "equals what the lists of the same searches show, for random listings and searches",
    { tags: ["rest"], timeout: LONG_TESTS.many },
    async () => {
      const LISTINGS = fullSize(400, 40);
      const SEARCHES = fullSize(500, 60);
      const site = makeSite();
      // Includes neighbourhoods with colloquial names.
      const called = COLLOQUIAL_PLACES.slice(0, 10);
      await publishPlaced(1, LISTINGS, site.clock.now, [
        ...called.map(([, names], nth) => `neighbourhood = '${names[0]}' WHERE id % 12 = ${nth}`),
        "municipality = 'Scarborough' WHERE id % 7 = 1",
      ]);
      const rolled = dice(23);
      const { roll, sometimes, oneOf } = rolled;
      const searches = Array.from({ length: SEARCHES }, () => {
        const { type, search } = randomSearch(rolled, 5);
        const [south, west] = [43.6 + roll(200) / 1000, -79.6 + roll(300) / 1000];
        const size = oneOf([0.004, 0.03, 0.2, 2]);
        const parameters = searchParameters({
          ...search,
          minDiscount: roll(4) === 0 ? search.minDiscount : null,
          station: roll(3) === 0 ? search.station : null,
          neighbourhood: sometimes(() => oneOf(called)[0]),
          bbox: sometimes(() => boundsText({ west, south, east: west + size, north: south + size })),
          q: sometimes(() => oneOf(["quiet", "bright unit", "quiett", "kipling", "no such words", "basement", "!"])),
          sort: "newest",
        });
        if (type !== "all") parameters.set("filter", type);
        return Object.fromEntries(parameters);
      });
      const work: Promise<unknown>[] = [];
      const deps = depsAt(site, work);
      for (const [nth, search] of searches.entries()) {
        const email = `reader-${nth}@example.com`;
        await save(deps, { email, search, name: null, frequency: "daily" }, email);
      }
      await match(
        site,
        Array.from({ length: LISTINGS }, (_, nth) => nth + 1),
      );
      const { results } = await env.DB.prepare(
        "SELECT listing_id AS listing, email FROM alert_matches JOIN alert_readers ON id = reader_id",
      ).all<{ listing: number; email: string }>();
      const announced = new Set(
        (
          await env.DB.prepare(
            "SELECT id FROM listings WHERE awaits_confirmation = 0 AND coalesce(below_market_percent, 0) > -10",
          ).all<{ id: number }>()
        ).results.map(({ id }) => id),
      );
      let found = 0;
      for (const [nth, search] of searches.entries()) {
        const told = results.filter(({ email }) => email === `reader-${nth}@example.com`).map(({ listing }) => listing);
        const listed: number[] = [];
        for (let offset = 0; offset < LISTINGS; offset += 100) {
          const query = new URLSearchParams({ ...search, limit: "100", offset: String(offset) });
          const page = await json<PublicListing[]>(site.fetch(`/api/marketplace-listings?${query.toString()}`));
          listed.push(...page.map(({ id }) => id));
        }
        const expected = listed.filter((id) => announced.has(id));
        found += Math.min(1, expected.length);
        expect(
          told.toSorted((a, b) => a - b),
          JSON.stringify(search),
        ).toEqual(expected.toSorted((a, b) => a - b));
      }
      expect(found).toBeGreaterThan(SEARCHES / 5);
    },
  );

  it("uses the commute, and assumes none without a timetable", { tags: ["rest"] }, async () => {
    const site = makeSite({ now: new Date("2026-11-20T15:00:00Z") });
    const search = { filter: "1 BR", commute: "43.65,-79.4", maxCommute: 20 };
    const token = await saveSearch(site, "ana@example.com", { search });
    expect((await readAlerts(site, token)).searches[0]).toMatchObject({ hasPlaces: true, query: "" });
    const home = async (latitude: number) => {
      const { id } = await publish(site, { address: `${Math.round(latitude * 1000)} Elm St, Toronto` });
      await env.DB.prepare("UPDATE listings SET latitude = ?, longitude = -79.4 WHERE id = ?").bind(latitude, id).run();
      return id;
    };
    const [near, far] = [await home(43.655), await home(43.79)];
    await match(site, [near, far]);
    expect(await env.DB.prepare("SELECT count(*) AS n FROM alert_matches").first("n")).toBe(0);
    await importMadeTimetable({
      stops: [
        { latitude: 43.65, longitude: -79.4 },
        { latitude: 43.67, longitude: -79.4 },
      ],
      lines: [{ name: "1", color: null, mode: "subway" }],
      trips: [
        {
          line: 0,
          calls: [
            { stop: 1, arrive: 30_000, depart: 30_000 },
            { stop: 0, arrive: 30_300, depart: 30_300 },
          ],
        },
      ],
    });
    site.clock.now = new Date(site.clock.now.getTime() + 120_000);
    await match(site, [near, far]);
    const { results } = await env.DB.prepare("SELECT listing_id AS id FROM alert_matches").all();
    expect(results).toEqual([{ id: near }]);
    await passUntil(site, new Date("2026-11-21T15:00:00Z"));
    const [mail] = await newsTo(site, "ana@example.com");
    expect(mail?.html).not.toMatch(/43\.65|-79\.4/);
  });

  it(
    "reads no more rows among many saved searches than among the few that it may suit",
    { tags: ["rest"], timeout: LONG_TESTS.tables },
    async () => {
      const site = makeSite();
      const { id } = await publish(site);
      const reads: number[] = [];
      for (const [from, until] of [
        [1, 500],
        [501, fullSize(100_000, 20_000)],
      ] as const) {
        // Inserts searches for other places and rents, and ten searches that may match the listing.
        await env.DB.prepare(
          `WITH RECURSIVE n(i) AS (SELECT ?1 UNION ALL SELECT i + 1 FROM n WHERE i < ?2)
           INSERT INTO alert_keys (key, min_rent, max_rent, search_id)
           SELECT iif(i <= 10, '1 Bedroom|*', CASE i % 3 WHEN 0 THEN '1 Bedroom|n:Quarter ' || (i % 150)
             WHEN 1 THEN 'Studio|*' ELSE '1 Bedroom|*' END), 0, iif(i <= 10, 2000, 1000 + i % 800), i FROM n`,
        )
          .bind(from, until)
          .run();
        const entry = await env.DB.prepare(
          "INSERT INTO outbox (kind, payload, created_at) VALUES ('alerts.match', ?, 1) RETURNING id",
        )
          .bind(JSON.stringify({ listingId: id }))
          .first<number>("id");
        const { rowsRead } = await site.measured(() => site.deliver("jobs", [{ outboxId: entry }]));
        reads.push(rowsRead);
      }
      expect(reads[1]).toBe(reads[0]);
      expect(reads[0]).toBeLessThan(100);
    },
  );
});
