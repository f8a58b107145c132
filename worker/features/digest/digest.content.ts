import type { PublicListing } from "../../contracts/listings.ts";
import { isBelowMarket } from "../../contracts/market.ts";

/**
 * Sorts listings by discount, largest first and unknown discounts last. Listings with equal discounts keep their order.
 */
export function sortByDiscount(listings: readonly PublicListing[]): PublicListing[] {
  const percent = ({ belowMarketPercent }: PublicListing) => belowMarketPercent ?? Number.NEGATIVE_INFINITY;
  return listings.toSorted((a, b) => (percent(a) === percent(b) ? 0 : percent(b) - percent(a)));
}

/** Returns the listings shown as below market. An edition counts them and lists them first. */
export const belowMarketListings = (listings: readonly PublicListing[]): PublicListing[] =>
  listings.filter(({ belowMarketPercent }) => isBelowMarket(belowMarketPercent));

/** Returns the other listings: about market rent, or not compared. */
export const otherListings = (listings: readonly PublicListing[]): PublicListing[] =>
  listings.filter(({ belowMarketPercent }) => !isBelowMarket(belowMarketPercent));
