import { and, eq, isNull, sql } from "drizzle-orm";
import type { Deps } from "../../../platform/deps.ts";
import type { Like } from "./listing-words.ts";
import { listings } from "../core/listings.table.ts";

/** Words that are looked at for each way in which one may be like another. */
const ALIKE = 1_000;
/** Behind all that begins with the same letters. */
const LAST_LETTER = "\u{10FFFF}";

/** Whether an FTS5 query finds any public listing. */
export async function isSaid(deps: Deps, match: string): Promise<boolean> {
  const rows = await deps.db.all(sql`SELECT rowid FROM listings_words WHERE listings_words MATCH ${match} LIMIT 1`);
  return rows.length > 0;
}

/** Those of some FTS5 queries that find no public listing. */
export async function neverSaid(deps: Deps, matches: readonly string[]): Promise<string[]> {
  const rows = await deps.db.all<{ match: string }>(sql`
    SELECT value AS match FROM json_each(${JSON.stringify(matches)})
    WHERE NOT EXISTS (SELECT 1 FROM listings_words WHERE listings_words MATCH value)`);
  return rows.map(({ match }) => match);
}

/**
 * Words of public listings that are like one (index listing_terms_word_unique, and that of their trigrams). Rows read:
 * four times {@link ALIKE}.
 */
export const wordsLike = (
  deps: Deps,
  { beginning, parts, shortest, longest }: Like,
): Promise<{ word: string; listings: number }[]> =>
  deps.db.all(sql`
    SELECT term.word, term.listings FROM (
      SELECT id FROM (
        SELECT id FROM listing_terms WHERE word >= ${beginning} AND word < ${beginning + LAST_LETTER} LIMIT ${ALIKE}
      )
      UNION
      SELECT id FROM (
        SELECT rowid AS id FROM listing_terms_search WHERE listing_terms_search MATCH ${parts} LIMIT ${ALIKE}
      )
    ) AS alike CROSS JOIN listing_terms AS term ON term.id = alike.id
    WHERE length(term.word) BETWEEN ${shortest} AND ${longest}`);

/** Approved listings whose words are still to be written (index listings_unread), at most `limit`. */
export const unreadListings = (deps: Deps, limit: number) =>
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

/** The statement that writes the words of a listing as it was read. It is no change of the listing. */
export const writeWords = (deps: Deps, { id, revision }: { id: number; revision: number }, searchText: string) =>
  deps.db
    .update(listings)
    .set({ searchText })
    .where(and(eq(listings.id, id), eq(listings.revision, revision)));
