import { DAY_MS } from "../../../contracts/days.ts";
import { type Decision, type SkippedListing } from "../../../contracts/decisions.ts";
import type { RejectionReason } from "../../../contracts/decisions.schemas.ts";
import { LISTING_LIFETIME_DAYS } from "../../../contracts/listings.ts";
import { hasScamSign } from "../../../contracts/scam-evidence.ts";
import type { Deps } from "../../../platform/deps.ts";
import { AppError, asAppError } from "../../../platform/errors.ts";
import { relaySoon } from "../../../platform/outbox.ts";
import { purge } from "../../../platform/purge.ts";
import type { Moderator } from "../../audit/audit.service.ts";
import { isStillRejected, moderatorKey } from "./appeals.policy.ts";
import { openAppealOf } from "./appeals.repo.ts";
import { editableByModerator, isPublicNow } from "../listing/listings.policy.ts";
import { listingById } from "../listing/listings.repo.ts";
import type { Listing } from "../listing/listings.table.ts";
import { isProven } from "../listing/public-percent.ts";
import { hiddenNumberNotes, isUnderReview } from "../listing/phone-review.service.ts";
import { formerListingOf } from "../history/history.service.ts";
import { answerAppeal, decisionStatements, requireDecider, storeDecision } from "./decided.service.ts";
import { type ListingRef, refusalOf } from "./old-state.service.ts";

export type ListingRefWithId = ListingRef & { id: number };

interface Outcome {
  listing: Listing;
  /** "none" for a repeat; "internal" if nothing public changed. */
  change: "none" | "internal" | "public";
}

/** Makes one decision under an id for its undo. */
export type Decide = (asked: ListingRef, decisionId: string) => Promise<Outcome>;

async function decideOne(
  deps: Deps,
  asked: ListingRef,
  purges: "listing.published" | "listing.withdrawn",
  decide: Decide,
): Promise<Decision & { listing: Listing }> {
  const decisionId = deps.newId();
  const { listing, change } = await decide(asked, decisionId);
  if (change === "public") {
    await purge(deps, purges, listing.id);
    relaySoon(deps);
  }
  return { listing, decisionId: change === "none" ? null : decisionId };
}

/**
 * Decides on several listings independently, one after the other; the cache is purged once.
 * @returns `unchanged` are those decided that needed no change
 */
export async function decideAll(
  deps: Deps,
  asked: readonly ListingRefWithId[],
  purges: "listing.published" | "listing.withdrawn" | "listing.deleted",
  decide: Decide,
): Promise<Decision & { decided: Listing[]; refused: SkippedListing[]; unchanged: number[] }> {
  const decisionId = deps.newId();
  const decided: Listing[] = [];
  const refused: SkippedListing[] = [];
  const changes: { id: number; change: Outcome["change"] }[] = [];
  for (const one of new Map(asked.map((one) => [one.id, one])).values()) {
    try {
      const { listing, change } = await decide(one, decisionId);
      decided.push(listing);
      changes.push({ id: one.id, change });
    } catch (error) {
      // Who named no revision has seen none that could differ.
      const refusal =
        one.revision === undefined
          ? asAppError(error)
          : await refusalOf(deps, one, error).catch(() => asAppError(error));
      const { status, message, code, difference } = refusal;
      // Earlier decisions are stored, so the response must report them even if this one failed.
      if (status >= 500) deps.log.error("listing.decision_failed", error, { listing: one.id });
      refused.push({ id: one.id, error: message, code, ...(difference && { difference }) });
    }
  }
  const changedIds = changes.flatMap(({ id, change }) => (change === "public" ? [id] : []));
  if (changedIds.length > 0) {
    await purge(deps, purges, changedIds);
    relaySoon(deps);
  }
  const unchanged = changes.flatMap(({ id, change }) => (change === "none" ? [id] : []));
  return { decided, refused, unchanged, decisionId: unchanged.length < changes.length ? decisionId : null };
}

/** How a listing is approved. */
interface Approval {
  /** Whether the approval of a unit with a scam sign is confirmed by itself. */
  confirmScam?: boolean | undefined;
  /** Whether it also confirms type and rent where the evidence is complete; one of several does not. */
  confirmsProven?: boolean;
}

/**
 * Approves a listing, which upholds an open appeal, or returns it to review. Repeating either only accepts the landlord's
 * changes, as a decision of its own. Lists and mails are ordered by the first approval; the term starts at the latest.
 * @throws AppError 404 `listing.not_found`, 409 `listing.closed` if rented or deleted, `listing.no_contact` without a
 * phone number, `listing.confirm_scam` for an unconfirmed scam sign, `listing.changed` after a race with another change,
 * 403 `appeal.same_moderator` for an appealed listing that somebody else has to decide
 */
export const setApproved = (deps: Deps, asked: ListingRef, approved: boolean, by: Moderator, how: Approval = {}) =>
  decideOne(
    deps,
    asked,
    approved ? "listing.published" : "listing.withdrawn",
    approval(deps, approved, by, { ...how, confirmsProven: true }),
  );

/** Approves several listings. @param asked at most `BULK_MAX` */
export const approveAll = (deps: Deps, asked: readonly ListingRefWithId[], by: Moderator, how: Approval = {}) =>
  decideAll(deps, asked, "listing.published", approval(deps, true, by, how));

/** Returns several listings to review. @param asked at most `BULK_MAX` */
export const unapproveAll = (deps: Deps, asked: readonly ListingRefWithId[], by: Moderator) =>
  decideAll(deps, asked, "listing.withdrawn", approval(deps, false, by));

/**
 * Rejects a pending or published listing with a reason for its landlord. Repeating it replaces the reason.
 * @throws AppError 404 `listing.not_found`, 409 `listing.closed` if rented or deleted, `listing.changed` after a race
 */
export const rejectListing = (deps: Deps, asked: ListingRef, reason: RejectionReason, by: Moderator) =>
  decideOne(deps, asked, "listing.withdrawn", rejection(deps, reason, by));

/** Rejects several listings for the same reason. @param asked at most `BULK_MAX` */
export const rejectAll = (deps: Deps, asked: readonly ListingRefWithId[], reason: RejectionReason, by: Moderator) =>
  decideAll(deps, asked, "listing.withdrawn", rejection(deps, reason, by));

/** @throws AppError `listing.not_found`, `listing.closed` */
export async function readOpenListing(deps: Deps, { id }: ListingRef) {
  const found = id === null ? null : await listingById(deps, id);
  // Moderators still see deleted listings, so deciding on one is a conflict instead of an unknown id.
  if (found?.status === "deleted" || found?.status === "rented") throw new AppError("listing.closed");
  return editableByModerator(found);
}

/** The values of a listing that is published now. */
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
    previousListing: await formerListingOf(deps, listing),
  };
}

/** @throws AppError `listing.no_contact`, `listing.confirm_scam` */
export function requirePublishable(listing: Listing, { confirmScam = false }: Approval): void {
  if (!listing.phone) throw new AppError("listing.no_contact");
  const notes = [...listing.reviewNotes, ...hiddenNumberNotes(listing)];
  if (!confirmScam && hasScamSign(notes)) throw new AppError("listing.confirm_scam");
}

function approval(deps: Deps, approved: boolean, by: Moderator, how: Approval = {}): Decide {
  return async (asked, decisionId) => {
    const listing = await readOpenListing(deps, asked);
    const now = deps.now();
    if (approved && isPublicNow(listing, now)) {
      const change = isUnderReview(listing, now) ? "public" : "internal";
      const accepted = await acceptChanges(deps, listing, asked, { id: decisionId, by });
      return accepted ? { listing: accepted, change } : { listing, change: "none" };
    }
    if (!approved && listing.status !== "approved") return { listing, change: "none" };
    if (hasChanged(listing, asked)) throw new AppError("listing.changed");
    if (approved) requirePublishable(listing, how);
    const isConfirmed = how.confirmsProven === true && listing.confirmedAt === null && isProven(listing);
    const values = approved
      ? { ...(await publishedValues(deps, listing)), ...(isConfirmed && { confirmedAt: now }) }
      : { status: "pending" as const };
    const appeal = approved ? await openAppealOf(deps, listing) : null;
    if (appeal && isStillRejected(listing, appeal)) await requireDecider(deps, appeal, by);
    const action = appeal ? "uphold_appeal" : approved ? "approve" : "unapprove";
    const change = { id: decisionId, action, values, by } as const;
    const row = await storeDecision(deps, listing, change, appeal ? answerAppeal(deps, listing, appeal, change) : []);
    return row
      ? { listing: row, change: "public" }
      : { listing: await repeatedOrLost(deps, listing.id, approved), change: "none" };
  };
}

function rejection(deps: Deps, { code, text }: RejectionReason, by: Moderator): Decide {
  return async (asked, decisionId) => {
    const listing = await readOpenListing(deps, asked);
    if (listing.status === "rejected" && listing.rejectionReason === text) return { listing, change: "none" };
    if (hasChanged(listing, asked)) throw new AppError("listing.changed");
    const told = { status: "rejected" as const, rejectionReason: text };
    // Other words for a rejection leave it the same one, so that an appeal against it stays open, for another moderator.
    const isFirst = listing.status !== "rejected";
    const values = { ...told, ...(isFirst && { rejectedAt: deps.now(), rejectedBy: moderatorKey(deps, by) }) };
    const after = { ...told, ...(code !== null && { reasonCode: code }) };
    const reason = code ?? "own_words";
    const change = { id: decisionId, action: "reject", values, reason, after, by } as const;
    // The landlord changed the listing after an appeal, so this rejection answers it, and can be appealed itself.
    const appeal = isFirst ? await openAppealOf(deps, listing) : null;
    const row = await storeDecision(deps, listing, change, appeal ? answerAppeal(deps, listing, appeal, change) : []);
    if (!row) throw new AppError("listing.changed");
    return { listing: row, change: "public" };
  };
}

/** Whether a listing changed since the moderator read it. */
export const hasChanged = (listing: Listing, { revision }: ListingRef) =>
  revision !== undefined && revision !== listing.revision;

/**
 * Accepts a landlord's changes to a public listing: its current version counts as approved. Its position, its term and
 * all that is public stay the same, except that a number under review is shown again.
 * @returns the listing, or null if there was nothing to accept
 * @throws AppError `listing.changed` if it changed since it was read
 */
async function acceptChanges(
  deps: Deps,
  listing: Listing,
  asked: ListingRef,
  { id, by }: { id: string; by: Moderator },
): Promise<Listing | null> {
  if (listing.approvedValues === null && !isUnderReview(listing, deps.now())) return null;
  if (hasChanged(listing, asked)) throw new AppError("listing.changed");
  const [[row]] = await deps.db.batch([
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
  return row;
}

/** After losing the optimistic-lock race: the same change counts as a repeat, another one as a conflict. */
async function repeatedOrLost(deps: Deps, id: number, approved: boolean): Promise<Listing> {
  const listing = editableByModerator(await listingById(deps, id));
  if (isPublicNow(listing, deps.now()) !== approved) throw new AppError("listing.changed");
  return listing;
}
