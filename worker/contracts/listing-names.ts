import { streetOf } from "./addresses.ts";
import type { Bedrooms } from "./bedrooms.ts";

// Apart from listing-text.ts: reading addresses is 4 KB of the first JavaScript, and browsers need no slugs to show a list.

/** Removes accents. The check comes first because most texts have none. */
const unaccented = (text: string) => (/[^\x20-\x7e]/.test(text) ? text.normalize("NFKD").replace(/\p{M}/gu, "") : text);

function hyphenated(text: string): string {
  return unaccented(text.toLowerCase())
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+|(?<!-)-+$/g, "");
}

/** Slug of a listing's page: `2-bedrooms-123-main-st`; "4+" gives "4" (docs/product.md, Listings). */
export function listingSlug(bedrooms: Bedrooms, address: string): string {
  return hyphenated(`${bedrooms} ${streetOf(address)}`);
}

/** Title of a listing: `2 Bedrooms - 123 Main St`. */
export function listingTitle(bedrooms: Bedrooms, address: string): string {
  return `${bedrooms} - ${streetOf(address)}`;
}
