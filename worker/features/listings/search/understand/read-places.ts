import { isMainStreet, withFullName } from "../../../../contracts/known-streets.ts";
import { placeNameKeys } from "../../../../contracts/place-names.ts";
import { isSignificant } from "../../../../contracts/search-words.ts";
import {
  directionOf,
  isFinalStreetType,
  isPlainStreetType,
  joinStreet,
  keysOf,
  streetName,
  streetParts,
  streetWords,
} from "../../../../contracts/street-words.ts";
import { EVERYDAY_WORDS } from "./everyday-words.ts";
import { type SearchedPlace, placeNamedAt, stationWithName } from "./searched-places.ts";
import type { Reading } from "./readings.ts";
import { PHRASES } from "./search-vocabulary.ts";

/** The City's streets that a search may name, by key. */
export type KnownStreets = ReadonlySet<string>;
export const NO_STREETS: KnownStreets = new Set();

/** Maximum number of words in a street's name. */
const STREET_WORDS = 4;
export const isLetters = (token: string | undefined) =>
  token !== undefined && /^[\p{L}\p{M}]+$|^\d+(?:st|nd|rd|th)$/u.test(token);
const keyOf = (words: readonly string[]) => withFullName(joinStreet(streetWords(words.join(" "))));

/**
 * Returns the key of a street that is named with its type at a position: "queen st w", or "bloor w" for a main street.
 */
export function streetAt(
  tokens: readonly string[],
  at: number,
  known = NO_STREETS,
): { key: string; length: number } | null {
  for (let length = 2; length <= STREET_WORDS + 1; length += 1) {
    const words = tokens.slice(at, at + length);
    if (words.length < length || !words.every(isLetters)) return null;
    const last = words.at(-1) ?? "";
    const name = words.slice(0, -1);
    const isDirection = directionOf(last) !== undefined;
    if (isDirection && isMainStreet(name.join(" "))) return { key: keyOf(words), length };
    // In "St Clair", "st" means saint, not street.
    if (!isFinalStreetType(last) || (last === "st" && tokens[at + length] === "clair")) continue;
    const direction = directionOf(tokens[at + length]) === undefined ? 0 : 1;
    const whole = tokens.slice(at, at + length + direction);
    const key = keyOf(whole);
    const isKnown = [key, ...keysOf(streetParts(key))].some((one) => known.has(one));
    if (
      isKnown ||
      (isPlainStreetType(last) && name.every((word) => PHRASES.at([word], 0) === null && isSignificant(word)))
    )
      return { key, length: length + direction };
    return null;
  }
  return null;
}

/** Parses a street named without its type: a main street, or a City street whose name is not an everyday word. */
function bareStreetAt(
  tokens: readonly string[],
  at: number,
  known: KnownStreets,
): { key: string; length: number } | null {
  for (let length = 3; length > 0; length -= 1) {
    const words = tokens.slice(at, at + length);
    if (words.length < length || !words.every(isLetters)) continue;
    const key = keyOf(words);
    if (isMainStreet(key) || known.has(key)) return { key, length };
  }
  return null;
}

/**
 * Completes a street key that has no type or direction, if it can mean only one street or if all streets that it can
 * mean have the same type. Otherwise returns the key unchanged.
 */
function completeStreetKey(key: string, known: KnownStreets): string {
  const { name, type } = streetParts(key);
  if (type !== null && known.has(key)) return key;
  const streets = keysOf(streetParts(key)).filter((one) => one !== name && known.has(one));
  const [only = key, ...others] = streets;
  if (others.length === 0) return only;
  const types = new Set(streets.map((one) => streetParts(one).type));
  const [first] = types;
  return types.size === 1 && first && streetParts(key).direction === null ? `${name} ${first}` : key;
}

function toStreetPlace(typed: string, known: KnownStreets): SearchedPlace {
  const key = completeStreetKey(typed, known);
  const name = streetName(key);
  return { kind: "street", name, within: { street: key }, said: [name] };
}

/** Returns the main street whose whole name, without its type, equals some words. Returns null if there is none. */
export function mainStreetWithName(words: readonly string[]): SearchedPlace | null {
  const key = keyOf(words);
  return isMainStreet(key) ? toStreetPlace(key, NO_STREETS) : null;
}

const CROSSING: ReadonlySet<string> = new Set(["&", "and", "at", "@", "/", "x", "+", "et", "y", "e", "-"]);

/** Parses a street corner such as "bloor & spadina", "Bay and College" or "keele finch". */
function cornerAt(tokens: readonly string[], at: number, known: KnownStreets): Reading | null {
  const street = (from: number) => streetAt(tokens, from, known) ?? bareStreetAt(tokens, from, known);
  const first = street(at);
  if (!first) return null;
  const isJoined = CROSSING.has(tokens[at + first.length] ?? "");
  const behind = at + first.length + (isJoined ? 1 : 0);
  const from = tokens[behind] === "the" ? behind + 1 : behind;
  const second = street(from);
  if (!second || second.key === first.key) return null;
  if (!isJoined && ![first.key, second.key].every(isMainStreet)) return null;
  const crossing = [first.key, second.key] as const;
  const name = crossing.map(streetName).join(" & ");
  const said = [name.replace(" & ", " and "), name];
  return {
    kind: "place",
    place: { kind: "corner", name, within: { crossing }, said },
    length: from + second.length - at,
  };
}

/** Returns what else the name of an area can mean: the station, the corner or the street with this name. */
export function otherMeanings({ kind, name }: SearchedPlace): SearchedPlace[] {
  if (kind !== "neighbourhood") return [];
  const [key = ""] = placeNameKeys(name);
  const words = key.split(" ");
  const corner = cornerAt(words, 0, NO_STREETS);
  const others = [
    stationWithName(name),
    corner?.kind === "place" && corner.length === words.length ? corner.place : null,
  ];
  return [...others.filter((place) => place !== null), { kind: "street", name, within: { street: key }, said: [name] }];
}

const isHouseNumber = (token: string | undefined) => token !== undefined && /^\d{1,5}$/.test(token);

/**
 * Parses a street or a place name at a position, whichever is longer. If both are equally long, chooses the place name.
 */
export function placeAt(tokens: readonly string[], at: number, known: KnownStreets): Reading | null {
  const corner = cornerAt(tokens, at, known);
  const named = placeNamedAt(tokens, at);
  const typed = streetAt(tokens, at, known);
  const street = typed ?? bareStreetAt(tokens, at, known);
  const hasNumber = typed !== null && isHouseNumber(tokens[at - 1]);
  const length = named?.length ?? 0;
  if (corner && corner.length > length) return corner;
  if (named && !(hasNumber && typed.length >= length) && length >= (street?.length ?? 0))
    return { kind: "place", place: named.place, length };
  return street && { kind: "place", place: toStreetPlace(street.key, known), length: street.length };
}

/** Returns the street keys of all token sequences that end in a street type. */
export function streetKeysWithType(tokens: readonly string[]): string[] {
  const lengths = Array.from({ length: STREET_WORDS }, (_, nth) => nth + 2);
  return tokens.flatMap((_, at) =>
    lengths.flatMap((length) => {
      const words = tokens.slice(at, at + length);
      const isTyped = words.length === length && words.every(isLetters) && isFinalStreetType(words.at(-1));
      return isTyped ? [keyOf(words)] : [];
    }),
  );
}

/**
 * Returns the possible street keys among one- and two-word phrases that have no other meaning.
 * @param words the words of the search, with empty strings in place of words that have a meaning
 */
export const bareStreetKeys = (words: readonly string[]): string[] =>
  words.flatMap((_, at) =>
    [2, 1].flatMap((length) => {
      const name = words.slice(at, at + length);
      if (name.length < length) return [];
      const isSaint = length > 1 && name[0] === "st";
      const isName = (isSaint ? name.slice(1) : name).every(
        (word) => word.length > 2 && /^\p{L}/u.test(word) && isLetters(word) && !isFinalStreetType(word),
      );
      const isDirection = length === 1 && directionOf(name[0]) !== undefined;
      return isName && !isDirection && !(length === 1 && EVERYDAY_WORDS.has(keyOf(name))) ? [keyOf(name)] : [];
    }),
  );
