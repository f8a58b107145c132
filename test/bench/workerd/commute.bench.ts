import { env } from "cloudflare:workers";
import { expect, it } from "vitest";
import { TIMETABLE_KEY, timetableDayKey, decodeTimetable } from "../../../worker/transit/format.ts";
import { ReachabilityProfile, profileBytes } from "../../../worker/transit/reachability-profile.ts";
import { type Network, networkOf, searchBackwards } from "../../../worker/transit/router.ts";
import { MAX_DAYS_IN_MEMORY, MAX_SEARCHES_IN_MEMORY } from "../../../worker/transit/transit.do.ts";
import { pointOf } from "../../../worker/transit/walking.ts";
import { publishPlaced } from "../../support/worker/placed-listings.ts";
import { makeSite } from "../../support/worker/site.ts";
import type { CommuteMark, TransitMemory } from "../commute-mark.ts";

const ROUNDS = 30;
const MIDDLE = { latitude: 43.7, longitude: -79.4 };
const { PROCESSOR, WEEKDAY } = env as unknown as Record<"PROCESSOR" | "WEEKDAY", Fetcher>;

/** Returns the milliseconds of processor time that workerd has used, in steps of 10. */
const processorMs = async () => Number(await (await PROCESSOR.fetch("http://processor/")).text());

/** Prints the average cost of a round. */
async function measure(name: string, work: (round: number) => unknown, rounds = ROUNDS): Promise<void> {
  const before = await processorMs();
  for (let round = 0; round < rounds; round += 1) await work(round);
  const mark: CommuteMark = { name, processorMs: ((await processorMs()) - before) / rounds };
  console.log(`COMMUTE ${JSON.stringify(mark)}`);
}

/** Returns the bytes of the arrays in an object. */
const bytesIn = (value: unknown): number =>
  ArrayBuffer.isView(value)
    ? value.byteLength
    : Array.isArray(value)
      ? value.reduce<number>((sum, one) => sum + bytesIn(one), 0)
      : typeof value === "object" && value !== null
        ? bytesIn(Object.values(value))
        : 0;

const memoryOf = (network: Network): TransitMemory => {
  const reach = searchBackwards(network, pointOf(MIDDLE), deadlines());
  const { latitude, longitude } = network.timetable;
  const [day, search] = [bytesIn(network), bytesIn(reach)];
  const profile = profileBytes(reach, latitude, longitude).byteLength;
  return { day, search, profile, most: MAX_DAYS_IN_MEMORY * day + MAX_SEARCHES_IN_MEMORY * search };
};
const deadlines = () => Array.from({ length: 13 }, (_, nth) => 30_600 + Math.round((nth * 3_600) / 13));

it("plans trips in a timetable the size of the region's", { timeout: 600_000 }, async () => {
  const site = makeSite();
  const file = await (await WEEKDAY.fetch("http://weekday/")).arrayBuffer();
  await env.PHOTOS.put(timetableDayKey("bench", "weekday"), file);
  const manifest = {
    version: "bench",
    days: ["weekday"],
    dates: {},
    validFrom: "2026-11-01",
    validUntil: "2026-12-31",
  };
  await env.PHOTOS.put(TIMETABLE_KEY, JSON.stringify({ ...manifest, attributions: [], feeds: [], label: null }));
  await publishPlaced(1, 100, site.clock.now);

  const fetched = async (path: string, json?: unknown) => {
    const response = await site.fetch(path, json === undefined ? {} : { json });
    expect(response.status).toBe(200);
    return response;
  };
  /** Returns a different location for each round, a few hundred metres from the others. */
  const placeOf = (round: number) => ({
    lat: MIDDLE.latitude + (round % 9) / 200,
    lng: MIDDLE.longitude + round / 400,
  });
  const ask = (places: object[], ids: number[]) => fetched("/api/commute", { places, ids });
  const ids = Array.from({ length: 20 }, (_, nth) => nth + 1);

  for (let round = 0; round < ROUNDS; round += 1) await fetched("/api/site");
  await measure("the bare route: /api/site", () => fetched("/api/site"));
  await measure("the object's first request, which loads the day", () => ask([placeOf(0)], []), 1);
  await measure("a new destination, 20 listings", (round) => ask([placeOf(100 + round)], ids));
  await measure("a known destination, 20 listings", () => ask([placeOf(100 + ROUNDS - 1)], ids));
  await measure("a known destination, no listings", () => ask([placeOf(100 + ROUNDS - 1)], []));
  await measure("the area within 45 minutes, a known destination", () =>
    fetched(`/api/commute/area?lat=${MIDDLE.latitude}&lng=${MIDDLE.longitude}&minutes=45`),
  );

  const network = networkOf(decodeTimetable(file));
  const { latitude, longitude } = network.timetable;
  await measure("a search alone: 13 deadlines", (round) => {
    const { lat, lng } = placeOf(200 + round);
    return searchBackwards(network, pointOf({ latitude: lat, longitude: lng }), deadlines());
  });
  const profiles = [0, 1, 2].map((nth) => {
    const { lat, lng } = placeOf(nth * 7);
    const reach = searchBackwards(network, pointOf({ latitude: lat, longitude: lng }), deadlines());
    return new ReachabilityProfile(profileBytes(reach, latitude, longitude));
  });
  const points = Array.from({ length: 1_000 }, (_, nth) => ({
    latitude: 43.6 + (nth % 40) / 200,
    longitude: -79.6 + Math.floor(nth / 40) / 60,
  }));
  await measure("1,000 listings and 3 places, exactly", () =>
    points.map((point) => profiles.map((profile) => profile.at(point))),
  );
  console.log(`COMMUTE ${JSON.stringify(memoryOf(network))}`);
});
