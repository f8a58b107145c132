import { and, eq, gt, inArray, sql } from "drizzle-orm";
import { deleteInBatches } from "../../platform/database.ts";
import type { Deps } from "../../platform/deps.ts";
import { requireRow } from "../../platform/run-all-or-none.ts";
import { shortlists } from "./saved.table.ts";

/** Stores a shortlist. @returns the id of the shortlist */
export async function insertShortlist(deps: Deps, title: string | null, listingIds: number[]): Promise<number> {
  const [row] = await deps.db
    .insert(shortlists)
    .values({ title, listingIds, createdAt: deps.now() })
    .returning({ id: shortlists.id });
  if (!row) throw new Error("INSERT returned no row");
  return row.id;
}

/** Returns a shortlist by primary key. */
export async function shortlistById(deps: Deps, id: number) {
  const [row] = await deps.db.select().from(shortlists).where(eq(shortlists.id, id)).limit(1);
  return row ?? null;
}

/**
 * Returns the shortlists among `ids` that were made after `since` (by primary key).
 * @param ids at most a page of ids
 */
export async function shortlistsAmong(deps: Deps, ids: readonly number[], since: Date) {
  if (ids.length === 0) return [];
  return deps.db
    .select({ id: shortlists.id, title: shortlists.title })
    .from(shortlists)
    .where(and(inArray(shortlists.id, [...ids]), gt(shortlists.createdAt, since)));
}

/** Returns the statement that deletes a shortlist. */
export const deleteShortlist = (deps: Deps, id: number) => deps.db.delete(shortlists).where(requireRow(shortlists, id));

/** Deletes shortlists made before `time` (uses index shortlists_created). */
export async function deleteShortlistsBefore(deps: Deps, time: Date): Promise<void> {
  await deleteInBatches(deps, "shortlists", sql`created_at < ${time.getTime()}`);
}
