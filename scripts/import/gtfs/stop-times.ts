import { metresBetween } from "../../../worker/platform/grid.ts";
import { DROP_OFF, PICKUP } from "../../../worker/transit/format.ts";
import type { FeedFiles } from "./feed-files.ts";
import { growing, type Growing } from "./growing.ts";
import { secondsOf, type TripList } from "./lines.ts";
import type { Problems } from "./problems.ts";
import { readTable } from "./read-table.ts";
import type { Stops } from "./stops.ts";

const FILE = "stop_times.txt";
/** Maximum running time in seconds (18 hours), because running times are stored in 16 bits. */
const MAX_SECONDS = 65_535;
/**
 * Maximum number of departures of a feed, including the departures that frequencies.txt implies. The region's feeds
 * have about 150,000 departures.
 */
const MAX_DEPARTURES = 2_000_000;

/** All trips of a feed, on any day, laid out as in a Timetable. */
export interface Trips {
  patternLine: readonly number[];
  /** Indexes of the feed's stops, and whether riders may get on or off there, by pattern. */
  patternStops: readonly Uint16Array[];
  patternAccess: readonly Uint8Array[];
  service: Uint32Array;
  pattern: Uint32Array;
  start: Int32Array;
  arrive: Uint32Array;
  depart: Uint32Array;
  seconds: Uint16Array;
}

/** Number of fields in a row of stop_times.txt, which is stored as numbers in this order; missing times are -1. */
const FIELDS = 8;
const [TRIP, SEQUENCE, STOP, ARRIVE, DEPART, ACCESS, LINE, DISTANCE] = [0, 1, 2, 3, 4, 5, 6, 7] as const;
/** Distances are stored in thousandths of the feed's unit. */
const DISTANCE_SCALE = 1000;

const accessOf = (pickup: string, dropOff: string) => (pickup === "1" ? 0 : PICKUP) | (dropOff === "1" ? 0 : DROP_OFF);

/** Collects trips; equal patterns and equal running times are stored once. */
function tripCollector() {
  const patternIds = new Map<string, number>();
  const patternLine: number[] = [];
  const patternStops: Uint16Array[] = [];
  const patternAccess: Uint8Array[] = [];
  const profiles = new Map<string, number>();
  const seconds = growing(Uint16Array);
  const [service, pattern] = [growing(Uint32Array), growing(Uint32Array)];
  const [start, arrive, depart] = [growing(Int32Array), growing(Uint32Array), growing(Uint32Array)];

  /** Stores running times (seconds after the start) unless they are already stored; returns their position. */
  function keepProfile(times: Uint16Array): number {
    const key = String.fromCharCode(...times);
    const known = profiles.get(key);
    if (known !== undefined) return known;
    const at = seconds.length;
    profiles.set(key, at);
    for (const time of times) seconds.push(time);
    return at;
  }

  return {
    patternOf(line: number, stops: Uint16Array, access: Uint8Array): number {
      const key = String.fromCharCode(line, ...stops, ...access);
      const known = patternIds.get(key);
      if (known !== undefined) return known;
      const id = patternLine.length;
      patternIds.set(key, id);
      patternLine.push(line);
      patternStops.push(stops);
      patternAccess.push(access);
      return id;
    },
    keepProfile,
    add(of: { service: number; pattern: number; start: number; arrive: number; depart: number }) {
      service.push(of.service);
      pattern.push(of.pattern);
      start.push(of.start);
      arrive.push(of.arrive);
      depart.push(of.depart);
    },
    count: () => start.length,
    result: (): Trips => ({
      patternLine,
      patternStops,
      patternAccess,
      service: service.view(),
      pattern: pattern.view(),
      start: start.view(),
      arrive: arrive.view(),
      depart: depart.view(),
      seconds: seconds.view(),
    }),
  };
}

type Collector = ReturnType<typeof tripCollector>;

/** Thrown when a trip reappears after another trip, so the file is not sorted by trip. */
class OutOfOrder extends Error {}

/**
 * Reads stop_times.txt. Most feeds list a trip's stops together, so only one trip is in memory at a time; other feeds
 * are read a second time and sorted in memory.
 */
export async function readStopTimes(
  files: FeedFiles,
  stops: Stops,
  trips: TripList,
  problems: Problems,
): Promise<Trips> {
  const collector = tripCollector();
  const rows = growing(Int32Array, FIELDS * 128);
  const work = { files, stops, trips, problems, rows };
  const forget = problems.mark();
  try {
    const met = new Set<number>();
    let last = -1;
    await readRows(work, (trip) => {
      if (trip === last) return;
      if (met.has(trip)) throw new OutOfOrder();
      met.add(trip);
      addTrips(work, collector);
      rows.clear();
      last = trip;
    });
    addTrips(work, collector);
    return collector.result();
  } catch (error) {
    if (!(error instanceof OutOfOrder)) throw error;
  }
  forget();
  rows.clear();
  const sorted = tripCollector();
  await readRows(work, () => {});
  addTrips(work, sorted);
  return sorted.result();
}

interface Work {
  files: FeedFiles;
  stops: Stops;
  trips: TripList;
  problems: Problems;
  /** Rows that were read but not yet added. */
  rows: Growing<Int32Array>;
}

/** Appends each row to the rows read so far. Calls a function before each row. */
async function readRows({ files, stops, trips, problems, rows }: Work, onTrip: (trip: number) => void): Promise<void> {
  const columns = {
    needs: ["trip_id", "stop_id", "stop_sequence", "arrival_time", "departure_time"],
    may: ["pickup_type", "drop_off_type", "shape_dist_traveled"],
  } as const;
  let lastId = "";
  let lastTrip: number | undefined;
  let at = 0;
  const refuse = (text: string) => problems.refuse(FILE, at, text);
  await readTable(files, FILE, columns, problems, (row, line) => {
    at = line;
    if (row.trip_id !== lastId) {
      lastId = row.trip_id;
      lastTrip = trips.indexOf(lastId);
    }
    const stop = stops.indexOf(row.stop_id);
    const sequence = /^\d{1,9}$/.test(row.stop_sequence) ? Number(row.stop_sequence) : null;
    const arrive = secondsOf(row.arrival_time);
    const depart = row.departure_time === row.arrival_time ? arrive : secondsOf(row.departure_time);
    if (lastTrip === undefined) return refuse(`unknown trip_id "${row.trip_id}"`);
    if (stop === undefined) return refuse(`unknown stop_id "${row.stop_id}"`);
    if (sequence === null) return refuse(`stop_sequence is not a number: "${row.stop_sequence}"`);
    if (arrive === null) return refuse(`arrival_time is not a time: "${row.arrival_time}"`);
    if (depart === null) return refuse(`departure_time is not a time: "${row.departure_time}"`);
    if (arrive > depart && depart >= 0) return refuse(`departure ${row.departure_time} is before arrival`);
    if (!/^[0-3]?$/.test(row.pickup_type)) return refuse(`pickup_type is unknown: "${row.pickup_type}"`);
    if (!/^[0-3]?$/.test(row.drop_off_type)) return refuse(`drop_off_type is unknown: "${row.drop_off_type}"`);
    const distance = row.shape_dist_traveled === "" ? Number.NaN : Number(row.shape_dist_traveled);
    onTrip(lastTrip);
    rows.push(lastTrip);
    rows.push(sequence);
    rows.push(stop);
    rows.push(arrive < 0 ? depart : arrive);
    rows.push(depart < 0 ? arrive : depart);
    rows.push(accessOf(row.pickup_type, row.drop_off_type));
    rows.push(line);
    rows.push(distance >= 0 && distance < 2e6 ? Math.round(distance * DISTANCE_SCALE) : -1);
  });
}

/** Adds the trips of some rows, which may belong to one trip or to many. */
function addTrips(work: Work, collector: Collector): void {
  const values = work.rows.view();
  const of = (row: number, field: number) => values[row * FIELDS + field] ?? 0;
  const order = new Uint32Array(values.length / FIELDS);
  for (let row = 0; row < order.length; row += 1) order[row] = row;
  order.sort((a, b) => of(a, TRIP) - of(b, TRIP) || of(a, SEQUENCE) - of(b, SEQUENCE) || a - b);
  for (let from = 0; from < order.length;) {
    const trip = of(order[from] ?? 0, TRIP);
    let until = from + 1;
    while (until < order.length && of(order[until] ?? 0, TRIP) === trip) until += 1;
    const rows = order.subarray(from, until);
    const field = (name: number) => {
      const column = new Int32Array(rows.length);
      for (let at = 0; at < rows.length; at += 1) column[at] = of(rows[at] ?? 0, name);
      return column;
    };
    addTrip(trip, field, work, collector);
    from = until;
  }
}

/** Adds one trip, given the columns of its rows in the order of its stops. */
function addTrip(trip: number, field: (name: number) => Int32Array, work: Work, collector: Collector): void {
  const { stops, trips, problems } = work;
  const line = field(LINE);
  const [sequence, arrive, depart] = [field(SEQUENCE), field(ARRIVE), field(DEPART)];
  const last = line.length - 1;
  const [first = 0] = line;
  if (last < 1) return problems.warn(FILE, first, "the only stop of its trip; left out");
  if ((arrive[0] ?? 0) < 0) return problems.refuse(FILE, first, "the first stop of a trip has no time");
  if ((arrive[last] ?? 0) < 0) return problems.refuse(FILE, line[last] ?? 0, "the last stop of a trip has no time");
  fillTimes(arrive, depart, distancesOf(field(STOP), field(DISTANCE), stops));
  for (let at = 1; at <= last; at += 1) {
    if (sequence[at] === sequence[at - 1])
      return problems.refuse(FILE, line[at] ?? 0, `stop_sequence ${sequence[at]} appears twice in its trip`);
    if ((arrive[at] ?? 0) < (depart[at - 1] ?? 0))
      return problems.refuse(FILE, line[at] ?? 0, "the time is before that of the stop before: it goes backwards");
  }
  const start = arrive[0] ?? 0;
  if ((depart[last] ?? 0) - start > MAX_SECONDS)
    return problems.warn(FILE, first, "the trip takes more than 18 hours; left out");
  const relative = (times: Int32Array) => {
    const relative = new Uint16Array(times.length);
    for (const [at, time] of times.entries()) relative[at] = time - start;
    return relative;
  };
  const shared = {
    service: trips.serviceOf(trip),
    pattern: collector.patternOf(trips.lineOf(trip), new Uint16Array(field(STOP)), new Uint8Array(field(ACCESS))),
    arrive: collector.keepProfile(relative(arrive)),
    depart: collector.keepProfile(relative(depart)),
  };
  const frequencies = trips.frequenciesOf(trip);
  if (frequencies.length === 0) collector.add({ ...shared, start });
  const wait = (depart[0] ?? 0) - start;
  for (const { from, until, headway } of frequencies)
    for (let time = from; time < until && collector.count() <= MAX_DEPARTURES; time += headway)
      collector.add({ ...shared, start: time - wait });
  if (collector.count() > MAX_DEPARTURES) throw new Error(`The feed has more than ${MAX_DEPARTURES} departures.`);
}

/** Returns how far each stop is along the trip. Uses the feed's distances, or else straight lines between stops. */
function distancesOf(stop: Int32Array, given: Int32Array, stops: Stops): () => ArrayLike<number> {
  return () => {
    if (given.every((distance, at) => distance >= (given[at - 1] ?? 0))) return given;
    const place = (index = 0) => ({
      latitude: (stops.latitude[index] ?? 0) / 1e6,
      longitude: (stops.longitude[index] ?? 0) / 1e6,
    });
    let sum = 0;
    return Array.from(stop, (index, at) => (sum += at === 0 ? 0 : metresBetween(place(stop[at - 1]), place(index))));
  };
}

/** Fills in missing times between known ones in proportion to distance. */
function fillTimes(arrive: Int32Array, depart: Int32Array, distancesOf: () => ArrayLike<number>): void {
  if (!arrive.includes(-1)) return;
  const distances = distancesOf();
  let known = 0;
  for (let at = 1; at < arrive.length; at += 1) {
    if ((arrive[at] ?? 0) < 0) continue;
    const [begin, end] = [distances[known] ?? 0, distances[at] ?? 0];
    const [leaves, comes] = [depart[known] ?? 0, arrive[at] ?? 0];
    for (let between = known + 1; between < at; between += 1) {
      const part = end > begin ? ((distances[between] ?? 0) - begin) / (end - begin) : (between - known) / (at - known);
      const time = Math.round(leaves + part * (comes - leaves));
      arrive[between] = time;
      depart[between] = time;
    }
    known = at;
  }
}
