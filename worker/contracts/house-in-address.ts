import { isFunctionWord, isNumberWord, isUnitWord, type TokenLine, tokensOf } from "./address-tokens.ts";
import { ADDRESS_MAX, areaByName, canBeRange, FLOOR, NAMED_UNITS, plainText, POSTAL_CODES } from "./addresses.ts";
import { isMainStreet, placeOfStreet, withFullName } from "./known-streets.ts";
import {
  directionOf,
  hasStreetType,
  isFinalStreetType,
  joinStreet,
  streetLength,
  streetWords,
} from "./street-words.ts";

/** Positions of some words, the second one exclusive. */
export type Span = readonly [from: number, to: number];

/** The house of an address. */
export interface House {
  number: Span;
  street: Span;
}

/** How sure a street is: by its type or its road number, by a well-known name, by its place behind a number only. */
type Certainty = 3 | 2 | 1;
interface Street {
  to: number;
  certainty: Certainty;
}

/** Ends of streets' names that keys do not treat as types. */
const OTHER_TYPES = new Set(
  (
    "hill hollow sideroad line townline concession mews walk run path row quay crossing landing close common commons link chase " +
    "mall vista bypass highway garden terraces wood woods hills valley point pathway mill mills expressway"
  ).split(" "),
);
/** Words before the number of a road. */
const ROAD = /^(?:highway|hwy|route|rte|line|concession|conc|sideroad|autoroute)$/;
const ROAD_OWNER = /^(?:county|regional|township|concession|kings)$/;
const ROAD_KIND = /^(?:rd|road|highway|hwy|line)$/;
const ORDINAL = /^\d{1,2}(?:st|nd|rd|th)$/;
/** Words around a street that belong to no street's name. */
const PREPOSITION = new Set(
  "at near nearby by off of just corner cor close next behind beside across opposite facing between btwn and x intersection".split(
    " ",
  ),
);
export const isPreposition = (key: string): boolean => PREPOSITION.has(key);

/** Also "Field Sparroway" and "Forest Laneway". */
const isType = (key: string) =>
  OTHER_TYPES.has(key) ||
  (/.way$/.test(key) && !/^(?:a|any|door|drive|entry|half|hall|high|express|rail|stair|sub|walk)way$/.test(key)) ||
  hasStreetType(["a", key]);
/** Streets that are called by a type alone: "The Esplanade". */
const IS_NAME = /^(?:esplanade|queensway|kingsway|donway|promenade)$/;
const STREET_WORDS = 7;
/** Words of a street without a type, where nothing but the end of its part tells that it ends. */
const UNTYPED_WORDS = 3;

/** The end of a road that is named by its number: "Highway 7", "County Road 25", "Concession Rd 8 W"; null for others. */
function roadEnd(line: TokenLine, from: number): number | null {
  const { tokens, gap, keys } = line;
  const [first = "", second = ""] = keys(from, from + 2);
  if (
    /^(?:\d{1,2}(?:st|nd|rd|th)|[a-z]+th|first|second|third)$/.test(first) &&
    /^(?:line|sideroad|concession)$/.test(second)
  ) {
    const third = keys(from + 2, from + 3)[0] ?? "";
    const hasSide = directionOf(third) !== undefined && !line.isBreak(from + 2);
    if (!isFinalStreetType(third)) return hasSide ? withoutWing(line, from + 3) : from + 2;
  }
  const length = ROAD_OWNER.test(first) && ROAD_KIND.test(second) ? 2 : ROAD.test(first) ? 1 : 0;
  const number = from + length;
  if (length === 0 || !/^\d{1,3}$/.test(tokens[number]?.key ?? "") || !/^[\s.#]*$/.test(gap(number))) return null;
  const hasDirection = directionOf(tokens[number + 1]?.key) !== undefined && !line.isBreak(number + 1);
  return hasDirection ? withoutWing(line, number + 2) : number + 1;
}

/** How many words from an index on may be a street's: up to a sign, a number, a preposition, a word of the home. */
function streetRegion(line: TokenLine, from: number): number {
  let to = from;
  while (to < line.tokens.length && to - from < STREET_WORDS) {
    const key = line.tokens[to]?.key ?? "";
    if (to > from && line.isBreak(to)) break;
    if (/\d/.test(key) && !ORDINAL.test(key)) break;
    const next = line.tokens[to + 1]?.key ?? "";
    // "Channel Nine Crt", but "Fort York Way gate code 77"
    const isStop = isPreposition(key) || isUnitWord(key) || isFunctionWord(key) || isNumberWord(key);
    if (
      to > from &&
      (isStop ? !isType(key) && !(isNumberWord(key) && isFinalStreetType(next)) : key === "gate" && next === "code")
    )
      break;
    to += 1;
  }
  return to;
}

/** The length of the street that some words begin with, by its type; 0 without one. */
function typedLength(words: readonly string[]): number {
  for (const [at, word] of words.entries()) {
    const [next = "", second = ""] = words.slice(at + 1);
    if (at === 0 || !isFinalStreetType(word) || isFinalStreetType(next)) continue;
    // "Louis St Laurent Blvd"
    if (word === "st" && directionOf(next) === undefined && isFinalStreetType(second)) continue;
    const end = at + (directionOf(next) === undefined ? 1 : 2);
    const other = otherLength(words.slice(0, at));
    return other > 0 && directionOf(words[other - 1]) !== undefined ? other : end;
  }
  return otherLength(words);
}

/** The same for types that are also parts of names: "Queens Quay W", "Fort York Way". */
function otherLength(words: readonly string[]): number {
  for (const [at, word] of words.entries()) {
    const next = words[at + 1] ?? "";
    if (at === 0 || !isType(word) || (isType(next) && !IS_NAME.test(word))) continue;
    return at + (directionOf(next) === undefined ? 1 : 2);
  }
  return 0;
}

/** Whether the last of some words is in small letters and the first is not, as in no name. */
export const isLowered = ({ tokens }: TokenLine, from: number, to: number): boolean =>
  /^\p{Lu}/u.test(tokens[from]?.raw ?? "") && /^\p{Ll}/u.test(tokens[to - 1]?.raw ?? "");

/** The length of the well-known street that some words begin with: "Yonge", "Avenue Road"; 0 without one. */
function mainLength(words: readonly string[]): number {
  const length = [3, 2, 1].find((count) => {
    const key = withFullName(joinStreet(words.slice(0, count)));
    return count <= words.length && (isMainStreet(key) || placeOfStreet(key) !== null);
  });
  if (length === undefined) return 0;
  return directionOf(words[length]) === undefined ? length : length + 1;
}

/** The street that begins at a word, null for none. */
export function streetAt(line: TokenLine, from: number): Street | null {
  const road = roadEnd(line, from);
  if (road !== null) return { to: road, certainty: 3 };
  const region = streetRegion(line, from);
  const words = line.keys(from, region);
  const [first = ""] = words;
  if (words.length === 0) return null;
  const typed = IS_NAME.test(first === "the" ? (words[1] ?? "") : "")
    ? otherLength(words.slice(0, 3))
    : typedLength(words);
  // "Fort York Way Robin Smith's place"
  const other = isLowered(line, from, from + typed) ? otherLength(words) : 0;
  if (typed > 0) return { to: withoutWing(line, from + (other || typed)), certainty: 3 };
  if (first === "the" && words.length > 1) {
    const name = words.findIndex((word, at) => at > 0 && directionOf(word) === undefined);
    return { to: from + Math.max(name, 1) + 1, certainty: 2 };
  }
  const main = mainLength(words);
  if (main > 0) return { to: from + main, certainty: 2 };
  if (isPreposition(first) || isFunctionWord(first) || isUnitWord(first) || isPlaceAhead(words)) return null;
  const place = words.findIndex((_, at) => at > 0 && isPlaceAhead(words.slice(at)));
  const isWhole = region === line.tokens.length || line.isBreak(region) || isUnitWord(line.tokens[region]?.key ?? "");
  const length = place > 0 ? place : isWhole && words.length <= UNTYPED_WORDS ? words.length : 1;
  return { to: from + length, certainty: 1 };
}

/** Parts of buildings that directions name: "27 Elm St West Tower 1204", but "27 Elm St West Tower B". */
const WING = /^(?:tower|twr|building|bldg|wing|block|entrance|side)$/;
function withoutWing(line: TokenLine, to: number): number {
  const [last = "", next = "", name = ""] = line.keys(to - 1, to + 2);
  const isOfWing = last.length > 1 && directionOf(last) !== undefined && WING.test(next) && !/^[a-z\d]$/.test(name);
  return isOfWing && !line.isBreak(to) ? to - 1 : to;
}

/** Whether words begin with a municipality or the province. */
const isPlaceAhead = (words: readonly string[]): boolean =>
  /^(?:on|ont|ontario|canada)$/.test(words[0] ?? "") ||
  [1, 2, 3].some((count) => count <= words.length && areaByName(words.slice(0, count).join(" ")) !== null);

/** Words before a number that is not a house number: "Highway 401", "Line 1 & 5", "Floor 2". */
const NAMES_NUMBER =
  /\b(?:highway|hwy|line|route|rte|regional road|county road|concession|phase|zone|exit|bus|ttc|code|buzzer|locker|lot|\$)[\s#]*$/i;
/** Words that may also precede a house number: "lower level 45 Wanstead Ave", "Room 25 Oakwood Ave". */
const OF_HOME =
  /\b(?:(lower|upper|main|ground|top|whole|entire|first|second|third|1st|2nd|3rd)\s)?(?:level|floor|room|rm)[\s#]*$/i;
/** Rooms and floors mostly have smaller numbers. */
const ROOM_MAX = 9;
/** Counts and measures, unless they are part of a street's name: "2 rooms", "1200 sq.ft". */
const COUNTED =
  /^\s(?:(?:bed|bath|wash)\s?rooms?|rooms?|beds?|baths?|br|bdrms?|bdr|bd|ba|dens?|kitchens?|people|persons?|students?|girls?|boys?|ladies|males?|females?|cars?|parkings?|stor(?:e?y|eys|ies)|floors?|units?|min(?:ute)?s?|hours?|hrs?|days?|weeks?|months?|years?|yrs?|sq(?:uare)?\.?\s?(?:f(?:ee|oo)?t|m)|sqft|sf|feet|ft|km|kms|kilomet(?:er|re)s?|m|met(?:er|re)s|blocks?|steps?|stops?|dollars?|cad|percent|subways?|stations?|buses|lines?|plus|at)(?![\p{L}\p{N}])/iu;
/** Words that no street starts with, apart from names like "At Terrace". */
const NO_STREET = /^\s(?:to|from|and|near|for|per|with|or)(?![\p{L}\p{N}])/iu;
const STREET_END = /[,\n•;|()]/;
const JOINT = /[&/@+]|\s(?:and|at|x)\s/i;

/** Whether a text starts with a word of {@link COUNTED} that is a street's name, judged by the type after it. */
function isStreetCalled(counted: string, after: string): boolean {
  const words = streetWords((after.slice(counted.length).split(STREET_END)[0] ?? "").slice(0, ADDRESS_MAX));
  if (!hasStreetType(["a", words[0] ?? ""])) return false;
  const next = directionOf(words[1]) === undefined ? words.slice(1) : words.slice(2);
  // "2 bedroom square near Yonge" is not a street, "12 Day Ave upper" is.
  const isPlain = isFinalStreetType(words[0]) && !/^(?:sq|square|pl|place)$/.test(words[0] ?? "");
  if (isPlain) return true;
  return !/^\s(?:bed|bath|wash|br?d)/i.test(counted) && (next.length === 0 || areaByName(next.join(" ")) !== null);
}

/** Whether a number can be a house number, judged by the surrounding words; "Room 5-12 King St" contains its house. */
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

const NUMBER = /^\d{1,5}[¼-¾]?\p{L}?$/u;
const isNumber = (raw: string) => NUMBER.test(raw) && Number.parseInt(raw, 10) > 0;

/** Whether a word or sign before a number makes it that of a unit: "Flat 3", "#5". */
function isOfUnit({ tokens, gap }: TokenLine, at: number): boolean {
  if (gap(at).includes("#")) return true;
  const word = tokens[at - 1]?.key ?? "";
  // Chinese and Korean words of the home stand behind their number; isOfHouse() judges rooms.
  return at > 0 && /^[\s.:-]*$/.test(gap(at)) && isUnitWord(word) && /^(?!room$|rm$)\p{ASCII}+$/u.test(word);
}

/** Whether the first of two numbers can be a house's, which a word before it may deny: "TH 6 - 38 Mariner Terr". */
function isFreeBefore(line: TokenLine, at: number): boolean {
  const before = line.tokens[at - 1]?.key ?? "";
  if (isOfUnit(line, at)) return false;
  if (at === 0 || !/^\s+$/.test(line.gap(at))) return true;
  return (
    /^(?:no|nr|number|at|of|near|floor|level|basement|bsmt|rear|upper|lower|main)$/.test(before) ||
    isPlaceAhead([before])
  );
}

/** Whether a number is the 2 of "85 1/2". */
const isHalf = ({ tokens, gap }: TokenLine, at: number): boolean =>
  tokens[at]?.raw === "2" && tokens[at - 1]?.raw === "1" && gap(at) === "/";

/** Where the numbers of a house begin whose last one is at an index: "85-95", "4 & 8", "14, 16 & 20". */
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

/** The house whose last number is at an index, if a street follows it; with the certainty of its street. */
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
  // "12 Unit 4 King St", "12 #4 King St"; but "12 Penthouse Rd"
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
  if (isApart && (!isFirst || (street.certainty < 3 && isPlaceAhead(keys(from, street.to))))) return null;
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
 * The house of an address: the number before the street that is surest, the first of several; null without one. A number
 * behind a word of the home ("Flat 3 Elm St") is none.
 */
export function houseIn(line: TokenLine): House | null {
  let best: (House & { certainty: Certainty }) | null = null;
  for (const at of line.tokens.keys()) {
    const house = houseAt(line, at);
    if (house !== null && house.certainty > (best?.certainty ?? 0)) best = house;
  }
  return best;
}

/** Whether an address has a house number ("85 Main St", "1204-85 X St", "Unit 4, 12 King St W"); a unit alone does not count. */
export const hasStreetNumber = (address: string): boolean => houseIn(tokensOf(address.slice(0, ADDRESS_MAX))) !== null;

/**
 * Candidates for an address's house number and street, in order: the text before the number, the number as written
 * ("85-95"), and the text after it. Postal codes, floors and named units are removed. An address without candidates has
 * no house number.
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
      number: plainText(line.slice(from, to)),
      after: plain(` ${line.text.slice(line.tokens[house.street[0]]?.start)}`),
    };
  });
}
