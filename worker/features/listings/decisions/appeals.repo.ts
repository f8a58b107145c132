import { and, desc, eq, getTableColumns, sql } from "drizzle-orm";
import { deleteInBatches } from "../../../platform/database.ts";
import type { Deps } from "../../../platform/deps.ts";
import { MAX_OFFSET, type PageWindow } from "../../../platform/paging.ts";
import { type DecisionOnListing, ofDecision } from "../listing/decision-rows.ts";
import { type Listing, listings } from "../listing/listings.table.ts";
import { type Appeal, appeals } from "./appeals.table.ts";

/** Upper bound on the number of appeals of a listing. */
const MAX_APPEALS_PER_LISTING = 100;

/** Returns the statement that stores an appeal. Each rejection has at most one appeal. */
export const insertAppeal = (
  deps: Deps,
  appeal: Pick<Appeal, "listingId" | "rejectedAt" | "rejectedBy" | "reason" | "text">,
) =>
  deps.db
    .insert(appeals)
    .values({ ...appeal, createdAt: deps.now() })
    .returning();

/** Returns the appeal against a rejection, or null (uses index appeals_once). */
export async function appealOf(deps: Deps, listingId: number, rejectedAt: Date): Promise<Appeal | null> {
  const [row] = await deps.db
    .select()
    .from(appeals)
    .where(and(eq(appeals.listingId, listingId), eq(appeals.rejectedAt, rejectedAt)))
    .limit(1);
  return row ?? null;
}

/**
 * Returns the open appeal against a listing's last rejection, even if the landlord has changed the listing since.
 * Returns null if there is none.
 */
export async function openAppealOf(
  deps: Deps,
  { id, rejectedAt }: Pick<Listing, "id" | "rejectedAt">,
): Promise<Appeal | null> {
  const appeal = rejectedAt === null ? null : await appealOf(deps, id, rejectedAt);
  return appeal?.state === "open" ? appeal : null;
}

/** Returns an appeal by primary key. */
export async function appealById(deps: Deps, id: number): Promise<Appeal | null> {
  const [row] = await deps.db.select().from(appeals).where(eq(appeals.id, id)).limit(1);
  return row ?? null;
}

/** Returns the appeal that a given decision answered, or null (uses index appeals_decision). */
export async function appealOfDecision(deps: Deps, decision: DecisionOnListing): Promise<Appeal | null> {
  const [row] = await deps.db.select().from(appeals).where(ofDecision(appeals, decision)).limit(1);
  return row ?? null;
}

/** Returns a listing's appeals, newest first (uses index appeals_once). */
export const appealsOfListing = (deps: Deps, listingId: number): Promise<Appeal[]> =>
  deps.db
    .select()
    .from(appeals)
    .where(eq(appeals.listingId, listingId))
    .orderBy(desc(appeals.id))
    .limit(MAX_APPEALS_PER_LISTING);

/** Returns open appeals of listings whose rejection is still in force, oldest first (uses index appeals_open). */
export async function openAppeals(
  deps: Deps,
  { limit, offset }: PageWindow,
): Promise<{ appeal: Appeal; listing: Listing }[]> {
  if (offset > MAX_OFFSET) return [];
  return deps.db
    .select({ appeal: getTableColumns(appeals), listing: getTableColumns(listings) })
    .from(appeals)
    .innerJoin(listings, eq(listings.id, appeals.listingId))
    .where(sql`state = 'open' AND ${listings.status} = 'rejected' AND ${listings.rejectedAt} = ${appeals.rejectedAt}`)
    .orderBy(appeals.id)
    .limit(limit)
    .offset(offset);
}

/** Returns the statement that closes an open appeal with a decision. */
export function settleAppeal(
  deps: Deps,
  id: number,
  decided: Pick<Appeal, "state" | "decidedBy" | "decisionId" | "answer">,
) {
  return deps.db
    .update(appeals)
    .set({ ...decided, decidedAt: deps.now() })
    .where(and(eq(appeals.id, id), sql`state = 'open'`));
}

/** Returns the statement that reopens the appeal that a given decision closed (uses index appeals_decision). */
export function reopenAppeal(deps: Deps, decision: DecisionOnListing) {
  return deps.db
    .update(appeals)
    .set({ state: "open", decidedAt: null, decidedBy: null, decisionId: null, answer: null })
    .where(ofDecision(appeals, decision));
}

/** Returns the statement that deletes a listing's appeals (uses index appeals_once). */
export const deleteAppealsOf = (deps: Deps, listingId: number) =>
  deps.db.delete(appeals).where(eq(appeals.listingId, listingId));

/** Deletes appeals written before `time` (uses index appeals_created). */
export const deleteAppealsBefore = (deps: Deps, time: Date): Promise<void> =>
  deleteInBatches(deps, "appeals", sql`created_at < ${time.getTime()}`);
