import { AREAS } from "./areas.ts";
import { municipalityOfCommunity } from "./communities.ts";

/** A postal code, or its first half (the FSA). */
const POSTAL_CODE = /\b([abceghj-nprstvxy]\d[abceghj-nprstv-z])(?:[\s–-]?(\d[abceghj-nprstv-z]\d))?\b/i;
/** A named unit: "Unit 4", "apt. #4B", "#12", "Suite A". */
export const NAMED_UNIT = /(?:\b(?:units?|apt|apartment|suite|ste)\b\.?\s*(?:#\s*)?|#\s*)([a-z]{0,3}\d\w*|[a-z]\b)/i;
/** Global versions of the expressions, for `replace` and `matchAll`. */
export const POSTAL_CODES = new RegExp(POSTAL_CODE, "gi");
export const NAMED_UNITS = new RegExp(NAMED_UNIT, "gi");
const NUMBER = "\\d+(?:-?[a-z])?(?:\\s1\\/2)?";
/**
 * Matches a series of house numbers before their street, such as "14, 16 & 20 ". The commas in a series do not separate
 * parts of the address.
 */
const SEVERAL_NUMBERS = new RegExp(`^\\s*${NUMBER}(?:,\\s?${NUMBER})+,?\\s?(?:&|and)\\s?${NUMBER}\\s`, "iu");
/**
 * Largest difference between the house numbers of one building. The largest in the City's data is 68 (182-250 Brenyon
 * Way).
 */
export const RANGE_MAX = 70;

/**
 * Returns whether two different house numbers, lower first, can belong to one building: they are close together on one
 * side of the street. All 61 ranges in the City's register of rental buildings meet this condition. A small unit number
 * before a small house number ("2-12") looks like a range, so code that parses a range must check that both ends belong
 * to the same house.
 */
export function canBeRange(low: number, high: number): boolean {
  const span = high - low;
  return span > 0 && span <= RANGE_MAX && span % 2 === 0;
}

/** Maximum length of an address, in characters. Listings have the same limit. */
export const ADDRESS_MAX = 200;

/** Matches a floor given instead of a unit number, as a number or in words. */
export const FLOOR =
  /\b(basement|bsmt|(?:main|ground|top|upper|lower|first|second|third|1st|2nd|3rd)\s(?:floor|flr|level|unit|flat)|rear)\b(?!\s(?:st|street|ave|avenue|rd|road)\b)/i;

/** Returns text without accents, unusual spaces and full-width letters, and with "½" expanded. */
export const plainText = (text: string): string =>
  text
    .replace(/½/g, " 1/2")
    .normalize("NFKD")
    .replace(/\p{M}+/gu, "")
    .replace(/[^\S\n]+/g, " ");

/** Returns the street part of an address: its first comma-separated segment, with the number or series of numbers. */
export function streetOf(address: string): string {
  const several = SEVERAL_NUMBERS.exec(address)?.[0] ?? "";
  return (several + (address.slice(several.length).split(",")[0] ?? "")).trim();
}

/** Returns a part of an address in lower case, without province, country and postal code. */
export const withoutProvince = (part: string) =>
  part
    .toLowerCase()
    .replace(/’/g, "'")
    .replace(/\b(?:on|ont|ontario|canada)\b\.?|\b[a-z]\d[a-z](?:[\s–-]?\d[a-z]\d)?\b/g, "")
    .trim();

/**
 * Returns the municipality or area that a lower-case name means; null if unknown. A community's name means its
 * municipality ("maple" is in Vaughan).
 */
export function areaByName(name: string): string | null {
  return AREAS.find((area) => area.toLowerCase() === name) ?? municipalityOfCommunity(name);
}
