import { LISTING_FIELDS } from "../contracts/listing-fields.ts";
import {
  isDescriptive,
  isNameWord,
  isNumberWord,
  isUnitWord,
  type Token,
  type TokenLine,
  tokensOf,
} from "../contracts/address-tokens.ts";
import { addressKind, areaOf } from "../contracts/address-check.ts";
import { ADDRESS_MAX } from "../contracts/addresses.ts";
import { parseIntersection } from "../contracts/crossings.ts";
import { type House, type Span, houseIn } from "../contracts/house-in-address.ts";
import { endsInLowerCase, isNameAlone, isPreposition, streetAt } from "../contracts/street-in-address.ts";
import { isFinalStreetType, directionOf, joinStreet } from "../contracts/street-words.ts";
import { AREAS } from "../contracts/areas.ts";
import { isMainStreet, isTownElsewhere, withFullName } from "../contracts/known-streets.ts";
import { placeByName } from "../contracts/place-names.ts";
import { parseUnit } from "../contracts/parse-address.ts";

/** Place names that are also ordinary words, which count only as a whole part of an address. */
const NAMES_ALONE = /^(?:to|king|peel|downtown|midtown|uptown|gta)$/;
const PROVINCE = /^(?:on|ont|ontario|canada)$/;
/** Matches words for a part of a place: "Downtown Toronto", "West End". */
const PART_OF_PLACE =
  /^(?:downtown|midtown|uptown|central|greater|old|north|south|east|west|end|city|town|township|region|municipality|of|core|area|gta|district|neighbourhood|neighborhood|village|the)$/;
/** Words that end the names of buildings and places. */
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
/** Words before "house" and "tower" that describe the building and are not part of a name. */
const PLAIN_NAME =
  /^(?:main|coach|lane|laneway|garden|guest|carriage|row|front|back|upper|lower|semi|detached|apartment|new|newer)$/;
const HIGHWAY = /^(?:4\d\d|7|27)$/;

/** Returns whether a range of words is a whole part of the address. */
const isWhole = (line: TokenLine, from: number, to: number): boolean => line.isBreak(from) && line.isBreak(to);

/** Returns the end of a postal code or of its first half; null if there is none. */
function postalEnd(line: TokenLine, at: number): number | null {
  const [first = "", second = ""] = line.keys(at, at + 2);
  if (at > 0 && (line.gap(at).includes("#") || isUnitWord(line.tokens[at - 1]?.key ?? ""))) return null;
  if (/^[a-z]\d[a-z]\d[a-z]\d$/.test(first)) return at + 1;
  if (!/^[a-z]\d[a-z]$/.test(first)) return null;
  if (/^\d[a-z]\d$/.test(second) && /^[\s–-]?$/.test(line.gap(at + 1))) return at + 2;
  return /^[ml]/.test(first) ? at + 1 : null;
}

function floorEnd(line: TokenLine, at: number): number | null {
  const [first = "", second = ""] = line.keys(at, at + 2);
  const hasNoun = FLOOR_SIDE.test(first) && FLOOR_NOUN.test(second) && !line.isBreak(at + 1);
  // In "upper unit 5" and "Main flat B", the word belongs to the unit number.
  const isNumbered = /^(?:\p{L}{0,3}\d+\p{L}?|\p{L})$/u.test(line.tokens[at + 2]?.key ?? "") && !line.isBreak(at + 2);
  if (hasNoun && !(isNumbered && /^(?:unit|flat)$/.test(second))) return at + 2;
  if (/^(?:penthouse|ph)$/.test(second)) return null;
  return FLOOR.test(first) || (first === "main" && isWhole(line, at, at + 1)) ? at + 1 : null;
}

/** Returns the end of a known place: a municipality, a neighbourhood, a town. Municipalities count in any position. */
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

/**
 * Returns whether words describe the home or its surroundings, although the last word could end a name: "quiet street",
 * "near the park", "lake view".
 */
function isDescription(line: TokenLine, from: number, to: number): boolean {
  const words = line.keys(from, to - 1);
  const last = line.tokens[to - 1]?.key ?? "";
  const isUnnamed = words.length > 0 && words.every((word) => /^(?:the|a)$/.test(word) || isPreposition(word));
  return words.some(isDescriptive) || (isUnnamed && !isNameAlone(last)) || /^views?$/.test(last);
}

/** Returns the end of a crossing street. @param isJoined true if a preposition or sign joins it to another street */
function crossEnd(line: TokenLine, at: number, isJoined: boolean): number | null {
  const street = streetAt(line, at);
  if (street !== null && isDescription(line, at, street.to)) return null;
  const mayBeHighway = isJoined && HIGHWAY.test(line.tokens[at]?.key ?? "");
  if (street === null) return mayBeHighway ? at + 1 : null;
  // The last words are the street's type and direction. "10th" is allowed, because roads have such names.
  const isNamed = line.tokens
    .slice(at, street.to - 1)
    .every((word) => isNameWord(word) || /^\d+\D\D$|^rd$/.test(word.key));
  if (street.certainty === 3)
    return isNamed && !endsInLowerCase(line, at, street.to) && street.to - at <= NAME_WORDS ? street.to : null;
  return isJoined && isMainStreet(withFullName(joinStreet(line.keys(at, street.to)))) ? street.to : null;
}

/** Returns the end of the name of a building or place, recognised by its last word: "The Met Condos". */
function namedEnd(line: TokenLine, at: number): number | null {
  let to = at;
  while (to < line.tokens.length && to - at < NAME_WORDS && (to === at || !line.isBreak(to))) {
    const word = line.tokens[to];
    if (word === undefined || !isNameWord(word) || (isPreposition(word.key) && word.key !== "of" && word.key !== "on"))
      break;
    to += 1;
    const next = line.tokens[to];
    if (to - at < 2 || !NAME_ENDS.has(word.key) || endsInLowerCase(line, at, to) || isDescription(line, at, to))
      continue;
    const isPlain = line
      .keys(at, to - 1)
      .every((key) => PLAIN_NAME.test(key) || PART_OF_PLACE.test(key) || NAME_ENDS.has(key));
    if (!isPlain && (next === undefined || line.isBreak(to) || !NAME_ENDS.has(next.key))) return to;
  }
  return null;
}

/** Marks the words of an address that name its house or a place. All other words describe the home or its landlord. */
function placeWords(line: TokenLine): { kept: boolean[]; house: ReturnType<typeof houseIn> } {
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
    // "near" and "at the corner of" belong to the place that follows them.
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

/** Returns whether a word joins a place to the address: "near", "at", "close to". */
function isLink({ tokens }: TokenLine, at: number): boolean {
  const key = tokens[at]?.key ?? "";
  return isPreposition(key) || (/^(?:to|from)$/.test(key) && /^(?:close|next|across)$/.test(tokens[at - 1]?.key ?? ""));
}

/** Returns the end of the place that begins at a word; null if no place begins there. */
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
  const ends = [floorEnd(line, at), placeEnd(line, at, isAnchored || before?.key === "in")];
  if (directionOf(key) !== undefined && isAfterKept && isWhole(line, at, at + 1)) ends.push(at + 1);
  if (isAnchored) ends.push(crossEnd(line, at, isJoined || !hasHouse), namedEnd(line, at), townEnd(line, at));
  return ends.reduce((longest, end) => (end !== null && end > (longest ?? 0) ? end : longest), null);
}

/** Returns the end of another house of the same listing: "4 & 8 Rannock Street • 880 Pharmacy Avenue". */
function secondHouse(line: TokenLine, at: number): number | null {
  if (!/^\d{1,5}\p{L}?$/u.test(line.tokens[at]?.raw ?? "") || !/^\s$/.test(line.gap(at + 1))) return null;
  const street = streetAt(line, at + 1);
  return street?.certainty === 3 ? street.to : null;
}

/** Returns the end of an unknown town, recognised by its position before the province or postal code. */
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

/** Keeps words such as "Downtown" and "West End" beside a place, or as a separate part. */
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

/** A typed address, split into a part that renters may see and parts that only moderators and the landlord see. */
interface SplitAddress {
  /** House number, street and place names. */
  address: string;
  /** The number of a unit, "1204" or "PH 6"; null if the text names none. */
  unit: string | null;
  /** Other words, which name no place; null if there are none. */
  rest: string | null;
}

/** Words before a number that is not a unit. */
const NO_UNIT =
  /^(?:box|po|pob|p|o|buzzer|buzz|code|codes|lockbox|parking|locker|key|keys|entry|entrance|phone|tel|call|text|gate|pin|intercom|panel|spot|stall|garage|bus|exit|line|route|rte|highway|hwy|tower|twr|building|bldg|block|lot|phase)$/;
/** Words that only introduce a unit number. */
const PLAIN_UNIT = /^(?:units?|apts?|apartments?|appt?|suites?|ste|no|nr|number)$/;
const VALUE = /^(?:\p{L}{0,4}\d{1,5}\p{L}?|\p{L})$/u;

/** Joins the kept words. A comma replaces words that were removed between two of them. */
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

/** Returns the removed pieces: consecutive words without a separator between them. */
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

/** Returns the unit that a piece names, and the words before and after it. */
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
    // A number in words extends to the end of the piece: "apt twelve", "unit twenty one".
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
 * Returns an address together with the words from `rest` that may name a town. No list contains every town, and an
 * address in an unlisted town must not be assigned to a listed one.
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

/** Returns whether two addresses without a house number name the same corner or street. */
const namesSame = (a: string, b: string): boolean =>
  addressKind(a) === addressKind(b) && JSON.stringify(parseIntersection(a)) === JSON.stringify(parseIntersection(b));

/**
 * Keeps all words except numbers and words about the home. Used when it is unclear which words name a street: as "Flat"
 * does in "Flat Rd".
 */
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
 * Splits an address. Keeps house number, street and places (municipality, neighbourhood, postal code, province,
 * crossing street, floor, name of a building). Removes all other words, however they are spelled. Reads only the first
 * {@link ADDRESS_MAX} characters.
 */
export function splitAddress(typed: string): SplitAddress {
  const area = areaOf(typed);
  if (area !== null) {
    const others = tokensOf(area.rest);
    return { address: [...area.names, area.postalCode].join(", "), ...apartFrom(others, []) };
  }
  const line = tokensOf(typed.slice(0, ADDRESS_MAX));
  const { kept, house } = placeWords(line);
  if (house === null && !namesSame(line.text, joined(line, kept, null))) keepWords(line, kept);
  if (!kept.includes(false)) return { address: line.text, unit: null, rest: null };
  return { address: joined(line, kept, house), ...apartFrom(line, kept) };
}

/** Returns the unit and the other words among the words that were removed from an address. */
function apartFrom(line: TokenLine, kept: readonly boolean[]): Pick<SplitAddress, "unit" | "rest"> {
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
  return { unit: units.join(", ") || null, rest: rest.join(", ") || null };
}

/** Parts of an address other than house, street and place. */
interface Apart {
  unit: string | null;
  addressRest: string | null;
}

const isSameUnit = (a: string, b: string) => parseUnit(a) === parseUnit(b);

/**
 * Returns the parts of a typed address. If the given unit takes precedence over a different unit in the text, the unit
 * in the text is kept with the other words.
 */
function apart({ unit, rest }: SplitAddress, given: string | null): Apart {
  const isKept = unit !== null && given !== null && !isSameUnit(unit, given);
  const others = [isKept ? unit : null, rest].filter((text) => text !== null).join(", ");
  return { unit: given ?? unit, addressRest: others.slice(0, LISTING_FIELDS.addressRest.max) || null };
}

/**
 * Separates a new listing's address, unit and other words for storage. Typed text that is not a house, street or place
 * moves to fields that are never public. A unit in the unit field takes precedence.
 */
export function separateUnit<Fields extends { address: string; unit: string | null }>(
  fields: Fields,
): Fields & { addressRest: string | null } {
  const typed = splitAddress(fields.address);
  return { ...fields, address: typed.address, ...apart(typed, fields.unit) };
}

/**
 * Works like {@link separateUnit} for an edit. A unit typed into the address takes precedence unless the edit changes
 * the unit field.
 */
export function separateUnitInEdit<Edit extends { address?: string | undefined; unit?: string | null | undefined }>(
  edit: Edit,
  before: { address: string; unit: string | null },
): Edit & Partial<Apart> {
  if (edit.address === undefined || edit.address === before.address) return edit;
  const typed = splitAddress(edit.address);
  const given = edit.unit && edit.unit !== before.unit ? edit.unit : null;
  const { unit, addressRest } = apart(typed, given);
  return { ...edit, address: typed.address, addressRest, ...(unit !== null && { unit }) };
}
