import { BEDROOMS, type Bedrooms } from "./bedrooms.ts";
import { cleanLine } from "./text.ts";

const UNIT_OF_COUNT = "(?:br|bd|bdrm|bdr|beds?|bedrooms?)\\b";
/** "2 br", "2+1 bedrooms", "2 + den"; not the 1 of "2+1", nor the 1 of "11 br". */
function bedroomsPattern(digits: string, word: string): RegExp {
  const den = "\\s*\\+\\s*(?:1|den)\\b";
  const count = `(?<![\\d.+]\\s?)(?:${digits})`;
  return new RegExp(
    `${count}(?:${den})?\\s*(?:\\+\\s*)?(?:-\\s*)?${UNIT_OF_COUNT}|${count}${den}|\\b(?:${word})[\\s-]*bed(?:room)?s?\\b`,
  );
}

const TYPES_BY_PATTERN: readonly (readonly [RegExp, Bedrooms])[] = [
  [/\b(?:studio|bachelor|bach)\b/, "Studio"],
  [new RegExp(`(?<![\\d.])0\\s*(?:-\\s*)?${UNIT_OF_COUNT}`), "Studio"],
  [/^(?:4|5|6)\s*\+$/, "4+ Bedrooms"],
  [bedroomsPattern("[4-9]|1\\d", "four|five|six"), "4+ Bedrooms"],
  [bedroomsPattern("3", "three"), "3 Bedrooms"],
  [bedroomsPattern("2", "two"), "2 Bedrooms"],
  [bedroomsPattern("1", "one"), "1 Bedroom"],
  [/\b(?:private[\s-]*room|room\s+for\s+rent|room)\b/, "Private Room"],
];

/**
 * The bedroom type that a text names ("2 BR", "bachelor", "5 bed", "room for rent"), or null.
 * By word boundary and with bedrooms before rooms, so that "1 Bedroom" is never a private room
 * and "11 br" is not "1 br" (docs/product.md, Listings).
 */
export function parseBedrooms(text: string): Bedrooms | null {
  const wanted = cleanLine(text).toLowerCase();
  const exact = BEDROOMS.find((type) => type.toLowerCase() === wanted);
  if (exact) return exact;
  return TYPES_BY_PATTERN.find(([pattern]) => pattern.test(wanted))?.[1] ?? null;
}
