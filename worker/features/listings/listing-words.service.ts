import { soughtWords } from "../../contracts/search-words.ts";
import type { Deps } from "../../platform/deps.ts";
import { WORDS_OF_PLACES } from "./place-words.ts";
import { isSaid, unreadListings, wordsLike, writeWords } from "./listing-words.repo.ts";
import { matchOf, meantBy, mendable, searchTextOf, trigramsOf } from "./listing-words.ts";

/** Words of a search as they are looked for. */
export interface SoughtWords {
  /** An FTS5 query; null finds nothing. */
  match: string | null;
  /** What was looked for instead, where nothing was found of what was typed. */
  corrected: string | null;
}

/** What a word that no listing says was meant to be; the word itself where nothing is like it. */
async function mended(deps: Deps, word: string): Promise<string> {
  const trigrams = trigramsOf(word);
  const own = matchOf([word]);
  if (trigrams === null || own === null || (await isSaid(deps, own))) return word;
  const ofPlaces = WORDS_OF_PLACES.map((known) => ({ word: known, listings: 0 }));
  return meantBy(word, [...(await wordsLike(deps, trigrams)), ...ofPlaces]) ?? word;
}

/**
 * How a text is looked for: by all its words; where no public listing has them all, by those that were meant by words
 * that none has.
 */
export async function wordsSought(deps: Deps, q: string): Promise<SoughtWords> {
  const words = soughtWords(q);
  const match = matchOf(words);
  if (match === null || (await isSaid(deps, match))) return { match, corrected: null };
  const doubtful = new Set(mendable(words));
  const meant = await Promise.all(words.map(async (word) => (doubtful.has(word) ? mended(deps, word) : word)));
  const corrected = meant.join(" ");
  return corrected === words.join(" ") ? { match, corrected: null } : { match: matchOf(meant), corrected };
}

/** Listings whose words are written in one run. */
const A_RUN = 100;

/** Writes the words of approved listings that have none, as those from before the search had words. */
export async function writeMissingWords(deps: Deps): Promise<void> {
  const unread = await unreadListings(deps, A_RUN);
  const [first, ...others] = unread.map((listing) => writeWords(deps, listing, searchTextOf(listing)));
  if (first) await deps.db.batch([first, ...others]);
}
