import { streetOf } from "../../../contracts/addresses.ts";
import { houseNumbersIn } from "../../../contracts/house-in-address.ts";
import { HIDDEN_EMAIL, publicText } from "../../../contracts/public-text.ts";
import {
  searchPrefix,
  isPrefixSearched,
  isSignificant,
  SEARCH_WORDS_MAX,
  significantWords,
  unaccented,
  wordsOf,
} from "../../../contracts/search-words.ts";
import { type PlaceMatch, placeNamedAt } from "./place-words.ts";
import type { Listing } from "../listing/listings.table.ts";
import { publicTextsOf } from "../../../address/public-address.ts";

/** Longest stored word, in characters. */
const WORD_MAX = 40;

/**
 * The searchable words of a listing's public text and street, unique and separated by spaces. They contain no email
 * address, and no house number if only the street is public.
 */
export function searchTextOf(
  listing: Pick<Listing, "address" | "addressPrecision"> & { additionalInfo?: string | null | undefined },
): string {
  const shown = publicTextsOf(listing);
  const info = publicText(shown.text(listing.additionalInfo)).replaceAll(HIDDEN_EMAIL, " ");
  const words = new Set(wordsOf(unaccented(`${streetOf(shown.address)} ${info}`)));
  const hidden = listing.addressPrecision === "exact" ? [] : houseNumbersIn(listing.address);
  for (const { number } of hidden) for (const part of wordsOf(unaccented(number))) words.delete(part);
  return [...words].filter((word) => word.length <= WORD_MAX).join(" ");
}

/** "2br", "1bdrm": abbreviated bedrooms. */
const SHORT_BEDROOMS = /^(\d)(?:br|bd|bdrm|bed|beds)$/;

const quoted = (word: string, isBeginning: boolean) => `"${word}"${isBeginning ? "*" : ""}`;

/** The FTS5 term of a word. Quotes disable FTS5's operators, and words contain no quotes. */
function termOf(word: string, isLast: boolean): string {
  const bedrooms = SHORT_BEDROOMS.exec(word)?.[1];
  const beginning = searchPrefix(word);
  const term = quoted(beginning, isPrefixSearched(beginning, isLast));
  return bedrooms === undefined ? term : `(${term} OR ("${bedrooms}" AND "bedroom"*))`;
}

/** A part of a search: a word or a place name, which also matches listings in that place. */
export interface QueryPart {
  words: readonly string[];
  place: PlaceMatch | null;
}

/** Splits a search into at most {@link SEARCH_WORDS_MAX} places, by their longest names, and significant words. */
export function partsOf(words: readonly string[]): QueryPart[] {
  const parts: QueryPart[] = [];
  for (let at = 0; at < words.length;) {
    const place = placeNamedAt(words, at);
    const part = { words: words.slice(at, at + (place?.length ?? 1)), place };
    const isNew = parts.every((other) => other.words.join(" ") !== part.words.join(" "));
    if (isNew && (place !== null || part.words.some(isSignificant))) parts.push(part);
    at += part.words.length;
  }
  const sought = parts.length > 0 ? parts : significantWords(words).map((word) => ({ words: [word], place: null }));
  return sought.slice(0, SEARCH_WORDS_MAX);
}

/** The FTS5 query for listings that contain all words or lie in the named places; null without words. */
export function matchOf(parts: readonly QueryPart[]): string | null {
  const last = parts.at(-1);
  const terms = parts.map((part) => {
    const words = part.place === null ? part.words : part.words.filter(isSignificant);
    const all = words.map((word) => termOf(word, part === last && word === words.at(-1))).join(" AND ");
    if (!part.place) return all;
    const names = part.place.names.map((name) => `place : "${wordsOf(unaccented(name)).join(" ")}"`);
    return `((${all}) OR ${names.join(" OR ")})`;
  });
  return terms.length === 0 ? null : terms.join(" AND ");
}

/** Longest correction, in characters; the trigger counts words of 4 to this many. */
const TERM_MAX = 30;

/** The words of a search that may be corrected: long enough, without digits and not part of a place name. */
export const correctable = (parts: readonly QueryPart[]): string[] =>
  parts
    .filter(({ place }) => place === null)
    .flatMap(({ words }) => words)
    .filter((word) => mistakesIn(word) > 0 && word.length <= TERM_MAX + mistakesIn(word) && !DIGIT.test(word));

const DIGIT = /\p{N}/u;

/** Most letters of a word that may be wrong, missing, extra or swapped. */
const mistakesIn = (word: string) => (word.length < 4 ? 0 : word.length < 8 ? 1 : 2);

/** Edit distance of two words (Damerau-Levenshtein, optimal string alignment). */
function distance(a: string, b: string): number {
  let before: number[] = [];
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const isSame = a[i - 1] === b[j - 1];
      let least = Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, (row[j - 1] ?? 0) + (isSame ? 0 : 1));
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        least = Math.min(least, (before[j - 2] ?? 0) + 1);
      next.push(least);
    }
    before = row;
    row = next;
  }
  return row[b.length] ?? 0;
}

/** The most likely correction of a word: the nearest, then the one in most listings; null if none is near enough. */
export function correctionOf(word: string, known: readonly { word: string; listings: number }[]): string | null {
  const most = mistakesIn(word);
  const [best] = known
    .filter((other) => Math.abs(other.word.length - word.length) <= most)
    .map((other) => ({ ...other, mistakes: distance(word, other.word) }))
    .filter(({ mistakes }) => mistakes > 0 && mistakes <= most)
    .sort((a, b) => a.mistakes - b.mistakes || b.listings - a.listings || (a.word < b.word ? -1 : 1));
  return best?.word ?? null;
}

/** The criteria for candidates of a correction. */
export interface SimilarityCriteria {
  /** The candidates start with these letters, or */
  beginning: string;
  /** match this FTS5 query for parts of the word; */
  parts: string;
  /** and have a length in this range. */
  shortest: number;
  longest: number;
}

/**
 * The parts of a word that a mistake leaves intact: its first letters, or the part after them (in halves if long,
 * because either may contain a mistake).
 */
export function similarityCriteria(word: string): SimilarityCriteria {
  const mistakes = mistakesIn(word);
  const rest = word.slice(Math.min(4, word.length - 3));
  const half = Math.floor(rest.length / 2);
  const parts = half < 4 ? [rest] : [rest.slice(0, half), rest.slice(half)];
  return {
    beginning: word.slice(0, word.length < 6 ? 2 : 3),
    parts: parts.map((part) => quoted(part, false)).join(" OR "),
    shortest: word.length - mistakes,
    longest: word.length + mistakes,
  };
}
