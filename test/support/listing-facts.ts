import type { PublicListing } from "../../worker/contracts/listings.ts";
import type { ListingFacts, NearbyOnMap } from "../../worker/contracts/places.ts";

export const ADDRESS = "2500 Bathurst St, Toronto, ON M6B 2Y8";
export const HOME = { latitude: 43.7046, longitude: -79.4265 };
export const DISCLAIMER =
  "Please verify rent control status and all details directly with the landlord before making any decisions.";

const near = (kind: NearbyOnMap["kind"], name: string, distance: number, north: number, east: number): NearbyOnMap => ({
  kind,
  name,
  distance,
  latitude: HOME.latitude + north,
  longitude: HOME.longitude + east,
});

const NEARBY = [
  near("station", "Forest Hill", 540, -0.0044, 0.0035),
  near("school", "Joseph Brant Public School", 310, 0.0026, -0.0012),
  near("school", "St. Thomas Aquinas Catholic School", 470, 0.0031, 0.004),
  near("grocery", "Metro", 290, -0.0025, 0.0008),
  near("daycare", "Little Trees Child Care", 620, 0.0049, -0.003),
  near("park", "Memorial Park", 640, 0.0014, 0.0076),
  near("park", "Ledbury Park", 1240, 0.0108, -0.0021),
];

/** All facts that open data can contain about a unit in a registered building. */
export const ALL_FACTS: ListingFacts = {
  location: {
    ...HOME,
    method: "table",
    confidence: "high",
    source: "City of Toronto (Address Points)",
    dataVersion: "2026-11-21-3f9a0c2e",
  },
  neighbourhood: "Forest Hill North",
  municipality: "York",
  building: {
    rsn: 4154321,
    address: "2500 BATHURST ST",
    yearBuilt: 1961,
    storeys: 7,
    units: 84,
    propertyType: "PRIVATE",
    score: 87.4,
    evaluatedOn: "2026-05-14",
  },
  rentControl: { isRentControlled: true, confidence: "high", reason: "building_before" },
  nearby: NEARBY,
  ownMedian: { rent: 1980, listings: 64, asOf: "2026-11-20" },
  pace: { medianDays: 9, known: 34 },
  enrichedAt: "2026-11-21T15:00:00.000Z",
};

const around = (kind: NearbyOnMap["kind"]) =>
  NEARBY.filter((place) => place.kind === kind).map(({ name, distance }) => ({ name, distance }));

/** The part of {@link ALL_FACTS} that the listing itself contains. */
export const KNOWN_PLACE = {
  neighbourhood: ALL_FACTS.neighbourhood,
  closestSubwayStation: "Forest Hill",
  subwayLines: ["5"],
  distanceToSubway: 540,
  isRentControlled: true,
  rentControlConfidence: "high",
  amenities: JSON.stringify({
    schools: around("school"),
    groceryStores: around("grocery"),
    medicalFacilities: [],
    daycares: around("daycare"),
    parks: around("park"),
  }),
} as const satisfies Partial<Record<keyof PublicListing, unknown>>;
