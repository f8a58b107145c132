import type { Amenities, NearbyPlace } from "../../../worker/contracts/listings.ts";
import { DAYCARES } from "./daycares.ts";
import { PARKS } from "./parks.ts";
import { SCHOOLS } from "./schools.ts";
import { GROCERY_STORES, MEDICAL_FACILITIES } from "./shops-and-doctors.ts";
import { STATIONS } from "./stations.ts";

export type Place = readonly [name: string, latitude: number, longitude: number];
export type Station = readonly [name: string, lines: readonly string[], latitude: number, longitude: number];
/** Latitude and longitude, degrees. */
export type Position = readonly [number, number];

/** Mean radius of the Earth, metres. */
const EARTH_RADIUS = 6_371_008.8;
/** City Hall. */
const DOWNTOWN: Position = [43.6532, -79.3832];
/** How far a place may be to be listed, metres (spec.md 9). Parks: the nearest three at any distance. */
const RADIUS = { schools: 600, groceryStores: 500, medicalFacilities: 400, daycares: 800, parks: Infinity } as const;
const AT_MOST = 5;
const PARKS_AT_MOST = 3;

/** Great-circle distance (haversine), metres. */
function distanceMetres([lat1, lng1]: Position, [lat2, lng2]: Position): number {
  const radians = (degrees: number) => (degrees * Math.PI) / 180;
  const half = (from: number, to: number) => Math.sin(radians(to - from) / 2) ** 2;
  const chord = half(lat1, lat2) + Math.cos(radians(lat1)) * Math.cos(radians(lat2)) * half(lng1, lng2);
  return 2 * EARTH_RADIUS * Math.asin(Math.sqrt(chord));
}

/** Nearest first; of places with one name, such as a chain's shops, the nearest alone. */
function nearest(from: Position, places: readonly Place[], radius: number, count = AT_MOST): NearbyPlace[] {
  const found = new Map<string, number>();
  for (const [name, latitude, longitude] of places) {
    const distance = Math.round(distanceMetres(from, [latitude, longitude]));
    if (distance <= radius && distance < (found.get(name) ?? Infinity)) found.set(name, distance);
  }
  return [...found]
    .map(([name, distance]) => ({ name, distance }))
    .sort((a, b) => a.distance - b.distance)
    .slice(0, count);
}

export function amenitiesNear(from: Position): Amenities {
  return {
    schools: nearest(from, SCHOOLS, RADIUS.schools),
    groceryStores: nearest(from, GROCERY_STORES, RADIUS.groceryStores),
    medicalFacilities: nearest(from, MEDICAL_FACILITIES, RADIUS.medicalFacilities),
    parks: nearest(from, PARKS, RADIUS.parks, PARKS_AT_MOST),
    daycares: nearest(from, DAYCARES, RADIUS.daycares),
  };
}

/** The nearest station, its lines, and metres to it as the crow flies. */
export function closestStation(from: Position): { name: string; lines: string[]; distance: number } | null {
  let best: { name: string; lines: string[]; distance: number } | null = null;
  for (const [name, lines, latitude, longitude] of STATIONS) {
    const distance = Math.round(distanceMetres(from, [latitude, longitude]));
    if (!best || distance < best.distance) best = { name, lines: [...lines], distance };
  }
  return best;
}

/** Kilometres to City Hall with one decimal, as listings carry it. */
export function kilometresToDowntown(from: Position): string {
  return (distanceMetres(from, DOWNTOWN) / 1000).toFixed(1);
}
