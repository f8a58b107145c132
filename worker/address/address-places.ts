import { AREAS } from "../contracts/areas.ts";
import { isNameWord, isUnitWord, type TokenLine } from "../contracts/address-tokens.ts";
import { houseIn, type Span } from "../contracts/house-in-address.ts";
import { isMainStreet, isTownElsewhere, withFullName } from "../contracts/known-streets.ts";
import { placeByName } from "../contracts/place-names.ts";
import { isLowered, isPreposition, streetAt } from "../contracts/street-in-address.ts";
import { directionOf, joinStreet } from "../contracts/street-words.ts";

/** Names that are also words; they count only as a whole part of an address. */
const NAMES_ALONE = /^(?:to|king|peel|downtown|midtown|uptown|gta)$/;
const PROVINCE = /^(?:on|ont|ontario|canada)$/;
/** Words that say which part of a place is meant: "Downtown Toronto", "West End". */
const PART_OF_PLACE =
  /^(?:downtown|midtown|uptown|central|greater|old|north|south|east|west|end|city|town|township|region|municipality|of|core|area|gta|district|neighbourhood|neighborhood|village|the)$/;
/** Last words of names of buildings and places. */
const NAME_ENDS = new Set(
  (
    "condo condos condominium condominiums tower towers place court lofts residence residences apartments building house manor mall " +
    "plaza village square gardens estates terrace terraces heights park woods hills valley centre center station university " +
    "college hospital school library market towns suites villas commons landing quay harbour waterfront beach beaches junction " +
    "bluffs island islands campus"
  ).split(" "),
);
const NAME_WORDS = 5;
const FLOOR_SIDE = /^(?:main|ground|top|upper|lower|first|second|third|1st|2nd|3rd)$/;
const FLOOR_NOUN = /^(?:floor|flr|fl|level|unit|flat)$/;
const FLOOR = /^(?:basement|bsmt|rear|upper|lower)$/;
/** Words before "house" and "tower" that say which one, not what it is called. */
const PLAIN_NAME =
  /^(?:main|coach|lane|laneway|garden|guest|carriage|row|front|back|upper|lower|semi|detached|apartment)$/;
const HIGHWAY = /^(?:4\d\d|7|27)$/;

/** Whether some words are all of their part of the address. */
const isWhole = (line: TokenLine, from: number, to: number): boolean => line.isBreak(from) && line.isBreak(to);

/** The end of a postal code or of its first half; null for none. */
function postalEnd(line: TokenLine, at: number): number | null {
  const [first = "", second = ""] = line.keys(at, at + 2);
  if (at > 0 && (line.gap(at).includes("#") || isUnitWord(line.tokens[at - 1]?.key ?? ""))) return null;
  if (/^[a-z]\d[a-z]\d[a-z]\d$/.test(first)) return at + 1;
  if (!/^[a-z]\d[a-z]$/.test(first)) return null;
  if (/^\d[a-z]\d$/.test(second) && /^[\s-]?$/.test(line.gap(at + 1))) return at + 2;
  return /^[ml]/.test(first) ? at + 1 : null;
}

function floorEnd(line: TokenLine, at: number): number | null {
  const [first = "", second = ""] = line.keys(at, at + 2);
  const hasNoun = FLOOR_SIDE.test(first) && FLOOR_NOUN.test(second) && !line.isBreak(at + 1);
  // In "upper unit 5" and "Main flat B" the word belongs to the number.
  const isNumbered = /^(?:\p{L}{0,3}\d+\p{L}?|\p{L})$/u.test(line.tokens[at + 2]?.key ?? "") && !line.isBreak(at + 2);
  if (hasNoun && !(isNumbered && /^(?:unit|flat)$/.test(second))) return at + 2;
  if (/^(?:penthouse|ph)$/.test(second)) return null;
  return FLOOR.test(first) || (first === "main" && isWhole(line, at, at + 1)) ? at + 1 : null;
}

/** The end of a known place: a municipality, a neighbourhood, a town. Municipalities count wherever they stand. */
function placeEnd(line: TokenLine, at: number, isAnchored: boolean): number | null {
  for (let to = Math.min(at + NAME_WORDS, line.tokens.length); to > at; to -= 1) {
    if (line.keys(at + 1, to).length > 0 && [...Array(to - at - 1).keys()].some((nth) => line.isBreak(at + 1 + nth)))
      continue;
    const name = line.slice(at, to);
    const key = line.keys(at, to).join(" ");
    if (NAMES_ALONE.test(key) && !isWhole(line, at, to)) continue;
    if (AREAS.some((area) => area.toLowerCase() === key)) return to;
    if (isAnchored && (placeByName(name) !== null || isTownElsewhere(key))) return to;
  }
  return null;
}

/** The end of a crossing street. @param isJoined whether a preposition or sign joins it to another street */
function crossEnd(line: TokenLine, at: number, isJoined: boolean): number | null {
  const street = streetAt(line, at);
  const mayBeHighway = isJoined && HIGHWAY.test(line.tokens[at]?.key ?? "");
  if (street === null) return mayBeHighway ? at + 1 : null;
  // The last words are its type and direction, "7" and "10th" are of roads.
  const isNamed = line.tokens
    .slice(at, street.to - 1)
    .every((word) => isNameWord(word) || /^\d+\D\D$|^rd$/.test(word.key));
  if (street.certainty === 3)
    return isNamed && !isLowered(line, at, street.to) && street.to - at <= NAME_WORDS ? street.to : null;
  return isJoined && isMainStreet(withFullName(joinStreet(line.keys(at, street.to)))) ? street.to : null;
}

/** The end of a name of a building or place, which its last word shows: "The Met Condos". */
function namedEnd(line: TokenLine, at: number): number | null {
  let to = at;
  while (to < line.tokens.length && to - at < NAME_WORDS && (to === at || !line.isBreak(to))) {
    const word = line.tokens[to];
    if (word === undefined || !isNameWord(word) || (isPreposition(word.key) && word.key !== "of" && word.key !== "on"))
      break;
    to += 1;
    const next = line.tokens[to];
    if (to - at < 2 || !NAME_ENDS.has(word.key) || isLowered(line, at, to)) continue;
    const isPlain = line
      .keys(at, to - 1)
      .every((key) => PLAIN_NAME.test(key) || PART_OF_PLACE.test(key) || NAME_ENDS.has(key));
    if (!isPlain && (next === undefined || line.isBreak(to) || !NAME_ENDS.has(next.key))) return to;
  }
  return null;
}

/** Marks the words of an address that name its house or a place; what is left out is about the home or its landlord. */
export function placeWords(line: TokenLine): { kept: boolean[]; house: ReturnType<typeof houseIn> } {
  const { tokens, gap } = line;
  const kept = tokens.map(() => false);
  const mark = ([from, to]: Span) => kept.fill(true, from, to);
  const house = houseIn(line);
  if (house) {
    mark(house.number);
    mark(house.street);
  }
  const inHouse = (at: number) => house !== null && at >= house.number[0] && at < house.street[1];

  for (let at = 0; at < tokens.length;) {
    if (inHouse(at)) {
      at = house?.street[1] ?? at + 1;
      continue;
    }
    const to = keptEnd(line, at, kept, house !== null);
    if (to === null) {
      at += 1;
      continue;
    }
    mark([at, to]);
    // "near", "at the corner of" belong to the place behind them.
    for (let before = at - 1; before >= 0 && !inHouse(before) && !kept[before]; before -= 1) {
      const key = tokens[before]?.key ?? "";
      const isOfSide = directionOf(key) !== undefined && isPreposition(tokens[before + 1]?.key ?? "");
      if (!isLink(line, before) && key !== "the" && !isOfSide) break;
      if (/[,;•|]/.test(gap(before + 1))) break;
      kept[before] = true;
    }
    at = to;
  }
  keepPartsOfPlaces(line, kept, inHouse);
  return { kept, house };
}

/** Whether a word joins a place to the address: "near", "at", "close to". */
function isLink({ tokens }: TokenLine, at: number): boolean {
  const key = tokens[at]?.key ?? "";
  return isPreposition(key) || (/^(?:to|from)$/.test(key) && /^(?:close|next|across)$/.test(tokens[at - 1]?.key ?? ""));
}

/** The end of the place that begins at a word; null for a word that is not a place's. */
function keptEnd(line: TokenLine, at: number, kept: readonly boolean[], hasHouse: boolean): number | null {
  const { tokens, gap } = line;
  const before = tokens[at - 1];
  const sign = gap(at);
  const isAfterKept = at > 0 && kept[at - 1] === true;
  const isJoined =
    (/[&/@+]/.test(sign) && (isAfterKept || !hasHouse)) ||
    (before !== undefined &&
      /^\s+$/.test(sign) &&
      isLink(line, at - 1) &&
      (before.key !== "and" || kept[at - 2] === true || !hasHouse));
  const isAnchored = line.isBreak(at) || isAfterKept || isJoined || /\d/.test(before?.key ?? "");
  const key = tokens[at]?.key ?? "";
  const postal = postalEnd(line, at);
  if (postal !== null) return postal;
  if (PROVINCE.test(key)) {
    const isLast = line.isBreak(at + 1) || PROVINCE.test(tokens[at + 1]?.key ?? "") || postalEnd(line, at + 1) !== null;
    if (isLast && (key !== "on" || isAnchored)) return at + 1;
  }
  if (/[•;|&]/.test(sign) || before?.key === "and") {
    const other = secondHouse(line, at);
    if (other !== null && isAfterKept) return other;
  }
  const ends = [floorEnd(line, at), placeEnd(line, at, isAnchored)];
  if (directionOf(key) !== undefined && isAfterKept && isWhole(line, at, at + 1)) ends.push(at + 1);
  if (isAnchored) ends.push(crossEnd(line, at, isJoined || !hasHouse), namedEnd(line, at), townEnd(line, at));
  return ends.reduce((longest, end) => (end !== null && end > (longest ?? 0) ? end : longest), null);
}

/** The end of another house of the same listing: "4 & 8 Rannock Street • 880 Pharmacy Avenue". */
function secondHouse(line: TokenLine, at: number): number | null {
  if (!/^\d{1,5}\p{L}?$/u.test(line.tokens[at]?.raw ?? "") || !/^\s$/.test(line.gap(at + 1))) return null;
  const street = streetAt(line, at + 1);
  return street?.certainty === 3 ? street.to : null;
}

/** The end of an unknown town, which stands where towns do: before the province or postal code. */
function townEnd(line: TokenLine, at: number): number | null {
  let to = at;
  while (to < line.tokens.length && to - at < 4 && (to === at || !line.isBreak(to))) {
    const word = line.tokens[to];
    if (word === undefined || PROVINCE.test(word.key) || postalEnd(line, to) !== null) break;
    if (!isNameWord(word) || isPreposition(word.key) || /^\p{Ll}/u.test(word.raw)) return null;
    to += 1;
  }
  const isBeforeProvince = PROVINCE.test(line.tokens[to]?.key ?? "") || postalEnd(line, to) !== null;
  return to > at && to < line.tokens.length && isBeforeProvince ? to : null;
}

/** Keeps words such as "Downtown" and "West End" beside a place, and as a part of their own. */
function keepPartsOfPlaces(line: TokenLine, kept: boolean[], inHouse: (at: number) => boolean): void {
  let from = 0;
  for (let to = 1; to <= line.tokens.length; to += 1) {
    if (!line.isBreak(to)) continue;
    const part = Array.from({ length: to - from }, (_, nth) => from + nth).filter((at) => !inHouse(at));
    if (part.every((at) => kept[at] === true || PART_OF_PLACE.test(line.tokens[at]?.key ?? "")))
      for (const at of part) kept[at] = true;
    from = to;
  }
}
