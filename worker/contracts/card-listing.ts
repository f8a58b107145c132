import type { PublicListing } from "./listings.ts";
import { truncateAtWord } from "./truncate-at-word.ts";

/** Maximum length of a description in a list, in characters. A card shows only two lines of it. */
const CARD_DESCRIPTION_MAX = 300;

/**
 * Returns a listing without the fields that no card shows. A description may have 10,000 characters, and amenities and
 * rents would make up a quarter of a page with eight cards.
 */
export const cardListing = (listing: PublicListing): PublicListing => ({
  ...listing,
  amenities: null,
  additionalInfo: "",
  description: truncateAtWord(listing.description, CARD_DESCRIPTION_MAX),
  expiresAt: null,
  priceHistory: [],
});
