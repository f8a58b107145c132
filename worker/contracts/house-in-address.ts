import { isUnitWord, type TokenLine, tokensOf } from "./address-tokens.ts";
import { ADDRESS_MAX, areaByName, canBeRange, FLOOR, NAMED_UNITS, plainText, POSTAL_CODES } from "./addresses.ts";
import { type Certainty, startsWithPlace, streetAt } from "./street-in-address.ts";
import { directionOf, hasStreetType, isFinalStreetType, streetLength, streetWords } from "./street-words.ts";

/** Start and end of some words, as indexes. The end is exclusive. */
export type Span = readonly [from: number, to: number];

/** The house of an address. */
export interface House {
  number: Span;
  street: Span;
}

/** Words before a number that is not a house number: "Highway 401", "Line 1 & 5", "Floor 2". */
const NAMES_NUMBER =
  /\b(?:highway|hwy|line|route|rte|regional road|county road|concession|phase|zone|exit|bus|ttc|code|buzzer|locker|lot|\$)[\s#]*$/i;
/** Words that may also come before a house number: "lower level 45 Wanstead Ave", "Room 25 Oakwood Ave". */
const OF_HOME =
  /\b(?:(lower|upper|main|ground|top|whole|entire|first|second|third|1st|2nd|3rd)\s)?(?:level|floor|room|rm)[\s#]*$/i;
/** The highest plausible room or floor number. */
const ROOM_MAX = 9;
/**
 * Words after a count or measure, which is not a house number: "2 rooms", "1200 sq.ft". These words have no effect as
 * part of a street's name.
 */
const COUNTED =
  /^\s(?:(?:bed|bath|wash)\s?rooms?|rooms?|beds?|baths?|br|bdrms?|bdr|bd|ba|dens?|kitchens?|people|persons?|students?|girls?|boys?|ladies|males?|females?|cars?|parkings?|stor(?:e?y|eys|ies)|floors?|units?|min(?:ute)?s?|hours?|hrs?|days?|weeks?|months?|years?|yrs?|sq(?:uare)?\.?\s?(?:f(?:ee|oo)?t|m)|sqft|sf|feet|ft|km|kms|kilomet(?:er|re)s?|m|met(?:er|re)s|blocks?|steps?|stops?|dollars?|cad|percent|subways?|stations?|buses|lines?|plus|at)(?![\p{L}\p{N}])/iu;
/** Words that do not begin a street name, apart from names like "At Terrace". */
const NO_STREET = /^\s(?:to|from|and|near|for|per|with|or)(?![\p{L}\p{N}])/iu;
const STREET_END = /[,\n•;|()]/;
const JOINT = /[&/@+]|\s(?:and|at|x)\s/i;

/**
 * Returns whether a text starts with a word of {@link COUNTED} that is part of a street's name, judged by the street
 * type after it.
 */
function isStreetCalled(counted: string, after: string): boolean {
  const words = streetWords((after.slice(counted.length).split(STREET_END)[0] ?? "").slice(0, ADDRESS_MAX));
  if (!hasStreetType(["a", words[0] ?? ""])) return false;
  const next = directionOf(words[1]) === undefined ? words.slice(1) : words.slice(2);
  // "12 Day Ave upper" names a street, but "2 bedroom square near Yonge" does not.
  const isPlain = isFinalStreetType(words[0]) && !/^(?:sq|square|pl|place)$/.test(words[0] ?? "");
  if (isPlain) return true;
  return !/^\s(?:bed|bath|wash|br?d)/i.test(counted) && (next.length === 0 || areaByName(next.join(" ")) !== null);
}

/**
 * Returns whether a number can be a house number, judged by the words around it. "5-12" in "Room 5-12 King St" can be
 * one.
 */
function isOfHouse({ before, number, after }: { before: string; number: string; after: string }): boolean {
  const counted = COUNTED.exec(after)?.[0];
  if (NO_STREET.test(after) || (counted !== undefined && !isStreetCalled(counted, after))) return false;
  if (/[-–/]/.test(number)) return true;
  if (NAMES_NUMBER.test(before)) return false;
  const home = OF_HOME.exec(before);
  if (home === null || home[1] !== undefined) return true;
  const line = after.split(STREET_END)[0] ?? "";
  const words = streetWords(line);
  const street = words.slice(0, streetLength(words));
  return Number.parseInt(number, 10) > ROOM_MAX && street.length > 1 && hasStreetType(street) && !JOINT.test(line);
}

/** House numbers have up to six digits. The longest are in the countryside north of the region. */
const NUMBER = /^\d{1,6}[¼-¾]?\p{L}?$/u;
const isNumber = (raw: string) => NUMBER.test(raw) && Number.parseInt(raw, 10) > 0;

/** Returns whether a word or sign before a number makes it a unit number: "Flat 3", "#5". */
function isOfUnit({ tokens, gap }: TokenLine, at: number): boolean {
  if (gap(at).includes("#")) return true;
  const word = tokens[at - 1]?.key ?? "";
  // Chinese and Korean words for a unit come after the number. isOfHouse() judges room numbers.
  return at > 0 && /^[\s.:-]*$/.test(gap(at)) && isUnitWord(word) && /^(?!room$|rm$)\p{ASCII}+$/u.test(word);
}

/**
 * Returns whether the first of two numbers can be a house number. A word before the number may rule this out: "TH 6 -
 * 38 Mariner Terr".
 */
function isFreeBefore(line: TokenLine, at: number): boolean {
  const before = line.tokens[at - 1]?.key ?? "";
  if (isOfUnit(line, at)) return false;
  if (at === 0 || !/^\s+$/.test(line.gap(at))) return true;
  return (
    /^(?:no|nr|number|at|of|near|floor|level|basement|bsmt|rear|upper|lower|main)$/.test(before) ||
    startsWithPlace([before])
  );
}

/** Returns whether a number is the 2 in "85 1/2". */
const isHalf = ({ tokens, gap }: TokenLine, at: number): boolean =>
  tokens[at]?.raw === "2" && tokens[at - 1]?.raw === "1" && gap(at) === "/";

/**
 * Returns the index of the first number of a house, given the index of its last number: "85-95", "4 & 8", "14, 16 &
 * 20".
 */
function numbersFrom(line: TokenLine, last: number): number {
  const { tokens, gap } = line;
  const raw = (at: number) => tokens[at]?.raw ?? "";
  let from = last;
  const hasAnd = raw(last - 1).toLowerCase() === "and";
  const pair = hasAnd ? last - 2 : last - 1;
  if (!isNumber(raw(pair)) || isHalf(line, pair)) return last;
  if (hasAnd || /^,?\s?&\s?$/.test(gap(last))) {
    from = pair;
    while (from > 0 && isNumber(raw(from - 1)) && /^,\s?$/.test(gap(from))) from -= 1;
  } else if (/^\s?[-–]\s?$/.test(gap(last)) && /^\d+$/.test(raw(pair))) {
    if (canBeRange(Number(raw(pair)), Number.parseInt(raw(last), 10))) from = pair;
  }
  return from < last && isFreeBefore(line, from) ? from : last;
}

/** Returns the house whose last number is at an index if a street follows it, and how certain the street is. */
function houseAt(line: TokenLine, last: number): (House & { certainty: Certainty }) | null {
  const { tokens, gap, keys } = line;
  if (!isNumber(tokens[last]?.raw ?? "") || isOfUnit(line, last)) return null;
  if (isHalf(line, last)) return null;
  let end = last + 1;
  const [next = "", second = ""] = keys(end, end + 2);
  if (next === "1" && second === "2" && gap(end + 1) === "/") end += 2;
  else if (gap(end) === "-" && /^[a-z]$/.test(next) && /^\s+$/.test(gap(end + 1))) end += 1;
  let from = end;
  const isApart = /^,\s?$/.test(gap(end));
  // A unit follows the number in "12 Unit 4 King St" and "12 #4 King St", but not in "12 Penthouse Rd".
  if (
    isUnitWord(keys(end, end + 1)[0] ?? "") &&
    gap(end) !== "" &&
    /^(?:\p{L}{0,3}\d+\p{L}?|\p{L})$/u.test(keys(end + 1, end + 2)[0] ?? "")
  )
    from = end + 2;
  else if (/^\s*#\s?$/.test(gap(end))) from = end + 1;
  else if (!/^\.?\s*$/.test(gap(end)) && !isApart) return null;
  const street = streetAt(line, from);
  if (street === null || (from > end && street.certainty < 2)) return null;
  const isFirst = last === 0 || /^(?:no|nr|number)$/.test(tokens[last - 1]?.key ?? "");
  if (isApart && (!isFirst || (street.certainty < 3 && startsWithPlace(keys(from, street.to))))) return null;
  const number = numbersFrom(line, last);
  const text = (a: number, b?: number) => plainText(line.text.slice(a, b));
  const start = tokens[number]?.start ?? 0;
  const whole = {
    before: text(0, start),
    number: line.slice(number, end),
    after: ` ${text(tokens[from]?.start ?? 0)}`,
  };
  return isOfHouse(whole) ? { number: [number, end], street: [from, street.to], certainty: street.certainty } : null;
}

/**
 * Returns the house of an address, or null: the number before the most certain street, or the first such number if
 * several streets are equally certain. A number after a word for a unit ("Flat 3 Elm St") does not count.
 */
export function houseIn(line: TokenLine): House | null {
  let best: (House & { certainty: Certainty }) | null = null;
  for (const at of line.tokens.keys()) {
    const house = houseAt(line, at);
    if (house !== null && house.certainty > (best?.certainty ?? 0)) best = house;
  }
  return best;
}

/**
 * Returns whether an address has a house number ("85 Main St", "1204-85 X St", "Unit 4, 12 King St W"); a unit alone
 * does not count.
 */
export const hasStreetNumber = (address: string): boolean =>
  houseIn(tokensOf(plainText(address.slice(0, ADDRESS_MAX)))) !== null;

/**
 * Returns candidates for the house number and street of an address, in order: the text before the number, the number as
 * written ("85-95"), and the text after it. Removes postal codes, floors and named units. An address without candidates
 * has no house number.
 */
export function houseNumbersIn(address: string): { before: string; number: string; after: string }[] {
  const line = tokensOf(address.slice(0, ADDRESS_MAX));
  const plain = (text: string) => plainText(text).replace(FLOOR, "").replace(POSTAL_CODES, "").replace(NAMED_UNITS, "");
  return [...line.tokens.keys()].flatMap((at) => {
    const house = houseAt(line, at);
    if (house === null) return [];
    const [from, to] = house.number;
    return {
      before: plain(line.text.slice(0, line.tokens[from]?.start)),
      number: plainText(line.slice(from, to)).replace(/[\s-]?1\/2$/, " 1/2"),
      after: plain(` ${line.text.slice(line.tokens[house.street[0]]?.start)}`),
    };
  });
}
