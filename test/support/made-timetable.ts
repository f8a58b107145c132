import { type Line, type Timetable, DROP_OFF, PICKUP } from "../../worker/transit/format.ts";

/** A stop of a {@link MadeTrip}; times are seconds after midnight. */
export interface MadeCall {
  stop: number;
  arrive: number;
  depart: number;
  /** True if passengers can get on, and true if they can get off. Both are true by default. */
  pickup?: boolean;
  dropOff?: boolean;
}

export interface MadeTrip {
  line: number;
  calls: readonly MadeCall[];
}

/** A network made up for a test. */
export interface MadeNetwork {
  /** Coordinates in degrees. */
  stops: readonly { latitude: number; longitude: number; name?: string }[];
  lines?: readonly Line[];
  trips: readonly MadeTrip[];
  transfers?: readonly { from: number; to: number; seconds: number }[];
}

const accessOf = ({ pickup = true, dropOff = true }: MadeCall) => (pickup ? PICKUP : 0) + (dropOff ? DROP_OFF : 0);
const startOf = ({ calls }: MadeTrip) => calls[0]?.depart ?? 0;

/** Returns whether one trip follows another without overtaking it anywhere. */
const follows = (before: MadeTrip, after: MadeTrip) =>
  before.calls.every(({ arrive, depart }, nth) => {
    const call = after.calls[nth];
    return call !== undefined && arrive <= call.arrive && depart <= call.depart;
  });

/** Groups trips into patterns with the same stops and the same access, ordered so that no trip overtakes another. */
function patternsOf(trips: readonly MadeTrip[]): MadeTrip[][] {
  const patterns: { key: string; trips: MadeTrip[] }[] = [];
  for (const trip of trips.toSorted((a, b) => startOf(a) - startOf(b))) {
    const key = JSON.stringify([trip.line, trip.calls.map((call) => [call.stop, accessOf(call)])]);
    const open = patterns.find((pattern) => {
      const last = pattern.trips.at(-1);
      return pattern.key === key && last !== undefined && follows(last, trip);
    });
    if (open) open.trips.push(trip);
    else patterns.push({ key, trips: [trip] });
  }
  return patterns.map(({ trips }) => trips);
}

/** Returns the timetable of a network, in the layout that the import produces. */
export function madeTimetable({ stops, lines, trips, transfers = [] }: MadeNetwork): Timetable {
  const patterns = patternsOf(trips);
  const firsts = patterns.map(([first]) => first ?? { line: 0, calls: [] });
  const inOrder = patterns.flat();
  const startsOf = (counts: readonly number[]) => {
    let sum = 0;
    return Uint32Array.from([0, ...counts.map((count) => (sum += count))]);
  };
  const tripAt = startsOf(inOrder.map(({ calls }) => 2 * calls.length));
  return {
    day: "weekday",
    lines: lines ?? [{ name: "1", color: null, mode: "bus" }],
    stopNames: stops.map(({ name }, nth) => name ?? `Stop ${nth}`),
    latitude: Int32Array.from(stops, ({ latitude }) => Math.round(latitude * 1e6)),
    longitude: Int32Array.from(stops, ({ longitude }) => Math.round(longitude * 1e6)),
    patternLine: Uint16Array.from(firsts, ({ line }) => line),
    patternStops: startsOf(firsts.map(({ calls }) => calls.length)),
    patternStop: Uint16Array.from(firsts.flatMap(({ calls }) => calls.map(({ stop }) => stop))),
    patternAccess: Uint8Array.from(firsts.flatMap(({ calls }) => calls.map(accessOf))),
    patternTrips: startsOf(patterns.map(({ length }) => length)),
    tripStart: Int32Array.from(inOrder, startOf),
    tripArrive: tripAt.slice(0, -1),
    tripDepart: Uint32Array.from(inOrder, ({ calls }, nth) => (tripAt[nth] ?? 0) + calls.length),
    seconds: Uint16Array.from(
      inOrder.flatMap((trip) => [
        ...trip.calls.map(({ arrive }, nth) => (nth === 0 ? 0 : arrive - startOf(trip))),
        ...trip.calls.map(({ depart }) => depart - startOf(trip)),
      ]),
    ),
    transferFrom: Uint16Array.from(transfers, ({ from }) => from),
    transferTo: Uint16Array.from(transfers, ({ to }) => to),
    transferSeconds: Uint16Array.from(transfers, ({ seconds }) => seconds),
  };
}
