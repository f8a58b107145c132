import { ADDRESS_MAX, hasStreetNumber, houseNumbersIn, NAMED_UNITS, POSTAL_CODES } from "../../contracts/addresses.ts";
import { crossingIn } from "../../contracts/crossings.ts";
import type { AddressPrecision } from "../../contracts/listings.ts";
import { joinStreet, streetParts, streetWords } from "../../contracts/street-words.ts";
import { parseAddress } from "../places/address.ts";

/** What tells how much of an address is public. */
interface Addressed {
  address: string;
  addressPrecision: AddressPrecision;
}

/** A number, and the letter of "12A". */
const NUMBERS = /(?<![\p{L}\d])\d+(\p{L}*)/gu;
const ORDINAL = /^(?:st|nd|rd|th)$/i;
/** Numbers that are the name of a road. */
const ROAD_BEFORE = /\b(?:highway|hwy|line|concession|regional road|county road|sideroad|route)\s$/i;
/** What numbers leave behind at the beginning of an address or of a part of it. */
const LEFT_IN_FRONT = /(^|[,;•|(])[\s,;&/–#.½-]+(?:and\s)?/giu;
const NUMBER_WORD = /^\s*(?:no|nr|number)\b\.?[\s,]*/i;
const LEFT_BEHIND = /(?<![\s&/–#½-])\s?[&/–#½-][\s&/–#½-]*(?=[,;•|)]|$)|\(\s?\)/gu;

/** The precision of an address: one without a house's number never has more than its street. */
export const precisionOf = (address: string, chosen: AddressPrecision | undefined): AddressPrecision =>
  hasStreetNumber(address) ? (chosen ?? "exact") : "street";

/**
 * The address as everybody may read it. Where its street alone is shown: without the number and the unit, and with no more
 * than the first half of the postal code, which some buildings have for themselves.
 */
export function shownAddress({ address, addressPrecision }: Addressed): string {
  if (addressPrecision === "exact") return address;
  const text = address
    .slice(0, ADDRESS_MAX)
    .replace(POSTAL_CODES, (_, first: string) => first.toUpperCase())
    .replace(NAMED_UNITS, " ");
  // "401 and Kennedy"; a house's number makes it no crossing.
  const corner = hasStreetNumber(address) ? null : crossingIn(address);
  const isOfRoad = (number: string, letters: string, index: number) =>
    ORDINAL.test(letters) ||
    ROAD_BEFORE.test(text.slice(Math.max(0, index - 20), index)) ||
    corner?.includes(`highway ${number}`) === true;
  return text
    .replace(NUMBERS, (number, letters: string, index: number) => (isOfRoad(number, letters, index) ? number : ""))
    .replace(NUMBER_WORD, "")
    .replace(LEFT_BEHIND, "")
    .replace(LEFT_IN_FRONT, "$1 ")
    .replace(/\s+/g, " ")
    .replace(/ (?=,)/g, "")
    .trim();
}

/** A number in a text, with a letter or half behind it and what a unit is parted from its house by. */
const IN_TEXT = /(?<![\p{L}\d.$])#?(\d+)(?:-?\p{L}(?![\p{L}\d]))?(?:\s?(?:1\/2|½))?/gu;
/** What may stand between two numbers of one house, and between a number and its street. */
const BETWEEN_NUMBERS = /^\s{0,2}(?:[-–/&,]|and)?\s{0,2}$/i;
const JOINS_UNIT = /^\s?[-–/]\s?$/;
/** Letters behind a number that are read for the street; the longest name has fewer. */
const STREET_LETTERS = 60;
const STREET_WORDS = 4;

/** The numbers of an address, and the names of their streets without type and direction. */
function ownHouse(address: string): { numbers: ReadonlySet<string>; streets: ReadonlySet<string> } {
  const numbers = houseNumbersIn(address).flatMap(({ number }) => number.match(/\d+/g) ?? []);
  const streets = [address, ...address.split(/[•;|]/)].map((part) => parseAddress(part).street);
  return {
    numbers: new Set(numbers),
    streets: new Set(streets.flatMap((street) => (street === null ? [] : streetParts(street).name))),
  };
}

/** Whether a text begins with one of some streets, however its type is written. */
function beginsWithStreet(text: string, streets: ReadonlySet<string>): boolean {
  const words = streetWords(/^[\s,]/.test(text) ? text.slice(0, STREET_LETTERS) : "");
  return Array.from({ length: STREET_WORDS }, (_, nth) => words.slice(0, nth + 1)).some(
    (some) => some.length > 0 && streets.has(streetParts(joinStreet(some)).name),
  );
}

/** A text without the number of a house before the name of its own street, where the street alone is shown. */
export function shownText(text: string, { address, addressPrecision }: Addressed): string {
  if (addressPrecision === "exact" || !hasStreetNumber(address)) return text;
  const { numbers, streets } = ownHouse(address);
  let shown = text;
  let isRemoved = false;
  let from = text.length;
  for (const match of [...text.matchAll(IN_TEXT)].toReversed()) {
    const end = match.index + match[0].length;
    const between = text.slice(end, from);
    const isOwn = numbers.has(match[1] ?? "");
    const isBeforeStreet = isOwn && beginsWithStreet(text.slice(end), streets);
    const isBeforeRemoved: boolean = isRemoved && (isOwn ? BETWEEN_NUMBERS : JOINS_UNIT).test(between);
    isRemoved = isBeforeStreet || isBeforeRemoved;
    if (isRemoved) {
      const gap = /^[\s,–/&-]*(?:and\s)?/i.exec(shown.slice(end))?.[0].length ?? 0;
      shown = shown.slice(0, match.index) + shown.slice(end + gap);
    }
    from = match.index;
  }
  return shown;
}
