import type { AddressSuggestion } from "./address-suggestions.ts";
import { type Done, operation, types } from "./operation.ts";
import type { Pace } from "./price-history.ts";

/**
 * How a listing's location was found. `corner` is the midpoint between the nearest houses of two streets, `block` the
 * centre of the houses around a house that the tables lack, `street` a street's section within a postal area, and `pin`
 * a location that a moderator sets.
 */
export type GeocodeMethod = "table" | "interpolated" | "remote" | "corner" | "block" | "street" | "fsa" | "pin";

/** Precision of a location: high for the house, medium for the block, low for the postal area. */
export type PlaceConfidence = "high" | "medium" | "low";

/** Search radii for amenities in metres (docs/product.md, Places). The nearest parks are found at any distance. */
export const AMENITY_RADII_M = { schools: 600, groceryStores: 500, medicalFacilities: 400, daycares: 800 } as const;
/** Maximum number of amenities shown of each kind. */
export const AMENITIES_SHOWN = 5;
export const PARKS_SHOWN = 3;

/** Days for which responses of the remote geocoder are stored, as the privacy policy states. */
export const GEOCODE_ANSWER_DAYS = 180;

/** Units first occupied as a home after this day are exempt from rent control (Residential Tenancies Act, s. 6.1). */
export const RENT_CONTROL_EXEMPT_AFTER = "2018-11-15";

/** Reason why rent control probably applies or does not apply. */
export type RentControlReason =
  /** A registered private rental building, built in 2017 or earlier. */
  | "building_before"
  /** A registered private rental building, built in 2019 or later. */
  | "building_after"
  /** Built in 2018, but it is unknown whether before or after November 15. */
  | "year_2018"
  | "social_housing"
  /** The landlord stated the year of construction. */
  | "stated_before"
  | "stated_after"
  /** The register and the landlord's text disagree. */
  | "contradicted"
  | "private_room"
  | "year_unknown";

/** A registered rental building (RentSafeTO). */
export interface BuildingFacts {
  /** The City's registration number of the building. */
  rsn: number;
  address: string;
  yearBuilt: number | null;
  storeys: number | null;
  units: number | null;
  propertyType: string;
  /** The City's latest evaluation score, 0 to 100. */
  score: number | null;
  /** Day of the latest evaluation, YYYY-MM-DD. */
  evaluatedOn: string | null;
}

/** An amenity on the map around a listing. */
export interface NearbyOnMap {
  kind: "station" | "school" | "grocery" | "medical" | "daycare" | "park";
  name: string;
  latitude: number;
  longitude: number;
  /** Distance from the listing in metres. */
  distance: number;
}

/** The facts about a listing's location, with their sources. */
export interface ListingFacts {
  /** How the location was found; null while nothing is known. */
  location: {
    /**
     * Degrees (WGS 84). Null for the public if only the postal area is known (low confidence), because a point in its
     * centre would look like the house. Moderators see the coordinates.
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
  /** The median of this site's own listings of the type; null unless there are more than 50. */
  ownMedian: { rent: number; listings: number; asOf: string } | null;
  /** How quickly homes of the type are rented in the neighbourhood; null until enough rented homes are known. */
  pace: Pace | null;
  /** Time of the enrichment, ISO 8601 UTC; null if the listing was not enriched yet. */
  enrichedAt: string | null;
}

/** An imported open-data set. */
export interface ImportedDataset {
  /** Name of the dataset: 'addresses', 'buildings', 'schools' … */
  name: string;
  version: string;
  /** The attribution of the data, shown on the site. */
  source: string;
  /** Number of imported rows. */
  loaded: number;
  refused: number;
  /** Time of the import, ISO 8601 UTC. */
  importedAt: string;
}

/** The data behind the facts about locations. */
export interface PlacesOverview {
  /** Version of all data together. Listings enriched with another version are enriched again. */
  version: string;
  datasets: ImportedDataset[];
  /**
   * Listings that are neither deleted nor rented, counted by the method that found their location. The method is null
   * if no location was found.
   */
  listings: { method: GeocodeMethod | null; confidence: PlaceConfidence | null; count: number }[];
  /** Number of listings without facts, or with facts of another version. */
  waiting: number;
}

interface PlacesRerun extends Done {
  /** Number of listings that will be enriched. */
  listings: number;
}

/** Maximum length of a text for looking up a location. */
export const PLACE_TEXT_MAX = 200;
/** Maximum number of locations returned for a text. */
export const PLACES_FOUND = 5;

/** A location that a typed text may mean, with coordinates rounded to three decimals. */
export interface FoundPlace {
  label: string;
  lat: number;
  lng: number;
}

/** A rectangle on the map, in degrees. */
export interface Bounds {
  west: number;
  south: number;
  east: number;
  north: number;
}

/**
 * A bound with at most three decimals (0.001 degrees are about 100 m). With more, every view of the map would be a
 * separate cache entry.
 */
const BOUND = /^-?\d{1,3}(?:\.\d{1,3})?$/;

/** Parses a `bbox=west,south,east,north` parameter: null when absent, undefined when malformed. */
export function parseBounds(text: string | null): Bounds | null | undefined {
  if (text === null || text === "") return null;
  const parts = text.split(",");
  const [west = 0, south = 0, east = 0, north = 0] = parts.map(Number);
  const isKnown = parts.length === 4 && parts.every((part) => BOUND.test(part));
  const isOnEarth = west >= -180 && east <= 180 && south >= -90 && north <= 90;
  return isKnown && isOnEarth && west < east && south < north ? { west, south, east, north } : undefined;
}

/** Formats bounds in canonical form, widened to thousandths of a degree and clamped to the Earth. */
export function boundsText({ west, south, east, north }: Bounds): string {
  // Rounds to millionths first, because 43.651 · 1000 is slightly more than 43,651.
  const thousandths = (degrees: number) => Math.round(degrees * 1e6) / 1e3;
  const down = (degrees: number, most: number) => Math.max(-most, Math.floor(thousandths(degrees)) / 1e3);
  const up = (degrees: number, most: number) => Math.min(most, Math.ceil(thousandths(degrees)) / 1e3);
  return [down(west, 180), down(south, 90), up(east, 180), up(north, 90)].join(",");
}

/** The Greater Toronto Area with a margin: from Burlington to Bowmanville, up to Lake Simcoe. */
export const GTA_BOUNDS: Bounds = { west: -80.25, south: 43.2, east: -78.4, north: 44.5 };

/** Bounds of the City of Toronto. */
export const CITY_BOUNDS: Bounds = { west: -79.65, south: 43.57, east: -79.11, north: 43.86 };

/** Returns whether a location lies in a region or on its edge. */
export function isWithin(
  { latitude, longitude }: { latitude: number; longitude: number },
  { west, south, east, north }: Bounds,
): boolean {
  return longitude >= west && longitude <= east && latitude >= south && latitude <= north;
}

/** A location that a moderator sets for a listing. */
export interface PinDrop {
  latitude: number;
  longitude: number;
  /** The revision that the moderator saw; by default, the current revision. */
  revision?: number;
}

/** Returns the facts about a public listing; 404 if it is not public. */
export const getListingFacts = operation("GET", "/api/marketplace-listings/:id/facts", types<{ answer: ListingFacts }>);
/** Suggests addresses that begin with the typed text. Suggests none until the City's address table is imported. */
export const suggestAddresses = operation(
  "GET",
  "/api/addresses",
  types<{ query: { q: string }; answer: AddressSuggestion[] }>,
);
/** Looks up a text among addresses, intersections, stations and areas, with the best match first. */
export const findPlaces = operation(
  "POST",
  "/api/places/find",
  types<{ body: { text: string }; answer: FoundPlace[] }>,
);

export const getPlacesOverview = operation("GET", "/api/admin/places", types<{ answer: PlacesOverview }>);
/** Starts looking up the locations of all listings again. */
export const rerunPlaces = operation("POST", "/api/admin/places/rerun", types<{ answer: PlacesRerun }>);
/** Returns the facts about a listing in any status. */
export const getFactsForModerator = operation("GET", "/api/admin/listings/:id/facts", types<{ answer: ListingFacts }>);
/** Pins a listing to a location; 409 if the listing was edited in the meantime. */
export const setPin = operation("PUT", "/api/admin/listings/:id/place", types<{ body: PinDrop; answer: ListingFacts }>);
/** Removes the pin, if there is one, and looks up the address again. */
export const removePin = operation("DELETE", "/api/admin/listings/:id/place", types<{ answer: Done }>);
