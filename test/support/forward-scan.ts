import { FORBIDDEN_TRANSFER } from "../../worker/transit/format.ts";
import { metresApart, type Point, pointOf, walkSeconds } from "../../worker/transit/walking.ts";
import type { MadeNetwork } from "./made-timetable.ts";

const MAX_VEHICLES = 4;

const walk = (a: Point, b: Point, within: number): number => {
  const metres = metresApart(a.latitude, a.longitude, b.latitude, b.longitude);
  return metres <= within ? walkSeconds(metres) : Infinity;
};

/** Seconds from getting off at a stop to getting on at another. */
function changeSeconds({ stops, transfers = [] }: MadeNetwork, from: number, to: number): number {
  const rule = transfers.find((one) => one.from === from && one.to === to);
  if (rule) return rule.seconds === FORBIDDEN_TRANSFER ? Infinity : rule.seconds;
  const [a, b] = [stops[from], stops[to]];
  return a && b ? walk(pointOf(a), pointOf(b), 300) + 60 : Infinity;
}

/**
 * Returns the earliest arrival at a destination for a traveller who leaves home at a given time. Examines every trip,
 * vehicle by vehicle.
 */
function earliestArrival(network: MadeNetwork, home: Point, place: Point, leaving: number): number {
  const points = network.stops.map(pointOf);
  let ready = points.map((point) => leaving + walk(home, point, 1_000));
  let best = Infinity;
  for (let vehicle = 1; vehicle <= MAX_VEHICLES; vehicle += 1) {
    const next = points.map(() => Infinity);
    for (const { calls } of network.trips) {
      let isOn = false;
      for (const { stop, arrive, depart, pickup = true, dropOff = true } of calls) {
        const point = points[stop];
        if (isOn && dropOff && point) {
          best = Math.min(best, arrive + walk(point, place, 1_000));
          for (const other of points.keys())
            next[other] = Math.min(next[other] ?? Infinity, arrive + changeSeconds(network, stop, other));
        }
        if (pickup && (ready[stop] ?? Infinity) <= depart) isOn = true;
      }
    }
    ready = next;
  }
  return best;
}

/**
 * Returns how many seconds before a deadline to leave a home; Infinity if no itinerary takes two hours or less. Tries
 * only the latest possible departures, which catch the first vehicle just in time.
 */
export function secondsForward(network: MadeNetwork, home: Point, place: Point, deadline: number): number {
  const alone = walk(home, place, Infinity);
  let least = alone <= 3_600 ? alone : Infinity;
  for (const { calls } of network.trips)
    for (const { stop, depart } of calls) {
      const at = network.stops[stop];
      const leaving = at ? depart - walk(home, pointOf(at), 1_000) : -Infinity;
      const seconds = deadline - leaving;
      if (seconds <= 7_200 && seconds < least && earliestArrival(network, home, place, leaving) <= deadline)
        least = seconds;
    }
  return least;
}
