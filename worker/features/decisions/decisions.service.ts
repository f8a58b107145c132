import {
  BULK_MAX,
  type DecisionUndone,
  type SkippedListing,
  STATUS_NEUTRAL_DECISIONS,
  UNDO_MS,
} from "../../contracts/decisions.ts";
import { ERRORS } from "../../contracts/errors.ts";
import type { Deps } from "../../platform/deps.ts";
import { AppError } from "../../platform/errors.ts";
import { daily, type ScheduledJob } from "../../platform/schedule.ts";
import type { Moderator } from "../audit/audit.service.ts";
import {
  deleteBefore,
  deleteOfListing,
  insertIfChanged,
  isUndoable,
  itemsOf,
  latestOfListings,
  markTold,
  markUndoneIfChanged,
} from "./decisions.repo.ts";
import type { DecisionItem } from "./decisions.table.ts";

export type { DecisionItem };

/** What an undo restored, and what it could not. */
export type Restored = Pick<DecisionUndone, "listings" | "reports" | "refused"> & {
  /** Says what is so again; not asked for when nothing is. */
  message: string;
};

/** Takes back what a decision did to things of one kind. */
export type Undoer = (deps: Deps, items: readonly DecisionItem[], by: Moderator) => Promise<Restored>;

/**
 * The statement that stores what a decision changed. Put it behind the change in the same batch, and before the mails
 * about it: it writes only when there was a change.
 */
export const decisionIfChanged = insertIfChanged;
/** The statement that marks an item as undone, behind the change that undoes it. */
export const undoneIfChanged = markUndoneIfChanged;
/** The statement that forgets the decisions about a listing whose landlord has its data erased. */
export const forgetDecisionsOn = deleteOfListing;
/** Condition of the change that undoes an item. */
export const mayUndo = isUndoable;
/** The decisions that hold for some listings again when one is undone: the latest before it. */
export const decisionsBefore = (deps: Deps, ids: readonly number[], undoneId: string) =>
  latestOfListings(deps, ids, undoneId);

/**
 * Asks whether people are told of a decision about a listing, and ends the time in which it can be undone.
 * @returns "undone" when it was taken back; "overtaken" when another decision about the listing came later
 */
export async function tell(deps: Deps, id: string, listingId: number): Promise<"latest" | "overtaken" | "undone"> {
  const told = await markTold(deps, id, listingId);
  if (told === null) return "undone";
  if (STATUS_NEUTRAL_DECISIONS.has(told.action)) return "latest";
  const [latest] = await latestOfListings(deps, [listingId], null);
  return latest?.nth === told.nth ? "latest" : "overtaken";
}

/** A listing that was changed since the decision, so that it stays as it is. */
export const overtaken = (id: number): SkippedListing => ({
  id,
  error: ERRORS["decision.overtaken"][1],
  code: "decision.overtaken",
});

/**
 * Takes a decision back, for {@link UNDO_MS}. Of several listings decided together those are left as they are that
 * somebody changed since. Repeating an undo changes nothing.
 * @throws AppError 404 `decision.not_found`; 409 `decision.too_late`, or `decision.overtaken` when nothing is left as it
 * was decided
 */
export async function undoDecision(
  deps: Deps,
  undoers: Record<DecisionItem["targetType"], Undoer>,
  id: string,
  by: Moderator,
): Promise<DecisionUndone> {
  const items = await itemsOf(deps, id, BULK_MAX);
  const [first] = items;
  if (!first) throw new AppError("decision.not_found");
  const open = items.filter(({ undoneAt }) => undoneAt === null);
  if (open.length === 0)
    return { success: true, message: "This was undone already.", listings: [], reports: 0, refused: [] };
  if (deps.now().getTime() - first.decidedAt.getTime() >= UNDO_MS) throw new AppError("decision.too_late");
  const restored = await undoers[first.targetType](deps, open, by);
  if (restored.listings.length === 0 && restored.reports === 0 && open.length === items.length)
    throw new AppError("decision.overtaken");
  return { success: true, ...restored };
}

/** Kept longer than mails are put off (three days), which ask here whether they are still to be sent. */
const KEPT_MS = 7 * 86_400_000;

export const decisionJobs: readonly ScheduledJob[] = [
  {
    name: "decisions.prune",
    due: daily,
    run: (deps, time) => deleteBefore(deps, new Date(time.getTime() - KEPT_MS)),
  },
];
