import type { Bounds } from "./bounds.ts";

/** The Greater Toronto Area and a little around it: from Burlington to Bowmanville, up to Lake Simcoe. */
export const GTA_BOUNDS: Bounds = { west: -80.25, south: 43.2, east: -78.4, north: 44.5 };

/** The City of Toronto. */
export const CITY_BOUNDS: Bounds = { west: -79.65, south: 43.57, east: -79.11, north: 43.86 };

/** Whether a place lies in a region; its edges belong to it. */
export function isWithin(
  { latitude, longitude }: { latitude: number; longitude: number },
  { west, south, east, north }: Bounds,
): boolean {
  return longitude >= west && longitude <= east && latitude >= south && latitude <= north;
}
