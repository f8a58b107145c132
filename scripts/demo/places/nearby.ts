import { AMENITIES_SHOWN, AMENITY_RADII_M, type NearbyOnMap, PARKS_SHOWN } from "../../../worker/contracts/places.ts";
import type { Amenities } from "../../../worker/contracts/listings.ts";
import type { Coordinates } from "../../../worker/features/places/grid.ts";
import { nearestOf } from "../../../worker/features/places/nearby.ts";
import { DAYCARES } from "./daycares.ts";
import { PARKS } from "./parks.ts";
import { SCHOOLS } from "./schools.ts";
import { GROCERY_STORES, MEDICAL_FACILITIES } from "./shops-and-doctors.ts";

export type Place = readonly [name: string, latitude: number, longitude: number];

/** The lists of a listing's amenities near a place, as an import of all open data would find them. */
export function amenitiesNear(from: Coordinates): Record<keyof Amenities, NearbyOnMap[]> {
  const nearest = (
    kind: NearbyOnMap["kind"],
    places: readonly Place[],
    radiusMetres: number,
    count: number = AMENITIES_SHOWN,
  ) => {
    const named = places.map(([name, latitude, longitude]) => ({ name, latitude, longitude }));
    return nearestOf(kind, from, named, radiusMetres, count);
  };
  return {
    schools: nearest("school", SCHOOLS, AMENITY_RADII_M.schools),
    groceryStores: nearest("grocery", GROCERY_STORES, AMENITY_RADII_M.groceryStores),
    medicalFacilities: nearest("medical", MEDICAL_FACILITIES, AMENITY_RADII_M.medicalFacilities),
    parks: nearest("park", PARKS, Number.POSITIVE_INFINITY, PARKS_SHOWN),
    daycares: nearest("daycare", DAYCARES, AMENITY_RADII_M.daycares),
  };
}
