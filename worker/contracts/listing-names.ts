import { streetOf } from "./addresses.ts";
import type { Bedrooms } from "./bedrooms.ts";

// A separate module from listing-text.ts, because the address parser would add 4 KB to the first scripts, and browsers
// need no slugs to show a list.

/** Removes accents. Checks for them first, because most texts have none. */
const unaccented = (text: string) => (/[^\x20-\x7e]/.test(text) ? text.normalize("NFKD").replace(/\p{M}/gu, "") : text);

function hyphenated(text: string): string {
  // A fraction becomes a separate word: "44½" gives 44-1-2.
  return unaccented(text.toLowerCase().replace(/[¼-¾]/g, " $&"))
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+|(?<!-)-+$/g, "");
}

/** Returns the slug of a listing's page: `2-bedrooms-123-main-st`. "4+" gives "4" (docs/product.md, Listings). */
export function listingSlug(bedrooms: Bedrooms, address: string): string {
  return hyphenated(`${bedrooms} ${streetOf(address)}`);
}

const SMALL_WORDS = /^(?:of|and|at|near|by|off|between)$/;
/**
 * Words that are always in capitals: directions, a letter after a house number, halves of postal codes, the province
 * before a postal code.
 */
const CAPITALS = /^(?:[nsew]|[ns][ew]|\d+[a-z]|[a-z]\d[a-z]|\d[a-z]\d|[a-z]\d[a-z]\d[a-z]\d|on)$/;
/** Parts of family names after which a capital follows: "McCaul", "MacDonell", "O'Connor", "L'Amoreaux". */
const NAME_PARTS =
  /^(mc(?=\p{L}{3})|mac(?=donald|donell|dougall|gregor|kay|lean|leod|lennan|millan|naughton|neil|phail|pherson)|[odl]['’](?=\p{L}{2}))(\p{L})/u;

/** Returns a lower-case word of a street name with the capitals of a name. Ordinals stay in lower case: "10th". */
function nameWord(word: string, isFirst: boolean): string {
  if (CAPITALS.test(word)) return word.toUpperCase();
  if (SMALL_WORDS.test(word) && !isFirst) return word;
  const inner = word.replace(NAME_PARTS, (_, part: string, letter: string) => part + letter.toUpperCase());
  return inner.charAt(0).toUpperCase() + inner.slice(1);
}

/**
 * Returns the street of an address. A street typed in one case gets the capitals of a name: "10TH LINE E" → "10th Line
 * E".
 */
export function streetTitle(address: string): string {
  const street = streetOf(address);
  const lower = street.toLowerCase();
  if (street !== lower && street !== street.toUpperCase()) return street;
  return lower.replace(/[\p{L}\p{M}\p{N}'’]+/gu, (word, at: number) => nameWord(word, at === 0));
}

/** Returns the title of a listing: `2 Bedrooms - 123 Main St`. */
export function listingTitle(bedrooms: Bedrooms, address: string): string {
  return `${bedrooms} - ${streetTitle(address)}`;
}
