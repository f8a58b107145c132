import type { PublicListing } from "../../contracts/listings.ts";
import { municipalitiesIn, isBelowMarket } from "../../contracts/market.ts";
import type { Preferences } from "../../contracts/subscribers.ts";

/** Best discount first, unknown discounts last; equal ones keep their order. */
export function sortByDiscount(listings: readonly PublicListing[]): PublicListing[] {
  const percent = ({ belowMarketPercent }: PublicListing) => belowMarketPercent ?? Number.NEGATIVE_INFINITY;
  return listings.toSorted((a, b) => (percent(a) === percent(b) ? 0 : percent(b) - percent(a)));
}

/** Listings shown as below market, which an edition counts and leads with. */
export const belowMarketListings = (listings: readonly PublicListing[]): PublicListing[] =>
  listings.filter(({ belowMarketPercent }) => isBelowMarket(belowMarketPercent));

/** The other listings: about market rent, or not compared. */
export const otherListings = (listings: readonly PublicListing[]): PublicListing[] =>
  listings.filter(({ belowMarketPercent }) => !isBelowMarket(belowMarketPercent));

/** Returns whether a listing matches a subscriber's preferences. An area includes its parts, as in a search. */
export function matchesPreferences({ bedrooms, maxRent, areas }: Preferences, listing: PublicListing): boolean {
  if (bedrooms.length > 0 && !bedrooms.includes(listing.bedrooms)) return false;
  // A rent that could not be parsed cannot satisfy a maximum.
  if (maxRent !== null && (listing.rentCents === null || listing.rentCents > maxRent * 100)) return false;
  if (areas.length === 0) return true;
  const { municipality } = listing;
  if (municipality === null) return false;
  return areas.some((area) => municipalitiesIn(area).includes(municipality));
}
