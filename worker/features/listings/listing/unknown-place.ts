import type { Listing } from "./listings.table.ts";

/** Values of the location columns if a listing's location is unknown. */
export const UNKNOWN_PLACE = {
  latitude: null,
  longitude: null,
  neighbourhood: null,
  postalArea: null,
  distanceToDowntown: null,
  closestSubwayStation: null,
  subwayLines: [],
  distanceToSubway: null,
  amenities: null,
  buildingYear: null,
  isRentControlled: null,
  rentControlConfidence: null,
} satisfies Partial<Listing>;
