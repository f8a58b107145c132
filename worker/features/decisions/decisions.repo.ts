import { and, eq, inArray, type SQL, sql } from "drizzle-orm";
import { UNDO_MS } from "../../contracts/decisions.ts";
import { deleteInBatches } from "../../platform/database.ts";
import type { Deps } from "../../platform/deps.ts";
import { valueIf } from "../../platform/run-all-or-none.ts";
import { STATUS_NEUTRAL } from "./decision-kinds.ts";
import { type DecisionItem, decisions } from "./decisions.table.ts";

type NewItem = Pick<DecisionItem, "id" | "action" | "targetType" | "before" | "revision"> & {
  /** The target's id, or SQL if the change itself creates the id. */
  targetId: DecisionItem["targetId"] | SQL;
};

/** Returns the statement that stores one change of a decision. */
export const insertDecision = (deps: Deps, item: NewItem) =>
  deps.db.insert(decisions).values({ ...item, decidedAt: deps.now() });

/** Returns all changes of a decision (uses index decisions_item), at most `limit`. */
export async function itemsOf(deps: Deps, id: string, limit: number): Promise<DecisionItem[]> {
  return deps.db.select().from(decisions).where(eq(decisions.id, id)).orderBy(decisions.nth).limit(limit);
}

/**
 * Returns the statement that marks one change of a decision as undone, for the batch that undoes the change. The
 * statement has no effect if the change was already undone, its emails were sent, or the undo window is closed.
 * @param also an additional condition
 */
export function markUndone(deps: Deps, { nth }: Pick<DecisionItem, "nth">, also?: SQL) {
  const now = deps.now().getTime();
  const isOpen = sql`undone_at IS NULL AND notified_at IS NULL AND decided_at > ${now - UNDO_MS}`;
  return deps.db
    .update(decisions)
    .set({ undoneAt: valueIf(and(isOpen, also), now) })
    .where(eq(decisions.nth, nth));
}

/**
 * Returns the SQL condition that no later decision about the same target is in force (uses index decisions_of_target).
 */
export const isLatest = ({ nth, targetType, targetId }: Pick<DecisionItem, "nth" | "targetType" | "targetId">): SQL =>
  sql`NOT EXISTS (SELECT 1 FROM decisions
    WHERE target_type = ${targetType} AND target_id = ${targetId} AND nth > ${nth} AND undone_at IS NULL)`;

/**
 * Closes the undo window of one change of a decision, unless the change was undone (uses index decisions_item).
 * @returns the change, or null
 */
export async function closeUndo(
  deps: Deps,
  id: string,
  listingId: number,
): Promise<Pick<DecisionItem, "nth" | "action"> | null> {
  const [row] = await deps.db
    .update(decisions)
    .set({ notifiedAt: deps.now() })
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
 * Returns, for each listing, the latest decision about its state that is still in force, except the decision `exceptId`
 * (uses index decisions_of_target).
 */
export async function latestOfListings(
  deps: Deps,
  ids: readonly number[],
  exceptId: string | null,
): Promise<DecisionItem[]> {
  const latest = sql`(SELECT (
      SELECT nth FROM decisions
      WHERE target_type = 'listing' AND target_id = one.value AND undone_at IS NULL AND id IS NOT ${exceptId}
        AND action NOT IN (SELECT value FROM json_each(${JSON.stringify(STATUS_NEUTRAL)}))
      ORDER BY nth DESC LIMIT 1
    ) FROM json_each(${JSON.stringify(ids)}) AS one)`;
  return deps.db.select().from(decisions).where(inArray(decisions.nth, latest));
}

/** Returns the statement that deletes the decisions about a listing (uses index decisions_of_target). */
export function deleteDecisionsOfListing(deps: Deps, id: number) {
  return deps.db.delete(decisions).where(and(eq(decisions.targetType, "listing"), eq(decisions.targetId, id)));
}

/** Deletes decisions made before `time` (uses index decisions_decided). */
export const deleteBefore = (deps: Deps, time: Date): Promise<void> =>
  deleteInBatches(deps, "decisions", sql`decided_at < ${time.getTime()}`);
