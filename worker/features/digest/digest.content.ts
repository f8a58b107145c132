import type { PublicListing } from "../../contracts/listings.ts";
import { municipalitiesIn } from "../../contracts/market-areas.ts";
import { isBelowMarket } from "../../contracts/market.ts";
import type { Preferences } from "../../contracts/subscribers.ts";

/** Best discount first, unknown ones last; among equals the order they come in: newest first. */
export function byDiscount(listings: readonly PublicListing[]): PublicListing[] {
  const percent = ({ belowMarketPercent }: PublicListing) => belowMarketPercent ?? Number.NEGATIVE_INFINITY;
  return listings.toSorted((a, b) => (percent(a) === percent(b) ? 0 : percent(b) - percent(a)));
}

/** Those that are shown as below market: an edition counts them and leads with them. */
export const provenOf = (listings: readonly PublicListing[]): PublicListing[] =>
  listings.filter(({ belowMarketPercent }) => isBelowMarket(belowMarketPercent));

/** The others, which follow them: about the market rent, or not compared. */
export const unprovenOf = (listings: readonly PublicListing[]): PublicListing[] =>
  listings.filter(({ belowMarketPercent }) => !isBelowMarket(belowMarketPercent));

/** Whether a listing is what a subscriber wants to hear of. An area holds its parts, as a search finds them. */
export function suits({ bedrooms, maxRent, areas }: Preferences, listing: PublicListing): boolean {
  if (bedrooms.length > 0 && !bedrooms.includes(listing.bedrooms)) return false;
  // A rent that nobody could read is no answer to 'at most so much'.
  if (maxRent !== null && (listing.rentCents === null || listing.rentCents > maxRent * 100)) return false;
  if (areas.length === 0) return true;
  const { municipality } = listing;
  if (municipality === null) return false;
  return areas.some((area) => municipalitiesIn(area).includes(municipality));
}
