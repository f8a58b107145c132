import { ADDRESS_MAX, areaCalled, hasStreetNumber, NAMED_UNITS, POSTAL_CODES, withoutProvince } from "./addresses.ts";
import { crossingIn } from "./crossings.ts";
import { isMainStreet } from "./known-streets.ts";
import { neighbourhoodsCalled } from "./place-names.ts";
import { hasStreetType, joinStreet, streetWords } from "./street-words.ts";

export const OUTSIDE_PROBLEM = "Only homes in Toronto and the Greater Toronto Area.";
export const NO_PLACE_PROBLEM = "Please include the street number or the nearest intersection.";
export const EMAIL_PROBLEM = "Please leave your e-mail out of the address: everybody reads it.";

/** Words of a part of an address that names no street. */
const NO_STREET =
  /(?:^|\s)(?:rooms?|bed(?:room)?s?|apartments?|condos?|house|basement|unit|studio|near|steps|close|toronto|gta|area|address|location|request|null|available)(?:\s|$)/iu;

/** The street that an address names beside a whole postal code ("Marlee Ave, M6B 3H4"); null for none. */
function streetOfPostalCode(address: string): string | null {
  const text = address.slice(0, ADDRESS_MAX).replace(NAMED_UNITS, " ");
  if (![...text.matchAll(POSTAL_CODES)].some(([, , second]) => second !== undefined)) return null;
  for (const part of text.replace(POSTAL_CODES, " ").split(/[,\n•;|()]/)) {
    const words = streetWords(withoutProvince(part));
    const name = words.join(" ");
    if (words.length < 2 || !/\p{L}/u.test(name) || NO_STREET.test(name)) continue;
    const isStreet = hasStreetType(words) || isMainStreet(joinStreet(words));
    if (isStreet || (areaCalled(name) === null && neighbourhoodsCalled(name).length === 0)) return name;
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
