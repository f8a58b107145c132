import type { Line, Timetable } from "../../../worker/transit/format.ts";
import { type FeedDay, runsPastMidnight, type StoredDay } from "./days.ts";
import type { Feed } from "./feed.ts";
import { growing } from "./growing.ts";
import { MAX_STOPS } from "./stops.ts";
import type { Trips } from "./stop-times.ts";

const DAY_SECONDS = 86_400;

/** A trip of the day: its index in the feed, and its start in seconds after the day's midnight. */
interface Run {
  trip: number;
  start: number;
}

/** Returns the runs of each pattern on a day. */
function runsOf({ trips }: Feed, { today, before }: FeedDay): Map<number, Run[]> {
  const runs = new Map<number, Run[]>();
  const add = (trip: number, start: number) => {
    const pattern = trips.pattern[trip] ?? 0;
    const others = runs.get(pattern);
    if (others === undefined) runs.set(pattern, [{ trip, start }]);
    else others.push({ trip, start });
  };
  for (let trip = 0; trip < trips.start.length; trip += 1) {
    const service = trips.service[trip] ?? 0;
    const start = trips.start[trip] ?? 0;
    if (today.has(service)) add(trip, start);
    if (before.has(service) && runsPastMidnight(trips, trip)) add(trip, start - DAY_SECONDS);
  }
  return runs;
}

/** Returns whether a trip runs later than another trip at every stop. */
function follows(trips: Trips, stops: number, later: Run, earlier: Run): boolean {
  const [laterArrive = 0, earlierArrive = 0] = [trips.arrive[later.trip], trips.arrive[earlier.trip]];
  const [laterDepart = 0, earlierDepart = 0] = [trips.depart[later.trip], trips.depart[earlier.trip]];
  if (laterArrive === earlierArrive && laterDepart === earlierDepart) return later.start >= earlier.start;
  const ahead = later.start - earlier.start;
  const isLater = (a: number, b: number) => ahead + (trips.seconds[a] ?? 0) >= (trips.seconds[b] ?? 0);
  for (let stop = 0; stop < stops; stop += 1)
    if (!isLater(laterArrive + stop, earlierArrive + stop) || !isLater(laterDepart + stop, earlierDepart + stop))
      return false;
  return true;
}

/** Divides the trips of a pattern into groups in which no trip overtakes another. Equal trips count once. */
function groupsWithoutOvertaking(trips: Trips, stops: number, runs: readonly Run[]): Run[][] {
  const departs = ({ trip, start }: Run) => start + (trips.seconds[trips.depart[trip] ?? 0] ?? 0);
  const arrives = ({ trip, start }: Run) => start + (trips.seconds[(trips.arrive[trip] ?? 0) + stops - 1] ?? 0);
  const lanes: Run[][] = [];
  for (const run of runs.toSorted((a, b) => departs(a) - departs(b) || arrives(a) - arrives(b))) {
    const lane = lanes.find((one) => follows(trips, stops, run, one.at(-1) as Run));
    const last = lane?.at(-1);
    if (lane === undefined) lanes.push([run]);
    else if (
      last?.start !== run.start ||
      trips.arrive[last.trip] !== trips.arrive[run.trip] ||
      trips.depart[last.trip] !== trips.depart[run.trip]
    )
      lane.push(run);
  }
  return lanes;
}

/** Creates a numbering of the items in use, in order of first use. */
function createNumbering() {
  const numbers = new Map<number, number>();
  return {
    numbers,
    of(old: number): number {
      const known = numbers.get(old);
      if (known !== undefined) return known;
      numbers.set(old, numbers.size);
      return numbers.size - 1;
    },
  };
}

/**
 * Merges the trips that the feeds run on a day. Includes only the stops, lines and running times that are used.
 * @throws Error when the feeds together have more than {@link MAX_STOPS} stops or lines
 */
export function buildDay(feeds: readonly Feed[], day: StoredDay): Timetable {
  const lines: Line[] = [];
  const lineNumbers = new Map<string, number>();
  const stopNames: string[] = [];
  const [latitude, longitude] = [growing(Int32Array), growing(Int32Array)];
  const patternLine = growing(Uint16Array);
  const [patternStops, patternTrips] = [growing(Uint32Array), growing(Uint32Array)];
  const [patternStop, patternAccess] = [growing(Uint16Array), growing(Uint8Array)];
  const [tripStart, tripArrive, tripDepart] = [growing(Int32Array), growing(Uint32Array), growing(Uint32Array)];
  const seconds = growing(Uint16Array);
  const transfers: { from: number; to: number; seconds: number }[] = [];

  const lineNumber = (line: Line): number => {
    const key = JSON.stringify(line);
    const known = lineNumbers.get(key) ?? lines.push(line) - 1;
    lineNumbers.set(key, known);
    return known;
  };

  for (const [nth, feed] of feeds.entries()) {
    const { trips, stops } = feed;
    const firstStop = stopNames.length;
    const used = createNumbering();
    const profiles = new Map<number, number>();
    const profileOf = (at: number, length: number): number => {
      const known = profiles.get(at);
      if (known !== undefined) return known;
      const place = seconds.length;
      profiles.set(at, place);
      for (let stop = 0; stop < length; stop += 1) seconds.push(trips.seconds[at + stop] ?? 0);
      return place;
    };
    const runs = runsOf(feed, day.feeds[nth] ?? { today: new Set(), before: new Set() });
    for (const [pattern, all] of [...runs].toSorted(([a], [b]) => a - b)) {
      const places = trips.patternStops[pattern] ?? new Uint16Array();
      const access = trips.patternAccess[pattern] ?? new Uint8Array();
      const line = lineNumber(feed.lines[trips.patternLine[pattern] ?? 0] as Line);
      for (const lane of groupsWithoutOvertaking(trips, places.length, all)) {
        patternLine.push(line);
        patternStops.push(patternStop.length);
        patternTrips.push(tripStart.length);
        for (const [stop, place] of places.entries()) {
          patternStop.push(firstStop + used.of(place));
          patternAccess.push(access[stop] ?? 0);
        }
        for (const { trip, start } of lane) {
          tripStart.push(start);
          tripArrive.push(profileOf(trips.arrive[trip] ?? 0, places.length));
          tripDepart.push(profileOf(trips.depart[trip] ?? 0, places.length));
        }
      }
    }
    for (const place of used.numbers.keys()) {
      stopNames.push(stops.names[place] ?? "");
      latitude.push(stops.latitude[place] ?? 0);
      longitude.push(stops.longitude[place] ?? 0);
    }
    for (const transfer of feed.transfers) {
      const [from, to] = [used.numbers.get(transfer.from), used.numbers.get(transfer.to)];
      if (from !== undefined && to !== undefined)
        transfers.push({ from: firstStop + from, to: firstStop + to, seconds: transfer.seconds });
    }
  }
  patternStops.push(patternStop.length);
  patternTrips.push(tripStart.length);
  if (stopNames.length > MAX_STOPS || patternLine.length > 0xff_ff_ff || lines.length > MAX_STOPS)
    throw new Error(`The feeds have more than ${MAX_STOPS} stops or lines together.`);
  transfers.sort((a, b) => a.from - b.from || a.to - b.to);
  return {
    day: day.name,
    lines,
    stopNames,
    latitude: latitude.view(),
    longitude: longitude.view(),
    patternLine: patternLine.view(),
    patternStops: patternStops.view(),
    patternStop: patternStop.view(),
    patternAccess: patternAccess.view(),
    patternTrips: patternTrips.view(),
    tripStart: tripStart.view(),
    tripArrive: tripArrive.view(),
    tripDepart: tripDepart.view(),
    seconds: seconds.view(),
    transferFrom: Uint16Array.from(transfers, ({ from }) => from),
    transferTo: Uint16Array.from(transfers, ({ to }) => to),
    transferSeconds: Uint16Array.from(transfers, ({ seconds }) => seconds),
  };
}
