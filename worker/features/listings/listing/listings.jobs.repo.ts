import { and, inArray, isNull, lte, sql } from "drizzle-orm";
import type { Deps } from "../../../platform/deps.ts";
import { requireRow } from "../../../platform/run-all-or-none.ts";
import { type Listing, listings } from "./listings.table.ts";

// The condition is literal SQL, because SQLite does not use a partial index for a bound parameter.
const isApproved = sql`${listings.status} = 'approved'`;

/** Marks the approved listings among `ids` whose term has ended as expired. */
export async function markExpired(deps: Deps, ids: readonly number[], time: Date): Promise<void> {
  await deps.db
    .update(listings)
    .set({ status: "expired", publicUntil: sql`${listings.expiresAt}`, revision: sql`${listings.revision} + 1` })
    .where(and(inArray(listings.id, [...ids]), isApproved, lte(listings.expiresAt, time)));
}

/** Returns the ids of approved listings whose term has ended, at most `limit` (uses index listings_expiring). */
export async function expiredListingIds(deps: Deps, time: Date, limit: number): Promise<number[]> {
  const rows = await deps.db
    .select({ id: listings.id })
    .from(listings)
    .where(and(isApproved, lte(listings.expiresAt, time)))
    .orderBy(listings.expiresAt)
    .limit(limit);
  return rows.map(({ id }) => id);
}

/**
 * Returns approved listings that expire before `time` and whose landlords have not been reminded yet (uses index
 * listings_reminding).
 */
export async function listingsToRemind(deps: Deps, time: Date, limit: number): Promise<{ id: number }[]> {
  return deps.db
    .select({ id: listings.id })
    .from(listings)
    .where(and(sql`${listings.status} = 'approved' AND ${listings.remindedAt} IS NULL`, lte(listings.expiresAt, time)))
    .orderBy(listings.expiresAt)
    .limit(limit);
}

/** Returns the statement that records a reminder once per term, if the listing's term still ends before `time`. */
export function markReminded(deps: Deps, { id }: Pick<Listing, "id">, time: Date) {
  return deps.db
    .update(listings)
    .set({ remindedAt: deps.now() })
    .where(requireRow(listings, id, isApproved, isNull(listings.remindedAt), lte(listings.expiresAt, time)));
}

/** Returns deleted listings whose photos are due for deletion, at most `limit` (uses index listings_buried). */
export async function deletedListingsWithPhotos(deps: Deps, time: Date, limit: number): Promise<Listing[]> {
  return deps.db
    .select()
    .from(listings)
    .where(and(sql`${listings.status} = 'deleted' AND ${listings.photos} <> '[]'`, lte(listings.deletedAt, time)))
    .orderBy(listings.deletedAt)
    .limit(limit);
}

/** Returns the names of the photos and preview images of the listings with these photo prefixes (unique index). */
export async function imagesOfPrefixes(deps: Deps, prefixes: readonly string[]) {
  return deps.db
    .select({ photoPrefix: listings.photoPrefix, photos: listings.photos, preview: listings.preview })
    .from(listings)
    .where(sql`${listings.photoPrefix} IN (SELECT value FROM json_each(${JSON.stringify(prefixes)}))`);
}
