import { DROP_OFF, PICKUP, type Timetable, FORBIDDEN_TRANSFER } from "./format.ts";
import {
  ACCESS_METRES,
  LONGEST_SECONDS,
  type Point,
  walkSeconds,
  CHANGE_METRES,
  CHANGE_SECONDS,
  StopGrid,
} from "./walking.ts";

/** The patterns that pass each stop. The entries of stop `s` are from `starts[s]` to `starts[s + 1]`. */
interface Visits {
  starts: Uint32Array;
  pattern: Uint32Array;
  /** Position of the stop in the pattern. */
  position: Uint16Array;
}

/** Changes at each stop. The entries of stop `s` are from `starts[s]` to `starts[s + 1]`. */
interface Changes {
  starts: Uint32Array;
  /** The other stop of the change. */
  stop: Uint16Array;
  /** Total duration of the change. */
  seconds: Uint16Array;
}

/** A day's timetable with the indexes that a search needs. */
export interface Network {
  timetable: Timetable;
  stops: StopGrid;
  visits: Visits;
  /** Changes by the stop where riders get off. */
  changesFrom: Changes;
  /** Changes by the stop where riders get on. */
  changesTo: Changes;
}

/** Prepares the timetable of a day for searches. */
export function networkOf(timetable: Timetable): Network {
  const stops = new StopGrid(timetable.latitude, timetable.longitude);
  const changes = changesIn(timetable, stops);
  const count = timetable.latitude.length;
  return {
    timetable,
    stops,
    visits: visitsIn(timetable),
    changesFrom: changesBy(changes.from, changes.to, changes.seconds, count),
    changesTo: changesBy(changes.to, changes.from, changes.seconds, count),
  };
}

/** Returns where the entries of each key begin, and the entries in the order of their keys (counting sort). */
function sortByKey(keys: ArrayLike<number>, count: number): { starts: Uint32Array; order: Uint32Array } {
  const starts = new Uint32Array(count + 1);
  for (let entry = 0; entry < keys.length; entry += 1) {
    const behind = (keys[entry] ?? 0) + 1;
    starts[behind] = (starts[behind] ?? 0) + 1;
  }
  for (let key = 1; key <= count; key += 1) starts[key] = (starts[key] ?? 0) + (starts[key - 1] ?? 0);
  const next = starts.slice();
  const order = new Uint32Array(keys.length);
  for (let entry = 0; entry < keys.length; entry += 1) {
    const key = keys[entry] ?? 0;
    const place = next[key] ?? 0;
    order[place] = entry;
    next[key] = place + 1;
  }
  return { starts, order };
}

function visitsIn({ patternStops, patternStop, latitude }: Timetable): Visits {
  const { starts, order } = sortByKey(patternStop, latitude.length);
  const patternOf = new Uint32Array(patternStop.length);
  for (let pattern = 0; pattern + 1 < patternStops.length; pattern += 1)
    patternOf.fill(pattern, patternStops[pattern], patternStops[pattern + 1]);
  const pattern = order.map((entry) => patternOf[entry] ?? 0);
  const position = Uint16Array.from(order, (entry, nth) => entry - (patternStops[pattern[nth] ?? 0] ?? 0));
  return { starts, pattern, position };
}

/**
 * Returns all pairs of stops between which riders can change: stops near each other, corrected by the feed's own rules.
 */
function changesIn({ transferFrom, transferTo, transferSeconds }: Timetable, stops: StopGrid) {
  const from: number[] = [];
  const to: number[] = [];
  const seconds: number[] = [];
  const add = (start: number, end: number, duration: number) => {
    from.push(start);
    to.push(end);
    seconds.push(duration);
  };
  const count = stops.latitude.length;
  const ruled = new Set<number>();
  for (let rule = 0; rule < transferFrom.length; rule += 1) {
    const [start = 0, end = 0, duration = 0] = [transferFrom[rule], transferTo[rule], transferSeconds[rule]];
    ruled.add(start * count + end);
    if (duration !== FORBIDDEN_TRANSFER) add(start, end, duration);
  }
  for (let stop = 0; stop < count; stop += 1)
    stops.eachWithin(stops.at(stop), CHANGE_METRES, (other, metres) => {
      if (!ruled.has(stop * count + other)) add(stop, other, walkSeconds(metres) + CHANGE_SECONDS);
    });
  return { from, to, seconds };
}

function changesBy(keys: number[], others: number[], seconds: number[], count: number): Changes {
  const { starts, order } = sortByKey(keys, count);
  return {
    starts,
    stop: Uint16Array.from(order, (entry) => others[entry] ?? 0),
    seconds: Uint16Array.from(order, (entry) => seconds[entry] ?? 0),
  };
}

/** Maximum number of vehicles in an itinerary. */
export const MAX_VEHICLES = 4;
/** Value in a {@link Reach} where there is no itinerary within {@link LONGEST_SECONDS}. */
export const UNREACHED = 65_535;
/** A time earlier than any other. */
const NEVER = -(2 ** 31);

/** Query for the latest departure times to reach a destination by each of several deadlines. */
export interface TransitQuestion {
  version: string;
  /** A stored day. */
  day: string;
  place: Point;
  /** Seconds after the day's midnight, earliest first. */
  deadlines: readonly number[];
}

/** The latest boarding time at each stop to reach a destination by each of several deadlines. */
export interface Reach {
  place: Point;
  /** Seconds after the day's midnight, earliest first. */
  deadlines: readonly number[];
  /**
   * One array for each number of vehicles allowed. The seconds from boarding at stop `s` to the `n`-th deadline are at
   * index `s * deadlines.length + n`, or {@link UNREACHED}. The array for no vehicle is empty.
   */
  seconds: readonly Uint16Array[];
}

/** Latest times by number of vehicles and stop during a search. */
interface Labels {
  /** Boarding times, indexed by the maximum number of vehicles that may be used. */
  board: Int32Array[];
  /** Alighting times, indexed by the maximum number of vehicles that may follow. */
  alight: Int32Array[];
}

/** A set of numbers in the order in which they were added. */
class OrderedSet {
  readonly #isMember: Uint8Array;
  list: number[] = [];

  constructor(count: number) {
    this.#isMember = new Uint8Array(count);
  }
  add(entry: number): void {
    if (this.#isMember[entry] === 1) return;
    this.#isMember[entry] = 1;
    this.list.push(entry);
  }
  /** Returns the numbers and empties the set. */
  take(): number[] {
    const taken = this.list;
    for (const entry of taken) this.#isMember[entry] = 0;
    this.list = [];
    return taken;
  }
}

/**
 * Searches backwards from a destination, one deadline after the other, with one more vehicle in each round (RAPTOR:
 * Delling, Pajor and Werneck, 2012). An itinerary that meets a deadline also meets later ones, so each deadline starts
 * from the times of the previous one, and only improvements are followed.
 * @param deadlines seconds after the day's midnight, earliest first
 */
export function searchBackwards(network: Network, place: Point, deadlines: readonly number[]): Reach {
  const count = network.timetable.latitude.length;
  const timesOf = (rounds: number) => Array.from({ length: rounds }, () => new Int32Array(count).fill(NEVER));
  const labels: Labels = { board: timesOf(MAX_VEHICLES + 1), alight: timesOf(MAX_VEHICLES) };
  const marked = { reached: new OrderedSet(count), improved: new OrderedSet(count) };
  const seconds = labels.board.map((_, vehicles) => new Uint16Array(vehicles === 0 ? 0 : count * deadlines.length));
  const last = new Int32Array(network.timetable.patternLine.length).fill(-1);

  for (const [nth, deadline] of deadlines.entries()) {
    network.stops.eachWithin(place, ACCESS_METRES, (stop, metres) => {
      if (improveTime(labels.alight, 0, stop, deadline - walkSeconds(metres))) marked.reached.add(stop);
    });
    for (let vehicles = 1; vehicles <= MAX_VEHICLES && marked.reached.list.length > 0; vehicles += 1) {
      const improve = (stop: number, time: number) => {
        if (time >= deadline - LONGEST_SECONDS && improveTime(labels.board, vehicles, stop, time))
          marked.improved.add(stop);
      };
      const limits = labels.alight[vehicles - 1] ?? new Int32Array(count);
      for (const pattern of patternsTo(network, marked.reached.take(), last)) {
        rideBack(network.timetable, pattern, last[pattern] ?? 0, limits, improve);
        last[pattern] = -1;
      }
      for (const stop of marked.improved.take()) changeBack(network, labels, vehicles, stop, marked.reached);
    }
    marked.reached.take();
    for (const [vehicles, times] of labels.board.entries())
      if (vehicles > 0)
        recordBoardingTimes(times, deadline, seconds[vehicles] ?? new Uint16Array(), nth, deadlines.length);
  }
  return { place, deadlines, seconds };
}

/** Records how long before a deadline the rider boards at each stop. */
function recordBoardingTimes(
  times: Int32Array,
  deadline: number,
  seconds: Uint16Array,
  nth: number,
  deadlines: number,
): void {
  for (let stop = 0; stop < times.length; stop += 1) {
    const before = deadline - (times[stop] ?? NEVER);
    seconds[stop * deadlines + nth] = before <= LONGEST_SECONDS ? before : UNREACHED;
  }
}

/** Raises a stop's time for a number of vehicles and all larger numbers. @returns whether the old time was earlier */
function improveTime(times: readonly Int32Array[], from: number, stop: number, time: number): boolean {
  if (time <= (times[from]?.[stop] ?? 0)) return false;
  for (let more = from; more < times.length; more += 1) {
    const ofMore = times[more];
    if (ofMore && time > (ofMore[stop] ?? 0)) ofMore[stop] = time;
  }
  return true;
}

/**
 * Returns patterns with a drop-off at some stops. Stores the last such position of each pattern in `last`, which must
 * initially contain -1.
 */
function patternsTo({ timetable, visits }: Network, stops: readonly number[], last: Int32Array): number[] {
  const patterns: number[] = [];
  for (const stop of stops) {
    const end = visits.starts[stop + 1] ?? 0;
    for (let visit = visits.starts[stop] ?? 0; visit < end; visit += 1) {
      const pattern = visits.pattern[visit] ?? 0;
      const position = visits.position[visit] ?? 0;
      const known = last[pattern] ?? 0;
      const access = timetable.patternAccess[(timetable.patternStops[pattern] ?? 0) + position] ?? 0;
      if (position <= known || (access & DROP_OFF) === 0) continue;
      if (known === -1) patterns.push(pattern);
      last[pattern] = position;
    }
  }
  return patterns;
}

/**
 * Follows a pattern from a position back to its beginning, on the latest vehicle that meets the time limits of its
 * stops.
 */
function rideBack(
  timetable: Timetable,
  pattern: number,
  from: number,
  limits: Int32Array,
  improve: (stop: number, time: number) => void,
): void {
  const { patternStops, patternStop, patternAccess, patternTrips, tripStart, tripDepart, seconds } = timetable;
  const first = patternStops[pattern] ?? 0;
  const firstTrip = patternTrips[pattern] ?? 0;
  let trip = firstTrip - 1;
  for (let position = from; position >= 0; position -= 1) {
    const stop = patternStop[first + position] ?? 0;
    const access = patternAccess[first + position] ?? 0;
    if (trip >= firstTrip && (access & PICKUP) !== 0)
      improve(stop, (tripStart[trip] ?? 0) + (seconds[(tripDepart[trip] ?? 0) + position] ?? 0));
    if ((access & DROP_OFF) !== 0) {
      const limit = limits[stop] ?? NEVER;
      if (limit > NEVER) trip = latestTrip(timetable, pattern, position, limit, trip);
    }
  }
}

/** Returns the latest trip of a pattern, from `trip` on, that arrives at a position by a time. */
function latestTrip(timetable: Timetable, pattern: number, position: number, time: number, trip: number): number {
  const { patternTrips, tripStart, tripArrive, seconds } = timetable;
  let [low, high] = [trip, patternTrips[pattern + 1] ?? 0];
  while (high - low > 1) {
    // Tries the next trip first, because it is usually too late already.
    const middle = low === trip ? low + 1 : (low + high) >> 1;
    const arrival = (tripStart[middle] ?? 0) + (seconds[(tripArrive[middle] ?? 0) + position] ?? 0);
    if (arrival <= time) low = middle;
    else high = middle;
  }
  return low;
}

/** Follows changes from boarding at a stop back to the stops where the rider may have got off. */
function changeBack({ changesTo }: Network, labels: Labels, vehicles: number, stop: number, reached: OrderedSet): void {
  if (vehicles === MAX_VEHICLES) return;
  const time = labels.board[vehicles]?.[stop] ?? NEVER;
  const end = changesTo.starts[stop + 1] ?? 0;
  for (let change = changesTo.starts[stop] ?? 0; change < end; change += 1) {
    const other = changesTo.stop[change] ?? 0;
    if (improveTime(labels.alight, vehicles, other, time - (changesTo.seconds[change] ?? 0))) reached.add(other);
  }
}
