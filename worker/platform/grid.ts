import type { NearbyOnMap } from "../contracts/places.ts";

/** Height and width of a cell in degrees: about 556 m by 563 m in Toronto. */
export const CELL_LATITUDE = 0.005;
export const CELL_LONGITUDE = 0.007;
/** Metres per degree of latitude on a sphere with a radius of {@link EARTH_RADIUS_M}. */
export const METRES_PER_DEGREE = 111_195;

/** Mean Earth radius (docs/product.md, Places). */
const EARTH_RADIUS_M = 6_371_008.8;

/** A location on Earth, in degrees (WGS 84). */
export interface Coordinates {
  latitude: number;
  longitude: number;
}

/**
 * Distance up to which points with one address are the same location. Points further apart are on different streets
 * with the same name.
 */
export const SAME_PLACE_METRES = 300;

/** The grid cell that contains a location. Cells make it possible to find locations with an ordinary index. */
export interface Cell {
  row: number;
  column: number;
}

/** City Hall (Nathan Phillips Square), to which distances to downtown are measured (docs/product.md, Places). */
export const DOWNTOWN: Coordinates = { latitude: 43.6532, longitude: -79.3832 };

/** Returns the cell of a location. */
export function cellOf({ latitude, longitude }: Coordinates): Cell {
  return { row: Math.floor(latitude / CELL_LATITUDE), column: Math.floor(longitude / CELL_LONGITUDE) };
}

/** Returns bounds that contain everything within a radius of a location, and slightly more. */
export function boundsAround({ latitude, longitude }: Coordinates, radiusMetres: number) {
  const up = radiusMetres / METRES_PER_DEGREE;
  // A degree of longitude is shortest at the northern edge.
  const across = up / Math.cos(((Math.abs(latitude) + up) * Math.PI) / 180);
  return { south: latitude - up, north: latitude + up, west: longitude - across, east: longitude + across };
}

/** Returns the range of cells (inclusive) that contain everything within a radius of a location, and slightly more. */
export function cellsAround(place: Coordinates, radiusMetres: number): { from: Cell; to: Cell } {
  const { south, north, west, east } = boundsAround(place, radiusMetres);
  return {
    from: cellOf({ latitude: south, longitude: west }),
    to: cellOf({ latitude: north, longitude: east }),
  };
}

/** Returns the metres between two locations along the surface of a sphere (haversine). */
export function metresBetween(a: Coordinates, b: Coordinates): number {
  const radians = (degrees: number) => (degrees * Math.PI) / 180;
  const halfChord =
    Math.sin(radians(b.latitude - a.latitude) / 2) ** 2 +
    Math.cos(radians(a.latitude)) *
      Math.cos(radians(b.latitude)) *
      Math.sin(radians(b.longitude - a.longitude) / 2) ** 2;
  return 2 * EARTH_RADIUS_M * Math.asin(Math.sqrt(halfChord));
}

/** Returns eight locations around a location, all at the same distance. */
export function pointsAround({ latitude, longitude }: Coordinates, metres: number): Coordinates[] {
  const up = metres / METRES_PER_DEGREE;
  const across = up / Math.cos((latitude * Math.PI) / 180);
  return Array.from({ length: 8 }, (_, nth) => {
    const angle = (nth * Math.PI) / 4;
    return { latitude: latitude + up * Math.sin(angle), longitude: longitude + across * Math.cos(angle) };
  });
}

interface NamedPlace extends Coordinates {
  name: string;
}

/**
 * Returns places within a radius, nearest first. Sorts places at the same distance (in whole metres) by name. If
 * several places have the same name, such as the shops of a chain, returns only the nearest.
 * @param radiusMetres inclusive
 */
export function placesWithinRadius(
  kind: NearbyOnMap["kind"],
  centre: Coordinates,
  places: readonly NamedPlace[],
  radiusMetres: number,
  count: number,
): NearbyOnMap[] {
  const measured = places
    .map((place) => ({ ...place, metres: Math.round(metresBetween(centre, place)) }))
    .filter(({ metres }) => metres <= radiusMetres)
    .toSorted((a, b) => a.metres - b.metres || a.name.localeCompare(b.name, "en"));
  const byName = new Map<string, NearbyOnMap>();
  for (const { name, latitude, longitude, metres } of measured) {
    if (!byName.has(name)) byName.set(name, { kind, name, latitude, longitude, distance: metres });
  }
  return [...byName.values()].slice(0, count);
}
