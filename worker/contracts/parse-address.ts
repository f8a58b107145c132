import { ADDRESS_MAX, FLOOR, NAMED_UNIT, NAMED_UNITS, plainText, POSTAL_CODES } from "./addresses.ts";
import { AREAS, isInToronto } from "./areas.ts";
import { municipalityOfCommunity } from "./communities.ts";
import { parseIntersection } from "./crossings.ts";
import { houseNumbersIn } from "./house-in-address.ts";
import { municipalityOf, namedMunicipality } from "./municipalities.ts";
import { hasStreetType, joinStreet, streetLength, streetWords } from "./street-words.ts";

/** House numbers of an address. The two numbers are equal unless the address has a range or a pair. */
interface HouseNumbers {
  low: number;
  high: number;
  /** Suffix of the lower number: "A" for 12A, "1/2" for 85 1/2; usually empty. */
  suffix: string;
}

/**
 * Returns whether an address has two numbers: the range of one building, two houses, or a unit that looks like a range.
 */
export function hasTwoNumbers({ numbers }: ParsedAddress): boolean {
  return numbers !== null && numbers.low < numbers.high;
}

/** Returns a copy of an address with two numbers that keeps only the lower or the higher one. */
export function withOneNumber(address: ParsedAddress, end: "low" | "high"): ParsedAddress {
  const { numbers } = address;
  if (numbers === null || !hasTwoNumbers(address)) return address;
  const number = numbers[end];
  return { ...address, numbers: { low: number, high: number, suffix: end === "low" ? numbers.suffix : "" } };
}

/** The parts of an address in normalised spelling. Parts that the address does not name are null. */
export interface ParsedAddress {
  /** The unit in lower-case letters and digits: "1204", "4b", "bsmt". */
  unit: string | null;
  numbers: HouseNumbers | null;
  /** The street in the format of {@link streetKey}: "danforth ave". */
  street: string | null;
  /** Two streets of an address without a number, each in the format of {@link streetKey}, in alphabetical order. */
  crossing: readonly [string, string] | null;
  /** Full postal code: "M4C 1L5". */
  postalCode: string | null;
  /** First half of the postal code: "M4C". Also set if the address has only this half. */
  fsa: string | null;
  /**
   * One of {@link AREAS}, or the municipality of a named community. "Toronto" only if the address names it; "" if the
   * address names an unknown town.
   */
  municipality: string | null;
  /**
   * Numbers and street without unit, city and postal code: "12 king st w", "85-95 thorncliffe park dr"; for a crossing,
   * both streets: "eglinton & yonge".
   */
  key: string;
}

/** Highest house number. House numbers in the countryside around Toronto have up to five digits. */
const NUMBER_MAX = 99_999;

/** Separators that end a street. Text after a separator on the same line is not part of the street. */
const END_OF_STREET = /[,\n•;|()]|\s[-–—]\s/;
const FLOORS: Readonly<Record<string, string>> = { basement: "bsmt", upperunit: "upper", lowerunit: "lower" };
/** Words that mean a floor only where they cannot belong to a street. */
const FLOOR_ALONE = /^(?:upper|lower|main)$/;
/** The number or letter of a unit on its own: "1204", "4b", "ph3", "b". */
const BARE_UNIT = /^(?:[a-z]{0,3}\d{1,5}[a-z]?|[a-z])$/;

const AFTER_CITY: ReadonlySet<string> = new Set(["on", "ont", "ontario", "canada"]);

const plain = (text: string) => text.replace(/[^\p{L}\p{N}]+/gu, "");

/**
 * Normalises the spelling of a street: "QUEEN ST E" and "Queen Street East" become "queen st e". Returns "" for an
 * empty text.
 */
export function streetKey(text: string): string {
  return joinStreet(streetWords(text.slice(0, ADDRESS_MAX)));
}

/** Normalises the spelling of a unit: "#4B", "Unit 4b" and "4b" all become "4b". Null if the text names no unit. */
export function parseUnit(text: string): string | null {
  const lower = normalised(text);
  const floor = FLOOR.exec(lower)?.[1];
  if (floor !== undefined) return floorKey(floor);
  return plain(lower.replace(/^\s*(?:units?|apt|apartment|suite|ste)\b\.?/, "")) || null;
}

function floorKey(floor: string): string {
  const key = plain(floor);
  return FLOORS[key] ?? key;
}

/** Returns an address in lower case, simplified by {@link plainText}. */
const normalised = (text: string) => plainText(text.slice(0, ADDRESS_MAX)).toLowerCase().trim();

/** Parses house numbers as written: "12A", "85 1/2", a range "85-95", a pair "4 & 8", a series "14, 16 & 20". */
function readNumbers(written: string): HouseNumbers | null {
  const houses = [...written.matchAll(/(\d+)(?:-?([a-z]))?(\s1\/2)?/g)]
    .map(([, digits, letter = "", half]) => ({
      number: Number(digits),
      suffix: half === undefined ? letter.toUpperCase() : half.trim(),
    }))
    .toSorted((a, b) => a.number - b.number);
  const [low, high] = [houses[0], houses.at(-1)];
  if (low === undefined || high === undefined || low.number < 1 || high.number > NUMBER_MAX) return null;
  return { low: low.number, high: high.number, suffix: low.suffix };
}

/** Splits the words after a house number into the street and the remaining words of the line. */
function splitStreet(text: string): { street: string[]; rest: string[]; area: string | null } {
  const words = streetWords(text.split(END_OF_STREET)[0] ?? "");
  let street = words.slice(0, streetLength(words));
  // In "King St East York", "East" belongs to the municipality.
  const beyond = words.slice(street.length - 1).join(" ");
  if (/^(?:east|north) york\b/.test(beyond) && street.length > 1) street = street.slice(0, -1);
  const rest = words.slice(street.length);
  const behind = BARE_UNIT.test(rest[0] ?? "") ? rest.slice(1) : rest;
  let area = areaAt(behind) ?? communityOf(behind);
  if (rest.length === 0) {
    while (street.length > 1 && AFTER_CITY.has(street.at(-1) ?? "")) street = street.slice(0, -1);
    const at = street.findIndex(
      (_, index) => index > 0 && areaAt(street.slice(index))?.split(" ").length === street.length - index,
    );
    if (at > 0) {
      area = areaAt(street.slice(at));
      street = street.slice(0, at);
    }
  }
  return { street, rest, area };
}

/** Returns the municipality that the words begin with. */
function areaAt(words: readonly string[]): string | null {
  const text = `${words.join(" ")} `;
  return AREAS.find((name) => text.startsWith(`${name.toLowerCase()} `)) ?? null;
}

/**
 * Returns the municipality of a community if nothing but the community and the province follows a street: "Maple ON".
 */
function communityOf(words: readonly string[]): string | null {
  return municipalityOfCommunity(words.filter((word) => !AFTER_CITY.has(word)).join(" "));
}

/**
 * Returns the street of an address without a number: the first part of the address that is not a city, province or
 * postal code.
 */
function streetWithoutNumber(text: string): string[] {
  for (const part of text.replace(POSTAL_CODES, " ").split(END_OF_STREET)) {
    const { street } = splitStreet(part.replace(NAMED_UNITS, " "));
    const isPlace = areaAt(street)?.toLowerCase() === street.join(" ") || street.every((word) => AFTER_CITY.has(word));
    if (street.length > 0 && !isPlace) return street;
  }
  return [];
}

/**
 * Returns the unit that an address names anywhere: by a word such as "apt", as a floor, before the number, or after the
 * street.
 */
function unitIn(text: string, before: string, rest: readonly string[]): string | null {
  const named = NAMED_UNIT.exec(text)?.[1];
  if (named !== undefined) return plain(named);
  const floor = FLOOR.exec(text)?.[1];
  if (floor !== undefined) return floorKey(floor);
  const inFront = plain(before);
  if (BARE_UNIT.test(inFront) || FLOOR_ALONE.test(inFront)) return inFront;
  // Finds the unit in "12 King St, 1204, Toronto", with or without the second comma.
  const behind = text
    .split(/[,\n]/)
    .slice(1)
    .map((part) => streetWords(part))
    .filter(([, ...others]) => others.length === 0 || AFTER_CITY.has(others[0] ?? "") || areaAt(others) !== null);
  const words = [rest[0] ?? "", ...behind.map(([first = ""]) => first)];
  return words.find((word) => BARE_UNIT.test(word) || FLOOR_ALONE.test(word)) ?? null;
}

/**
 * Returns the municipality that an address names, or that its streets imply; "" for an unknown town. A postal code does
 * not name a municipality.
 * @param area the area that follows its street
 */
function municipalityIn(text: string, { area, fsa }: { area: string | null; fsa: string | null }): string | null {
  const municipality = municipalityOf(text);
  if (municipality === "") return area ?? "";
  return isInToronto(municipality) || fsa !== null ? (namedMunicipality(text) ?? area) : municipality;
}

/**
 * Parses an address in or around Toronto. Never throws. Parts that it does not understand are null. Reads only the
 * first {@link ADDRESS_MAX} characters.
 */
export function parseAddress(text: string): ParsedAddress {
  const lower = normalised(text);
  const postal = [...lower.matchAll(POSTAL_CODES)].toSorted(
    (a, b) => Number(b[2] !== undefined) - Number(a[2] !== undefined),
  )[0];
  const fsa = postal?.[1]?.toUpperCase() ?? null;
  const postalCode = fsa !== null && postal?.[2] !== undefined ? `${fsa} ${postal[2].toUpperCase()}` : null;
  const withoutFloor = lower.replace(FLOOR, "");
  const places = houseNumbersIn(lower).map((place) => ({ ...place, ...splitStreet(place.after) }));
  // Prefers the number whose street has a type and contains no other number, such as 85 in "2 bedrooms at 85 Main St".
  const typed = places.filter(({ street }) => hasStreetType(street));
  const place = typed.find(({ street }) => !street.some((word) => /^\d+$/.test(word))) ?? typed[0] ?? places[0];
  const numbers = place ? readNumbers(place.number) : null;
  const sides = place ? null : (parseIntersection(lower)?.toSorted() ?? null);
  const crossing = sides && ([sides[0] ?? "", sides[1] ?? ""] as const);
  const street = crossing ? null : joinStreet(place?.street ?? streetWithoutNumber(withoutFloor)) || null;
  const withoutPostal = lower.replace(POSTAL_CODES, "");
  const number = numbers === null ? "" : numberKey(numbers);
  const area = street === null && !crossing ? areaAt(streetWords(lower)) : (place?.area ?? null);
  return {
    unit: unitIn(withoutPostal, place?.before ?? "", place?.rest ?? []),
    numbers,
    street,
    crossing,
    postalCode,
    fsa,
    municipality: municipalityIn(text, { area, fsa }),
    key: crossing?.join(" & ") ?? (street === null ? streetWords(lower).join(" ") : `${number} ${street}`.trim()),
  };
}

/** Returns the municipality of an address; "Toronto" if it names none, "" if it is ambiguous. */
export function municipalityOfAddress(address: string): string {
  const municipality = municipalityOf(address);
  return municipality === "Toronto" ? (parseAddress(address).municipality ?? municipality) : municipality;
}

function numberKey({ low, high, suffix }: HouseNumbers): string {
  const first = suffix.includes("/") ? `${low} ${suffix}` : `${low}${suffix.toLowerCase()}`;
  return low === high ? first : `${first}-${high}`;
}
