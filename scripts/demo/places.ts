import * as z from "zod";
import type { Amenities } from "../../worker/contracts/listings.ts";
import {
  AMENITIES_SHOWN,
  AMENITY_RADII_M,
  type BuildingFacts,
  type NearbyOnMap,
  PARKS_SHOWN,
} from "../../worker/contracts/places.ts";
import { FSA_SOURCE } from "../../worker/address/place-data.ts";
import { type Coordinates, nearestOf } from "../../worker/platform/grid.ts";
import type { ListingPlace } from "../../worker/features/listings/listing/listing-places.table.ts";
import stored from "./places.json" with { type: "json" };

/** Street, latitude, longitude, attribution, neighbourhood, municipality. */
const house = z.tuple([z.string(), z.number(), z.number(), z.string(), z.string(), z.string()]);
/** Name, latitude, longitude. */
const place = z.tuple([z.string(), z.number(), z.number()]);
export type Place = z.infer<typeof place>;

/**
 * Open data about the demo's addresses and their surroundings. Houses, buildings (RentSafeTO, August 2026), schools and
 * child care: City of Toronto, Open Government Licence – Toronto. Supermarkets, doctors and parks: © OpenStreetMap
 * contributors, ODbL.
 */
export const OPEN_DATA = z
  .strictObject({
    houses: z.array(house),
    betweenHouses: z.array(house),
    /** Units for which only the postal area is known. */
    inPostalAreas: z.array(z.string()),
    /** Registration number, address, year built, storeys, units, score, date of the evaluation; all of them private. */
    buildings: z.array(z.tuple([z.int(), z.string(), z.int(), z.int(), z.int(), z.int(), z.string()])),
    schools: z.array(place),
    groceryStores: z.array(place),
    medicalFacilities: z.array(place),
    parks: z.array(place),
    daycares: z.array(place),
  })
  .parse(stored);

/** The registered building at a demo unit's street and number; null for an unregistered house. */
export function buildingAt(street: string): BuildingFacts | null {
  const row = OPEN_DATA.buildings.find(([, address]) => address === street.toUpperCase());
  if (!row) return null;
  const [rsn, address, yearBuilt, storeys, units, score, evaluatedOn] = row;
  return { rsn, address, yearBuilt, storeys, units, propertyType: "PRIVATE", score, evaluatedOn };
}

/** The place of a demo unit and how it was found. */
type DemoPlace = Pick<ListingPlace, "method" | "confidence" | "source" | "municipality"> & {
  /** Null, like the neighbourhood, when only the postal area is known. */
  at: { latitude: number; longitude: number } | null;
  neighbourhood: string | null;
};

const houses = (rows: readonly z.infer<typeof house>[], how: Pick<ListingPlace, "method" | "confidence">) =>
  rows.map(([street, latitude, longitude, source, neighbourhood, municipality]): [string, DemoPlace] => [
    street,
    { ...how, source, at: { latitude, longitude }, neighbourhood, municipality },
  ]);

/**
 * The places of demo units by the first segment of their address, as geocoding finds them with the City's data
 * imported. Other units are not found.
 */
export const DEMO_PLACES: ReadonlyMap<string, DemoPlace> = new Map([
  ...houses(OPEN_DATA.houses, { method: "table", confidence: "high" }),
  ...houses(OPEN_DATA.betweenHouses, { method: "interpolated", confidence: "medium" }),
  ...OPEN_DATA.inPostalAreas.map((street): [string, DemoPlace] => [
    street,
    { method: "fsa", confidence: "low", source: FSA_SOURCE, at: null, neighbourhood: null, municipality: null },
  ]),
]);

/** Amenities near a place, as an import of all open data would find them. */
export function amenitiesNear(from: Coordinates): Record<keyof Amenities, NearbyOnMap[]> {
  const nearest = (
    kind: NearbyOnMap["kind"],
    list: keyof Amenities,
    radiusMetres: number,
    count: number = AMENITIES_SHOWN,
  ) => {
    const named = OPEN_DATA[list].map(([name, latitude, longitude]) => ({ name, latitude, longitude }));
    return nearestOf(kind, from, named, radiusMetres, count);
  };
  return {
    schools: nearest("school", "schools", AMENITY_RADII_M.schools),
    groceryStores: nearest("grocery", "groceryStores", AMENITY_RADII_M.groceryStores),
    medicalFacilities: nearest("medical", "medicalFacilities", AMENITY_RADII_M.medicalFacilities),
    parks: nearest("park", "parks", Number.POSITIVE_INFINITY, PARKS_SHOWN),
    daycares: nearest("daycare", "daycares", AMENITY_RADII_M.daycares),
  };
}
