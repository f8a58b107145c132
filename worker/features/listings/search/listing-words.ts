import { streetOf } from "../../../contracts/addresses.ts";
import { houseNumbersIn } from "../../../contracts/house-in-address.ts";
import { HIDDEN_EMAIL, publicText } from "../../../contracts/public-text.ts";
import { isPrefixSearched, searchPrefix, unaccented, wordsOf } from "../../../contracts/search-words.ts";
import { parseAddress } from "../../../contracts/parse-address.ts";
import { normalizeStreetWords } from "../../../contracts/street-words.ts";
import { NEGATIONS } from "./understand/number-words.ts";
import type { Listing } from "../listing/listings.table.ts";
import { publicTextsOf } from "../../../address/public-address.ts";

/** Maximum length of a stored word, in characters. */
const WORD_MAX = 40;

/** Separator between two sentences of a stored text. The word index counts it as {@link SENTENCE_GAP} words. */
const SENTENCE_END = " | ";
/** Maximum number of words between two words of the same sentence (migrations, listings_said). */
const SENTENCE_GAP = 11;
/** Matches the end of a sentence, but not the period after an abbreviation. */
const SENTENCES = /(?<!\b(?:st|ste|mt|ft|ave|av|dr|rd|blvd|apt|no|approx|incl|min))[.!?](?=\s|$)|[;|•\n]/iu;

/**
 * Returns the searchable text of a listing: its street in the spelling of addresses, its public address and its
 * description. Words are separated by spaces, sentences by {@link SENTENCE_END}. The text contains no email address
 * and, if only the street is public, no house number.
 */
export function searchTextOf(
  listing: Pick<Listing, "address" | "addressPrecision"> & { additionalInfo?: string | null | undefined },
): string {
  const shown = publicTextsOf(listing);
  const { street, crossing } = parseAddress(shown.address);
  const info = publicText(shown.text(listing.additionalInfo)).replaceAll(HIDDEN_EMAIL, " ");
  const houses = listing.addressPrecision === "exact" ? [] : houseNumbersIn(listing.address);
  const hidden = new Set(houses.flatMap(({ number }) => wordsOf(unaccented(number))));
  return [street ?? crossing?.join(SENTENCE_END) ?? "", streetOf(shown.address), ...info.split(SENTENCES)]
    .map((sentence) => normalizeStreetWords(wordsOf(unaccented(sentence))))
    .map((words) => words.filter((word) => word.length <= WORD_MAX && !hidden.has(word)).join(" "))
    .filter((sentence) => sentence !== "")
    .join(SENTENCE_END);
}

const quoted = (words: string, isBeginning: boolean) => `"${words}"${isBeginning ? "*" : ""}`;

/** Returns the words of a text in the spelling of the word index. */
const indexed = (text: string): string[] => normalizeStreetWords(wordsOf(unaccented(text)));

/** Returns the FTS5 phrase of some words. The last word may be a prefix. */
function phraseOf(words: readonly string[], isLast: boolean): string {
  const beginning = searchPrefix(words.at(-1) ?? "");
  return quoted([...words.slice(0, -1), beginning].join(" "), isPrefixSearched(beginning, isLast));
}

/** Returns the FTS5 query for listings whose text contains any of these phrases. */
export const phraseQuery = (phrases: readonly string[]): string =>
  `words : (${[...new Set(phrases.map((phrase) => quoted(indexed(phrase).join(" "), false)))].join(" OR ")})`;

/** Returns the FTS5 query for listings in any of the locations with these names. */
export const locationQuery = (names: readonly string[]): string =>
  `place : (${names.map((name) => quoted(wordsOf(unaccented(name)).join(" "), false)).join(" OR ")})`;

/** The FTS5 query for listings without a known location (migrations, listings_said). */
export const UNPLACED = "place : unplaced";

/** Returns the FTS5 query for listings on a street. */
export const onStreet = (key: string): string => `words : ^${quoted(indexed(key).join(" "), false)}`;

/** Returns both forms of a negation, because "without pets" and "no pets" mean the same. */
const negationsOf = (words: readonly string[]): (readonly string[])[] =>
  words[0] === "no" || !NEGATIONS.has(words[0] ?? "") ? [words] : [words, ["no", ...words.slice(1)]];

/** The FTS5 queries for the words of a search. An element may be a word or a phrase. */
export interface WordQueries {
  /** Query for all words. Null if no element has a word. */
  all: string | null;
  /** Query for the words as one phrase, and query for the words within one sentence. Null for a single word. */
  phrase: string | null;
  sentence: string | null;
}

/** Returns the FTS5 queries for words. */
export function queriesOf(elements: readonly string[]): WordQueries {
  const wanted = elements.map(indexed);
  if (wanted.some((words) => words.length === 0)) return { all: null, phrase: null, sentence: null };
  const terms = wanted.map((words, at) => {
    const isLast = at === wanted.length - 1;
    return `(${negationsOf(words)
      .map((either) => phraseOf(either, isLast))
      .join(" OR ")})`;
  });
  const single = wanted.map((words, at) => phraseOf(words, at === wanted.length - 1));
  const isOne = wanted.length < 2;
  return {
    all: terms.join(" AND "),
    phrase: isOne ? null : `words : ${phraseOf(wanted.flat(), true)}`,
    sentence: isOne ? null : `words : NEAR(${single.join(" ")}, ${SENTENCE_GAP})`,
  };
}

/** Maximum length of a correction, in characters. The trigger counts words of 4 characters up to this length. */
const TERM_MAX = 30;

/** Returns whether a word may be corrected: it is long enough, and has no digits. */
export const isCorrectable = (word: string): boolean =>
  mistakesIn(word) > 0 && word.length <= TERM_MAX + mistakesIn(word) && !DIGIT.test(word);

const DIGIT = /\p{N}/u;

/** Returns the maximum number of mistakes in a word: letters that are wrong, missing, added or swapped. */
const mistakesIn = (word: string) => (word.length < 4 ? 0 : word.length < 8 ? 1 : 2);

/** Computes the edit distance of two words (Damerau-Levenshtein, optimal string alignment). */
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

/**
 * Returns the corrections of a word that assume the fewest mistakes. Corrections that occur in the most listings come
 * first. Returns none if no word is similar enough.
 */
export function correctionsOf(
  word: string,
  known: readonly { word: string; listings: number }[],
  most = mistakesIn(word),
): string[] {
  const near = known
    .filter((other) => Math.abs(other.word.length - word.length) <= most)
    .map((other) => ({ ...other, mistakes: distance(word, other.word) }))
    .filter(({ mistakes }) => mistakes > 0 && mistakes <= most);
  const fewest = Math.min(...near.map(({ mistakes }) => mistakes));
  const nearest = near
    .filter(({ mistakes }) => mistakes === fewest)
    .sort((a, b) => b.listings - a.listings || (a.word < b.word ? -1 : 1));
  return [...new Set(nearest.map((other) => other.word))];
}

/** Criteria for candidates that may be the correct form of a misspelt word. */
export interface SimilarityCriteria {
  /** First letters of a candidate, unless it matches `parts`. */
  beginning: string;
  /** FTS5 query for parts of the word. A candidate must match this query or start with `beginning`. */
  parts: string;
  /** Minimum and maximum length of a candidate. */
  shortest: number;
  longest: number;
}

/**
 * Returns the criteria for the correct form of a misspelt word. A mistake leaves either the word's first letters or its
 * other letters unchanged. If there are many other letters, they are split in halves, because the mistake may be in
 * either half.
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
