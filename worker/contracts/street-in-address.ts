import { isFunctionWord, isNumberWord, isUnitWord, type TokenLine } from "./address-tokens.ts";
import { areaByName } from "./addresses.ts";
import { isMainStreet, placeOfStreet, withFullName } from "./known-streets.ts";
import { directionOf, hasStreetType, isFinalStreetType, joinStreet } from "./street-words.ts";

/**
 * How certain a street is, from 3 to 1: it has a type or road number, it has a well-known name, or it only follows a
 * number.
 */
export type Certainty = 3 | 2 | 1;
interface Street {
  to: number;
  certainty: Certainty;
}

/** Words at the end of street names that street keys do not treat as types. */
const OTHER_TYPES = new Set(
  (
    "hill hollow sideroad line townline concession mews walk run path row quay crossing landing close common commons link chase " +
    "mall vista bypass highway garden terraces wood woods hills valley point pathway mill mills expressway"
  ).split(" "),
);
/** Words that come before the number of a road. */
const ROAD = /^(?:highway|hwy|route|rte|line|concession|conc|sideroad|autoroute)$/;
const ROAD_OWNER = /^(?:county|regional|township|concession|kings)$/;
const ROAD_KIND = /^(?:rd|road|highway|hwy|line)$/;
const ORDINAL = /^\d{1,2}(?:st|nd|rd|th)$/;
/** Words beside a street that never belong to its name. */
const PREPOSITION = new Set(
  "at near nearby by off of just corner cor close next behind beside across opposite facing between btwn and x intersection".split(
    " ",
  ),
);
export const isPreposition = (key: string): boolean => PREPOSITION.has(key);

/** Returns whether a word is a street type, including words such as "Sparroway" and "Laneway". */
const isType = (key: string) =>
  OTHER_TYPES.has(key) ||
  (/.way$/.test(key) && !/^(?:a|any|door|drive|entry|half|hall|high|express|rail|stair|sub|walk)way$/.test(key)) ||
  hasStreetType(["a", key]);
/** Streets whose name is only a type: "The Esplanade". */
const IS_NAME = /^(?:esplanade|queensway|kingsway|donway|promenade)$/;
export const isNameAlone = (key: string): boolean => IS_NAME.test(key);
const STREET_WORDS = 7;
/**
 * Maximum number of words in a street without a type, if only the end of the address part shows where the street ends.
 */
const UNTYPED_WORDS = 3;
/** Matches the number of a unit that has no word such as "unit" before it. */
const UNIT_NUMBER = /^\d{3,4}$/;

/**
 * Returns the end of a road named by its number: "Highway 7", "County Road 25", "Concession Rd 8 W"; null for other
 * roads.
 */
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

/**
 * Returns the number of words from an index on that may belong to a street: up to a separator, a number, a preposition,
 * or a word for a unit.
 */
function streetRegion(line: TokenLine, from: number): number {
  let to = from;
  while (to < line.tokens.length && to - from < STREET_WORDS) {
    const key = line.tokens[to]?.key ?? "";
    if (to > from && line.isBreak(to)) break;
    if (/\d/.test(key) && !ORDINAL.test(key)) break;
    const next = line.tokens[to + 1]?.key ?? "";
    // Continues at "Nine" in "Channel Nine Crt", but stops at "gate" in "Fort York Way gate code 77".
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

/** Returns the length of the street that the words begin with, judged by its type; 0 without a street. */
function typedLength(words: readonly string[]): number {
  for (const [at, word] of words.entries()) {
    const [next = "", second = ""] = words.slice(at + 1);
    if (at === 0 || !isFinalStreetType(word) || isFinalStreetType(next)) continue;
    // "St" is part of the name in "Louis St Laurent Blvd".
    if (word === "st" && directionOf(next) === undefined && isFinalStreetType(second)) continue;
    const end = at + (directionOf(next) === undefined ? 1 : 2);
    const other = otherLength(words.slice(0, at));
    return other > 0 && directionOf(words[other - 1]) !== undefined ? other : end;
  }
  return otherLength(words);
}

/** Works like {@link typedLength} for types that are also parts of names: "Queens Quay W", "Fort York Way". */
function otherLength(words: readonly string[]): number {
  for (const [at, word] of words.entries()) {
    const next = words[at + 1] ?? "";
    if (at === 0 || !isType(word) || (isType(next) && !IS_NAME.test(word))) continue;
    return at + (directionOf(next) === undefined ? 1 : 2);
  }
  return 0;
}

/** Returns whether the last word in a range is in lower case and the first word is not, which is unusual for a name. */
export const endsInLowerCase = ({ tokens }: TokenLine, from: number, to: number): boolean =>
  /^\p{Lu}/u.test(tokens[from]?.raw ?? "") && /^\p{Ll}/u.test(tokens[to - 1]?.raw ?? "");

/**
 * Returns the length of the well-known street that the words begin with: "Yonge", "Avenue Road"; 0 if there is none.
 */
function mainLength(words: readonly string[]): number {
  const length = [3, 2, 1].find((count) => {
    const key = withFullName(joinStreet(words.slice(0, count)));
    return count <= words.length && (isMainStreet(key) || placeOfStreet(key) !== null);
  });
  if (length === undefined) return 0;
  return directionOf(words[length]) === undefined ? length : length + 1;
}

/** Returns the street that begins at a word; null if no street begins there. */
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
  // The street ends before "Robin" in "Fort York Way Robin Smith's place".
  const other = endsInLowerCase(line, from, from + typed) ? otherLength(words) : 0;
  if (typed > 0) return { to: withoutWing(line, from + (other || typed)), certainty: 3 };
  if (first === "the" && words.length > 1) {
    const name = words.findIndex((word, at) => at > 0 && directionOf(word) === undefined);
    return { to: from + Math.max(name, 1) + 1, certainty: 2 };
  }
  const main = mainLength(words);
  if (main > 0) return { to: from + main, certainty: 2 };
  if (isPreposition(first) || isFunctionWord(first) || isUnitWord(first) || startsWithPlace(words)) return null;
  const place = words.findIndex((_, at) => at > 0 && startsWithPlace(words.slice(at)));
  const next = line.tokens[region]?.key ?? "";
  // 2801 is a unit in "125 Blue Jays 2801, Toronto".
  const isUnit =
    UNIT_NUMBER.test(next) && (line.isBreak(region + 1) || startsWithPlace(line.keys(region + 1, region + 4)));
  const isWhole = region === line.tokens.length || line.isBreak(region) || isUnitWord(next) || isUnit;
  const length = place > 0 ? place : isWhole && words.length <= UNTYPED_WORDS ? words.length : 1;
  return { to: from + length, certainty: 1 };
}

/**
 * Parts of buildings to which a direction may belong, as in "27 Elm St West Tower 1204", but not in "27 Elm St West
 * Tower B".
 */
const WING = /^(?:tower|twr|building|bldg|wing|block|entrance|side)$/;
function withoutWing(line: TokenLine, to: number): number {
  const [last = "", next = "", name = ""] = line.keys(to - 1, to + 2);
  const isOfWing = last.length > 1 && directionOf(last) !== undefined && WING.test(next) && !/^[a-z\d]$/.test(name);
  return isOfWing && !line.isBreak(to) ? to - 1 : to;
}

/** Returns whether words begin with a municipality or the province. */
export const startsWithPlace = (words: readonly string[]): boolean =>
  /^(?:on|ont|ontario|canada)$/.test(words[0] ?? "") ||
  [1, 2, 3].some((count) => count <= words.length && areaByName(words.slice(0, count).join(" ")) !== null);
