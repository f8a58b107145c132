import type { AttributeFilter } from "../../../../contracts/attributes.ts";
import { type Bedrooms, BEDROOMS, type HomeType } from "../../../../contracts/bedrooms.ts";
import { LISTS } from "../../../../contracts/kind-rules.ts";
import { CITY } from "../../../../contracts/market.ts";
import { isSignificant, SEARCH_WORDS_MAX } from "../../../../contracts/search-words.ts";
import { BEDROOM_UNITS, BEHIND_NEGATION, EXCLUDING_WORDS, NEGATED_PHRASES, NEGATIONS } from "./number-words.ts";
import { NAME_WORDS, type SearchedPlace, placeNamedAt } from "./searched-places.ts";
import { createWordings, wordingLengthAt, type QueryToken, queryTokens } from "./query-tokens.ts";
import { bathsAt, bedroomsAt } from "./read-bedrooms.ts";
import { rentAt } from "./read-money.ts";
import {
  bareStreetKeys,
  isLetters,
  type KnownStreets,
  mainStreetWithName,
  NO_STREETS,
  placeAt,
  streetKeysWithType,
} from "./read-places.ts";
import type { Reading, TokenMeaning } from "./readings.ts";
import { PHRASES, VOCABULARY } from "./search-vocabulary.ts";
import { createLazily } from "../../../../contracts/create-lazily.ts";

/** The meaning of a search's words. Properties that the words do not mention are null, false or empty. */
export interface Understood {
  bedrooms: Bedrooms[];
  homeType: HomeType | null;
  /** Minimum rent in dollars a month. `maxRent` has the same unit. */
  minRent: number | null;
  maxRent: number | null;
  place: SearchedPlace | null;
  isNearSubway: boolean;
  with: AttributeFilter[];
  /** True if parking at extra cost also counts as parking. */
  isPaidParkingFine: boolean;
  without: HomeType[];
  /** Words without a known meaning, and negations, as typed. */
  words: string[];
}

const NOTHING_UNDERSTOOD: Understood = {
  bedrooms: [],
  homeType: null,
  minRent: null,
  maxRent: null,
  place: null,
  isNearSubway: false,
  with: [],
  isPaidParkingFine: false,
  without: [],
  words: [],
};

const negatedPhrases = createWordings(NEGATED_PHRASES);
const excludingWords = createWordings(EXCLUDING_WORDS);
const behindNegation = createWordings(BEHIND_NEGATION);

/** Parses a negation such as "no pets", "not basement" or "no credit check". */
function negationAt(tokens: readonly string[], at: number): Reading | null {
  const no = tokens[at] ?? "";
  const excluding = wordingLengthAt(excludingWords, tokens, at);
  if (!NEGATIONS.has(no) && excluding === 0) return null;
  let next = at + Math.max(excluding, 1);
  while (/^(?:a|an|any|the|de|d)$/.test(tokens[next] ?? "")) next += 1;
  const fixed = wordingLengthAt(negatedPhrases, tokens, next);
  let meant = PHRASES.at(tokens, next);
  // Example: "not in a basement".
  if (meant !== null && tokens[next] === "in" && "noise" in meant.value) {
    const inside = tokens[next + 1] === "a" || tokens[next + 1] === "the" ? next + 2 : next + 1;
    const kind = PHRASES.at(tokens, inside);
    if (kind && "homeType" in kind.value) [meant, next] = [kind, inside];
  }
  if (fixed === 0 && meant && "homeType" in meant.value) {
    let end = next + meant.length;
    while (/^(?:apartment|apartments|apt|unit|units|suite|building|buildings)$/.test(tokens[end] ?? "")) end += 1;
    return { kind: "without", homeType: meant.value.homeType, length: end - at };
  }
  if (fixed === 0 && meant && "bedrooms" in meant.value && meant.value.bedrooms === "Private Room")
    return { kind: "without", homeType: "room", length: next + meant.length - at };
  if (excluding > 0) return null;
  // In Portuguese, "no centro" means "in the centre".
  if (no === "no" && fixed === 0 && placeNamedAt(tokens, next)?.place.kind === "neighbourhood")
    return { kind: "meaning", meaning: { noise: true }, length: 1 };
  const isNoise = meant !== null && "noise" in meant.value;
  const length = fixed > 0 ? fixed : isNoise ? 0 : (meant?.length ?? (isLetters(tokens[next]) ? 1 : 0));
  if (length === 0) return null;
  const words = tokens.slice(next, next + length);
  // Skips words after a negation that do not change its meaning.
  while (words.length > 1 && behindNegation.at(words, words.length - 1)) words.pop();
  return {
    kind: "phrase",
    text: [no, ...words].join(" "),
    length: next + length - at + wordingLengthAt(behindNegation, tokens, next + length),
  };
}

function vocabularyAt(tokens: readonly string[], at: number): Reading | null {
  const found = PHRASES.at(tokens, at);
  return found && { kind: "meaning", meaning: found.value, length: found.length };
}

/**
 * Finds the longest group of tokens with a meaning at a position. If two groups are equally long, returns the first.
 */
function readingAt(tokens: readonly string[], at: number, known: KnownStreets): Reading {
  const readings = [
    vocabularyAt(tokens, at),
    negationAt(tokens, at),
    rentAt(tokens, at),
    bedroomsAt(tokens, at),
    bathsAt(tokens, at),
    placeAt(tokens, at, known),
  ];
  return readings.reduce<Reading>(
    (best, reading) => (reading && (reading.length > best.length || best.kind === "word") ? reading : best),
    { kind: "word", length: 1 },
  );
}

interface Part {
  reading: TokenMeaning;
  tokens: readonly QueryToken[];
}

function partsOf(q: string, known: KnownStreets): Part[] {
  const tokens = queryTokens(q);
  const texts = tokens.map(({ text }) => text);
  const parts: Part[] = [];
  for (let at = 0; at < tokens.length;) {
    const { length, ...reading } = readingAt(texts, at, known);
    parts.push({ reading, tokens: tokens.slice(at, at + length) });
    at += length;
  }
  return parts.map((part, at) =>
    [at - 1, at + 1].some((beside) => isHouseNumber(parts[beside])) ? stationAsStreet(part) : part,
  );
}

/**
 * Returns whether a part of the search is a number of at least two digits with no other meaning. A single digit is more
 * likely to count something.
 */
const isHouseNumber = (part: Part | undefined) =>
  part?.reading.kind === "word" && /^\d{2,4}$/.test(part.tokens[0]?.text ?? "");

/** Converts the name of a station after a house number into the street with the same name: "217 kipling". */
function stationAsStreet(part: Part): Part {
  const street =
    part.reading.kind === "place" && part.reading.place.kind === "station"
      ? mainStreetWithName(part.tokens.map(({ text }) => text))
      : null;
  return street === null ? part : { ...part, reading: { kind: "place", place: street } };
}

const SIGN = /^[^\p{L}\p{N}]+$/u;

/** Returns the words of tokens as typed. Tokens that are not separated by a space form one word. */
function wordsOfTokens(tokens: readonly QueryToken[]): string[] {
  const words: string[] = [];
  for (const { text, isGlued } of tokens) {
    const last = words.length - 1;
    if (SIGN.test(text)) continue;
    if (isGlued && last >= 0) words[last] += text;
    else words.push(text);
  }
  return words;
}

/**
 * Returns the name of a place as one phrase, or as separate words if the texts of listings may join the words
 * differently.
 */
function nameOfTokens(tokens: readonly QueryToken[]): string[] {
  const words = wordsOfTokens(tokens);
  const telling = words.filter(isSignificant);
  return telling.length < tokens.length ? telling : [words.join(" ")];
}

/** Ranks kinds of places by how much they narrow a search, because only the narrowest place becomes a condition. */
const NARROWNESS: Readonly<Record<SearchedPlace["kind"], number>> = {
  corner: 6,
  landmark: 5,
  station: 5,
  street: 4,
  line: 3,
  neighbourhood: 2,
  municipality: 1,
};

/**
 * Returns the narrowest place that a search names, and the parts that name other places. The search treats those parts
 * as words.
 */
function narrowestPlace(parts: readonly Part[]): { place: SearchedPlace | null; others: ReadonlySet<Part> } {
  const places = parts.flatMap((part) => (part.reading.kind === "place" ? [{ part, place: part.reading.place }] : []));
  const narrowness = ({ kind, name }: SearchedPlace) => (name === CITY ? 0 : NARROWNESS[kind]);
  const [best, ...rest] = places.toSorted((a, b) => narrowness(b.place) - narrowness(a.place));
  const others = rest.filter(({ place }) => place.kind !== "municipality" && place.name !== best?.place.name);
  return { place: best?.place ?? null, others: new Set(others.map(({ part }) => part)) };
}

/** Matches words for whole homes. Next to one of these words, "um quarto" means one bedroom and not a room to let. */
const WHOLE =
  /^(?:apartamento|apartamentos|apto|departamento|depto|piso|appartement|appart|logement|casa|maison|flat|apartment|sotano|porao|subsolo)$/;

/**
 * Extracts the conditions from a search text. Longer phrases take precedence over shorter ones. Text without a known
 * meaning remains as words.
 * @param known the streets among {@link streetsIn} that are in the City's table
 */
export function understand(q: string, known: KnownStreets = NO_STREETS): Understood {
  const parts = partsOf(q, known);
  const { place, others } = narrowestPlace(parts);
  const found: Understood = { ...NOTHING_UNDERSTOOD, place };
  const bedrooms = new Set<Bedrooms>();
  const attributes = new Set<AttributeFilter>();
  const without = new Set<HomeType>();
  const words = new Set<string>();
  let isParkingIncluded = false;
  let previous: Part | null = null;
  const isWhole = parts.some(({ tokens }) => tokens.some(({ text }) => WHOLE.test(text)));
  const sized = parts.some(({ reading }) => reading.kind === "bedrooms" && !reading.isUnsure);
  for (const part of parts) {
    const { reading, tokens } = part;
    if (reading.kind === "bedrooms") {
      const isRoom = reading.isUnsure === true && !isWhole && parts.length > 1;
      for (const type of isRoom ? (["Private Room"] as const) : reading.bedrooms) bedrooms.add(type);
    } else if (reading.kind === "rent") {
      found.minRent = reading.minRent ?? found.minRent;
      found.maxRent = reading.maxRent ?? found.maxRent;
    } else if (reading.kind === "without") without.add(reading.homeType);
    else if (reading.kind === "phrase") words.add(reading.text);
    else if (reading.kind === "meaning") {
      const { meaning } = reading;
      if ("bedrooms" in meaning) {
        if (meaning.bedrooms !== "Private Room" || !sized) bedrooms.add(meaning.bedrooms);
      } else if ("homeType" in meaning) found.homeType ??= meaning.homeType;
      else if ("with" in meaning) {
        attributes.add(meaning.with);
        if (meaning.with === "parking" && meaning.isPaid !== true) isParkingIncluded = true;
      } else if ("near" in meaning) found.isNearSubway = true;
      else if ("words" in meaning)
        for (const word of meaning.words.length > 0 ? meaning.words : wordsOfTokens(tokens).filter(isSignificant))
          words.add(word);
    } else if (reading.kind === "word" || others.has(part)) {
      const typed = reading.kind === "word" ? wordsOfTokens(tokens) : nameOfTokens(tokens);
      const isJoined = reading.kind === "word" && previous?.reading.kind === "word" && tokens[0]?.isGlued === true;
      const last = [...words].at(-1);
      if (isJoined && last !== undefined && typed[0] !== undefined) {
        words.delete(last);
        words.add(last + typed[0]);
      } else for (const word of typed) words.add(word);
    }
    previous = part;
  }
  found.bedrooms = BEDROOMS.filter((type) => bedrooms.has(type));
  // A room in a house counts as a room, because only the listing's text states the kind of home that the room is in.
  if (bedrooms.has("Private Room") && found.homeType !== null) {
    if (found.homeType === "basement") words.add("basement");
    if (found.homeType !== "shared_bed") found.homeType = null;
  }
  if (found.homeType === "shared_bed") found.bedrooms = [];
  found.with = [...attributes];
  found.isPaidParkingFine = attributes.has("parking") && !isParkingIncluded;
  found.without = [...without];
  // A query with only punctuation is searched for as typed, and finds nothing.
  found.words = parts.length > 0 ? [...words].slice(0, SEARCH_WORDS_MAX) : [q];
  return found;
}

/** Maximum number of street names looked up for one search. */
const MAX_STREETS = 6;

/**
 * Returns the names in a search that may be streets of the City: names with a street type, and words without another
 * meaning.
 * @returns street keys, without a type where none was typed
 */
export function streetsIn(q: string): string[] {
  const parts = partsOf(q, NO_STREETS);
  const keys = new Set(streetKeysWithType(queryTokens(q).map(({ text }) => text)));
  for (const { reading } of parts)
    if (reading.kind === "place" && "street" in reading.place.within) keys.add(reading.place.within.street);
  const left = parts.map(({ reading, tokens }) => (reading.kind === "word" ? (tokens[0]?.text ?? "") : ""));
  for (const key of bareStreetKeys(left)) keys.add(key);
  return [...keys].slice(0, MAX_STREETS);
}

const wordsToKnow = (words: readonly string[]) =>
  [...new Set(words)].filter((word) => word.length >= 4 && /^[a-z]+$/.test(word));

/** English words with a meaning, and the words of place names. */
export const knownWords = createLazily(() =>
  wordsToKnow([...createWordings(LISTS.bed, ...VOCABULARY.map(({ says }) => says.English ?? "")).words, ...NAME_WORDS]),
);

/** Words with a meaning, in all languages. */
export const allKnownWords = createLazily(() =>
  wordsToKnow([...knownWords(), ...PHRASES.words, ...createWordings(BEDROOM_UNITS).words]),
);
