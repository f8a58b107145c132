import { areaOf } from "../../../../worker/contracts/address-check.ts";
import { tokensOf } from "../../../../worker/contracts/address-tokens.ts";
import { eachAttribute, type ListingAttributes } from "../../../../worker/contracts/attributes.ts";
import { type HomeType, parseBedrooms } from "../../../../worker/contracts/bedrooms.ts";
import { houseIn } from "../../../../worker/contracts/house-in-address.ts";
import { listingTitle } from "../../../../worker/contracts/listing-names.ts";
import { standInDescription } from "../../../../worker/contracts/listing-text.ts";
import type { PublicListing, RentComparison } from "../../../../worker/contracts/listings.ts";
import type { ListingDraftInput } from "../../../../worker/contracts/listings.schemas.ts";
import { municipalityOfAddress, parseAddress } from "../../../../worker/contracts/parse-address.ts";
import { hideEmails } from "../../../../worker/contracts/public-text.ts";
import { parseRentCents } from "../../../../worker/contracts/read-rent.ts";

/** Returns the part of an address that renters see: number and street without the unit, or the name of an area. */
function shownAddress(typed: string, precision: unknown): string {
  const line = tokensOf(typed);
  const house = houseIn(line);
  if (house === null) return areaOf(typed)?.names.join(", ") ?? typed;
  const [from] = precision === "street" ? house.street : house.number;
  return [line.slice(from, house.street[1]), parseAddress(typed).municipality].filter(Boolean).join(", ");
}

const UNCOMPARED = {
  belowMarketPercent: null,
  awaitsConfirmation: false,
  marketRent: null,
  marketSource: null,
  marketAsOf: null,
  marketArea: null,
  marketKind: null,
  marketMethod: null,
  marketIsEstimate: false,
  marketAgeMonths: null,
  marketCheckedOn: null,
} as const satisfies Partial<RentComparison>;

/**
 * Returns the listing that a form's values would create, before its location is looked up; null without address and
 * bedrooms.
 * @param images URLs of stored photos, or data URLs
 * @param comparison undefined if the rent cannot be compared yet
 */
export function draftListing(
  values: ListingDraftInput,
  images: readonly string[],
  comparison: RentComparison | undefined,
): PublicListing | null {
  const text = (name: keyof ListingDraftInput) => {
    const value = values[name];
    return typeof value === "string" ? value.trim() : "";
  };
  const bedrooms = parseBedrooms(text("bedrooms"));
  const typed = text("address");
  if (bedrooms === null || typed === "") return null;
  const address = shownAddress(typed, values.addressPrecision);
  const stated = text("rent");
  const rent = stated.startsWith("$") ? stated.slice(1).trimStart() : stated;
  const day = text("moveInDate");
  return {
    ...eachAttribute<ListingAttributes>(() => null),
    ...UNCOMPARED,
    ...comparison,
    id: 0,
    slug: "",
    title: listingTitle(bedrooms, address),
    address,
    rent,
    rentCents: parseRentCents(rent),
    price: rent || "Rent",
    moveInDate: day,
    bedrooms,
    bathrooms: "1",
    homeType: (text("homeType") || null) as HomeType | null,
    phone: null,
    underReview: false,
    additionalInfo: "",
    description: hideEmails(text("additionalInfo")) || (day ? standInDescription(day) : "Add a move-in date."),
    images: [...images],
    imageCount: images.length,
    submittedAt: "",
    approvedAt: null,
    expiresAt: null,
    isRentControlled: null,
    rentControlConfidence: null,
    yearBuilt: null,
    distanceToDowntown: null,
    closestSubwayStation: null,
    subwayLines: [],
    distanceToSubway: null,
    amenities: null,
    latitude: null,
    longitude: null,
    neighbourhood: null,
    postalArea: null,
    municipality: municipalityOfAddress(typed) || null,
    landlordName: "",
    priceHistory: [],
    priceDrop: null,
    previousListing: null,
  };
}
