import { AREAS } from "./areas.ts";
import { municipalityOfCommunity } from "./communities.ts";
import {
  isFinalStreetType,
  directionOf,
  endsAsStreet,
  hasStreetType,
  streetLength,
  streetWords,
} from "./street-words.ts";

/** A postal code, or its first half (the FSA). */
const POSTAL_CODE = /\b([abceghj-nprstvxy]\d[abceghj-nprstv-z])(?:[\s-]?(\d[abceghj-nprstv-z]\d))?\b/i;
/** A named unit: "Unit 4", "apt. #4B", "#12", "Suite A". */
export const NAMED_UNIT = /(?:\b(?:units?|apt|apartment|suite|ste)\b\.?\s*(?:#\s*)?|#\s*)([a-z]{0,3}\d\w*|[a-z]\b)/i;
/** Global versions for `replace` and `matchAll`. */
export const POSTAL_CODES = new RegExp(POSTAL_CODE, "gi");
export const NAMED_UNITS = new RegExp(NAMED_UNIT, "gi");
/**
 * The slash between a unit and its house ("5/123"), excluding that of "1/2". It matches in only one way: with two, the
 * time for "5/5/5/…" would double with every slash.
 */
const STROKE = "\\/(?!(?<=\\b1\\/)2\\b)";
const NUMBER = "\\d+(?:-?[a-z])?(?:\\s1\\/2)?";
/** "12A", "85 1/2", a range "1-7", a pair "4 & 8", a series "14, 16 & 20", a unit in a house "5/123". */
const NUMBERS = `${NUMBER}(?:(?:,\\s?${NUMBER})+,?\\s?(?:&|and)\\s?${NUMBER}|(?:\\s?(?:-|–|&|and|${STROKE})\\s?${NUMBER})*)`;
/** {@link NUMBERS} in front of their street. */
const HOUSE_NUMBER = new RegExp(`(^|[\\s,–-]|${STROKE})(${NUMBERS})(?=\\s(?:\\d+(?:st|nd|rd|th)\\s)?\\p{L})`, "giu");
/** "No. 12, King St": a leading number separated from its possible street by a comma. */
const NUMBER_APART = new RegExp(`^[\\s,]*(?:(?:no|nr|number)\\b\\.?\\s*)?(${NUMBERS}),\\s?(?=(\\p{L}[^,]*))`, "iu");
/** A series of houses in front of their street, "14, 16 & 20 ", whose commas do not separate parts of the address. */
const SEVERAL_NUMBERS = new RegExp(`^\\s*${NUMBER}(?:,\\s?${NUMBER})+,?\\s?(?:&|and)\\s?${NUMBER}\\s`, "iu");
/** Longest address that is parsed, the limit for listings. */
export const ADDRESS_MAX = 200;

/** A floor in place of a unit number, also in words. */
export const FLOOR =
  /\b(basement|bsmt|(?:main|ground|top|upper|lower|first|second|third|1st|2nd|3rd)\s(?:floor|flr|level|unit|flat)|rear|penthouse)\b(?!\s(?:st|street|ave|avenue|rd|road)\b)/i;

/** Text without accents, unusual spaces and full-width letters, with "½" expanded. */
export const plainText = (text: string): string =>
  text
    .replace(/½/g, " 1/2")
    .normalize("NFKD")
    .replace(/\p{M}+/gu, "")
    .replace(/[^\S\n]+/g, " ");

/**
 * Candidates for an address's house number and street, in order: the text before the number, the number as written
 * ("85-95"), and the text after it. Postal codes, floors and named units are removed. An address without candidates has
 * no house number.
 */
export function houseNumbersIn(address: string): { before: string; number: string; after: string }[] {
  const whole = plainText(address.slice(0, ADDRESS_MAX))
    .replace(FLOOR, "")
    .replace(POSTAL_CODES, "")
    .replace(NAMED_UNITS, "");
  const text = withNumberAtStreet(whole);
  return [...text.matchAll(HOUSE_NUMBER)]
    .map(({ 0: match, 1: start = "", 2: number = "", index }) => ({
      before: text.slice(0, index + start.length),
      number,
      after: text.slice(index + match.length),
    }))
    .filter(isOfHouse);
}

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

/**
 * Whether an address has a house number ("85 Main St", "1204-85 X St", "Unit 4, 12 King St W"); a unit alone does not
 * count.
 */
export function hasStreetNumber(address: string): boolean {
  return houseNumbersIn(address).length > 0;
}

/** Rewrites "No. 12, King St" as "12 King St". */
function withNumberAtStreet(address: string): string {
  return address.replace(NUMBER_APART, (match, number: string, street: string) =>
    isPlace(street) ? match : `${number} `,
  );
}

/**
 * The street part of an address: its first comma-separated segment, with the number or series of numbers ("No. 12, King
 * St" gives "12 King St").
 */
export function streetOf(address: string): string {
  const whole = withNumberAtStreet(address);
  const several = SEVERAL_NUMBERS.exec(whole)?.[0] ?? "";
  return (several + (whole.slice(several.length).split(",")[0] ?? "")).trim();
}

/** A unit keyword without a number. */
const UNIT_STUB = /(?<![\s,])[\s,]+(?:units?|apt|apartment|suite|ste)\b\.?[\s#]*(?=,|$)/i;

/** Removes a unit keyword without a number: "36 Wood Glen Rd. Unit" ends with its street, "upper unit" stays. */
export function withoutUnitStub(address: string): string {
  const stub = UNIT_STUB.exec(address);
  if (stub === null || !endsAsStreet(streetWords(address.slice(0, stub.index)))) return address;
  return address.slice(0, stub.index) + address.slice(stub.index + stub[0].length);
}

/** A part of an address in lower case, without province, country and postal code. */
export const withoutProvince = (part: string) =>
  part
    .toLowerCase()
    .replace(/’/g, "'")
    .replace(/\b(?:on|ont|ontario|canada)\b\.?|\b[a-z]\d[a-z](?:[\s-]?\d[a-z]\d)?\b/g, "")
    .trim();

/**
 * The municipality or area with a name in lower case, or with a community of that name ("maple" is in Vaughan); null if
 * unknown.
 */
export function areaByName(name: string): string | null {
  return AREAS.find((area) => area.toLowerCase() === name) ?? municipalityOfCommunity(name);
}

/** Whether a part of an address is a place name or a province rather than a street. */
function isPlace(part: string): boolean {
  const name = withoutProvince(part);
  return name === "" || areaByName(name) !== null;
}
