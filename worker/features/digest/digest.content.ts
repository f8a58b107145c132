import type { PublicListing } from "../../contracts/listings.ts";
import { isBelowMarket } from "../../contracts/market.ts";

/**
 * Sorts listings by discount, largest first and unknown discounts last. Listings with equal discounts keep their order.
 */
export function sortByDiscount(listings: readonly PublicListing[]): PublicListing[] {
  const percent = ({ belowMarketPercent }: PublicListing) => belowMarketPercent ?? Number.NEGATIVE_INFINITY;
  return listings.toSorted((a, b) => (percent(a) === percent(b) ? 0 : percent(b) - percent(a)));
}

/** Returns the listings shown as below market, which an edition counts and lists first. */
export const belowMarketListings = (listings: readonly PublicListing[]): PublicListing[] =>
  listings.filter(({ belowMarketPercent }) => isBelowMarket(belowMarketPercent));

/** Returns the listings that are not shown as below market: at about market rent, or not compared. */
export const otherListings = (listings: readonly PublicListing[]): PublicListing[] =>
  listings.filter(({ belowMarketPercent }) => !isBelowMarket(belowMarketPercent));
