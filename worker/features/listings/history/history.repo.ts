import { and, desc, eq, gt, gte, lt, ne, sql } from "drizzle-orm";
import type { Deps } from "../../../platform/deps.ts";
import { deleteInBatches } from "../../../platform/database.ts";
import { type Listing, listings } from "../listing/listings.table.ts";
import { isAnnounced } from "../listing/public-percent.ts";
import { erasedHomes } from "../listing/history.table.ts";

/** Returns other listings at an address in any state, newest first, at most 50 (uses index listings_address_key). */
export const listingsEverAt = (
  deps: Deps,
  { id, addressKey }: Pick<Listing, "id" | "addressKey">,
): Promise<Listing[]> =>
  deps.db
    .select()
    .from(listings)
    .where(and(eq(listings.addressKey, addressKey), ne(listings.id, id)))
    .orderBy(desc(listings.id))
    .limit(50);

/**
 * Returns public listings whose rent was reduced in a period, latest reduction first, at most `limit` (uses index
 * listings_dropped). Leaves out listings that await confirmation or are above market.
 */
export const droppedListings = (
  deps: Deps,
  { from, until, limit }: { from: Date; until: Date; limit: number },
): Promise<Listing[]> =>
  deps.db
    .select()
    .from(listings)
    .where(
      and(
        // The condition is literal SQL, because SQLite does not use a partial index for a bound parameter.
        sql`${listings.status} = 'approved' AND ${listings.droppedAt} IS NOT NULL`,
        gte(listings.droppedAt, from),
        lt(listings.droppedAt, until),
        gt(listings.expiresAt, deps.now()),
        isAnnounced,
      ),
    )
    .orderBy(desc(listings.droppedAt), desc(listings.id))
    .limit(limit);

/**
 * Returns the statement that stores the hash of a home whose listing was erased. If two listings of a home were erased,
 * the later date applies.
 */
export const insertErasedHome = (deps: Deps, home: typeof erasedHomes.$inferInsert) =>
  deps.db
    .insert(erasedHomes)
    .values(home)
    .onConflictDoUpdate({
      target: erasedHomes.homeHash,
      set: { forgetAt: sql`max(${erasedHomes.forgetAt}, excluded.forget_at)` },
    });

/** Returns whether a listing of the home was erased that was public within the past year (by primary key). */
export async function isErasedHome(deps: Deps, homeHash: string): Promise<boolean> {
  const [row] = await deps.db
    .select({ homeHash: erasedHomes.homeHash })
    .from(erasedHomes)
    .where(and(eq(erasedHomes.homeHash, homeHash), gt(erasedHomes.forgetAt, deps.now())))
    .limit(1);
  return row !== undefined;
}

/** Deletes the hashes of erased homes after a year (uses index erased_homes_forget). */
export const deleteErasedHomes = (deps: Deps, time: Date) =>
  deleteInBatches(deps, "erased_homes", sql`forget_at <= ${time.getTime()}`);
