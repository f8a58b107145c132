import { and, asc, desc, eq, gt, inArray, lt, sql } from "drizzle-orm";
import { type KeptHome, SAVED_MAX } from "../../contracts/saved.ts";
import { deleteInBatches } from "../../platform/database.ts";
import type { Deps } from "../../platform/deps.ts";
import { subscribers } from "../subscribers/subscribers.table.ts";
import { savedHomes, savedLists, shortlists } from "./saved.table.ts";

/** By primary key. */
export async function listOf(deps: Deps, subscriberId: number) {
  const [row] = await deps.db.select().from(savedLists).where(eq(savedLists.subscriberId, subscriberId)).limit(1);
  return row ?? null;
}

/** Homes on a list and taken off it, the last saved first (primary key). */
export function homesOf(deps: Deps, subscriberId: number) {
  return deps.db
    .select()
    .from(savedHomes)
    .where(eq(savedHomes.subscriberId, subscriberId))
    .orderBy(desc(savedHomes.savedAt), desc(savedHomes.listingId))
    .limit(2 * SAVED_MAX);
}

/**
 * Those who asked to be told of lower rents and have a home on their list, by subscriber (index saved_homes_listing).
 * @param after the last subscriber of the page before
 */
export function saversOf(deps: Deps, listingId: number, after: number, limit: number) {
  return deps.db
    .select({
      id: subscribers.id,
      email: subscribers.email,
      emailKey: subscribers.emailKey,
      status: subscribers.status,
    })
    .from(savedHomes)
    .innerJoin(savedLists, eq(savedLists.subscriberId, savedHomes.subscriberId))
    .innerJoin(subscribers, eq(subscribers.id, savedHomes.subscriberId))
    .where(
      and(
        eq(savedHomes.listingId, listingId),
        eq(savedHomes.isRemoved, false),
        gt(savedHomes.subscriberId, after),
        eq(savedLists.wantsPriceDrops, true),
      ),
    )
    .orderBy(asc(savedHomes.subscriberId))
    .limit(limit);
}

/** Starts a list, or changes the choice of one. */
export async function upsertList(deps: Deps, subscriberId: number, wantsPriceDrops: boolean): Promise<void> {
  const now = deps.now();
  await deps.db
    .insert(savedLists)
    .values({ subscriberId, wantsPriceDrops, createdAt: now, usedAt: now })
    .onConflictDoUpdate({ target: savedLists.subscriberId, set: { wantsPriceDrops, usedAt: now } });
}

/** Notes that a list was used, at most once in `everyMs`. */
export async function touchList(deps: Deps, subscriberId: number, everyMs: number): Promise<void> {
  const now = deps.now();
  await deps.db
    .update(savedLists)
    .set({ usedAt: now })
    .where(and(eq(savedLists.subscriberId, subscriberId), lt(savedLists.usedAt, new Date(now.getTime() - everyMs))));
}

/** Deletes a list with its homes. */
export async function deleteList(deps: Deps, subscriberId: number): Promise<void> {
  await deps.db.delete(savedLists).where(eq(savedLists.subscriberId, subscriberId));
}

/** The statement that deletes the homes of a list in one state beyond the newest {@link SAVED_MAX} (primary key). */
function dropSurplus(deps: Deps, subscriberId: number, isRemoved: boolean) {
  const newest = sql.raw(isRemoved ? "changed_at" : "saved_at");
  const surplus = sql`(SELECT listing_id FROM saved_homes
    WHERE subscriber_id = ${subscriberId} AND is_removed = ${isRemoved ? 1 : 0}
    ORDER BY ${newest} DESC, listing_id DESC LIMIT -1 OFFSET ${SAVED_MAX})`;
  return deps.db
    .delete(savedHomes)
    .where(and(eq(savedHomes.subscriberId, subscriberId), sql`${savedHomes.listingId} IN ${surplus}`));
}

const excluded = (column: string) => sql.raw(`excluded.${column}`);

/**
 * Merges homes into a list that exists: the later change of each home counts, none of them later than now. What exceeds
 * the limit is dropped, the longest saved first.
 */
export async function mergeHomes(deps: Deps, subscriberId: number, homes: readonly KeptHome[]): Promise<void> {
  const now = deps.now().getTime();
  const past = (time: string) => Math.min(Date.parse(time), now);
  const rows = homes.map((home) => ({ ...home, savedAt: past(home.savedAt), changedAt: past(home.changedAt) }));
  await deps.db.batch([
    deps.db
      .insert(savedHomes)
      // Values follow the order of the table's columns.
      .select(
        sql`SELECT ${subscriberId}, value ->> 'listingId', value ->> 'savedAt', value ->> 'changedAt',
            value ->> 'state', value ->> 'viewingAt', value ->> 'note', value ->> 'isRemoved'
          FROM json_each(${JSON.stringify(rows)})
          WHERE EXISTS (SELECT 1 FROM saved_lists WHERE subscriber_id = ${subscriberId})`,
      )
      .onConflictDoUpdate({
        target: [savedHomes.subscriberId, savedHomes.listingId],
        set: {
          savedAt: excluded("saved_at"),
          changedAt: excluded("changed_at"),
          state: excluded("state"),
          viewingAt: excluded("viewing_at"),
          note: excluded("note"),
          isRemoved: excluded("is_removed"),
        },
        setWhere: sql`excluded.changed_at > saved_homes.changed_at`,
      }),
    dropSurplus(deps, subscriberId, false),
    dropSurplus(deps, subscriberId, true),
  ]);
}

/** Stores a shortlist. @returns its id */
export async function insertShortlist(deps: Deps, title: string | null, listingIds: number[]): Promise<number> {
  const [row] = await deps.db
    .insert(shortlists)
    .values({ title, listingIds, createdAt: deps.now() })
    .returning({ id: shortlists.id });
  if (!row) throw new Error("INSERT returned no row");
  return row.id;
}

/** By primary key. */
export async function shortlistById(deps: Deps, id: number) {
  const [row] = await deps.db.select().from(shortlists).where(eq(shortlists.id, id)).limit(1);
  return row ?? null;
}

/** Those of some shortlists that were made after `since` (primary key). @param ids at most a page of them */
export async function shortlistsAmong(deps: Deps, ids: readonly number[], since: Date) {
  if (ids.length === 0) return [];
  return deps.db
    .select({ id: shortlists.id, title: shortlists.title })
    .from(shortlists)
    .where(and(inArray(shortlists.id, [...ids]), gt(shortlists.createdAt, since)));
}

/** The statement that deletes a shortlist. */
export const deleteShortlist = (deps: Deps, id: number) =>
  deps.db.delete(shortlists).where(eq(shortlists.id, id)).returning({ title: shortlists.title });

/** Deletes shortlists made before `time` (index shortlists_created). */
export async function deleteShortlistsBefore(deps: Deps, time: Date): Promise<void> {
  await deleteInBatches(deps, "shortlists", sql`created_at < ${time.getTime()}`);
}

/** Deletes lists last used before `time`, with their homes (index saved_lists_used). */
export async function deleteListsUsedBefore(deps: Deps, time: Date): Promise<void> {
  await deleteInBatches(deps, "saved_lists", sql`used_at < ${time.getTime()}`);
}
