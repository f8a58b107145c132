import { and, eq, inArray, type SQL, sql } from "drizzle-orm";
import { STATUS_NEUTRAL_DECISIONS, UNDO_MS } from "../../contracts/decisions.ts";
import { deleteInBatches } from "../../platform/database.ts";
import type { Deps } from "../../platform/deps.ts";
import { type DecisionItem, decisions } from "./decisions.table.ts";

type NewItem = Pick<DecisionItem, "id" | "action" | "targetType" | "before" | "revision"> & {
  /** SQL where the change itself makes the id. */
  targetId: DecisionItem["targetId"] | SQL;
};

/**
 * The statement that stores what a decision changed. It must follow the change in the same batch and precede its mails:
 * it writes only if the previous statement changed a row.
 */
export function insertDecisionIfChanged(deps: Deps, item: NewItem) {
  const { id, action, targetType, targetId, before, revision } = item;
  // Values follow the order of the table's columns; NULL lets SQLite assign `nth`.
  return deps.db
    .insert(decisions)
    .select(
      sql`SELECT NULL, ${id}, ${action}, ${targetType}, ${targetId}, ${deps.now().getTime()}, ${JSON.stringify(before)}, ${revision}, NULL, NULL WHERE changes() > 0`,
    );
}

/** Everything that a decision changed (index decisions_item), at most `limit`. */
export async function itemsOf(deps: Deps, id: string, limit: number): Promise<DecisionItem[]> {
  return deps.db.select().from(decisions).where(eq(decisions.id, id)).orderBy(decisions.nth).limit(limit);
}

/**
 * The condition of a change that undoes an item: it was not undone, its mails were not sent, and the undo window is
 * open.
 */
export function isUndoable(deps: Deps, { nth }: Pick<DecisionItem, "nth">): SQL {
  const since = deps.now().getTime() - UNDO_MS;
  return sql`EXISTS (SELECT 1 FROM decisions WHERE nth = ${nth} AND undone_at IS NULL AND told_at IS NULL AND decided_at > ${since})`;
}

/**
 * The statement that marks an item as undone if the previous statement in the batch, which undoes it, changed a row.
 */
export function markUndoneIfChanged(deps: Deps, { nth }: Pick<DecisionItem, "nth">) {
  return deps.db
    .update(decisions)
    .set({ undoneAt: deps.now() })
    .where(and(eq(decisions.nth, nth), sql`changes() > 0`));
}

/** The condition that an item was undone, for what the same batch takes back with it. */
export const wasUndone = ({ nth }: Pick<DecisionItem, "nth">): SQL =>
  sql`EXISTS (SELECT 1 FROM decisions WHERE nth = ${nth} AND undone_at IS NOT NULL)`;

/** The condition that no later decision about the same target is in force (index decisions_of_target). */
export const isLatest = ({ nth, targetType, targetId }: Pick<DecisionItem, "nth" | "targetType" | "targetId">): SQL =>
  sql`NOT EXISTS (SELECT 1 FROM decisions
    WHERE target_type = ${targetType} AND target_id = ${targetId} AND nth > ${nth} AND undone_at IS NULL)`;

/** Ends the undo window unless the item was undone (index decisions_item). @returns the item, or null */
export async function closeUndo(
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
 * The latest decision about the state of each listing that was not undone, except one decision's own (index
 * decisions_of_target).
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

/** The statement that deletes the decisions about a listing (index decisions_of_target). */
export function deleteDecisionsOfListing(deps: Deps, id: number) {
  return deps.db.delete(decisions).where(and(eq(decisions.targetType, "listing"), eq(decisions.targetId, id)));
}

/** Deletes decisions made before `time` (index decisions_decided). */
export const deleteBefore = (deps: Deps, time: Date): Promise<void> =>
  deleteInBatches(deps, "decisions", sql`decided_at < ${time.getTime()}`);
