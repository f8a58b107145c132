/**
 * How a listing's place was found. A corner is the middle between the nearest houses of two streets, a block that of the
 * houses around one that is not shown, a street the part of it in a postal area; a pin is dropped by a moderator.
 */
export type GeocodeMethod = "table" | "interpolated" | "remote" | "corner" | "block" | "street" | "fsa" | "pin";

/** How sure a place is: the house, the block, or no more than the postal area. */
export type PlaceConfidence = "high" | "medium" | "low";

/** Amenities are looked for within so many metres (docs/product.md, Places); the nearest parks at any distance. */
export const AMENITY_RADII_M = { schools: 600, groceryStores: 500, medicalFacilities: 400, daycares: 800 } as const;
/** Places of a kind that are shown. */
export const AMENITIES_SHOWN = 5;
export const PARKS_SHOWN = 3;

/** How long an answer of the remote geocoder is kept; the privacy policy says so. */
export const GEOCODE_ANSWER_DAYS = 180;

/** Units first occupied as a home after this day are exempt from rent control (Residential Tenancies Act, s. 6.1). */
export const RENT_CONTROL_EXEMPT_AFTER = "2018-11-15";

/** Why rent control is said to hold or not. */
export type RentControlReason =
  /** A registered private rental building, built 2017 or before. */
  | "building_before"
  /** A registered private rental building, built 2019 or later. */
  | "building_after"
  /** Built in 2018: before or after November 15 is not known. */
  | "year_2018"
  | "social_housing"
  /** By the year that the landlord stated. */
  | "stated_before"
  | "stated_after"
  /** The register and the landlord's text name two sides of the exemption. */
  | "contradicted"
  | "private_room"
  | "year_unknown";

/** A registered rental building (RentSafeTO). */
export interface BuildingFacts {
  /** The City's registration number. */
  rsn: number;
  address: string;
  yearBuilt: number | null;
  storeys: number | null;
  units: number | null;
  propertyType: string;
  /** The City's latest evaluation, 0 to 100. */
  score: number | null;
  /** YYYY-MM-DD */
  evaluatedOn: string | null;
}

/** What a map shows around a listing. */
export interface NearbyOnMap {
  kind: "station" | "school" | "grocery" | "medical" | "daycare" | "park";
  name: string;
  latitude: number;
  longitude: number;
  /** Metres. */
  distance: number;
}

/** Answer of GET /api/marketplace-listings/{id}/facts: how the facts about a public listing are known. */
export interface ListingFacts {
  /** How the place is known; null while nothing is known of it. */
  location: {
    /**
     * Degrees (WGS 84). Null for the public while no more than the postal area is known (low confidence): a point in the
     * middle of a postal area would look like the house. Moderators are told it.
     */
    latitude: number | null;
    longitude: number | null;
    method: GeocodeMethod;
    confidence: PlaceConfidence;
    source: string;
    dataVersion: string;
  } | null;
  neighbourhood: string | null;
  /** Former municipality of Toronto, or a municipality of the GTA. */
  municipality: string | null;
  building: BuildingFacts | null;
  rentControl: {
    isRentControlled: boolean | null;
    confidence: PlaceConfidence;
    reason: RentControlReason;
  } | null;
  nearby: NearbyOnMap[];
  /** The median of this site's own listings of the type, while there are more than 50 of them. */
  ownMedian: { rent: number; listings: number; asOf: string } | null;
  /** ISO 8601 UTC; null while the facts wait to be looked up. */
  enrichedAt: string | null;
}

/** One kind of open data as it was imported. */
export interface ImportedDataset {
  /** 'addresses', 'buildings', 'schools' … */
  name: string;
  version: string;
  /** Whom the site names for it. */
  source: string;
  /** Rows. */
  loaded: number;
  refused: number;
  /** ISO 8601 UTC */
  importedAt: string;
}

/** Answer of GET /api/admin/places: what the facts about places rest on. */
export interface PlacesOverview {
  /** Of all data together: listings with another one are looked up again. */
  version: string;
  datasets: ImportedDataset[];
  /** Listings that are not deleted or rented, by how their place is known; method null: it is not. */
  listings: { method: GeocodeMethod | null; confidence: PlaceConfidence | null; count: number }[];
  /** Listings whose facts are missing or of another version. */
  waiting: number;
}

/** Answer of POST /api/admin/places/rerun. */
export interface PlacesRerun {
  success: true;
  /** How many will be looked up. */
  listings: number;
}
