import { and, eq, inArray, type SQL, sql } from "drizzle-orm";
import { STATUS_NEUTRAL_DECISIONS, UNDO_MS } from "../../contracts/decisions.ts";
import { deleteInBatches } from "../../platform/database.ts";
import type { Deps } from "../../platform/deps.ts";
import { type DecisionItem, decisions } from "./decisions.table.ts";

type NewItem = Pick<DecisionItem, "id" | "action" | "targetType" | "targetId" | "before" | "revision">;

/** The statement that stores what a decision changed when the statement before it in the batch changed a row. */
export function insertIfChanged(deps: Deps, item: NewItem) {
  const { id, action, targetType, targetId, before, revision } = item;
  // In the order of the table's columns; the number is SQLite's to choose.
  return deps.db
    .insert(decisions)
    .select(
      sql`SELECT NULL, ${id}, ${action}, ${targetType}, ${targetId}, ${deps.now().getTime()}, ${JSON.stringify(before)}, ${revision}, NULL, NULL WHERE changes() > 0`,
    );
}

/** All that a decision changed (index decisions_item), at most `limit`. */
export async function itemsOf(deps: Deps, id: string, limit: number): Promise<DecisionItem[]> {
  return deps.db.select().from(decisions).where(eq(decisions.id, id)).orderBy(decisions.nth).limit(limit);
}

/** Condition of a change that undoes an item: nobody undid it, no mail about it went out, and its time is not over. */
export function isUndoable(deps: Deps, { nth }: Pick<DecisionItem, "nth">): SQL {
  const since = deps.now().getTime() - UNDO_MS;
  return sql`EXISTS (SELECT 1 FROM decisions WHERE nth = ${nth} AND undone_at IS NULL AND told_at IS NULL AND decided_at > ${since})`;
}

/** The statement that marks an item as undone when the statement before it in the batch changed a row. */
export function markUndoneIfChanged(deps: Deps, { nth }: Pick<DecisionItem, "nth">) {
  return deps.db
    .update(decisions)
    .set({ undoneAt: deps.now() })
    .where(and(eq(decisions.nth, nth), sql`changes() > 0`));
}

/** Ends the time for an undo, unless the item was undone (index decisions_item). @returns its number and what it was, or null */
export async function markTold(
  deps: Deps,
  id: string,
  listingId: number,
): Promise<Pick<DecisionItem, "nth" | "action"> | null> {
  const [row] = await deps.db
    .update(decisions)
    .set({ toldAt: deps.now() })
    .where(
      and(
        eq(decisions.id, id),
        eq(decisions.targetType, "listing"),
        eq(decisions.targetId, listingId),
        sql`undone_at IS NULL`,
      ),
    )
    .returning({ nth: decisions.nth, action: decisions.action });
  return row ?? null;
}

/**
 * The latest decision about the state of each listing that was not undone (index decisions_of_target), but for one
 * decision's own.
 */
export async function latestOfListings(
  deps: Deps,
  ids: readonly number[],
  exceptId: string | null,
): Promise<DecisionItem[]> {
  const latest = sql`(SELECT (
      SELECT nth FROM decisions
      WHERE target_type = 'listing' AND target_id = one.value AND undone_at IS NULL AND id IS NOT ${exceptId}
        AND action NOT IN (SELECT value FROM json_each(${JSON.stringify([...STATUS_NEUTRAL_DECISIONS])}))
      ORDER BY nth DESC LIMIT 1
    ) FROM json_each(${JSON.stringify(ids)}) AS one)`;
  return deps.db.select().from(decisions).where(inArray(decisions.nth, latest));
}

/** The statement that forgets what was decided about a listing, and what it was before (index decisions_of_target). */
export function deleteOfListing(deps: Deps, id: number) {
  return deps.db.delete(decisions).where(and(eq(decisions.targetType, "listing"), eq(decisions.targetId, id)));
}

/** Deletes decisions of before `time` (index decisions_decided). */
export const deleteBefore = (deps: Deps, time: Date): Promise<void> =>
  deleteInBatches(deps, "decisions", sql`decided_at < ${time.getTime()}`);
