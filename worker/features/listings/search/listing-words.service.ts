import { unaccented, wordsOf } from "../../../contracts/search-words.ts";
import type { Deps } from "../../../platform/deps.ts";
import { WORDS_OF_PLACES } from "./place-words.ts";
import { isSaid, neverSaid, unreadListings, wordsLike, writeWords } from "./listing-words.repo.ts";
import { like, matchOf, meantBy, mendable, partsOf, searchTextOf, type Sought } from "./listing-words.ts";

/** Words of a search as they are looked for. */
export interface SoughtWords {
  /** An FTS5 query; null finds nothing. */
  match: string | null;
  /** What was looked for instead, where nothing was found of what was typed. */
  corrected: string | null;
}

/** Misspelt words of a search that are mended: a search with more of them finds nothing. */
const MENDED = 2;

/** The words of a search that no listing says, where all of them may be mended; none for others. */
async function doubtfulOf(deps: Deps, parts: readonly Sought[]): Promise<string[]> {
  const words = new Map(mendable(parts).map((word) => [matchOf([{ words: [word], place: null }]) ?? "", word]));
  const unsaid = words.size === 0 ? [] : await neverSaid(deps, [...words.keys()]);
  return unsaid.length > MENDED ? [] : unsaid.flatMap((match) => words.get(match) ?? []);
}

const OF_PLACES = WORDS_OF_PLACES.map((word) => ({ word, listings: 0 }));

/** What a search meant, with words that listings say or names of places in place of the misspelt ones; null for none. */
async function meant(deps: Deps, words: readonly string[], doubtful: readonly string[]): Promise<Sought[] | null> {
  const known = new Map(
    await Promise.all(doubtful.map(async (word) => [word, await wordsLike(deps, like(word))] as const)),
  );
  const saidFor = (word: string) => meantBy(word, known.get(word) ?? []);
  const best = new Map(doubtful.map((word) => [word, meantBy(word, [...(known.get(word) ?? []), ...OF_PLACES])]));
  const partsMeant = () => partsOf(words.map((word) => best.get(word) ?? word));
  // A word of places alone counts where the name of one is said with it.
  const named = new Set(partsMeant().flatMap((part) => (part.place === null ? [] : part.words)));
  for (const [word, mended] of best) if (!named.has(mended ?? "")) best.set(word, saidFor(word));
  return doubtful.length === 0 || [...best.values()].includes(null) ? null : partsMeant();
}

/**
 * How a text is looked for: by all its words; where no public listing has them all, by those that were meant by words
 * that none has, if any has these.
 */
export async function wordsSought(deps: Deps, q: string): Promise<SoughtWords> {
  const words = wordsOf(unaccented(q));
  const parts = partsOf(words);
  const asTyped = { match: matchOf(parts), corrected: null };
  if (asTyped.match === null || (await isSaid(deps, asTyped.match))) return asTyped;
  const mended = await meant(deps, words, await doubtfulOf(deps, parts));
  const match = mended && matchOf(mended);
  if (!mended || match === null || !(await isSaid(deps, match))) return asTyped;
  return { match, corrected: mended.flatMap((part) => part.words).join(" ") };
}

/** Listings whose words are written in one run. */
const A_RUN = 100;

/** Writes the words of approved listings that have none, as those from before the search had words. */
export async function writeMissingWords(deps: Deps): Promise<void> {
  const unread = await unreadListings(deps, A_RUN);
  const [first, ...others] = unread.map((listing) => writeWords(deps, listing, searchTextOf(listing)));
  if (first) await deps.db.batch([first, ...others]);
}
