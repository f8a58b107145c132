import { DAY_MS } from "../../../contracts/days.ts";
import type { Choice } from "../../../contracts/decisions.schemas.ts";
import { LISTING_LIFETIME_DAYS } from "../../../contracts/listings.ts";
import { hasScamSign } from "../../../contracts/scam-evidence.ts";
import type { Deps } from "../../../platform/deps.ts";
import { AppError } from "../../../platform/errors.ts";
import { runAllOrNone } from "../../../platform/run-all-or-none.ts";
import type { Moderator } from "../../audit/audit.service.ts";
import { isStillRejected, moderatorKey } from "./appeals.policy.ts";
import { openAppealOf } from "./appeals.repo.ts";
import { editableByModerator, isPublicNow } from "../listing/listings.policy.ts";
import { listingById } from "../listing/listings.repo.ts";
import type { Listing } from "../listing/listings.table.ts";
import { hasCompleteEvidence } from "../listing/public-percent.ts";
import { hiddenNumberNotes, isUnderReview } from "../listing/phone-review.service.ts";
import { previousListingOf } from "../history/history.service.ts";
import { answerAppeal, decisionStatements, requireDecider, storeDecision } from "./record-decision.service.ts";

/** The result of a decision on one listing. */
export interface Outcome {
  listing: Listing;
  /** "none" if the decision repeats an earlier decision. "internal" if nothing public changed. */
  change: "none" | "internal" | "public";
}

/** A decision in progress. Listings that are decided on together share the decision's id. */
export interface DecisionInProgress {
  /** Id of the decision, for undoing it. */
  id: string;
  by: Moderator;
  /** True if the moderator decided on this listing alone. */
  isAlone: boolean;
}
/** A decision in progress, with the parameters of that kind of decision. */
export type DecisionInProgressOf<Action extends Choice["action"]> = DecisionInProgress & {
  choice: Extract<Choice, { action: Action }>;
};

/** @throws AppError `listing.not_found`, `listing.closed` */
export async function readOpenListing(deps: Deps, id: number | null) {
  const found = id === null ? null : await listingById(deps, id);
  // Moderators can still open deleted listings, so a decision on one fails as a conflict, not as an unknown id.
  if (found?.status === "deleted" || found?.status === "rented") throw new AppError("listing.closed");
  return editableByModerator(found);
}

/** Returns the column values of a listing that is published now. */
export async function publishedValues(deps: Deps, listing: Listing) {
  const now = deps.now();
  return {
    status: "approved" as const,
    firstApprovedAt: listing.firstApprovedAt ?? now,
    approvedAt: now,
    updatedAt: now,
    expiresAt: new Date(now.getTime() + LISTING_LIFETIME_DAYS * DAY_MS),
    remindedAt: null,
    rejectionReason: null,
    rejectedAt: null,
    rejectedBy: null,
    approvedValues: null,
    previousListing: await previousListingOf(deps, listing),
  };
}

/** @throws AppError `listing.no_contact`, `listing.confirm_scam` */
export function requirePublishable(
  listing: Listing,
  { confirmScam = false }: { confirmScam?: boolean | undefined },
): void {
  if (!listing.phone) throw new AppError("listing.no_contact");
  const notes = [...listing.reviewNotes, ...hiddenNumberNotes(listing)];
  if (!confirmScam && hasScamSign(notes)) throw new AppError("listing.confirm_scam");
}

/** Returns whether the listing is already public in its current form, so that an approval would not change it. */
export const isApproved = (listing: Listing, now: Date) =>
  isPublicNow(listing, now) && listing.approvedValues === null && !isUnderReview(listing, now);

/**
 * Approves a listing. The approval also upholds an open appeal. For a public listing, the approval is a separate kind
 * of decision, which accepts the landlord's changes. Lists and emails are sorted by the first approval; the listing's
 * term starts at the latest approval.
 * @throws AppError 409 `listing.no_contact` without a phone number, `listing.confirm_scam` if the listing has a sign of
 * a scam and the moderator did not confirm the approval, `listing.changed` after a race with another change, 403
 * `appeal.same_moderator` for an appealed listing that another moderator has to decide on
 */
export async function approve(
  deps: Deps,
  listing: Listing,
  decision: DecisionInProgressOf<"approve">,
): Promise<Outcome> {
  const { id, by, choice, isAlone } = decision;
  const now = deps.now();
  if (isPublicNow(listing, now)) return acceptChanges(deps, listing, decision);
  requirePublishable(listing, choice);
  // A bulk decision does not confirm type and rent, because the moderator did not look closely at each listing.
  const isConfirmed = isAlone && listing.confirmedAt === null && hasCompleteEvidence(listing);
  const values = { ...(await publishedValues(deps, listing)), ...(isConfirmed && { confirmedAt: now }) };
  const appeal = await openAppealOf(deps, listing);
  if (appeal && isStillRejected(listing, appeal)) await requireDecider(deps, appeal, by);
  const change = { id, action: appeal ? "uphold_appeal" : "approve", values, by } as const;
  const row = await storeDecision(deps, listing, change, appeal ? answerAppeal(deps, listing, appeal, change) : []);
  return row ? { listing: row, change: "public" } : resolveLostRace(deps, listing.id, true);
}

/**
 * Sends a public listing back to review.
 * @throws AppError 409 `listing.changed` after a race
 */
export async function unapprove(deps: Deps, listing: Listing, { id, by }: DecisionInProgress): Promise<Outcome> {
  const row = await storeDecision(deps, listing, { id, action: "unapprove", values: { status: "pending" }, by });
  return row ? { listing: row, change: "public" } : resolveLostRace(deps, listing.id, false);
}

/**
 * Rejects a pending or published listing with a reason for its landlord, or replaces the reason of a rejected listing.
 * @throws AppError 409 `listing.changed` after a race
 */
export async function reject(
  deps: Deps,
  listing: Listing,
  { id, choice, by }: DecisionInProgressOf<"reject">,
): Promise<Outcome> {
  const { code, text } = choice.reason;
  const told = { status: "rejected" as const, rejectionReason: text };
  // Changing the reason does not create a new rejection. An appeal against the rejection stays open for another
  // moderator.
  const isFirst = listing.status !== "rejected";
  const values = { ...told, ...(isFirst && { rejectedAt: deps.now(), rejectedBy: moderatorKey(deps, by) }) };
  const after = { ...told, ...(code !== null && { reasonCode: code }) };
  const change = { id, action: "reject", values, reason: code ?? "own_words", after, by } as const;
  // If the landlord changed the listing after an appeal, this new rejection answers that appeal, and can itself be
  // appealed.
  const appeal = isFirst ? await openAppealOf(deps, listing) : null;
  const row = await storeDecision(deps, listing, change, appeal ? answerAppeal(deps, listing, appeal, change) : []);
  if (!row) throw new AppError("listing.changed");
  return { listing: row, change: "public" };
}

/**
 * Accepts a landlord's changes to a public listing, so its current version counts as approved. The listing's position,
 * term and public data stay the same. A phone number under review is shown again.
 * @throws AppError `listing.changed` after a race
 */
async function acceptChanges(deps: Deps, listing: Listing, { id, by }: DecisionInProgress): Promise<Outcome> {
  const [[row]] = await runAllOrNone(deps, [
    ...decisionStatements(deps, listing, {
      id,
      action: "accept_changes",
      values: { approvedValues: null },
      before: { changed: Object.keys(listing.approvedValues ?? {}).join(", ") },
      after: { changed: null },
      by,
    }),
  ]);
  if (!row) throw new AppError("listing.changed");
  return { listing: row, change: isUnderReview(listing, deps.now()) ? "public" : "internal" };
}

/**
 * Handles a change that lost a race to another request. If that request made the same change, treats this one as a
 * repetition, otherwise as a conflict.
 */
async function resolveLostRace(deps: Deps, id: number, approved: boolean): Promise<Outcome> {
  const listing = editableByModerator(await listingById(deps, id));
  if (isPublicNow(listing, deps.now()) !== approved) throw new AppError("listing.changed");
  return { listing, change: "none" };
}
