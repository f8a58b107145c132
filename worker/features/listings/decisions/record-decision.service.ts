import type { BatchItem } from "drizzle-orm/batch";
import { UNDO_MS } from "../../../contracts/decisions.ts";
import type { CountedReason } from "../../../contracts/transparency.ts";
import type { Deps } from "../../../platform/deps.ts";
import { AppError } from "../../../platform/errors.ts";
import { emit } from "../../../platform/events.ts";
import { runAllOrNone } from "../../../platform/run-all-or-none.ts";
import { auditEntry, type Moderator } from "../../audit/audit.service.ts";
import { type DecisionAction, insertDecision, kindOf } from "../../decisions/decisions.service.ts";
import { areSeveralDeciders } from "../../people/people.service.ts";
import { countEntry } from "../../transparency/transparency.service.ts";
import { canDecideAppeal, moderatorKey } from "./appeals.policy.ts";
import { settleAppeal } from "./appeals.repo.ts";
import type { Appeal } from "./appeals.table.ts";
import { storedValues, updateListing } from "../listing/listings.repo.ts";
import type { Listing } from "../listing/listings.table.ts";
import { endOfReview } from "../listing/phone-review.service.ts";
import { emitDrop } from "../history/history.service.ts";
import { RENT_COLUMNS } from "../listing/rent-history.ts";

/** A moderator's decision as a change to a listing. */
export interface Change<Values> {
  /** Id of the decision. */
  id: string;
  action: DecisionAction;
  values: Values;
  /** The reason, for the monthly statistics. */
  reason?: CountedReason;
  /** Values before the change, for the audit log. */
  before?: Record<string, unknown>;
  after?: Record<string, unknown>;
  by: Moderator;
}

/** Returns whether a decision also settles the reports that hid a phone number. */
const endsReview = (action: DecisionAction) => action === "accept_changes" || !kindOf(action).keepsStatus;

/** Returns the name of the monthly statistic that counts a decision, or null. */
function countedAs({ status, reportCount }: Listing, action: DecisionAction, to: Listing["status"] | undefined) {
  if (to === "approved") return "approved" as const;
  if (status === "approved" && !kindOf(action).keepsStatus && reportCount > 0) return "removed" as const;
  const isRefused = action === "reject" ? status !== "rejected" : action === "delete" && status === "pending";
  return isRefused ? ("rejected" as const) : null;
}

/** Returns the statements that count a decision in the monthly statistics. */
function countDecision(deps: Deps, listing: Listing, { id, action, values, reason }: Change<Partial<Listing>>) {
  const kind = countedAs(listing, action, values.status);
  if (kind === null) return [];
  const isFirst = listing.firstApprovedAt === null && listing.rejectedAt === null;
  return [
    countEntry(deps, {
      kind,
      listing,
      of: { listingId: listing.id, decisionId: id },
      reason: kind === "approved" ? null : (reason ?? "none"),
      submittedAt: isFirst && kind !== "removed" ? listing.submittedAt : null,
    }),
  ];
}

/**
 * Returns the statements that store a decision: the change, its audit entry, the values that an undo restores, and its
 * count for the month. A decision about the state of a listing also ends the review of its phone number.
 * @param change.kept columns that an undo does not restore
 */
export function decisionStatements(
  deps: Deps,
  listing: Listing,
  change: Change<Partial<Listing>> & { kept?: Partial<Listing> },
) {
  const { id, action, before, after, by, kept = {} } = change;
  const values = { ...change.values, ...(endsReview(action) && endOfReview(listing)) };
  const target = { targetType: "listing", targetId: listing.id } as const;
  return [
    updateListing(deps, listing, { ...values, ...kept }),
    auditEntry(deps, {
      ...by,
      action: `listing.${action}`,
      ...target,
      before: before ?? null,
      after: after ?? null,
      revision: listing.revision + 1,
    }),
    insertDecision(deps, {
      id,
      action,
      ...target,
      before: storedValues(listing, [...Object.keys(values), ...RENT_COLUMNS]),
      revision: listing.revision + 1,
    }),
    ...countDecision(deps, listing, change),
  ] as const;
}

/**
 * Stores a decision and its effects.
 * @param more further statements for the same batch
 * @returns the listing, or null after a race
 */
export async function storeDecision(
  deps: Deps,
  listing: Listing,
  change: Change<Partial<Listing> & Pick<Listing, "status">>,
  more: readonly BatchItem<"sqlite">[] = [],
): Promise<Listing | null> {
  const { id, action, values } = change;
  const before = { status: listing.status };
  const [[row]] = await runAllOrNone(deps, [
    ...decisionStatements(deps, listing, { before, after: { status: values.status }, ...change }),
    ...(values.status === "approved" ? emitShown(deps, listing) : []),
    ...queueDecisionMails(deps, listing, {
      id,
      action,
      status: values.status,
      isFirst: listing.firstApprovedAt === null,
      decidedAt: deps.now(),
    }),
    ...emitDrop(deps, listing, values, { decisionId: id, dueAt: undoDeadline(deps.now()) }),
    ...more,
  ]);
  return row ?? null;
}

/** @throws AppError 403 `appeal.same_moderator` if a different moderator must decide the appeal */
export async function requireDecider(deps: Deps, appeal: Appeal, by: Moderator): Promise<void> {
  if (!canDecideAppeal(appeal, moderatorKey(deps, by), await areSeveralDeciders(deps)))
    throw new AppError("appeal.same_moderator");
}

/** Returns the statements that answer an appeal with a decision. */
export function answerAppeal(
  deps: Deps,
  listing: Listing,
  appeal: Appeal,
  { id, action, by, answer = null }: Pick<Change<unknown>, "id" | "action" | "by"> & { answer?: string | null },
) {
  const isUpheld = action === "uphold_appeal";
  return [
    countEntry(deps, {
      kind: isUpheld ? "appeal_upheld" : "appeal_denied",
      listing,
      of: { listingId: listing.id, decisionId: id },
    }),
    settleAppeal(deps, appeal.id, {
      state: isUpheld ? "upheld" : "denied",
      decidedBy: moderatorKey(deps, by),
      decisionId: id,
      answer,
    }),
  ];
}

/** Returns the time from which a decision can no longer be undone. */
export const undoDeadline = (decidedAt: Date) => new Date(decidedAt.getTime() + UNDO_MS);

/**
 * Returns whether a listing was confirmed after its latest approval. No email contained such a listing before its
 * confirmation.
 */
const wasConfirmedSince = ({ approvedAt, confirmedAt }: Listing) =>
  confirmedAt !== null && approvedAt !== null && confirmedAt > approvedAt;

/**
 * Returns whether a listing left the lists before the decision on its first approval could no longer be undone. Renters
 * were not alerted of such a listing.
 */
const leftUnannounced = ({ firstApprovedAt, publicUntil }: Listing) =>
  firstApprovedAt !== null && publicUntil !== null && publicUntil < undoDeadline(firstApprovedAt);

/**
 * Returns the statements that queue a decision's emails: an email to the landlord, and alerts to renters after a first
 * approval or confirmation. They are sent once the decision can no longer be undone. Renters are alerted only once.
 * @param decision.status status of the listing after the decision
 */
export function queueDecisionMails(
  deps: Deps,
  listing: Listing,
  {
    id: decisionId,
    action,
    status,
    isFirst,
    decidedAt,
  }: { id: string; action: DecisionAction; status: Listing["status"]; isFirst: boolean; decidedAt: Date },
) {
  const { id: listingId, photoPrefix } = listing;
  const event = { listingId, photoPrefix, decisionId, dueAt: undoDeadline(decidedAt) };
  const { mails = [] } = kindOf(action);
  const isAppeal = mails.includes("appeal.decided");
  const isNews = isFirst || wasConfirmedSince(listing) || leftUnannounced(listing);
  return mails.flatMap((name) => {
    if (name !== "listing.approved") return emit(deps, name, event);
    // Upholding an appeal may send the listing to review instead of publishing it.
    return isAppeal && status !== "approved" ? [] : emit(deps, name, { ...event, isNews, isAppeal });
  });
}

/** Returns the statements that queue the work for a published listing. */
export const emitShown = (deps: Deps, { id: listingId, photoPrefix }: Listing) =>
  emit(deps, "listing.shown", { listingId, photoPrefix });
