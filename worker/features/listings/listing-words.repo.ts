import { and, eq, isNull, sql } from "drizzle-orm";
import type { Deps } from "../../platform/deps.ts";
import { listings } from "./listings.table.ts";

/** Words that are looked at for one that is spelt wrongly: those that share most with it. */
const ALIKE = 60;

/** Whether an FTS5 query finds any public listing. */
export async function isSaid(deps: Deps, match: string): Promise<boolean> {
  const rows = await deps.db.all(sql`SELECT rowid FROM listings_words WHERE listings_words MATCH ${match} LIMIT 1`);
  return rows.length > 0;
}

/** Words of public listings that are most like one, by an FTS5 query for its trigrams; at most {@link ALIKE}. */
export const wordsLike = (deps: Deps, trigrams: string): Promise<{ word: string; listings: number }[]> =>
  deps.db.all(sql`
    SELECT term.word, term.listings FROM (
      SELECT rowid AS id FROM listing_terms_search WHERE listing_terms_search MATCH ${trigrams} ORDER BY rank LIMIT ${ALIKE}
    ) AS alike CROSS JOIN listing_terms AS term ON term.id = alike.id`);

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
