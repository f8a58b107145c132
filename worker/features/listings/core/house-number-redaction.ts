import { withPlainDigits } from "../../../contracts/text.ts";
import { isPrice } from "./number-words.ts";
import { isTelling, numberKey, type OwnHouse, Reader, type Told, type Token } from "./told-number.ts";

/** A whole postal code, as it also stands in a link. */
const WHOLE_CODE =
  /(?<![\p{L}\p{N}])([abceghj-nprstvxy]\d[abceghj-nprstv-z])(?:%20|[^\p{L}\p{N}]){0,3}\d[abceghj-nprstv-z]\d(?![\p{L}\p{N}])/giu;

/** A text with the first half of its postal codes alone: a building can have one of its own. */
export const withHalfPostalCodes = (text: string): string => text.replace(WHOLE_CODE, "$1");

/** What a text may hold that hides a number: digits of other scripts, and what cannot be seen. */
const ODD = /[^\P{N}0-9¼-¾]|\p{DI}/u;
const INVISIBLE = /^\p{DI}$/u;

/** A text as its numbers are read, and where each of its characters stands in what was written; null for itself. */
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

/** Blanks of links ("%20"), whose digits are no number, or a number. */
const TOKENS = /%[23][0-9a-f]|\d{1,3}(?:,\d{3})+(?!\d)|\d+/gi;
/** The letter or half of a number: "12A", "85-b", "85 1/2". */
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

/** One sign between the digits of a number: "4 817", "4-8-1-7". */
const BETWEEN_DIGITS = /^[\s.,'’–_-]$/;
const MOST_PARTS = 5;

/** Tokens with those in one that are a house's number with something between its digits; it counts before its street. */
function withDigitsJoined(tokens: readonly Token[], text: string, numbers: ReadonlySet<string>): Token[] {
  const joined: Token[] = [];
  for (let index = 0; index < tokens.length; index += 1) {
    const [first, ...others] = tokens.slice(index, index + MOST_PARTS);
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

/** What joins a number and a unit, the ends of a range, and houses that are named together. */
const JOINS_UNIT = /^(?:[-–—/]|\s[-–—/]\s|\s[-–—]|[-–—]\s)$/;
const JOINS_HOUSES = /^\s{0,2}(?:[-–—/&,+]|and|to|through)\s{0,2}$|^\s{0,2}$|^,\s?(?:&|and)\s?$/i;
/** Further apart, two numbers are no range of houses. */
const RANGE_MAX = 100;
const isRange = (a: Token, b: Token) => Math.abs(Number(a.number) - Number(b.number)) <= RANGE_MAX;

/** Whether two numbers in a row are one house's: a unit and a house, or the ends of a range. */
function areOne(a: Token, b: Token, text: string): boolean {
  const between = text.slice(a.end, b.start);
  if (JOINS_UNIT.test(between)) return !a.isPart && !isPrice(text, a.start) && (between.length === 1 || isRange(a, b));
  return between.trim() !== "" && JOINS_HOUSES.test(between) && a.number.length === b.number.length && isRange(a, b);
}

/** Which numbers of a text go. */
function goneOf(text: string, tokens: readonly Token[], reader: Reader): Told[] {
  const gone = tokens.map((token): Told => (token.isOwn ? reader.told(token) : null));
  const joins = (index: number) =>
    JOINS_HOUSES.test(text.slice(tokens[index]?.end ?? 0, tokens[index + 1]?.start ?? 0));
  // "14, 16 & 20 Carluke": each in front of one that goes; then the other ends of ranges, on both sides.
  const isNear = (index: number, other: number) => {
    const [token, next] = [tokens[index], tokens[other]];
    if (!token || !next || gone[index] !== null || !gone[other]) return false;
    const [first, second] = index < other ? [token, next] : [next, token];
    if (reader.isOther(token)) return false;
    if (token.isOwn && joins(Math.min(index, other))) return true;
    return areOne(first, second, text) && !/\p{L}$/u.test(text.slice(Math.max(0, token.start - 1), token.start));
  };
  // The street may follow the other end of a range: "4817-4819 Queen", and the house may lie in it.
  for (let index = tokens.length - 2; index >= 0; index -= 1) {
    const [token, next] = [tokens[index], tokens[index + 1]];
    if (!token || !next || next.isOwn || gone[index] !== null) continue;
    if (!(token.isOwn || reader.isBetween(token, next)) || !areOne(token, next, text)) continue;
    if (reader.told(next) === "street") [gone[index], gone[index + 1]] = ["street", "street"];
  }
  for (let index = tokens.length - 2; index >= 0; index -= 1) if (isNear(index, index + 1)) gone[index] = "street";
  for (let index = 1; index < tokens.length; index += 1) if (isNear(index, index - 1)) gone[index] = "words";
  return gone;
}

const GAP_TO_STREET = /^[\s,:;.–—/&+*#)\]_|~-]{1,12}(?:and\s)?/i;
const GAP_IN_FRONT = /^[,;:–—-]?\s/;
const GAP_BETWEEN = /^[\s,–—/&+-]*(?:(?:and|to|through)\s)?$/i;

/** A part of a text that goes. */
interface Gone {
  start: number;
  end: number;
  told: Told;
}

/** The parts that go: numbers that stand together are one. */
function partsGone(text: string, tokens: readonly Token[], gone: readonly Told[]): Gone[] {
  const parts: Gone[] = [];
  for (const [index, { start, end }] of tokens.entries()) {
    const told = gone[index] ?? null;
    const last = parts.at(-1);
    if (told === null) continue;
    if (last && gone[index - 1] && GAP_BETWEEN.test(text.slice(last.end, start))) Object.assign(last, { end, told });
    else parts.push({ start, end, told });
  }
  return parts;
}

/** A part that goes with the sign and the brackets around it, and the gap that it would leave. */
function withGap(text: string, { start, end, told }: Gone): [number, number] {
  let [first, last] = [start, end];
  if (text[first - 1] === "#" || (told === "street" && text[first - 1] === "$")) first -= 1;
  if ((text[first - 1] === "(" && text[last] === ")") || (text[first - 1] === "[" && text[last] === "]")) {
    first -= 1;
    last += 1;
  }
  const behind = text.slice(last, last + 16);
  if (told === "street") last += GAP_TO_STREET.exec(behind)?.[0].length ?? 0;
  else if (first === 0) last += GAP_IN_FRONT.exec(behind)?.[0].length ?? 0;
  else if (/[ \t]/.test(text[first - 1] ?? "") && /^(?:$|[\s.,;:!?)\]])/.test(behind)) first -= 1;
  return [first, last];
}

/** The numbers of a text, and which of them go; null where none is the house's. */
function numbersIn(written: string, house: OwnHouse, amount?: number) {
  if (house.numbers.size === 0) return null;
  const { text, at } = readable(written);
  const tokens = tokensIn(text, house.numbers);
  const reader = new Reader(text, house, amount);
  const isMeant = tokens.some((token, index) => token.isOwn || reader.isBetween(token, tokens[index + 1]));
  return !isMeant ? null : { text, at, tokens, gone: goneOf(text, tokens, reader), reader };
}

/**
 * A text without the number of its own house: one of three digits and more wherever it stands, unless it is a price, a
 * measure, a year or a part of a telephone's; a shorter one beside the name of the street. The time grows with the text.
 * @param amount a number that stays, unless the street follows it
 */
export function withoutOwnNumber(written: string, house: OwnHouse, amount?: number): string {
  const numbers = numbersIn(written, house, amount);
  if (numbers === null) return written;
  const { text, at, tokens, gone } = numbers;
  const kept: string[] = [];
  let from = 0;
  for (const part of partsGone(text, tokens, gone)) {
    const [first, last] = withGap(text, part);
    const to = Math.max(from, first);
    kept.push(at === null ? text.slice(from, to) : written.slice(at[from], at[to]));
    from = last;
  }
  kept.push(at === null ? text.slice(from) : written.slice(at[from]));
  return kept.join("");
}

/** Characters around a number by which a moderator knows it. */
const QUOTED = 16;

/**
 * The words around the number of its own house that {@link withoutOwnNumber} leaves in a text: a long one that is taken
 * for something else, one of two digits that may be anything.
 */
export function ownNumberLeft(written: string, house: OwnHouse): string | null {
  const numbers = numbersIn(written, house);
  if (numbers === null) return null;
  const { text, tokens, gone, reader } = numbers;
  const left = tokens.find(
    (token, index) =>
      token.isOwn &&
      !gone[index] &&
      (isTelling(token) || (token.number.length > 1 && !token.isPart && !reader.isOther(token))),
  );
  return left === undefined ? null : text.slice(Math.max(0, left.start - QUOTED), left.end + QUOTED).trim();
}
