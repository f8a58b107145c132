import { ADDRESS_MAX, POSTAL_CODES } from "./addresses.ts";
import { isInToronto } from "./areas.ts";
import { houseNumbersIn } from "./house-in-address.ts";
import { type NamedPlace, placeByName } from "./place-names.ts";
import { streetLength, streetWords } from "./street-words.ts";

const PART_END = /[,\n•;|()/]|\s[-–—]\s|^[-–—]|[-–—]$/;
/** Words that do not change the meaning of an area name beside them. */
const BESIDE = /^(?:|the|in|near|at|of|on|ont|ontario|canada|area|neighbourhood|neighborhood|region|postal|zip|code)$/;
/**
 * Words that turn the name of an area into the name of a part of it: "Willowdale East", "North Oshawa", "Wexford
 * Heights".
 */
const QUALIFIER =
  /^(?:north|south|east|west|central|downtown|midtown|uptown|greater|old|heights|village|park|corners|centre|center)$/;
const EDGE = /^[^\p{L}\p{N}]+|(?<![^\p{L}\p{N}.])[^\p{L}\p{N}.]+$/gu;
const NAME_WORDS = 5;

/** An area given instead of a street, with its postal code. */
export interface AreaAddress {
  /** The names as typed, the most specific first. */
  names: readonly string[];
  /** The place that the first of the names means. */
  place: NamedPlace;
  /** Full postal code: "M6K 3P6". */
  postalCode: string;
  /** All words of the address that belong to neither name nor postal code. */
  rest: string;
}

interface Found {
  name: string;
  place: NamedPlace;
}

const keyOf = (word: string) => word.toLowerCase().replaceAll(".", "").replace(EDGE, "");
const saysNothing = (words: readonly string[]) => words.every((word) => BESIDE.test(keyOf(word)));
const isQualifier = (word: string | undefined) => word !== undefined && QUALIFIER.test(keyOf(word));

/**
 * Returns the area names in a part of an address, longest first, and the remaining words. A single word, such as "Bay"
 * or "Junction", counts as a neighbourhood only if it is the whole part.
 */
function namesIn(words: readonly string[]): { found: Found[]; rest: string[] } {
  for (let length = Math.min(NAME_WORDS, words.length); length > 0; length -= 1) {
    for (let start = 0; start + length <= words.length; start += 1) {
      const place = placeByName(words.slice(start, start + length).join(" "));
      if (place === null) continue;
      let [from, to] = [start, start + length];
      while (isQualifier(words[from - 1])) from -= 1;
      while (isQualifier(words[to])) to += 1;
      const [before, behind] = [words.slice(0, from), words.slice(to)];
      if (length === 1 && place.municipality === undefined && !saysNothing([...before, ...behind])) continue;
      const name = words.slice(from, to).join(" ").replace(EDGE, "");
      const others = [namesIn(before), namesIn(behind)];
      return {
        found: [{ name, place }, ...others.flatMap(({ found }) => found)],
        rest: others.flatMap(({ rest }) => rest),
      };
    }
  }
  return { found: [], rest: saysNothing(words) ? [] : [words.join(" ")] };
}

/** Returns a rank for the size of a place, from a neighbourhood to the City of Toronto. */
const width = ({ municipality }: NamedPlace): number =>
  municipality === undefined ? 0 : municipality === "Toronto" ? 3 : isInToronto(municipality) ? 1 : 2;

/**
 * Parses an address that names a neighbourhood or municipality and has a full postal code; null if either is missing.
 * Does not check whether the address also names something more precise.
 */
export function readArea(address: string): AreaAddress | null {
  const text = address.slice(0, ADDRESS_MAX).normalize("NFKC");
  const code = [...text.matchAll(POSTAL_CODES)].find(([, , second]) => second !== undefined);
  if (code === undefined) return null;
  const parts = text.replace(POSTAL_CODES, ", ").split(PART_END);
  const read = parts.map((part) => namesIn(part.split(/\s+/).filter((word) => word !== "")));
  const found = read.flatMap((part) => part.found);
  const [best, ...wider] = found.toSorted((a, b) => width(a.place) - width(b.place));
  if (best === undefined) return null;
  const names = [...new Set([best, ...wider].map(({ name }) => name))];
  const postalCode = `${code[1]} ${code[2]}`.toUpperCase();
  return { names, place: best.place, postalCode, rest: read.flatMap((part) => part.rest).join(", ") };
}

/** Returns whether the first part of a public address is the name of an area and not a street. */
export function isAreaName(address: string): boolean {
  const { found, rest } = namesIn((address.split(",")[0] ?? "").split(/\s+/));
  return found.length > 0 && rest.length === 0;
}

/** Returns the words of an address part that do not belong to its house. */
function besideHouse(part: string): string[] {
  const [house] = houseNumbersIn(part);
  const words = streetWords(house?.after ?? part);
  return house === undefined ? words : words.slice(streetLength(words));
}

/** Returns the neighbourhoods and former municipalities that an address names in addition to its house and street. */
export function districtsIn(address: string): NamedPlace[] {
  const parts = address.slice(0, ADDRESS_MAX).replace(POSTAL_CODES, ", ").split(PART_END);
  return (
    parts
      .flatMap((part) => namesIn(besideHouse(part)).found)
      // "Downtown Toronto" is more specific than "Toronto".
      .map(
        ({ name, place }) => (place.municipality === "Toronto" && placeByName(name.replace(/ toronto$/i, ""))) || place,
      )
      .filter(({ municipality }) => municipality !== "Toronto")
  );
}
