import { type ListingAttributes, eachAttribute } from "../../../worker/contracts/attributes.ts";
import type { PublicListing } from "../../../worker/contracts/listings.ts";
import type { ListingFacts } from "../../../worker/contracts/places.ts";

/** Attributes of a unit whose landlord stated only the required fields. */
export const NO_ATTRIBUTES: ListingAttributes = eachAttribute(() => null);

/** Returns a listing as renters see it: a fifth below the market, with a photo, at an unknown location. */
export function publicListing(changes: Partial<PublicListing> = {}): PublicListing {
  const listing: PublicListing = {
    ...NO_ATTRIBUTES,
    id: 7,
    slug: "1-bedroom-5-euclid-ave",
    title: "1 Bedroom - 5 Euclid Ave",
    address: "5 Euclid Ave, Toronto, ON",
    rent: "$1,768",
    rentCents: 176_800,
    price: "1,768",
    moveInDate: "2027-02-01",
    bedrooms: "1 Bedroom",
    bathrooms: "1",
    phone: "416-555-0123",
    underReview: false,
    additionalInfo: "",
    description: "Available 2027-02-01. Contact for details.",
    images: ["/photos/7/a.jpg"],
    imageCount: 1,
    submittedAt: "2026-11-20T15:00:00.000Z",
    approvedAt: "2026-11-20T16:00:00.000Z",
    expiresAt: "2027-01-19T16:00:00.000Z",
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
    municipality: "Toronto",
    landlordName: "Landlord",
    belowMarketPercent: 20,
    awaitsConfirmation: false,
    marketRent: 2210,
    marketSource: "Rentals.ca",
    marketAsOf: "2026-10",
    marketArea: "Toronto",
    marketKind: "asking",
    marketMethod: null,
    marketIsEstimate: false,
    marketAgeMonths: 0,
    marketCheckedOn: "2026-11-21",
    priceHistory: [{ rentCents: 176_800, from: "2026-11-20T16:00:00.000Z" }],
    priceDrop: null,
    previousListing: null,
  };
  return { ...listing, ...changes };
}

/** Facts of a listing whose location is not known yet. */
export const NO_FACTS: ListingFacts = {
  location: null,
  neighbourhood: null,
  municipality: null,
  building: null,
  rentControl: null,
  nearby: [],
  ownMedian: null,
  pace: null,
  enrichedAt: null,
};

/** Returns `count` copies of a listing, each with its own id. */
export const like = <Listing extends { id: number }>(listing: Listing, count: number): Listing[] =>
  Array.from({ length: count }, (_, nth) => ({ ...listing, id: listing.id + 1_000 + nth }));

/** Returns the API responses for the page and the dialog of a listing. */
export const answersAbout = (listing: PublicListing, facts: ListingFacts = NO_FACTS) => {
  const path = `/api/marketplace-listings/${listing.id}`;
  return {
    [`GET ${path}`]: listing,
    [`GET ${path}/facts`]: facts,
    [`GET ${path}/similar`]: [],
    [`POST ${path}/interest`]: new Response(null, { status: 204 }),
  };
};
