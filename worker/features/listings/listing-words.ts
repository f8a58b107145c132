import { streetOf } from "../../contracts/addresses.ts";
import { HIDDEN_EMAIL } from "../../contracts/hidden-emails.ts";
import { publicText } from "../../contracts/public-text.ts";
import { beginningOf, isSoughtByBeginning, unaccented, wordsOf } from "../../contracts/search-words.ts";
import { type CalledPlace, calledPlaceAt } from "../places/place-names.ts";
import type { Listing } from "./listings.table.ts";
import { shownOf } from "./shown-address.ts";

/** Longest word that is kept, in characters. */
const WORD_MAX = 40;

/**
 * The words of what everybody reads of a listing's text and street, each once, one blank apart: what the search keeps of
 * them. No mail address; where only the street is public, no number of its house.
 */
export function searchTextOf(
  listing: Pick<Listing, "address" | "addressPrecision"> & { additionalInfo?: string | null | undefined },
): string {
  const shown = shownOf(listing);
  const info = publicText(shown.text(listing.additionalInfo)).replaceAll(HIDDEN_EMAIL, " ");
  const words = new Set(wordsOf(unaccented(`${streetOf(shown.address)} ${info}`)));
  return [...words].filter((word) => word.length <= WORD_MAX).join(" ");
}

/** "2br", "1bdrm": as people shorten bedrooms. */
const SHORT_BEDROOMS = /^(\d)(?:br|bd|bdrm|bed|beds)$/;

const quoted = (word: string, isBeginning: boolean) => `"${word}"${isBeginning ? "*" : ""}`;

/** A word as FTS5 looks for it. In quotes, nothing is an operator of its query language, and no quote is a letter. */
function termOf(word: string, isLast: boolean): string {
  const bedrooms = SHORT_BEDROOMS.exec(word)?.[1];
  const beginning = beginningOf(word);
  const term = quoted(beginning, isSoughtByBeginning(beginning, isLast));
  return bedrooms === undefined ? term : `(${term} OR ("${bedrooms}" AND "bedroom"*))`;
}

/** A part of a search: a word, or what people call a place, which is found by its words too. */
interface Sought {
  words: readonly string[];
  place: CalledPlace | null;
}

function partsOf(words: readonly string[]): Sought[] {
  const parts: Sought[] = [];
  for (let at = 0; at < words.length;) {
    const place = calledPlaceAt(words, at);
    const length = place?.length ?? 1;
    parts.push({ words: words.slice(at, at + length), place });
    at += length;
  }
  return parts;
}

/** The FTS5 query that finds the listings with all words, or in the places that they name; null without a word. */
export function matchOf(words: readonly string[]): string | null {
  const last = words.length - 1;
  const terms = partsOf(words).map(({ words: said, place }) => {
    const all = said.map((word) => termOf(word, words.indexOf(word) === last)).join(" AND ");
    if (!place) return all;
    const names = place.neighbourhoods.map((name) => `place : "${wordsOf(unaccented(name)).join(" ")}"`);
    return `((${all}) OR ${names.join(" OR ")})`;
  });
  return terms.length === 0 ? null : terms.join(" AND ");
}

/** The words of a search whose spelling may be mended: those of one place are known. */
export const mendable = (words: readonly string[]): string[] =>
  partsOf(words).flatMap((part) => (part.place === null ? part.words : []));

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

/** The FTS5 query for words that share three letters in a row with one; null where it has fewer. */
export function trigramsOf(word: string): string | null {
  const trigrams = Array.from({ length: Math.max(0, word.length - 2) }, (_, at) => `"${word.slice(at, at + 3)}"`);
  return trigrams.length === 0 ? null : [...new Set(trigrams)].join(" OR ");
}
