import { houseNumbersIn, streetOf } from "../../../contracts/addresses.ts";
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
import { type CalledPlace, calledPlaceAt } from "./place-words.ts";
import type { Listing } from "../core/listings.table.ts";
import { publicTextsOf } from "../core/public-address.ts";

/** Longest word that is kept, in characters. */
const WORD_MAX = 40;

/**
 * The words of what everybody reads of a listing's text and street, each once, one blank apart: what the search keeps of
 * them. No mail address; where only the street is public, no number of its house.
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

/** "2br", "1bdrm": as people shorten bedrooms. */
const SHORT_BEDROOMS = /^(\d)(?:br|bd|bdrm|bed|beds)$/;

const quoted = (word: string, isBeginning: boolean) => `"${word}"${isBeginning ? "*" : ""}`;

/** A word as FTS5 looks for it. In quotes, nothing is an operator of its query language, and no quote is a letter. */
function termOf(word: string, isLast: boolean): string {
  const bedrooms = SHORT_BEDROOMS.exec(word)?.[1];
  const beginning = searchPrefix(word);
  const term = quoted(beginning, isPrefixSearched(beginning, isLast));
  return bedrooms === undefined ? term : `(${term} OR ("${bedrooms}" AND "bedroom"*))`;
}

/** A part of a search: a word, or the name of a place, which is found by what lies in it too. */
export interface Sought {
  words: readonly string[];
  place: CalledPlace | null;
}

/** What the words of a search look for, at most {@link SEARCH_WORDS_MAX}: places by their longest names, and words that tell something. */
export function partsOf(words: readonly string[]): Sought[] {
  const parts: Sought[] = [];
  for (let at = 0; at < words.length;) {
    const place = calledPlaceAt(words, at);
    const part = { words: words.slice(at, at + (place?.length ?? 1)), place };
    const isNew = parts.every((other) => other.words.join(" ") !== part.words.join(" "));
    if (isNew && (place !== null || part.words.some(isSignificant))) parts.push(part);
    at += part.words.length;
  }
  const sought = parts.length > 0 ? parts : significantWords(words).map((word) => ({ words: [word], place: null }));
  return sought.slice(0, SEARCH_WORDS_MAX);
}

/** The FTS5 query that finds the listings with all words, or in the places that they name; null without a word. */
export function matchOf(parts: readonly Sought[]): string | null {
  const last = parts.at(-1);
  const terms = parts.map((part) => {
    const said = part.place === null ? part.words : part.words.filter(isSignificant);
    const all = said.map((word) => termOf(word, part === last && word === said.at(-1))).join(" AND ");
    if (!part.place) return all;
    const names = part.place.names.map((name) => `place : "${wordsOf(unaccented(name)).join(" ")}"`);
    return `((${all}) OR ${names.join(" OR ")})`;
  });
  return terms.length === 0 ? null : terms.join(" AND ");
}

/** Longest word that {@link meantBy} compares with, in characters; the trigger that counts words keeps 4 to as many. */
const TERM_MAX = 30;

/** The words of a search whose spelling may be mended: those of one place are known, and nothing is like a short one. */
export const mendable = (parts: readonly Sought[]): string[] =>
  parts
    .filter(({ place }) => place === null)
    .flatMap(({ words }) => words)
    .filter((word) => mistakesIn(word) > 0 && word.length <= TERM_MAX + mistakesIn(word) && !DIGIT.test(word));

const DIGIT = /\p{N}/u;

/** How many letters of a word may be wrong, missing, too many or swapped. */
const mistakesIn = (word: string) => (word.length < 4 ? 0 : word.length < 8 ? 1 : 2);

/** Letters to change between two words (Damerau and Levenshtein, optimal string alignment). */
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

/** The word that a misspelt one most likely meant: the nearest, of several the one that most listings say; null for none. */
export function meantBy(word: string, known: readonly { word: string; listings: number }[]): string | null {
  const most = mistakesIn(word);
  const [best] = known
    .filter((other) => Math.abs(other.word.length - word.length) <= most)
    .map((other) => ({ ...other, mistakes: distance(word, other.word) }))
    .filter(({ mistakes }) => mistakes > 0 && mistakes <= most)
    .sort((a, b) => a.mistakes - b.mistakes || b.listings - a.listings || (a.word < b.word ? -1 : 1));
  return best?.word ?? null;
}

/** Which of the words that are kept are compared with a misspelt one. */
export interface Like {
  /** They begin with these letters, or */
  beginning: string;
  /** have one of these parts, by an FTS5 query. */
  parts: string;
  /** And are about as long. */
  shortest: number;
  longest: number;
}

/**
 * What a mistake leaves whole of a word: its first letters, or else the part behind them (halves of a long one, which may
 * have a mistake in either). Of one whose only mistake stands behind its first letters, always the first.
 */
export function like(word: string): Like {
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
