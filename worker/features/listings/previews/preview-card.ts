import { streetOf } from "../../../contracts/addresses.ts";
import { areaText, belowMarketText, measuredText, priceText } from "../../../contracts/listing-text.ts";
import type { PublicListing } from "../../../contracts/listings.ts";
import { sha256Hex } from "../../../platform/tokens.ts";

/** Raised when cards are drawn otherwise: every card is drawn again then, bit by bit. */
const DESIGN = 2;

/** All that a preview image says, in words as they are drawn. Made from what everyone may read, so nothing else is on it. */
export interface PreviewCard {
  siteName: string;
  /** `$1,850`, or as the landlord typed it. */
  price: string;
  /** The price is known to be one of a month. */
  isMonthly: boolean;
  /** `18% below market (estimate)`; null unless the rent is known to be below. */
  belowMarket: string | null;
  /** `against the average asking rent, City of Toronto, Oct 2025`; null where nothing is said to be below. */
  comparedWith: string | null;
  bedrooms: string;
  street: string;
  /** Neighbourhood, else the postal area, else the municipality of the address; empty where nothing of these is known. */
  area: string;
  /** Address of the first photo; null for none. */
  photo: string | null;
}

/** What the preview image of a listing says. */
export function previewCardOf(listing: PublicListing, siteName: string): PreviewCard {
  const belowMarket = belowMarketText(listing);
  return {
    siteName,
    price: priceText(listing),
    isMonthly: listing.rentCents !== null,
    belowMarket,
    comparedWith: belowMarket === null ? null : `against the ${measuredText(listing)}`,
    bedrooms: listing.bedrooms,
    street: streetOf(listing.address),
    area: areaText(listing) ?? listing.municipality ?? "",
    photo: listing.images[0] ?? null,
  };
}

/** What a preview image is called: by what it says, so that the content never changes under an address. */
export async function previewName(card: PreviewCard): Promise<string> {
  return (await sha256Hex(new TextEncoder().encode(JSON.stringify([DESIGN, card])))).slice(0, 32);
}

/** The card in words, for those who do not see it: `2 Bedrooms, $1,850 a month, 18% below market, against the average …, 123 Main St, Annex`. */
export function previewAlt(card: PreviewCard): string {
  const { bedrooms, price, isMonthly, belowMarket, comparedWith, street, area } = card;
  return [bedrooms, isMonthly ? `${price} a month` : price, belowMarket, comparedWith, street, area]
    .filter(Boolean)
    .join(", ");
}
