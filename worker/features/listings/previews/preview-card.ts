import { streetTitle } from "../../../contracts/listing-names.ts";
import { areaText, belowMarketText, benchmarkDescription, priceText } from "../../../contracts/listing-text.ts";
import type { PublicListing } from "../../../contracts/listings.ts";
import { sha256Hex } from "../../../platform/tokens.ts";

/** Version of the design of preview images. Incrementing it makes {@link drawMissingPreviews} redraw all images. */
const DESIGN = 2;

/** Content of a preview image. It comes only from the public listing. */
export interface PreviewCard {
  siteName: string;
  /** Price such as `$1,850`, or the text that the landlord typed. */
  price: string;
  /** True if the price is known to be monthly. */
  isMonthly: boolean;
  /** Text such as `18% below market (estimate)`, or null. */
  belowMarket: string | null;
  /** Text such as `against the average asking rent, City of Toronto, Oct 2025`, or null without `belowMarket`. */
  comparedWith: string | null;
  bedrooms: string;
  street: string;
  /** Area: the neighbourhood, otherwise the postal area, otherwise the municipality. Empty if none is known. */
  area: string;
  /** URL of the first photo, or null. */
  photo: string | null;
}

export function previewCardOf(listing: PublicListing, siteName: string): PreviewCard {
  const belowMarket = belowMarketText(listing);
  return {
    siteName,
    price: priceText(listing),
    isMonthly: listing.rentCents !== null,
    belowMarket,
    comparedWith: belowMarket === null ? null : `against the ${benchmarkDescription(listing)}`,
    bedrooms: listing.bedrooms,
    street: streetTitle(listing.address),
    area: areaText(listing) ?? listing.municipality ?? "",
    photo: listing.images[0] ?? null,
  };
}

/** Returns the name of a preview image: a hash of its content, so that the content at a URL never changes. */
export async function previewName(card: PreviewCard): Promise<string> {
  return (await sha256Hex(new TextEncoder().encode(JSON.stringify([DESIGN, card])))).slice(0, 32);
}

/**
 * Returns the alternative text: `2 Bedrooms, $1,850 a month, 18% below market, against the average …, 123 Main St,
 * Annex`.
 */
export function previewAlt(card: PreviewCard): string {
  const { bedrooms, price, isMonthly, belowMarket, comparedWith, street, area } = card;
  return [bedrooms, isMonthly ? `${price} a month` : price, belowMarket, comparedWith, street, area]
    .filter(Boolean)
    .join(", ");
}
