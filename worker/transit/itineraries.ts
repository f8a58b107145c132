import type { CommuteLeg } from "../contracts/commute.ts";
import { DROP_OFF, PICKUP, type Timetable } from "./format.ts";
import { type Network, MAX_VEHICLES, type Reach, UNREACHED } from "./router.ts";
import { ACCESS_METRES, metresApart, walkSeconds } from "./walking.ts";

/** An itinerary on vehicles. */
export interface Itinerary {
  legs: CommuteLeg[];
  /** Walking time between vehicles and after the last one. The caller adds the walk to the first vehicle. */
  walkSeconds: number;
}

/** A ride on one pattern. */
interface Ride {
  pattern: number;
  /** Positions in the pattern where the rider gets on and off. */
  on: number;
  off: number;
  trip: number;
  /** The stop where the rider boards next, and the seconds needed to change. Null if the destination is next. */
  next: { stop: number; changeSeconds: number } | null;
  walkSeconds: number;
}

/**
 * Returns the itinerary that boards at a stop as late as a deadline allows, with as few vehicles as possible. After
 * each change, the rider takes the next vehicle of the line.
 * @param nth index of the deadline
 * @returns null if the {@link Reach} has no itinerary
 */
export function itineraryFrom(network: Network, reach: Reach, stop: number, nth: number): Itinerary | null {
  const secondsAt = (vehicles: number, at: number) =>
    reach.seconds[vehicles]?.[at * reach.deadlines.length + nth] ?? UNREACHED;
  const deadline = reach.deadlines[nth] ?? 0;
  const least = secondsAt(MAX_VEHICLES, stop);
  if (least === UNREACHED) return null;
  let vehicles = MAX_VEHICLES;
  while (secondsAt(vehicles - 1, stop) === least) vehicles -= 1;

  const walks = walksToPlace(network, reach);
  const rides: Ride[] = [];
  for (let at: number | null = stop; at !== null; vehicles -= 1) {
    const from: number = at;
    const ride = rideFrom(network, from, deadline - secondsAt(vehicles, from), (off, arrival) => {
      const walk = walks.get(off);
      if (walk !== undefined && arrival + walk <= deadline) return { next: null, walkSeconds: walk };
      return vehicles === 1 ? null : changeAt(network, off, (on) => deadline - secondsAt(vehicles - 1, on) - arrival);
    });
    if (!ride) throw new Error("An itinerary that was found cannot be followed.");
    rides.push(ride);
    at = ride.next?.stop ?? null;
  }
  return {
    legs: legsOf(network.timetable, rides),
    walkSeconds: rides.reduce((sum, ride) => sum + ride.walkSeconds, 0),
  };
}

function walksToPlace({ stops }: Network, { place }: Reach): ReadonlyMap<number, number> {
  const walks = new Map<number, number>();
  stops.eachWithin(place, ACCESS_METRES, (stop, metres) => walks.set(stop, walkSeconds(metres)));
  return walks;
}

type Onward = Pick<Ride, "next" | "walkSeconds">;

/**
 * Returns the change with the shortest walk among the changes that leave enough time. @param spare returns the seconds
 * until the rider must board at a stop
 */
function changeAt({ changesFrom, timetable }: Network, off: number, spare: (on: number) => number): Onward | null {
  const { latitude, longitude } = timetable;
  let best: Onward | null = null;
  const end = changesFrom.starts[off + 1] ?? 0;
  for (let change = changesFrom.starts[off] ?? 0; change < end; change += 1) {
    const stop = changesFrom.stop[change] ?? 0;
    const changeSeconds = changesFrom.seconds[change] ?? 0;
    if (spare(stop) < changeSeconds) continue;
    const metres = metresApart(latitude[off] ?? 0, longitude[off] ?? 0, latitude[stop] ?? 0, longitude[stop] ?? 0);
    const walk = walkSeconds(metres);
    if (!best || walk < best.walkSeconds) best = { next: { stop, changeSeconds }, walkSeconds: walk };
  }
  return best;
}

/**
 * Finds a vehicle that departs from a stop at a time and reaches a stop where `onwardAt` can continue. Prefers the
 * destination itself, then the shortest walk.
 */
function rideFrom(
  { timetable, visits }: Network,
  stop: number,
  time: number,
  onwardAt: (stop: number, arrival: number) => Onward | null,
): Ride | null {
  const { patternStops, patternStop, patternAccess, patternTrips } = timetable;
  let best: Ride | null = null;
  const end = visits.starts[stop + 1] ?? 0;
  for (let visit = visits.starts[stop] ?? 0; visit < end; visit += 1) {
    const pattern = visits.pattern[visit] ?? 0;
    const on = visits.position[visit] ?? 0;
    const first = patternStops[pattern] ?? 0;
    if (((patternAccess[first + on] ?? 0) & PICKUP) === 0) continue;
    let trip = firstTripFrom(timetable, pattern, on, time);
    for (; trip < (patternTrips[pattern + 1] ?? 0) && departure(timetable, trip, on) === time; trip += 1)
      for (let off = on + 1; first + off < (patternStops[pattern + 1] ?? 0); off += 1) {
        if (((patternAccess[first + off] ?? 0) & DROP_OFF) === 0) continue;
        const onward = onwardAt(patternStop[first + off] ?? 0, arrival(timetable, trip, off));
        if (onward && isBetter(onward, best)) best = { pattern, on, off, trip, ...onward };
      }
  }
  return best;
}

const isBetter = (a: Onward, b: Onward | null) =>
  b === null ||
  (a.next === null) > (b.next === null) ||
  ((a.next === null) === (b.next === null) && a.walkSeconds < b.walkSeconds);

const arrival = ({ tripStart, tripArrive, seconds }: Timetable, trip: number, position: number) =>
  (tripStart[trip] ?? 0) + (seconds[(tripArrive[trip] ?? 0) + position] ?? 0);
const departure = ({ tripStart, tripDepart, seconds }: Timetable, trip: number, position: number) =>
  (tripStart[trip] ?? 0) + (seconds[(tripDepart[trip] ?? 0) + position] ?? 0);

/** Returns the first trip of a pattern that departs from a position at or after a time. */
function firstTripFrom(timetable: Timetable, pattern: number, position: number, time: number): number {
  let [low, high] = [timetable.patternTrips[pattern] ?? 0, timetable.patternTrips[pattern + 1] ?? 0];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (departure(timetable, middle, position) < time) low = middle + 1;
    else high = middle;
  }
  return low;
}

function legsOf(timetable: Timetable, rides: readonly Ride[]): CommuteLeg[] {
  const { lines, stopNames, patternLine, patternStops, patternStop } = timetable;
  let ready: number | null = null;
  return rides.map(({ pattern, on, off, trip: latest, next }) => {
    const trip = ready === null ? latest : firstTripFrom(timetable, pattern, on, ready);
    const line = lines[patternLine[pattern] ?? 0];
    const nameAt = (position: number) => stopNames[patternStop[(patternStops[pattern] ?? 0) + position] ?? 0] ?? "";
    const arrives = arrival(timetable, trip, off);
    ready = arrives + (next?.changeSeconds ?? 0);
    return {
      line: line?.name ?? "",
      color: line?.color ?? null,
      from: nameAt(on),
      to: nameAt(off),
      departs: clock(departure(timetable, trip, on)),
      arrives: clock(arrives),
    };
  });
}

const DAY_SECONDS = 86_400;
const two = (number: number) => String(number).padStart(2, "0");

/** Formats a time as HH:MM. The time may be in the previous evening, or past 24:00. */
function clock(time: number): string {
  const minutes = Math.floor((time < 0 ? time + DAY_SECONDS : time) / 60);
  return `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
}
