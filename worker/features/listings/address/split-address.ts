import { LISTING_FIELDS } from "../../../contracts/listing-fields.ts";
import {
  isNameWord,
  isNumberWord,
  isUnitWord,
  type Token,
  type TokenLine,
  tokensOf,
} from "../../../contracts/address-tokens.ts";
import { addressKind } from "../../../contracts/address-check.ts";
import { ADDRESS_MAX } from "../../../contracts/addresses.ts";
import { parseIntersection } from "../../../contracts/crossings.ts";
import type { House, Span } from "../../../contracts/house-in-address.ts";
import { isPreposition } from "../../../contracts/street-in-address.ts";
import { isFinalStreetType } from "../../../contracts/street-words.ts";
import { placeWords } from "./address-places.ts";

/** An address as typed, split into what renters may read and what only moderators and the landlord see. */
export interface SplitAddress {
  /** House number, street and places. */
  address: string;
  /** A unit's number, "1204" or "PH 6"; null if none is named. */
  unit: string | null;
  /** Other words that name no place; null for none. */
  rest: string | null;
}

/** Words before a number that is not a unit's. */
const NO_UNIT =
  /^(?:box|po|pob|p|o|buzzer|buzz|code|codes|lockbox|parking|locker|key|keys|entry|entrance|phone|tel|call|text|gate|pin|intercom|panel|spot|stall|garage|bus|exit|line|route|rte|highway|hwy|tower|twr|building|bldg|block|lot|phase)$/;
/** Words that say no more than that a unit follows. */
const PLAIN_UNIT = /^(?:units?|apts?|apartments?|appt?|suites?|ste|no|nr|number)$/;
const VALUE = /^(?:\p{L}{0,4}\d{1,5}\p{L}?|\p{L})$/u;

/** Joins kept words; where something between two is left out, a comma takes its place. */
function joined(line: TokenLine, kept: readonly boolean[], house: House | null): string {
  const isInHouse = (at: number) => house !== null && at >= house.number[0] && at < house.street[1];
  const streetFrom = house?.street[0];
  let out = "";
  let last = -1;
  for (const at of line.tokens.keys()) {
    if (kept[at] !== true) continue;
    const gap = line.gap(at);
    const isBetween = isInHouse(at) && isInHouse(last);
    if (last < 0) out = at === 0 || gap.endsWith("(") ? gap.replace(/^[^(]*/, "") : "";
    else if (last === at - 1) out += isBetween && gap.startsWith(",") && at === streetFrom ? " " : gap;
    else out += isBetween ? " " : `${line.gap(last + 1).startsWith(".") ? "." : ""}, `;
    out += line.tokens[at]?.raw ?? "";
    last = at;
  }
  const behind = line.gap(last + 1);
  out += last === line.tokens.length - 1 ? behind : (/^\.?/.exec(behind)?.[0] ?? "");
  const isOdd = out.split("(").length !== out.split(")").length;
  return (isOdd ? out.replace(/\s?[()]/g, (sign) => (sign.endsWith("(") ? ", " : "")) : out)
    .replace(/(?<=,)\s*,/g, "")
    .trim();
}

/** The pieces that were left out, as runs of words without a sign that separates parts. */
function piecesOf(line: TokenLine, kept: readonly boolean[]): Span[] {
  const pieces: [number, number][] = [];
  for (const at of line.tokens.keys()) {
    if (kept[at] === true) continue;
    const last = pieces.at(-1);
    if (last !== undefined && last[1] === at && !/[,;•|()\n]|\s[-–—]\s/.test(line.gap(at))) last[1] = at + 1;
    else pieces.push([at, at + 1]);
  }
  return pieces;
}
const isValue = (word: Token | undefined): boolean => word !== undefined && VALUE.test(word.key);

/** The unit that a piece names, and the words before and behind it. */
function unitOf(line: TokenLine, [from, to]: Span): { unit: string; others: string[] } | null {
  const { tokens, gap } = line;
  const textOf = (a: number, b: number) => (a < b ? [line.slice(a, b)] : []);
  for (let at = from; at < to; at += 1) {
    const key = tokens[at]?.key ?? "";
    const isSign = gap(at).includes("#");
    const isPlain = PLAIN_UNIT.test(key);
    if (!isSign && !isUnitWord(key) && !isPlain) continue;
    if (isSign && NO_UNIT.test(tokens[at - 1]?.key ?? "")) continue;
    let first = isSign ? at : at + 1;
    while (first < to && PLAIN_UNIT.test(tokens[first]?.key ?? "")) first += 1;
    if (first >= to || !(isValue(tokens[first]) || isNumberWord(tokens[first]?.key ?? ""))) continue;
    // A number in words is all that follows: "apt twelve", "unit twenty one".
    let end = isValue(tokens[first]) ? first + 1 : to;
    while (end < to && isValue(tokens[end]) && /^\s?[-–/&+]\s?$/.test(gap(end))) end += 1;
    const value = line.slice(first, end).replace(/\s?&\s?/g, ", ");
    return {
      unit: isSign || isPlain ? value : line.slice(at, end),
      others: [...textOf(from, at), ...textOf(end, to)].filter((text) => !isPreposition(text.toLowerCase())),
    };
  }
  const length = to - from;
  const words = tokens.slice(from, to);
  const isCounted =
    words.every(({ key }) => isNumberWord(key) || /^(?:\d+|[^\p{ASCII}]+)$/u.test(key)) &&
    words.some(({ key }) => isNumberWord(key) || /\d/.test(key));
  if (isCounted) return { unit: line.slice(from, to), others: [] };
  const isBare = length <= 2 && isValue(tokens[to - 1]) && (length === 1 || !NO_UNIT.test(tokens[from]?.key ?? ""));
  return isBare ? { unit: line.slice(from, to), others: [] } : null;
}

/**
 * An address with those other words that may name a town, which no list of towns knows all of: an address in an unknown
 * town is in no known one.
 */
export function withTown(address: string, rest: string | null | undefined): string {
  const names = (rest ?? "").split(", ").filter((part) => {
    const { tokens } = tokensOf(part);
    return (
      tokens.length > 0 && tokens.length <= 4 && tokens.every((word) => isNameWord(word) && !isPreposition(word.key))
    );
  });
  return [address, ...names].join(", ");
}

/** Whether two addresses without a house number name the same corner or street. */
const namesSame = (a: string, b: string): boolean =>
  addressKind(a) === addressKind(b) && JSON.stringify(parseIntersection(a)) === JSON.stringify(parseIntersection(b));

/** Keeps all words but numbers and those of the home, where it is not clear which ones are streets. "Flat Rd" is one. */
function keepWords(line: TokenLine, kept: boolean[]): void {
  const { tokens } = line;
  const isNumber = (word: Token | undefined) => word !== undefined && (/\d/.test(word.key) || isNumberWord(word.key));
  for (const [at, word] of tokens.entries()) {
    const next = tokens[at + 1];
    const isStreet = next !== undefined && isFinalStreetType(next.key) && !line.isBreak(at + 1);
    const isOfHome = (isUnitWord(word.key) && !isStreet) || (NO_UNIT.test(word.key) && isNumber(next));
    if (!isNumber(word) && !isOfHome) kept[at] = true;
  }
}

/**
 * Splits an address: house number, street and places (municipality, neighbourhood, postal code, province, crossing street,
 * floor, name of a building) stay, everything else is taken out, however it is spelled. Only the first
 * {@link ADDRESS_MAX} letters are read.
 */
export function splitAddress(typed: string): SplitAddress {
  const line = tokensOf(typed.slice(0, ADDRESS_MAX));
  const { kept, house } = placeWords(line);
  if (house === null && !namesSame(line.text, joined(line, kept, null))) keepWords(line, kept);
  if (!kept.includes(false)) return { address: line.text, unit: null, rest: null };
  const units: string[] = [];
  const rest: string[] = [];
  for (const [start, end] of piecesOf(line, kept)) {
    let [from, to] = [start, end];
    while (from < to && isPreposition(line.tokens[from]?.key ?? "")) from += 1;
    while (to > from && isPreposition(line.tokens[to - 1]?.key ?? "")) to -= 1;
    if (line.keys(from, to).every((key) => PLAIN_UNIT.test(key))) continue;
    const piece = [from, to] as const;
    const found = unitOf(line, piece);
    if (found === null || [...units, found.unit].join(", ").length > LISTING_FIELDS.unit.max)
      rest.push(line.slice(...piece));
    else {
      units.push(found.unit);
      rest.push(...found.others);
    }
  }
  return {
    address: joined(line, kept, house),
    unit: units.join(", ") || null,
    rest: rest.join(", ") || null,
  };
}
