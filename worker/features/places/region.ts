import type { Bounds } from "../../contracts/bounds.ts";

export { GTA_BOUNDS, isWithin } from "../../contracts/region.ts";

/** The City of Toronto. */
export const CITY_BOUNDS: Bounds = { west: -79.65, south: 43.57, east: -79.11, north: 43.86 };
