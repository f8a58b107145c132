import type { NearbyOnMap } from "../../contracts/places.ts";
import { type Coordinates, metresBetween } from "./grid.ts";

interface NamedPlace extends Coordinates {
  name: string;
}

/**
 * Places within a radius, nearest first (by name, where to the metre they are as far); of those with one name, such as a
 * chain's shops, the nearest alone.
 * @param radiusMetres belongs to it
 */
export function nearestOf(
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
