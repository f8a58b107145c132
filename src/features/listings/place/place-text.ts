import type {
  BuildingFacts,
  ListingFacts,
  PlaceConfidence,
  RentControlReason,
} from "../../../../worker/contracts/places.ts";

export const CONFIDENCE_TEXT: Record<PlaceConfidence, string> = {
  high: "High confidence",
  medium: "Medium confidence",
  low: "Low confidence",
};

type Location = NonNullable<ListingFacts["location"]>;

const WORDS: Record<Location["method"], string> = {
  table: "Exact location",
  remote: "Exact location",
  interpolated: "On this block",
  block: "On this block",
  corner: "Near this corner",
  pin: "Placed by a moderator",
  street: "In this area",
  fsa: "In this area",
};

/**
 * Returns how precisely a location is known. A location with an ambiguous house number ("12-40" may be unit 12 of house
 * 40) is accurate to about a block.
 */
function precisionText({ method, confidence }: Location): string {
  if (confidence === "low") return WORDS.fsa;
  return confidence === "medium" && WORDS[method] === WORDS.table ? WORDS.block : WORDS[method];
}

/** Returns how precisely a listing's location is known, or why it is unknown. */
export function locationText({ location, enrichedAt }: Pick<ListingFacts, "location" | "enrichedAt">): string {
  if (location !== null) return precisionText(location);
  return enrichedAt === null
    ? "We are still looking up where this is."
    : "We could not find this address in open data, so we can’t show what is nearby.";
}

/** Returns the {@link locationText} for moderators, which says what renters see and what a pin would change. */
export function moderatorLocationText({ location, enrichedAt }: Pick<ListingFacts, "location" | "enrichedAt">): string {
  if (location !== null && location.confidence !== "low") return precisionText(location);
  if (enrichedAt === null) return "The address is still being looked up.";
  return location !== null
    ? "We only know the street or postal area. Renters see no station, distances or map until you add a pin."
    : "We couldn’t find the address. Renters see nothing about the surroundings until you add a pin.";
}

/** A location more precise than a postal area. */
type PreciseLocation = Location & { latitude: number; longitude: number };

/** Returns the location as a point; null if it is only the centre of a postal area. */
export function preciseLocation({ location }: Pick<ListingFacts, "location">): PreciseLocation | null {
  if (location === null || location.confidence === "low") return null;
  const { latitude, longitude } = location;
  return latitude === null || longitude === null ? null : { ...location, latitude, longitude };
}

/** Returns the date in a version such as `2026-11-21-3f9a0c2e`; null if it has none. */
export function dataDay(version: string): string | null {
  return /^\d{4}-\d\d-\d\d/.exec(version)?.[0] ?? null;
}

type RentControl = NonNullable<ListingFacts["rentControl"]>;

/** Returns a sentence on whether the rent is controlled, worded by confidence. */
export function rentControlAnswer({ isRentControlled, confidence }: RentControl): string {
  if (isRentControlled === null) return "We do not know whether this rent is controlled.";
  if (confidence === "high")
    return isRentControlled
      ? "Based on the year built, this rent is controlled."
      : "Based on the year built, this rent is not controlled.";
  if (confidence === "low")
    return isRentControlled ? "This rent may be controlled." : "This rent may not be controlled.";
  return isRentControlled ? "This rent is probably controlled." : "This rent is probably not controlled.";
}

const inYear = (year: number | null) => (year === null ? "" : ` in ${year}`);

/**
 * Reasons for the rent control answer. `registered` and `stated` are the year built in the register and the landlord's,
 * such as " in 1990", or empty.
 */
const REASON: Record<RentControlReason, (registered: string, stated: string) => string> = {
  building_before: (registered) =>
    `The City's register lists a private rental building at this address, built${registered}, before the exemption began.`,
  building_after: (registered) =>
    `The City's register lists a private rental building at this address, built${registered}, after the exemption began.`,
  stated_before: (_, stated) =>
    `The landlord says that the home was built${stated}, before the exemption began. We have not verified that.`,
  stated_after: (_, stated) =>
    `The landlord says that the home was built${stated}, after the exemption began. We have not verified that.`,
  year_2018: () =>
    "The home was built in 2018. Homes first lived in by November 15, 2018 are controlled. Later ones are not.",
  social_housing: () =>
    "The City's register lists social housing at this address. Income-based rents follow their own rules.",
  contradicted: (registered) =>
    `The City's register lists a building at this address, built${registered}, but the landlord's text says otherwise. Ask when someone first lived in the home.`,
  private_room: () =>
    "If you share a kitchen or bathroom with the owner or their close family, Ontario's rental law does not apply at all.",
  year_unknown: () => "We don’t know when this home was built. Ask the landlord when someone first lived in it.",
};

/** @param statedYear the year built according to the landlord */
export function rentControlReason(
  reason: RentControlReason,
  building: Pick<BuildingFacts, "yearBuilt"> | null,
  statedYear: number | null,
): string {
  return REASON[reason](inYear(building?.yearBuilt ?? null), inYear(statedYear));
}

/** Building types in the City's register; others are not shown. */
export const BUILDING_KIND: Record<string, string> = {
  PRIVATE: "Private rental building",
  TCHC: "Toronto Community Housing",
  "SOCIAL HOUSING": "Social housing",
};
