/** A part of the map, in degrees. */
export interface Bounds {
  west: number;
  south: number;
  east: number;
  north: number;
}

/** Thousandths of a degree, about 100 m: finer bounds would give every view of the map an answer of its own. */
const BOUND = /^-?\d{1,3}(?:\.\d{1,3})?$/;

/** What a `bbox=west,south,east,north` parameter asks for: null for none, undefined when it cannot be understood. */
export function parseBounds(text: string | null): Bounds | null | undefined {
  if (text === null || text === "") return null;
  const parts = text.split(",");
  const [west = 0, south = 0, east = 0, north = 0] = parts.map(Number);
  const isKnown = parts.length === 4 && parts.every((part) => BOUND.test(part));
  const isOnEarth = west >= -180 && east <= 180 && south >= -90 && north <= 90;
  return isKnown && isOnEarth && west < east && south < north ? { west, south, east, north } : undefined;
}

/** Bounds in their one spelling, widened to thousandths of a degree and no further than the Earth goes. */
export function boundsText({ west, south, east, north }: Bounds): string {
  // Millionths first: 43.651 times a thousand is a little more than 43,651.
  const thousandths = (degrees: number) => Math.round(degrees * 1e6) / 1e3;
  const down = (degrees: number, most: number) => Math.max(-most, Math.floor(thousandths(degrees)) / 1e3);
  const up = (degrees: number, most: number) => Math.min(most, Math.ceil(thousandths(degrees)) / 1e3);
  return [down(west, 180), down(south, 90), up(east, 180), up(north, 90)].join(",");
}

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
