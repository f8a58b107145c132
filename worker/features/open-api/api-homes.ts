import { listingPath, type PublicListing } from "../../contracts/listings.ts";
import { API_ATTRIBUTES, type ApiHome, type ApiHomeInFull } from "../../contracts/open-api.schemas.ts";
import { withoutNumbers } from "../listings/listing/phone-review.service.ts";

const dollars = (cents: number) => cents / 100;

/** What a rent is compared with; null unless the figure, its month and its source are all known. */
function comparisonOf(listing: PublicListing): ApiHome["market"] {
  const { belowMarketPercent, marketRent, marketAsOf, marketArea, marketSource } = listing;
  if (
    belowMarketPercent === null ||
    marketRent === null ||
    marketAsOf === null ||
    marketArea === null ||
    marketSource === null
  )
    return null;
  return {
    percentBelow: belowMarketPercent,
    rent: marketRent,
    month: marketAsOf,
    area: marketArea,
    source: marketSource,
    kind: listing.marketKind,
    isEstimate: listing.marketIsEstimate,
    method: listing.marketMethod,
  };
}

/** A public listing as the open API tells it: without the landlord's name and words, and without phone numbers. */
export function toApiHome(listing: PublicListing, siteUrl: string): ApiHome {
  const { closestSubwayStation: station, subwayLines: lines, distanceToSubway: metres, priceDrop } = listing;
  return {
    id: listing.id,
    url: siteUrl + listingPath(listing),
    title: listing.title,
    type: listing.bedrooms,
    homeType: listing.homeType,
    bathrooms: listing.bathrooms,
    rent: listing.rentCents === null ? null : dollars(listing.rentCents),
    rentText: withoutNumbers(listing.rent),
    moveIn: listing.moveInDate,
    address: listing.address,
    neighbourhood: listing.neighbourhood,
    municipality: listing.municipality,
    latitude: listing.latitude,
    longitude: listing.longitude,
    market: comparisonOf(listing),
    isRentControlled: listing.isRentControlled,
    rentControlConfidence: listing.rentControlConfidence,
    yearBuilt: listing.yearBuilt,
    subway: station === null ? null : { station, lines, metres },
    isUnderReview: listing.underReview,
    attributes: Object.fromEntries(API_ATTRIBUTES.map((key) => [key, listing[key]])) as ApiHome["attributes"],
    photos: listing.images.map((path) => siteUrl + path),
    approvedAt: listing.approvedAt,
    expiresAt: listing.expiresAt,
    reducedFrom: priceDrop === null ? null : dollars(priceDrop.fromCents),
  };
}

export const toApiHomeInFull = (listing: PublicListing, siteUrl: string): ApiHomeInFull => ({
  ...toApiHome(listing, siteUrl),
  description: withoutNumbers(listing.additionalInfo),
});
