import { type AreaAddress, readArea } from "./area-address.ts";
import { ADDRESS_MAX, areaByName, NAMED_UNITS, plainText, POSTAL_CODES, withoutProvince } from "./addresses.ts";
import { parseIntersection } from "./crossings.ts";
import { hasStreetNumber } from "./house-in-address.ts";
import { isMainStreet, isMainStreetName, placeOfStreet } from "./known-streets.ts";
import { neighbourhoodsByName } from "./place-names.ts";
import { hasStreetType, joinStreet, streetLength, streetWords } from "./street-words.ts";

/**
 * Words at the end of street names that street keys do not treat as street types: "Highland Hill", "Vandorf Sideroad".
 */
const ENDS: ReadonlySet<string> = new Set(
  "hill hollow sideroad line townline concession mews walk run path row quay crossing landing close common link chase".split(
    " ",
  ),
);
/** Street types that also occur in the names of neighbourhoods: "Wexford Heights", "Ajax Park". */
const OF_PLACES = /^(?:park|pk|heights|hts|green|view|ridge|grove|village|gate|place|square)$/;

const isPlaceName = (name: string) => areaByName(name) !== null || neighbourhoodsByName(name).length > 0;

/**
 * Returns whether words name a street without a number: they contain a street type or a known street, and do not name a
 * neighbourhood.
 */
function namesStreet(words: readonly string[]): boolean {
  const name = words.join(" ");
  const key = joinStreet(words);
  if (isPlaceName(name)) return false;
  if (isMainStreetName(key)) return true;
  const last = words.at(-1) ?? "";
  if (OF_PLACES.test(last) && isPlaceName(words.slice(0, -1).join(" "))) return false;
  const isTyped = words.length > 1 && (hasStreetType(words) || ENDS.has(last));
  return isTyped || isMainStreet(key) || placeOfStreet(key) !== null;
}

/**
 * Returns the street of an address that has a full postal code but no number ("Marlee Ave, M6B 3H4"); null for all
 * other addresses.
 */
function streetOfPostalCode(address: string): string | null {
  const text = plainText(address.slice(0, ADDRESS_MAX)).replace(NAMED_UNITS, " ");
  if (![...text.matchAll(POSTAL_CODES)].some(([, , second]) => second !== undefined)) return null;
  for (const part of text.replace(POSTAL_CODES, " ").split(/[,\n•;|()]/)) {
    const all = streetWords(withoutProvince(part).replace(/^(?:near|in|at|around|by)\s/, ""));
    // In "Woodbine Avenue Toronto", only the words up to the type are the street.
    const words = all.slice(0, streetLength(all));
    if (namesStreet(words) && !/^\d+$/.test(words[0] ?? "")) return words.join(" ");
  }
  return null;
}

/**
 * Returns how precisely an address names a location: a house, an intersection, a street with a full postal code, or an
 * area with a full postal code. Null for anything less precise.
 */
export function addressKind(address: string): "house" | "crossing" | "street" | "area" | null {
  if (hasStreetNumber(address)) return "house";
  if (parseIntersection(address) !== null) return "crossing";
  if (streetOfPostalCode(address) !== null) return "street";
  return readArea(address) === null ? null : "area";
}

/**
 * Returns the area of an address that names nothing more precise ("Liberty Village, M6K 3P6"); null for all other
 * addresses.
 */
export const areaOf = (address: string): AreaAddress | null =>
  addressKind(address) === "area" ? readArea(address) : null;
