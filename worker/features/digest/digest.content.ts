import type { PublicListing } from "../../contracts/listings.ts";
import { isBelowMarket } from "../../contracts/market.ts";

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
