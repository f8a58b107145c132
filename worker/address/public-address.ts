import { ADDRESS_MAX, NAMED_UNITS, POSTAL_CODES } from "../contracts/addresses.ts";
import { areaOf } from "../contracts/address-check.ts";
import { parseIntersection } from "../contracts/crossings.ts";
import { hasStreetNumber, houseNumbersIn } from "../contracts/house-in-address.ts";
import { hideEmails } from "../contracts/public-text.ts";
import type { AddressPrecision } from "../contracts/listing-fields.ts";
import { withPlainDigits } from "../contracts/text.ts";
import {
  isMeasured,
  isRoadNumber,
  isPrice,
  numberKey,
  hiddenHouse,
  isDistinctive,
  type HiddenHouse,
  HouseNumberReader,
  type Evidence,
  type Token,
} from "./house-number-reader.ts";

/** Matches a full postal code, even in a link. */
const WHOLE_CODE =
  /(?<![\p{L}\p{N}])([abceghj-nprstvxy]\d[abceghj-nprstv-z])(?:%20|[^\p{L}\p{N}]){0,3}\d[abceghj-nprstv-z]\d(?![\p{L}\p{N}])/giu;

/** Truncates postal codes to their first half, because some buildings have their own postal code. */
const truncatePostalCodes = (text: string): string => text.replace(WHOLE_CODE, "$1");

/** Characters that can hide a number: digits of other scripts and invisible characters. */
const ODD = /[^\P{N}0-9¼-¾]|\p{DI}/u;
const INVISIBLE = /^\p{DI}$/u;

/** Returns a text with plain digits, and the original position of each character; null if nothing changed. */
function readable(written: string): { text: string; at: readonly number[] | null } {
  if (!ODD.test(written)) return { text: written, at: null };
  const at: number[] = [];
  let text = "";
  let index = 0;
  for (const character of written) {
    const plain = INVISIBLE.test(character) ? "" : withPlainDigits(character);
    for (let unit = 0; unit < plain.length; unit += 1) at.push(index);
    text += plain;
    index += character.length;
  }
  at.push(index);
  return { text, at };
}

/** Matches numbers, and escaped characters in links ("%20"). The digits of escaped characters are not numbers. */
const TOKENS = /%[23][0-9a-f]|\d{1,3}(?:,\d{3})+(?!\d)|\d+/gi;
/** The letter or half of a house number: "12A", "85-b", "85 1/2". */
const SUFFIX = /^(?:-?\p{L}(?![\p{L}\p{N}]))?(?:\s?(?:1\/2|½))?/u;
function tokensIn(text: string, numbers: ReadonlySet<string>): Token[] {
  const tokens: Token[] = [];
  const add = (start: number, written: string, isPart: boolean) => {
    const digitsEnd = start + written.length;
    const end = digitsEnd + (SUFFIX.exec(text.slice(digitsEnd, digitsEnd + 8))?.[0].length ?? 0);
    const number = numberKey(written);
    if (start >= (tokens.at(-1)?.end ?? 0))
      tokens.push({ start, digitsEnd, end, number, isOwn: numbers.has(number), isPart });
  };
  for (const { 0: written, index } of text.matchAll(TOKENS)) {
    if (written.startsWith("%")) continue;
    if (!written.includes(",") || numbers.has(numberKey(written))) {
      add(index, written, false);
      continue;
    }
    let start = index;
    for (const part of written.split(",")) {
      add(start, part, true);
      start += part.length + 1;
    }
  }
  return withDigitsJoined(tokens, text, numbers);
}

/** A separator between the digits of one number: "4 817", "4-8-1-7". */
const BETWEEN_DIGITS = /^[\s.,'’–_-]$/;
const MAX_PARTS = 5;

/**
 * Joins tokens that form a house number with separators between its digits. Such a number counts only if its street
 * follows.
 */
function withDigitsJoined(tokens: readonly Token[], text: string, numbers: ReadonlySet<string>): Token[] {
  const joined: Token[] = [];
  for (let index = 0; index < tokens.length; index += 1) {
    const [first, ...others] = tokens.slice(index, index + MAX_PARTS);
    if (!first) break;
    let [whole, number] = [first, first.number];
    for (const [nth, other] of others.entries()) {
      const before = others[nth - 1] ?? first;
      if (first.isOwn || !BETWEEN_DIGITS.test(text.slice(before.digitsEnd, other.start))) break;
      number += text.slice(other.start, other.digitsEnd);
      if (!numbers.has(number)) continue;
      whole = { ...other, start: first.start, number, isOwn: true, isPart: true };
      index += nth + 1;
      break;
    }
    joined.push(whole);
  }
  return joined;
}

/** Separators between a unit and a house number, between the ends of a range, or between houses in a list. */
const JOINS_UNIT = /^(?:[-–—/]|\s[-–—/]\s|\s[-–—]|[-–—]\s)$/;
const JOINS_HOUSES = /^\s{0,2}(?:[-–—/&,+]|and|to|through)\s{0,2}$|^\s{0,2}$|^,\s?(?:&|and)\s?$/i;
/** Maximum difference between the ends of a range of houses. */
const RANGE_MAX = 100;
const isRange = (a: Token, b: Token) => Math.abs(Number(a.number) - Number(b.number)) <= RANGE_MAX;

/** Returns whether two consecutive numbers belong to one house: as a unit and a house, or as the ends of a range. */
function areOne(a: Token, b: Token, text: string): boolean {
  const between = text.slice(a.end, b.start);
  if (JOINS_UNIT.test(between)) return !a.isPart && !isPrice(text, a.start) && (between.length === 1 || isRange(a, b));
  return between.trim() !== "" && JOINS_HOUSES.test(between) && a.number.length === b.number.length && isRange(a, b);
}

/** Returns, for each number of a text, the evidence that the number must be removed, or null. */
function evidenceForRemoval(text: string, tokens: readonly Token[], reader: HouseNumberReader): Evidence[] {
  const removed = tokens.map((token): Evidence => (token.isOwn ? reader.evidenceFor(token) : null));
  const joins = (index: number) =>
    JOINS_HOUSES.test(text.slice(tokens[index]?.end ?? 0, tokens[index + 1]?.start ?? 0));
  // In lists such as "14, 16 & 20 Carluke", numbers joined to a removed number are removed too: first the numbers
  // before it, then the numbers after it.
  const isNear = (index: number, other: number) => {
    const [token, next] = [tokens[index], tokens[other]];
    if (!token || !next || removed[index] !== null || !removed[other]) return false;
    const [first, second] = index < other ? [token, next] : [next, token];
    if (reader.isOther(token)) return false;
    if (token.isOwn && joins(Math.min(index, other))) return true;
    return areOne(first, second, text) && !/\p{L}$/u.test(text.slice(Math.max(0, token.start - 1), token.start));
  };
  // In "4817-4819 Queen", the street follows the other end, and the house may be inside the range.
  for (let index = tokens.length - 2; index >= 0; index -= 1) {
    const [token, next] = [tokens[index], tokens[index + 1]];
    if (!token || !next || next.isOwn || removed[index] !== null) continue;
    if (!(token.isOwn || reader.isBetween(token, next)) || !areOne(token, next, text)) continue;
    if (reader.evidenceFor(next) === "street") [removed[index], removed[index + 1]] = ["street", "street"];
  }
  for (let index = tokens.length - 2; index >= 0; index -= 1) if (isNear(index, index + 1)) removed[index] = "street";
  for (let index = 1; index < tokens.length; index += 1) if (isNear(index, index - 1)) removed[index] = "words";
  return removed;
}

const GAP_TO_STREET = /^[\s,:;.–—/&+*#)\]_|~-]{1,12}(?:and\s)?/i;
const GAP_IN_FRONT = /^[,;:–—-]?\s/;
const GAP_BETWEEN = /^[\s,–—/&+-]*(?:(?:and|to|through)\s)?$/i;

/** A part of a text to remove. */
interface RemovedPart {
  start: number;
  end: number;
  evidence: Evidence;
}

/** Returns the parts to remove. Merges adjacent numbers. */
function removedParts(text: string, tokens: readonly Token[], removed: readonly Evidence[]): RemovedPart[] {
  const parts: RemovedPart[] = [];
  for (const [index, { start, end }] of tokens.entries()) {
    const evidence = removed[index] ?? null;
    const last = parts.at(-1);
    if (evidence === null) continue;
    if (last && removed[index - 1] && GAP_BETWEEN.test(text.slice(last.end, start)))
      Object.assign(last, { end, evidence });
    else parts.push({ start, end, evidence });
  }
  return parts;
}

/** Extends a part to include its number sign, its brackets, and the gap that would remain after its removal. */
function withSurroundings(text: string, { start, end, evidence }: RemovedPart): [number, number] {
  let [first, last] = [start, end];
  if (text[first - 1] === "#" || (evidence === "street" && text[first - 1] === "$")) first -= 1;
  if ((text[first - 1] === "(" && text[last] === ")") || (text[first - 1] === "[" && text[last] === "]")) {
    first -= 1;
    last += 1;
  }
  const behind = text.slice(last, last + 16);
  if (evidence === "street") last += GAP_TO_STREET.exec(behind)?.[0].length ?? 0;
  else if (first === 0) last += GAP_IN_FRONT.exec(behind)?.[0].length ?? 0;
  else if (/[ \t]/.test(text[first - 1] ?? "") && /^(?:$|[\s.,;:!?)\]])/.test(behind)) first -= 1;
  return [first, last];
}

/** Returns the numbers of a text with the evidence for each; null if none belongs to the house. */
function numbersIn(written: string, house: HiddenHouse, amount?: number) {
  if (house.numbers.size === 0) return null;
  const { text, at } = readable(written);
  const tokens = tokensIn(text, house.numbers);
  const reader = new HouseNumberReader(text, house, amount);
  const isMeant = tokens.some((token, index) => token.isOwn || reader.isBetween(token, tokens[index + 1]));
  return !isMeant ? null : { text, at, tokens, removed: evidenceForRemoval(text, tokens, reader), reader };
}

/**
 * Removes a listing's house number from a text. A number of three or more digits is removed anywhere, unless it is a
 * price, measure, year or part of a phone number. A shorter number is removed only beside the street name. Runs in
 * linear time.
 * @param amount a number to keep unless the street follows it
 */
function redactHouseNumber(written: string, house: HiddenHouse, amount?: number): string {
  const numbers = numbersIn(written, house, amount);
  if (numbers === null) return written;
  const { text, at, tokens, removed } = numbers;
  const kept: string[] = [];
  let from = 0;
  for (const part of removedParts(text, tokens, removed)) {
    const [first, last] = withSurroundings(text, part);
    const to = Math.max(from, first);
    kept.push(at === null ? text.slice(from, to) : written.slice(at[from], at[to]));
    from = last;
  }
  kept.push(at === null ? text.slice(from) : written.slice(at[from]));
  return kept.join("");
}

/** Number of characters quoted on each side of a number. */
const QUOTED = 16;

/**
 * Returns the words around a number that {@link redactHouseNumber} keeps although it may be the house number: a long
 * number that looks like something else, or a number with two digits. Null if there is none.
 */
function remainingHouseNumber(written: string, house: HiddenHouse): string | null {
  const numbers = numbersIn(written, house);
  if (numbers === null) return null;
  const { text, tokens, removed, reader } = numbers;
  const left = tokens.find(
    (token, index) =>
      token.isOwn &&
      !removed[index] &&
      (isDistinctive(token) || (token.number.length > 1 && !token.isPart && !reader.isOther(token))),
  );
  return left === undefined ? null : text.slice(Math.max(0, left.start - QUOTED), left.end + QUOTED).trim();
}

/** The fields that determine the public address. */
interface AddressFields {
  address: string;
  addressPrecision: AddressPrecision;
}

/** The public texts of a listing. */
interface PublicTexts {
  address: string;
  /** Returns a landlord's text without the house number and full postal codes. */
  text(written: string | null | undefined): string;
  /** Returns a rent as typed. Keeps the amount even if it equals the house number. */
  rent(written: string, rentCents: number | null): string;
  /** Returns the words around a number that was kept although it may be the house number, or null. */
  remaining(written: string | null | undefined): string | null;
}

/** Matches the first half of a postal code, which is kept, or a number with adjoining letters. */
const NUMBERS =
  /(?<![\p{L}\d])[a-z]\d[a-z](?![\p{L}\d])|(?<![\p{L}\d])(\p{L}*)(\d+)((?:-\p{L}(?![\p{L}\d])|\p{L})?)(\p{L}*)/giu;
const ORDINAL = /^(?:st|nd|rd|th)$/i;
/** Toronto highways that are named by their number alone. */
const HIGHWAY = /^(?:4\d\d|7)$/;
const CROSSES_BEFORE = /(?:[&+/@]|\s(?:and|at|x|near|by|of))\s*$/i;
const CROSSES_BEHIND = /^\s*(?:[&+/@]|(?:and|at|x|near|by)\s)/i;
const BEGINS = /(?:^|[,\n•;|():])[\t ]*(?:(?:near|at|by) )?$/i;
const ENDS = /^\s*(?:$|[,\n•;|():])/;
const PART = /[,\n•;|():]/;
/** Matches separators that remain at the start of an address or an address part after its numbers were removed. */
const LEFT_IN_FRONT = /(^|[,;•|(])[\s,;:&/–#.½_+*)\]-]+(?:and\s)?/giu;
const NUMBER_WORD = /(?<=\s)(?:no|nr|number)\b\.?\s*(?=,|$)|^\s*(?:no|nr|number)\b\.?[\s,]*/gi;
const LEFT_BEHIND = /(?<![\s&/–#½-])\s?[&/–#½-][\s&/–#½-]*(?=[,;•|)]|$)|[([]\s?[)\]]/gu;

const LEFT_AT_END = /^\s+|(?<![\s,;])[\s,;]+$/g;

/**
 * Returns the precision of an address: exact only if the address has a house number, and `area` if it names only an
 * area.
 */
export function precisionOf(address: string, chosen: AddressPrecision | undefined): AddressPrecision {
  if (hasStreetNumber(address)) return chosen === "street" ? "street" : "exact";
  return areaOf(address) === null ? "street" : "area";
}

/** Removes email addresses. Only old listings contain them in their address. */
const withoutEmail = (address: string) => {
  const left = hideEmails(address, "");
  return left === address
    ? address
    : left
        .replace(/\s+/g, " ")
        .replace(/ (?=,)/g, "")
        .trim();
};

/** Returns whether a number is a highway that crosses the named street: "Dundas St W & 427", "401 & Keele". */
const isCrossingHighway = (number: string, before: string, after: string) =>
  HIGHWAY.test(number) &&
  ((CROSSES_BEFORE.test(before) && (ENDS.test(after) || CROSSES_BEHIND.test(after))) ||
    (BEGINS.test(before) && CROSSES_BEHIND.test(after)));

/** Removes the parts of an address before the part that names an intersection: "2 min to subway, Finch & Keele". */
function fromCrossing(text: string): string {
  let from = 0;
  for (const part of text.split(PART)) {
    if (parseIntersection(part) !== null) return text.slice(from);
    from += part.length + 1;
  }
  return text;
}

/** Reduces an address to its street. Also returns the numbers that it removes. */
function streetOnly(written: string): { address: string; numbers: ReadonlySet<string> } {
  const numbers = new Set<string>();
  const whole = withPlainDigits(withoutEmail(written.slice(0, ADDRESS_MAX)));
  const houses = new Set(houseNumbersIn(whole).flatMap(({ number }) => number.match(/\d+/g) ?? []));
  const coded = whole
    .replace(POSTAL_CODES, (_, first: string) => first.toUpperCase())
    .replace(NAMED_UNITS, (unit, name: string, index: number, text: string) => {
      if (unit.startsWith("#") && isRoadNumber(text, index)) return unit;
      for (const number of name.match(/\d+/g) ?? []) numbers.add(numberKey(number));
      return " ";
    });
  const text = houses.size === 0 && parseIntersection(coded) !== null ? fromCrossing(coded) : coded;
  const left = text.replace(
    NUMBERS,
    (found, before = "", number = "", letter = "", others = "", index: number = 0): string => {
      if (number === "") return found;
      const at = index + String(before).length;
      const behind = text.slice(at + String(number).length);
      const isHouse = houses.has(number);
      if (ORDINAL.test(`${letter}${others}`) || isRoadNumber(text, at)) return found;
      if (!isHouse && (isMeasured(behind) || isCrossingHighway(number, text.slice(0, index), behind))) return found;
      numbers.add(numberKey(number));
      // "B1205" and "12A" are removed whole, "123Main" and "King12" leave a street name.
      const name = before.length > 2 ? before : "";
      return others === "" ? name : `${name}${letter}${others}`;
    },
  );
  const address = left
    .replace(LEFT_BEHIND, "")
    .replace(LEFT_IN_FRONT, "$1 ")
    .replace(NUMBER_WORD, "")
    .replace(LEFT_IN_FRONT, "$1 ")
    .replace(/\s+/g, " ")
    .replace(/ (?=,)/g, "")
    .replace(LEFT_AT_END, "");
  return { address, numbers };
}

/** Returns the names of an area, without the postal code. */
const namesOfArea = (address: string): string => areaOf(address)?.names.join(", ") ?? streetOnly(address).address;

/**
 * Returns the public address. With street precision, it has no number or unit, and only the first half of the postal
 * code, because some buildings have their own postal code. The address of an area has no postal code; its postal area
 * is shown separately.
 */
export function publicAddress({ address, addressPrecision }: AddressFields): string {
  if (addressPrecision === "exact") return withoutEmail(address);
  return addressPrecision === "area" ? namesOfArea(address) : streetOnly(address).address;
}

/** Returns the public texts of a listing. Parses the listing's address once for all texts. */
export function publicTextsOf(row: AddressFields): PublicTexts {
  if (row.addressPrecision === "exact")
    return {
      address: publicAddress(row),
      text: (written) => written ?? "",
      rent: (written) => written,
      remaining: () => null,
    };
  const { address, numbers } =
    row.addressPrecision === "area"
      ? { address: publicAddress(row), numbers: new Set<string>() }
      : streetOnly(row.address);
  const house = hiddenHouse(numbers, row.address, address);
  const text = (written: string, amount?: number) => redactHouseNumber(truncatePostalCodes(written), house, amount);
  return {
    address,
    text: (written) => text(written ?? ""),
    rent: (written, rentCents) => text(written, rentCents === null ? undefined : rentCents / 100),
    remaining: (written) => remainingHouseNumber(written ?? "", house),
  };
}
