import { unaccented, wordsOf } from "../../../contracts/search-words.ts";
import type { Deps } from "../../../platform/deps.ts";
import { PLACE_WORDS } from "./place-words.ts";
import {
  hasMatches,
  queriesWithoutMatches,
  listingsWithoutWords,
  similarWords,
  writeWords,
} from "./listing-words.repo.ts";
import {
  similarityCriteria,
  matchOf,
  correctionOf,
  correctable,
  partsOf,
  searchTextOf,
  type QueryPart,
} from "./listing-words.ts";

/** The word query of a search. */
export interface WordQuery {
  /** An FTS5 query; null matches nothing. */
  match: string | null;
  /** The corrected words, if the typed ones match nothing. */
  corrected: string | null;
}

/** Most misspelt words corrected in one search. */
const MAX_CORRECTIONS = 2;

/** The words of a search that match no listing, if few enough and all correctable; otherwise none. */
async function misspeltWords(deps: Deps, parts: readonly QueryPart[]): Promise<string[]> {
  const words = new Map(correctable(parts).map((word) => [matchOf([{ words: [word], place: null }]) ?? "", word]));
  const unsaid = words.size === 0 ? [] : await queriesWithoutMatches(deps, [...words.keys()]);
  return unsaid.length > MAX_CORRECTIONS ? [] : unsaid.flatMap((match) => words.get(match) ?? []);
}

const PLACE_TERMS = PLACE_WORDS.map((word) => ({ word, listings: 0 }));

/** A search with its misspelt words replaced by words of listings or place names; null if any has no replacement. */
async function correct(deps: Deps, words: readonly string[], misspelt: readonly string[]): Promise<QueryPart[] | null> {
  const known = new Map(
    await Promise.all(
      misspelt.map(async (word) => [word, await similarWords(deps, similarityCriteria(word))] as const),
    ),
  );
  const fromListings = (word: string) => correctionOf(word, known.get(word) ?? []);
  const best = new Map(
    misspelt.map((word) => [word, correctionOf(word, [...(known.get(word) ?? []), ...PLACE_TERMS])]),
  );
  const correctedParts = () => partsOf(words.map((word) => best.get(word) ?? word));
  // A word of a place name only counts together with the rest of the name.
  const named = new Set(correctedParts().flatMap((part) => (part.place === null ? [] : part.words)));
  for (const [word, corrected] of best) if (!named.has(corrected ?? "")) best.set(word, fromListings(word));
  return misspelt.length === 0 || [...best.values()].includes(null) ? null : correctedParts();
}

/**
 * The word query of a search text: all its words. If no public listing matches, words that match nothing are corrected,
 * provided that the result matches.
 */
export async function buildWordQuery(deps: Deps, q: string): Promise<WordQuery> {
  const words = wordsOf(unaccented(q));
  const parts = partsOf(words);
  const asTyped = { match: matchOf(parts), corrected: null };
  if (asTyped.match === null || (await hasMatches(deps, asTyped.match))) return asTyped;
  const corrected = await correct(deps, words, await misspeltWords(deps, parts));
  const match = corrected && matchOf(corrected);
  if (!corrected || match === null || !(await hasMatches(deps, match))) return asTyped;
  return { match, corrected: corrected.flatMap((part) => part.words).join(" ") };
}

/** Listings per run. */
const BATCH = 100;

/** Stores the search words of approved listings that predate them. */
export async function writeMissingWords(deps: Deps): Promise<void> {
  const unread = await listingsWithoutWords(deps, BATCH);
  const [first, ...others] = unread.map((listing) => writeWords(deps, listing, searchTextOf(listing)));
  if (first) await deps.db.batch([first, ...others]);
}
