import { and, eq, isNull, sql } from "drizzle-orm";
import type { Deps } from "../../../platform/deps.ts";
import type { SimilarityCriteria } from "./listing-words.ts";
import { listings } from "../listing/listings.table.ts";

/** Maximum number of similar words read for each criterion. */
const MAX_SIMILAR = 1_000;
/** Suffix that turns a prefix into the upper bound of its range. */
const LAST_LETTER = "\u{10FFFF}";

/** Returns the words among `words` that occur in public listings (uses index listing_terms_word_unique). */
export async function knownTerms(deps: Deps, words: readonly string[]): Promise<string[]> {
  const rows = await deps.db.all<{ word: string }>(
    sql`SELECT word FROM listing_terms WHERE word IN (SELECT value FROM json_each(${JSON.stringify(words)}))`,
  );
  return rows.map(({ word }) => word);
}

/** Returns the FTS5 queries among `matches` that match no public listing. */
export async function queriesWithoutMatches(deps: Deps, matches: readonly string[]): Promise<string[]> {
  const rows = await deps.db.all<{ match: string }>(sql`
    SELECT value AS match FROM json_each(${JSON.stringify(matches)})
    WHERE NOT EXISTS (SELECT 1 FROM listings_words WHERE listings_words MATCH value)`);
  return rows.map(({ match }) => match);
}

/**
 * Returns words of public listings that may be similar to a word (uses index listing_terms_word_unique, and the trigram
 * index). Reads at most four times {@link MAX_SIMILAR} rows.
 */
export const similarWords = (
  deps: Deps,
  { beginning, parts, shortest, longest }: SimilarityCriteria,
): Promise<{ word: string; listings: number }[]> =>
  deps.db.all(sql`
    SELECT term.word, term.listings FROM (
      SELECT id FROM (
        SELECT id FROM listing_terms WHERE word >= ${beginning} AND word < ${beginning + LAST_LETTER} LIMIT ${MAX_SIMILAR}
      )
      UNION
      SELECT id FROM (
        SELECT rowid AS id FROM listing_terms_search WHERE listing_terms_search MATCH ${parts} LIMIT ${MAX_SIMILAR}
      )
    ) AS alike CROSS JOIN listing_terms AS term ON term.id = alike.id
    WHERE length(term.word) BETWEEN ${shortest} AND ${longest}`);

/** Returns approved listings whose search words are not stored yet, at most `limit` (uses index listings_unread). */
export const listingsWithoutWords = (deps: Deps, limit: number) =>
  deps.db
    .select({
      id: listings.id,
      address: listings.address,
      addressPrecision: listings.addressPrecision,
      additionalInfo: listings.additionalInfo,
      revision: listings.revision,
    })
    .from(listings)
    .where(and(sql`${listings.status} = 'approved'`, isNull(listings.searchText)))
    .orderBy(listings.id)
    .limit(limit);

/**
 * Returns the statement that stores a listing's search words. Storing them does not count as a change to the listing.
 */
export const writeWords = (deps: Deps, { id, revision }: { id: number; revision: number }, searchText: string) =>
  deps.db
    .update(listings)
    .set({ searchText })
    .where(and(eq(listings.id, id), eq(listings.revision, revision)));
