import {
  ADDRESS_MAX,
  areaCalled,
  hasStreetNumber,
  NAMED_UNITS,
  plainText,
  POSTAL_CODES,
  withoutProvince,
} from "./addresses.ts";
import { crossingIn } from "./crossings.ts";
import { isMainStreet, isMainStreetName, placeOfStreet } from "./known-streets.ts";
import { neighbourhoodsCalled } from "./place-names.ts";
import { hasStreetType, joinStreet, streetLength, streetWords } from "./street-words.ts";

export const OUTSIDE_PROBLEM = "Only homes in Toronto and the Greater Toronto Area.";
export const NO_PLACE_PROBLEM = "Please include the street number or the nearest intersection.";
export const EMAIL_PROBLEM = "Please leave your e-mail out of the address: everybody reads it.";

/** What streets end with that have no type in keys: "Highland Hill", "Vandorf Sideroad". */
const ENDS: ReadonlySet<string> = new Set(
  "hill hollow sideroad line townline concession mews walk run path row quay crossing landing close common link chase".split(
    " ",
  ),
);
/** Types that are words of the names of parts of a city as well: "Wexford Heights", "Ajax Park". */
const OF_PLACES = /^(?:park|pk|heights|hts|green|view|ridge|grove|village|gate|place|square)$/;

const isPlaceName = (name: string) => areaCalled(name) !== null || neighbourhoodsCalled(name).length > 0;

/** Whether some words name a street where no number says so: by a type or because it is known, and as no part of a city. */
function namesStreet(words: readonly string[]): boolean {
  const name = words.join(" ");
  const key = joinStreet(words);
  if (isMainStreetName(key)) return words.length > 1 || !isPlaceName(name);
  if (isPlaceName(name)) return false;
  const last = words.at(-1) ?? "";
  if (OF_PLACES.test(last) && isPlaceName(words.slice(0, -1).join(" "))) return false;
  const isTyped = words.length > 1 && (hasStreetType(words) || ENDS.has(last));
  return isTyped || isMainStreet(key) || placeOfStreet(key) !== null;
}

/** The street that an address names beside a whole postal code ("Marlee Ave, M6B 3H4"); null for none. */
function streetOfPostalCode(address: string): string | null {
  const text = plainText(address.slice(0, ADDRESS_MAX)).replace(NAMED_UNITS, " ");
  if (![...text.matchAll(POSTAL_CODES)].some(([, , second]) => second !== undefined)) return null;
  for (const part of text.replace(POSTAL_CODES, " ").split(/[,\n•;|()]/)) {
    const all = streetWords(withoutProvince(part));
    // "Woodbine Avenue Toronto": what stands behind a type is no street.
    const words = all.slice(0, streetLength(all));
    if (namesStreet(words) && !/^\d+$/.test(words[0] ?? "")) return words.join(" ");
  }
  return null;
}

/**
 * How much of a place an address names: a house, the crossing of two streets, a street by a whole postal code; null for
 * less.
 */
export function addressKind(address: string): "house" | "crossing" | "street" | null {
  if (hasStreetNumber(address)) return "house";
  if (crossingIn(address) !== null) return "crossing";
  return streetOfPostalCode(address) === null ? null : "street";
}
