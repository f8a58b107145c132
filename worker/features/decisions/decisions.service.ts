import { DAY_MS } from "../../contracts/days.ts";
import { BULK_MAX, type DecisionUndone, type SkippedListing, UNDO_MS } from "../../contracts/decisions.ts";
import { ERRORS } from "../../contracts/errors.ts";
import { MAIL_WAITS_DAYS } from "../../contracts/retention.ts";
import type { Deps } from "../../platform/deps.ts";
import { AppError } from "../../platform/errors.ts";
import { daily, type ScheduledJob } from "../../platform/schedule.ts";
import type { Moderator } from "../audit/audit.service.ts";
import { type DecisionAction, kindOf } from "./decision-kinds.ts";
import { deleteBefore, itemsOf, latestOfListings, closeUndo } from "./decisions.repo.ts";
import type { DecisionItem } from "./decisions.table.ts";

export { deleteDecisionsOfListing, insertDecision, isLatest, markUndone } from "./decisions.repo.ts";
export { type DecisionAction, type DecisionItem, kindOf };

/** The targets that an undo restored, and the listings that it skipped. */
export type Restored = Pick<DecisionUndone, "listings" | "reports" | "bans" | "refused"> & {
  /** A summary of the restored targets in words. Empty if none was restored. */
  message: string;
};

/** Undoes a decision for one type of target. */
export type UndoHandler = (deps: Deps, items: readonly DecisionItem[], by: Moderator) => Promise<Restored>;

/** Returns, for each listing, the latest earlier decision, which applies again when a later decision is undone. */
export const previousDecisions = (deps: Deps, ids: readonly number[], undoneId: string) =>
  latestOfListings(deps, ids, undoneId);

/**
 * Closes the undo window of a decision about a listing, before people are notified of it.
 * @returns "undone" when the decision was undone; "overtaken" when a later decision about the listing replaced it
 */
export async function closeUndoWindow(
  deps: Deps,
  id: string,
  listingId: number,
): Promise<"latest" | "overtaken" | "undone"> {
  const decision = await closeUndo(deps, id, listingId);
  if (decision === null) return "undone";
  if (kindOf(decision.action).keepsStatus) return "latest";
  const [latest] = await latestOfListings(deps, [listingId], null);
  return latest?.nth === decision.nth ? "latest" : "overtaken";
}

/** Describes a listing that an undo skips because it was changed after the decision. */
export const overtaken = (id: number): SkippedListing => ({
  id,
  error: ERRORS["decision.overtaken"][1],
  code: "decision.overtaken",
});

/**
 * Undoes a decision within {@link UNDO_MS}. Skips listings that changed since. Repeating an undo changes nothing.
 * @throws AppError 404 `decision.not_found`; 409 `decision.too_late`; 409 `decision.overtaken` if every target changed
 * since
 */
export async function undoDecision(
  deps: Deps,
  undoers: Record<DecisionItem["targetType"], UndoHandler>,
  id: string,
  by: Moderator,
): Promise<DecisionUndone> {
  const items = await itemsOf(deps, id, BULK_MAX);
  const [first] = items;
  if (!first) throw new AppError("decision.not_found");
  const open = items.filter(({ undoneAt }) => undoneAt === null);
  if (open.length === 0)
    return { success: true, message: "This has already been undone.", listings: [], reports: 0, refused: [] };
  if (deps.now().getTime() - first.decidedAt.getTime() >= UNDO_MS) throw new AppError("decision.too_late");
  const restored = await undoers[first.targetType](deps, open, by);
  const isNothing = restored.listings.length === 0 && restored.reports === 0 && !restored.bans;
  if (isNothing && open.length === items.length) throw new AppError("decision.overtaken");
  return { success: true, ...restored };
}

/**
 * How long decisions are kept: longer than emails wait for their daily limit and are then retried (three days), because
 * each email checks its decision before it is sent.
 */
const KEPT_MS = (MAIL_WAITS_DAYS + 7) * DAY_MS;

export const decisionJobs: readonly ScheduledJob[] = [
  {
    name: "decisions.prune",
    due: daily,
    run: (deps, time) => deleteBefore(deps, new Date(time.getTime() - KEPT_MS)),
  },
];
