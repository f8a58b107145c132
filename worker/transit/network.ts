import { FORBIDDEN_TRANSFER, type Timetable } from "./timetable.ts";
import { CHANGE_METRES, CHANGE_SECONDS, StopGrid, walkSeconds } from "./walking.ts";

/** Where vehicles pass each stop; those of stop `s` lie from `starts[s]` to `starts[s + 1]`. */
interface Visits {
  starts: Uint32Array;
  pattern: Uint32Array;
  /** Of the stop in the pattern. */
  position: Uint16Array;
}

/** Changes at each stop; those of stop `s` lie from `starts[s]` to `starts[s + 1]`. */
interface Changes {
  starts: Uint32Array;
  /** The other end. */
  stop: Uint16Array;
  /** In all. */
  seconds: Uint16Array;
}

/** A day's timetable with what a search needs beside it. */
export interface Network {
  timetable: Timetable;
  stops: StopGrid;
  visits: Visits;
  /** By the stop where one gets off. */
  changesFrom: Changes;
  /** By the stop where one gets on. */
  changesTo: Changes;
}

/** Prepares a day for searches. */
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

/** Where the entries of each key begin, and the entries in the order of their keys (counting sort). */
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

/** All pairs of stops between which one may change: those near each other, corrected by the feed's own rules. */
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
