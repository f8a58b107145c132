import { inArray, lt, sql } from "drizzle-orm";
import type { Interest } from "../../../contracts/listings.ts";
import type { Deps } from "../../../platform/deps.ts";
import { listingInterest } from "./interest.table.ts";

/** Records that a person opened a listing or clicked Call, once per person. A trigger counts new rows. */
export async function insertInterest(deps: Deps, listingId: number, kind: Interest, visitor: string): Promise<void> {
  await deps.db.insert(listingInterest).values({ listingId, kind, visitor, seenAt: deps.now() }).onConflictDoNothing();
}

/** Deletes at most `limit` rows older than `time` (uses index listing_interest_seen). The listings' counts stay. */
export async function deleteOldInterest(deps: Deps, time: Date, limit: number): Promise<void> {
  const old = deps.db
    .select({ rowid: sql`rowid` })
    .from(listingInterest)
    .where(lt(listingInterest.seenAt, time))
    .orderBy(listingInterest.seenAt)
    .limit(limit);
  await deps.db.delete(listingInterest).where(inArray(sql`rowid`, old));
}
