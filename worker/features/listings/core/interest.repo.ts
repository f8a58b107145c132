import { inArray, lt, sql } from "drizzle-orm";
import type { Interest } from "../../../contracts/listings.ts";
import type { Deps } from "../../../platform/deps.ts";
import { listingInterest } from "./interest.table.ts";

/** Notes that somebody opened or called a listing, unless it is noted already; a trigger counts new ones. */
export async function insertInterest(deps: Deps, listingId: number, kind: Interest, visitor: string): Promise<void> {
  await deps.db.insert(listingInterest).values({ listingId, kind, visitor, seenAt: deps.now() }).onConflictDoNothing();
}

/** Forgets who was noted before `time`, at most `limit` rows (index listing_interest_seen); the counts stay. */
export async function forgetInterest(deps: Deps, time: Date, limit: number): Promise<void> {
  const old = deps.db
    .select({ rowid: sql`rowid` })
    .from(listingInterest)
    .where(lt(listingInterest.seenAt, time))
    .orderBy(listingInterest.seenAt)
    .limit(limit);
  await deps.db.delete(listingInterest).where(inArray(sql`rowid`, old));
}
