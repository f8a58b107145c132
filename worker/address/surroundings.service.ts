import { booleanPointInPolygon } from "@turf/boolean-point-in-polygon";
import { DOWNTOWN, metresBetween, placesWithinRadius, type Coordinates } from "../platform/grid.ts";
import type { areas } from "./places.table.ts";
import type { Amenities } from "../contracts/listings.ts";
import { AMENITIES_SHOWN, AMENITY_RADII_M, PARKS_SHOWN, type NearbyOnMap } from "../contracts/places.ts";
import type { Deps } from "../platform/deps.ts";
import { areasNear, MAX_RADIUS_METRES, allPlaces, placesAround } from "./nearby.repo.ts";
import { closestStation, type NearbyKind, type PlaceData } from "./place-data.ts";

type Area = Pick<typeof areas.$inferSelect, "kind" | "name" | "polygons">;

/** Returns the name of the area of a given kind that contains a location; null if there is none. */
function areaAt(kind: Area["kind"], { latitude, longitude }: Coordinates, near: readonly Area[]): string | null {
  const holds = (area: Area) =>
    area.kind === kind &&
    booleanPointInPolygon([longitude, latitude], { type: "MultiPolygon", coordinates: area.polygons });
  return near.find(holds)?.name ?? null;
}

interface AmenityList {
  list: keyof Amenities;
  dataset: string;
  stored: NearbyKind;
  onMap: NearbyOnMap["kind"];
}

// Lists of amenities, in the order of the stored JSON.
const LISTS: readonly AmenityList[] = [
  { list: "schools", dataset: "schools", stored: "school", onMap: "school" },
  { list: "groceryStores", dataset: "grocery", stored: "supermarket", onMap: "grocery" },
  { list: "medicalFacilities", dataset: "medical", stored: "medical", onMap: "medical" },
  { list: "parks", dataset: "parks", stored: "park", onMap: "park" },
  { list: "daycares", dataset: "daycares", stored: "daycare", onMap: "daycare" },
];
/** First search radius for parks, which doubles until there are enough parks. */
const PARKS_FIRST_METRES = 800;

const radiusOf = (list: keyof Amenities) => (list === "parks" ? PARKS_FIRST_METRES : AMENITY_RADII_M[list]);

/** The surroundings of a location. Null means unknown. */
interface Surroundings {
  neighbourhood: string | null;
  /** Former municipality of Toronto. */
  municipality: string | null;
  /** Distance in kilometres, with one decimal. */
  distanceToDowntown: string;
  station: NearbyOnMap & { lines: string[] };
  /** Null for a kind whose data was not imported, because it is unknown whether such an amenity is nearby. */
  amenities: ReadonlyMap<keyof Amenities, NearbyOnMap[] | null>;
}

/** Maximum number of locations on a street whose areas are read. */
const MAX_SAMPLED = 12;

/** Returns the areas that contain all given locations. Null if the areas differ, or if there are no locations. */
export async function commonAreas(
  deps: Deps,
  places: readonly Coordinates[],
): Promise<Pick<Surroundings, "neighbourhood" | "municipality">> {
  const step = Math.max(1, (places.length - 1) / (MAX_SAMPLED - 1));
  const asked = Array.from(
    { length: Math.min(places.length, MAX_SAMPLED) },
    (_, nth) => places[Math.round(nth * step)],
  );
  const found = await Promise.all(
    asked.filter((place) => place !== undefined).map(async (place) => ({ place, near: await areasNear(deps, place) })),
  );
  const common = (kind: "neighbourhood" | "municipality") => {
    const names = new Set(found.map(({ place, near }) => areaAt(kind, place, near)));
    return names.size === 1 ? ([...names][0] ?? null) : null;
  };
  return { neighbourhood: common("neighbourhood"), municipality: common("municipality") };
}

/**
 * Finds the amenities and areas around a house in the imported data.
 * @param known earlier results for the same location, kept for data that is not currently imported
 */
export async function surroundingsOf(
  deps: Deps,
  place: Coordinates,
  data: PlaceData,
  known: readonly NearbyOnMap[] | null,
): Promise<Surroundings> {
  const wanted = LISTS.filter(({ dataset }) => data.has(dataset));
  const [near, ...found] = await deps.db.batch([
    areasNear(deps, place),
    ...wanted.map(({ list, stored }) => placesAround(deps, stored, place, radiusOf(list))),
  ]);
  const amenities = new Map<keyof Amenities, NearbyOnMap[] | null>();
  for (const { list, onMap } of LISTS) {
    const before = known?.filter(({ kind }) => kind === onMap) ?? [];
    amenities.set(list, before.length > 0 ? before : null);
  }
  for (const [index, { list, onMap }] of wanted.entries()) {
    const places = found[index] ?? [];
    const nearest =
      list === "parks"
        ? await nearestParks(deps, place, places)
        : placesWithinRadius(onMap, place, places, AMENITY_RADII_M[list], AMENITIES_SHOWN);
    amenities.set(list, nearest);
  }
  const { station, metres } = closestStation(place);
  return {
    neighbourhood: areaAt("neighbourhood", place, near),
    municipality: areaAt("municipality", place, near),
    distanceToDowntown: (metresBetween(place, DOWNTOWN) / 1000).toFixed(1),
    station: {
      kind: "station",
      name: station.name,
      latitude: station.latitude,
      longitude: station.longitude,
      distance: Math.round(metres),
      lines: [...station.lines],
    },
    amenities,
  };
}

/**
 * Returns the nearest parks at any distance. The circle grows until it contains enough parks. Earlier, smaller circles
 * were almost empty, so few rows are read. Far from the City, the largest circle may still contain too few; then all
 * parks are read.
 */
async function nearestParks(
  deps: Deps,
  place: Coordinates,
  inFirstCircle: Parameters<typeof placesWithinRadius>[2],
): Promise<NearbyOnMap[]> {
  let radius = PARKS_FIRST_METRES;
  let parks = placesWithinRadius("park", place, inFirstCircle, radius, PARKS_SHOWN);
  while (parks.length < PARKS_SHOWN && radius * 2 <= MAX_RADIUS_METRES) {
    radius *= 2;
    parks = placesWithinRadius("park", place, await placesAround(deps, "park", place, radius), radius, PARKS_SHOWN);
  }
  if (parks.length === PARKS_SHOWN) return parks;
  return placesWithinRadius("park", place, await allPlaces(deps, "park"), Number.POSITIVE_INFINITY, PARKS_SHOWN);
}

/** Returns {@link Surroundings.amenities} as JSON text in the shape of {@link Amenities}, without unknown lists. */
export function amenitiesText(amenities: Surroundings["amenities"]): string | null {
  const known = [...amenities].flatMap(([list, places]) =>
    places === null ? [] : [[list, places.map(({ name, distance }) => ({ name, distance }))] as const],
  );
  return known.length === 0 ? null : JSON.stringify(Object.fromEntries(known));
}
