import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { type CommuteAnswer, DEFAULT_COMMUTE } from "../../../worker/contracts/commute.ts";
import type { PublicListing } from "../../../worker/contracts/listings.ts";
import { NO_FILTERS, searchParameters, type SearchMap } from "../../../worker/contracts/search.ts";
import type { MadeNetwork } from "../../support/made-timetable.ts";
import { publish } from "../../support/worker/listings.ts";
import { publishPlaced } from "../../support/worker/placed-listings.ts";
import { found, type ModelRow, type ModelSearch, publicRows } from "../../support/worker/search-model.ts";
import { json, makeSite, type Site } from "../../support/worker/site.ts";
import { importMadeTimetable } from "../../support/worker/timetables.ts";
import { LONG_TESTS } from "../../support/time-limits.ts";

const LISTS = "/api/marketplace-listings";
const WORK = "43.65,-79.4";
const SCHOOL = "43.72,-79.3";

/** A line from the north to work, every six minutes, and one from work to the school in the east, every ten. */
const NETWORK: MadeNetwork = {
  stops: [
    ...Array.from({ length: 8 }, (_, nth) => ({ latitude: 43.79 - nth * 0.02, longitude: -79.4 })),
    { latitude: 43.651, longitude: -79.398 },
    { latitude: 43.69, longitude: -79.35 },
    { latitude: 43.72, longitude: -79.3 },
  ],
  lines: [
    { name: "1", color: null, mode: "subway" },
    { name: "504", color: null, mode: "tram" },
  ],
  trips: [
    ...Array.from({ length: 40 }, (_, nth) => trip(0, [0, 1, 2, 3, 4, 5, 6, 7], 6 * 3_600 + nth * 360, 240)),
    ...Array.from({ length: 30 }, (_, nth) => trip(1, [8, 9, 10], 6 * 3_600 + nth * 600, 540)),
    ...Array.from({ length: 30 }, (_, nth) => trip(1, [10, 9, 8], 6 * 3_600 + nth * 600, 540)),
  ],
};

function trip(line: number, stops: readonly number[], start: number, seconds: number) {
  return {
    line,
    calls: stops.map((stop, nth) => ({ stop, arrive: start + nth * seconds, depart: start + nth * seconds })),
  };
}

const ids = (listings: readonly { id: number }[]) => listings.map(({ id }) => id);
const list = async (site: Site, query: string, path = LISTS) => {
  const response = await site.fetch(`${path}?${query}`);
  expect(response.status, query).toBe(200);
  expect(response.headers.get("cache-control"), query).toBe("no-store");
  return { headers: response.headers, ids: ids(await json<PublicListing[]>(response)) };
};

/** A public listing at a point; null leaves its place unknown. */
async function home(site: Site, point: readonly [number, number] | null, changes: Record<string, unknown> = {}) {
  const { id } = await publish(site, { address: `${Math.floor(Math.random() * 9_000) + 1} Elm St`, ...changes });
  if (point) {
    await env.DB.batch([
      env.DB.prepare("UPDATE listings SET latitude = ?, longitude = ? WHERE id = ?").bind(...point, id),
      env.DB.prepare(
        "INSERT OR REPLACE INTO listing_places (listing_id, confidence, data_version, enriched_at) VALUES (?, 'high', '', 0)",
      ).bind(id),
    ]);
  }
  return id;
}

/** Minutes of the ways from listings to some places, as POST /api/commute answers; null without a way or a point. */
async function minutesOf(site: Site, rows: readonly ModelRow[], places: readonly string[]) {
  const asked = places.map((place) => {
    const [lat, lng] = place.split(",").map(Number);
    return { lat, lng };
  });
  const minutes = new Map<number, { isPlaced: boolean; each: number[] }>();
  for (let from = 0; from < rows.length; from += 100) {
    const answer = await json<CommuteAnswer>(
      site.fetch("/api/commute", { json: { places: asked, ids: ids(rows.slice(from, from + 100)) } }),
    );
    expect(answer.available).toBe(true);
    for (const { id, places: ways } of answer.results)
      minutes.set(id, {
        isPlaced: ways !== null,
        each: (ways ?? asked.map(() => null)).map((way) => way?.minutes ?? Infinity),
      });
  }
  return (id: number) => minutes.get(id) ?? { isPlaced: false, each: asked.map(() => Infinity) };
}

const sum = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0);

describe("a search by the way to work", () => {
  it(
    "finds what the ways of each listing say, with other conditions, in every order, page by page",
    async () => {
      const site = makeSite();
      await importMadeTimetable(NETWORK);
      await publishPlaced(1, 300, site.clock.now);
      await env.DB.prepare("UPDATE listings SET expires_at = 1 WHERE id % 19 = 0").run();
      const rows = await publicRows(site.clock.now);
      const searches: [places: string[], limits: number[], other: Partial<ModelSearch["search"]>, sort?: "commute"][] =
        [
          [[WORK], [35], {}],
          [[WORK], [35], {}, "commute"],
          [[WORK], [], {}, "commute"],
          [[WORK], [50], { maxRent: 1_800, sort: "price" }],
          [[WORK], [50], { attributes: ["pets"], minDiscount: 5 }, "commute"],
          [[WORK, SCHOOL], [60, 45], {}],
          [[WORK, SCHOOL], [60, 60], { sort: "distance" }],
          [[WORK, SCHOOL], [], {}, "commute"],
          [[SCHOOL], [30], {}],
          [[WORK], [120], { bbox: "-79.45,43.62,-79.35,43.75" }, "commute"],
        ];
      const counts: number[] = [];
      for (const [places, limits, other, sort] of searches) {
        const minutes = await minutesOf(site, rows, places);
        const search = { ...NO_FILTERS, sort: "newest" as const, ...other };
        const isNear = ({ id }: ModelRow) => limits.every((limit, nth) => (minutes(id).each[nth] ?? 0) <= limit);
        const inOrder = found(rows, { type: "all", search }).filter(isNear);
        const lastOf = ({ id }: ModelRow) => (minutes(id).isPlaced ? 0 : 1);
        const total = ({ id }: ModelRow) => sum(minutes(id).each);
        const expected = ids(
          sort === undefined
            ? inOrder
            : inOrder.toSorted((a, b) => lastOf(a) - lastOf(b) || (total(a) === total(b) ? 0 : total(a) - total(b))),
        );
        counts.push(expected.length);
        const query = new URLSearchParams(searchParameters(search));
        query.set("commute", places.join(";"));
        if (limits.length > 0) query.set("maxCommute", limits.join());
        if (sort) query.set("sort", sort);
        const listed: number[] = [];
        for (let offset = 0; offset <= expected.length; offset += 40) {
          const page = await list(site, `${query}&limit=40&offset=${offset}`);
          expect(page.headers.get("x-total-count"), `${query}`).toBe(String(expected.length));
          expect(page.headers.get("x-total-rooms"), `${query}`).toBe(
            String(rows.filter(({ id, bedrooms }) => bedrooms === "Private Room" && expected.includes(id)).length),
          );
          listed.push(...page.ids);
        }
        expect(listed, `${query}`).toEqual(expected);
        const map = await json<SearchMap>(site.fetch(`${LISTS}/map?${query}`));
        const placed = rows.filter(({ latitude, place }) => latitude !== null && place !== "low");
        expect(ids(map.points), `${query}`).toEqual(expected.filter((id) => placed.some((row) => row.id === id)));
        expect([map.total, map.isCut]).toEqual([expected.length, false]);
      }
      // Neither everything nor nothing.
      expect(counts.map((count) => count > 0 && count < rows.length)).toEqual([
        true, true, false, true, true, true, true, false, true, true,
      ]); // prettier-ignore
    },
    LONG_TESTS.tables,
  );
});
