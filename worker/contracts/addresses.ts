import { municipalityOfCommunity } from "./communities.ts";

/** A postal code, or its first half (the FSA). */
const POSTAL_CODE = /\b([abceghj-nprstvxy]\d[abceghj-nprstv-z])(?:[\s-]?(\d[abceghj-nprstv-z]\d))?\b/i;
/** A unit that is called so: "Unit 4", "apt. #4B", "#12", "Suite A". */
export const NAMED_UNIT = /(?:\b(?:units?|apt|apartment|suite|ste)\b\.?\s*(?:#\s*)?|#\s*)([a-z]{0,3}\d\w*|[a-z]\b)/i;
/** Each of them: {@link POSTAL_CODE} and {@link NAMED_UNIT} for `replace` and `matchAll`. */
export const POSTAL_CODES = new RegExp(POSTAL_CODE, "gi");
export const NAMED_UNITS = new RegExp(NAMED_UNIT, "gi");
/**
 * The stroke between a unit and its house ("5/123"): that of "1/2" is none. It matches in one way only: with two, the time
 * to read "5/5/5/…" doubles with every stroke.
 */
const STROKE = "\\/(?!(?<=\\b1\\/)2\\b)";
const NUMBER = "\\d+(?:-?[a-z])?(?:\\s1\\/2)?";
/** "12A", "85 1/2", a range "1-7", a pair "4 & 8", a unit in a house "5/123". */
const NUMBERS = `${NUMBER}(?:\\s?(?:-|–|&|and|${STROKE})\\s?${NUMBER})*`;
/** {@link NUMBERS} in front of the street they belong to. */
const HOUSE_NUMBER = new RegExp(`(^|[\\s,–-]|${STROKE})(${NUMBERS})(?=\\s(?:\\d+(?:st|nd|rd|th)\\s)?\\p{L})`, "giu");
/** "No. 12, King St": the number at the beginning, with a comma between it and what may be its street. */
const NUMBER_APART = new RegExp(`^[\\s,]*(?:(?:no|nr|number)\\b\\.?\\s*)?(${NUMBERS}),\\s?(?=(\\p{L}[^,]*))`, "iu");
/** Longest address that is read, as long as a listing's may be. */
export const ADDRESS_MAX = 200;

/**
 * The parts of an address that may be its house number and street, in order: what stands before the number, the number
 * as written ("85-95"), and all that follows it. Postal codes and units that are called so are left out.
 */
export function houseNumbersIn(address: string): { before: string; number: string; after: string }[] {
  const whole = address
    .slice(0, ADDRESS_MAX)
    .replace(/½/g, " 1/2")
    .replace(/[^\S\n]+/g, " ")
    .replace(POSTAL_CODES, "")
    .replace(NAMED_UNITS, "");
  const text = withNumberAtStreet(whole);
  return [...text.matchAll(HOUSE_NUMBER)].map(({ 0: match, 1: start = "", 2: number = "", index }) => ({
    before: text.slice(0, index + start.length),
    number,
    after: text.slice(index + match.length),
  }));
}

/** Whether an address has a house number ("85 Main St", "1204-85 X St", "Unit 4, 12 King St W"); a unit's alone is none. */
export function hasStreetNumber(address: string): boolean {
  return houseNumbersIn(address).length > 0;
}

/** "No. 12, King St" as "12 King St". */
function withNumberAtStreet(address: string): string {
  return address.replace(NUMBER_APART, (match, number: string, street: string) =>
    placeIn(street) ? match : `${number} `,
  );
}

/** Street part of an address: its first comma-separated segment, with the number ("No. 12, King St" is "12 King St"). */
export function streetOf(address: string): string {
  return withNumberAtStreet(address).split(",")[0]?.trim() ?? "";
}

/** Where listings can be: municipalities of the GTA and the former ones of Toronto. */
export const AREAS = [
  "North York",
  "East York",
  "Scarborough",
  "Etobicoke",
  "York",
  "Mississauga",
  "Brampton",
  "Vaughan",
  "Markham",
  "Richmond Hill",
  "Thornhill",
  "Woodbridge",
  "Concord",
  "Pickering",
  "Ajax",
  "Whitby",
  "Oshawa",
  "Oakville",
  "Burlington",
  "Milton",
  "Aurora",
  "Newmarket",
  "Caledon",
  "Halton Hills",
  "King City",
  "Stouffville",
  "Toronto",
] as const;
/** The City by its own name and by those of its former municipalities. */
export const TORONTO_DISTRICTS: readonly string[] = [
  "Toronto",
  "North York",
  "East York",
  "Scarborough",
  "Etobicoke",
  "York",
];

/** A part of an address without province, country and postal code. */
const withoutProvince = (part: string) =>
  part
    .toLowerCase()
    .replace(/’/g, "'")
    .replace(/\b(?:on|ont|ontario|canada)\b\.?|\b[a-z]\d[a-z]\s*(?:\d[a-z]\d)?\b/g, "")
    .trim();

/** The municipality that a part of an address is the name of, "Ontario" for the province alone; null for a street. */
function placeIn(part: string): string | null {
  const name = withoutProvince(part);
  if (name === "") return ELSEWHERE;
  return AREAS.find((area) => area.toLowerCase() === name) ?? municipalityOfCommunity(name);
}

/**
 * The municipality (or former municipality of Toronto) that an address names behind its street, also by one of its
 * communities ("Maple" is Vaughan); null when it names none that is known.
 */
export function namedMunicipality(address: string): string | null {
  const names = new Set(address.split(/[,\n]/).slice(1).map(withoutProvince));
  const area = AREAS.find((name) => names.has(name.toLowerCase()));
  if (area !== undefined) return area;
  return [...names].map((name) => municipalityOfCommunity(name)).find((name) => name !== null) ?? null;
}

/** Where an address is whose postal code is none of Toronto's, and that names no other municipality. */
const ELSEWHERE = "Ontario";

/** Whether an address has a postal code, or the first half of one, that is none of Toronto's. */
function hasPostalCodeElsewhere(address: string): boolean {
  const codes = [...address.slice(0, ADDRESS_MAX).matchAll(POSTAL_CODES)];
  const code = codes.find(([, , second]) => second !== undefined) ?? codes[0];
  return code !== undefined && !/^m/i.test(code[0]);
}

/**
 * {@link namedMunicipality}; when the address names none, "Toronto". "Ontario" for one that would be in Toronto with a
 * postal code of elsewhere.
 */
export function municipalityOf(address: string): string {
  const municipality = namedMunicipality(address) ?? "Toronto";
  return isInToronto(municipality) && hasPostalCodeElsewhere(address) ? ELSEWHERE : municipality;
}

/** Whether a municipality lies in the City of Toronto, for which the market benchmarks were measured. */
export function isInToronto(municipality: string): boolean {
  return TORONTO_DISTRICTS.includes(municipality);
}
