import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ReachabilityProfile, profileBytes } from "../../worker/transit/reachability-profile.ts";
import { networkOf, MAX_VEHICLES, type Reach, searchBackwards } from "../../worker/transit/router.ts";
import { FORBIDDEN_TRANSFER } from "../../worker/transit/format.ts";
import { metresApart, type Point, pointOf, walkSeconds } from "../../worker/transit/walking.ts";
import { itineraryFrom } from "../../worker/transit/itineraries.ts";
import { CELL_LATITUDE, CELL_LONGITUDE, cellOf, type Coordinates } from "../../worker/platform/grid.ts";
import { secondsForward } from "../support/forward-scan.ts";
import { fullSize } from "../support/full-size.ts";
import { type MadeCall, type MadeNetwork, type MadeTrip, madeTimetable } from "../support/made-timetable.ts";

const RUNS = { numRuns: fullSize(2_000, 150) };
/** Fewer runs than in other tests, because the forward scan tries every departure and is slow. */
const SCANS = { numRuns: fullSize(500, 60) };
/** Times near midnight, when vehicles of the previous evening also count. */
const FIRST = -1_800;
const LAST = 7_200;

/** Places in four areas that are too far apart to walk between. Within each area, every distance is walkable. */
const coordinates: fc.Arbitrary<Coordinates> = fc
  .record({ quarter: fc.nat(3), up: fc.nat(60), across: fc.nat(60) })
  .map(({ quarter, up, across }) => ({
    latitude: 43.6 + quarter * 0.04 + up / 1e4,
    longitude: -79.4 + across / 1e4,
  }));

interface Shape {
  stops: number[];
  start: number;
  rides: number[];
  waits: number[];
  access: boolean[][];
  repeats: number;
  headway: number;
}

/** Returns the trips that a line makes at the intervals in frequencies.txt. */
const tripsOf = ({ stops, start, rides, waits, access, repeats, headway }: Shape): MadeTrip[] =>
  Array.from({ length: repeats }, (_, nth) => {
    let time = start + nth * headway;
    const calls = stops.map((stop, at): MadeCall => {
      const arrive = time;
      const depart = arrive + (at === 0 ? 0 : (waits[at] ?? 0));
      time = depart + (rides[at] ?? 60);
      const [pickup = true, dropOff = true] = access[at] ?? [];
      return { stop, arrive, depart, pickup, dropOff };
    });
    return { line: 0, calls };
  });

const networks: fc.Arbitrary<MadeNetwork> = fc.integer({ min: 3, max: 9 }).chain((count) => {
  const stop = fc.integer({ min: 0, max: count - 1 });
  // Whole minutes, as in real timetables, because then vehicles often arrive just in time.
  const minutes = (max: number) => fc.integer({ min: 0, max }).map((count) => count * 60);
  const seconds = (max: number) => fc.array(minutes(max), { minLength: 6, maxLength: 6 });
  const shape: fc.Arbitrary<Shape> = fc.record({
    // Short lines, because the test needs transfers.
    stops: fc.array(stop, { minLength: 2, maxLength: 4 }),
    start: fc.integer({ min: FIRST / 60, max: LAST / 60 }).map((count) => count * 60),
    rides: seconds(15),
    waits: seconds(2),
    access: fc.array(
      fc.array(
        fc.integer({ min: 0, max: 4 }).map((n) => n > 0),
        { minLength: 2, maxLength: 2 },
      ),
      {
        minLength: 6,
        maxLength: 6,
      },
    ),
    repeats: fc.integer({ min: 1, max: 4 }),
    headway: fc.integer({ min: 1, max: 15 }).map((count) => count * 60),
  });
  return fc
    .record({
      stops: fc.array(coordinates, { minLength: count, maxLength: count }),
      shapes: fc.array(shape, { minLength: 4, maxLength: 12 }),
      // Running times of further trips over the same stops. Some of these trips overtake earlier ones.
      others: fc.array(seconds(15), { maxLength: 3 }),
      transfers: fc.uniqueArray(
        fc.record({ from: stop, to: stop, seconds: fc.constantFrom(0, 60, 600, FORBIDDEN_TRANSFER) }),
        { maxLength: 12, selector: ({ from, to }) => `${from} ${to}` },
      ),
    })
    .map(({ stops, shapes, others, transfers }) => ({
      stops,
      transfers,
      trips: [
        ...shapes.flatMap(tripsOf),
        ...others.flatMap((rides, nth) => {
          const shape = shapes[nth % shapes.length];
          return shape ? tripsOf({ ...shape, rides, start: shape.start + 60 }) : [];
        }),
      ],
    }));
});

const questions = fc.record({
  network: networks,
  home: coordinates,
  place: coordinates,
  deadlines: fc
    .uniqueArray(fc.integer({ min: 0, max: LAST + 3_600 }), { minLength: 1, maxLength: 5 })
    .map((times) => times.toSorted((a, b) => a - b)),
});

const reachOf = (network: MadeNetwork, place: Coordinates, deadlines: readonly number[]): Reach =>
  searchBackwards(networkOf(madeTimetable(network)), pointOf(place), deadlines);

/** Returns the profile of a network for some deadlines. */
function profileOf(network: MadeNetwork, place: Coordinates, deadlines: readonly number[]): ReachabilityProfile {
  const { latitude, longitude } = madeTimetable(network);
  return new ReachabilityProfile(profileBytes(reachOf(network, place, deadlines), latitude, longitude));
}

const tenths = (seconds: number) => (seconds === Infinity ? null : Math.round(seconds / 6) / 10);
const minutesOf = (network: MadeNetwork, home: Coordinates, place: Coordinates, deadline: number) =>
  profileOf(network, place, [deadline]).at(home).minutes;
const orNever = (minutes: number | null) => minutes ?? Infinity;
const metres = (a: Point, b: Point) => metresApart(a.latitude, a.longitude, b.latitude, b.longitude);

describe("a trip to a destination", () => {
  it("uses up to four vehicles, but not five", () => {
    const stops = Array.from({ length: 6 }, (_, nth) => ({ latitude: 43.6 + nth * 0.04, longitude: -79.4 }));
    const trips = stops.slice(1).map((_, nth): MadeTrip => {
      const start = nth * 600;
      return {
        line: 0,
        calls: [
          { stop: nth, arrive: start, depart: start },
          { stop: nth + 1, arrive: start + 300, depart: start + 300 },
        ],
      };
    });
    const network = { stops, trips };
    const places = stops.map((home) => minutesOf(network, home, stops[5] ?? home, 3_000));
    expect(places).toEqual([null, 40, 30, 20, 10, 0]);
  });

  it("is as fast as a forward scan of every trip finds it", { tags: ["rest"] }, () => {
    fc.assert(
      fc.property(questions, ({ network, home, place, deadlines }) => {
        const reach = reachOf(network, place, deadlines);
        const { latitude, longitude } = madeTimetable(network);
        for (const [nth, deadline] of deadlines.slice(0, 2).entries()) {
          const one: Reach = {
            ...reach,
            deadlines: [deadline],
            seconds: reach.seconds.map((all) => all.filter((_, at) => at % deadlines.length === nth)),
          };
          const profile = new ReachabilityProfile(profileBytes(one, latitude, longitude));
          for (const from of [home, ...network.stops])
            expect(profile.at(from).minutes).toBe(
              tenths(secondsForward(network, pointOf(from), pointOf(place), deadline)),
            );
        }
      }),
      SCANS,
    );
  });

  it("can be followed: it uses no more vehicles than allowed, in order and in time", () => {
    fc.assert(
      fc.property(questions, ({ network, home, place, deadlines }) => {
        const prepared = networkOf(madeTimetable(network));
        const reach = searchBackwards(prepared, pointOf(place), deadlines);
        const { start } = profileOf(network, place, deadlines).at(home);
        if (start?.stop == null) return;
        const legs = itineraryFrom(prepared, reach, start.stop, start.deadline)?.legs ?? [];
        expect(legs.length).toBeGreaterThan(0);
        expect(legs.length).toBeLessThanOrEqual(MAX_VEHICLES);
        expect(legs[0]?.from).toBe(`Stop ${start.stop}`);
      }),
      RUNS,
    );
  });

  it("never takes longer than walking, or than two hours", () => {
    fc.assert(
      fc.property(questions, ({ network, home, place, deadlines }) => {
        const alone = walkSeconds(metres(pointOf(home), pointOf(place)));
        const { minutes } = profileOf(network, place, deadlines).at(home);
        const most = alone <= 3_600 ? (tenths(alone) ?? 0) : 120;
        expect(minutes ?? 0).toBeLessThanOrEqual(most);
        expect(minutes !== null || alone > 3_600).toBe(true);
      }),
      RUNS,
    );
  });

  it("is never faster than a straight line at the speed of the fastest vehicle", () => {
    fc.assert(
      fc.property(questions, ({ network, home, place, deadlines: [deadline = 0] }) => {
        const points = network.stops.map(pointOf);
        const speeds = network.trips.flatMap(({ calls }) =>
          calls.slice(1).map((call, nth) => {
            const before = calls[nth];
            const [from, to] = [points[before?.stop ?? 0], points[call.stop]];
            const seconds = call.arrive - (before?.depart ?? 0);
            return from && to ? metres(from, to) / Math.max(seconds, 1e-9) : 0;
          }),
        );
        // Feeds can specify their own transfer times.
        const walks = (network.transfers ?? []).map(({ from, to, seconds }) => {
          const [one, other] = [points[from], points[to]];
          return one && other ? metres(one, other) / Math.max(seconds, 1e-9) : 0;
        });
        const fastest = Math.max(1.25, ...speeds, ...walks);
        const found = orNever(minutesOf(network, home, place, deadline));
        expect(found * 60 + 3).toBeGreaterThanOrEqual(metres(pointOf(home), pointOf(place)) / fastest);
      }),
      RUNS,
    );
  });

  it("lets a traveller leave later for a later deadline", () => {
    fc.assert(
      fc.property(questions, fc.integer({ min: 1, max: 1_800 }), ({ network, home, place, deadlines }, more) => {
        const [deadline = 0] = deadlines;
        const [soon, late] = [deadline, deadline + more].map((time) => minutesOf(network, home, place, time));
        // An itinerary of nearly two hours exceeds the limit of two hours when the wait before the later deadline is
        // added.
        const isKept = soon != null && soon * 60 + more <= 7_190;
        expect(isKept ? orNever(late ?? null) : 0).toBeLessThanOrEqual((soon ?? 0) + more / 60 + 0.1);
      }),
      RUNS,
    );
  });

  it("never becomes slower when a trip or stop is added", () => {
    fc.assert(
      fc.property(questions, networks, coordinates, ({ network, home, place, deadlines: [time = 0] }, other, stop) => {
        const before = orNever(minutesOf(network, home, place, time));
        const stops = [...network.stops, stop];
        const trips = other.trips.slice(0, 3).map(({ line, calls }) => ({
          line,
          calls: calls.map((call) => ({ ...call, stop: call.stop % stops.length })),
        }));
        const more = { ...network, stops, trips: [...network.trips, ...trips] };
        expect(orNever(minutesOf(more, home, place, time))).toBeLessThanOrEqual(before);
      }),
      RUNS,
    );
  });

  it("is never below the lower bound of the cell where it begins", () => {
    fc.assert(
      fc.property(questions, ({ network, home, place, deadlines }) => {
        const profile = profileOf(network, place, deadlines);
        const { row, column } = cellOf(home);
        const bound = profile.lowerBound({
          south: row * CELL_LATITUDE,
          north: (row + 1) * CELL_LATITUDE,
          west: column * CELL_LONGITUDE,
          east: (column + 1) * CELL_LONGITUDE,
        });
        expect(bound).toBeLessThanOrEqual(orNever(profile.at(home).minutes));
      }),
      RUNS,
    );
  });
});
