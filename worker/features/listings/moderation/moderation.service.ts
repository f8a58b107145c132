import { DAY_MS } from "../../../contracts/days.ts";
import { type Decision, type DecisionAction, type SkippedListing, UNDO_MS } from "../../../contracts/decisions.ts";
import type { RejectionReason } from "../../../contracts/decisions.schemas.ts";
import { LISTING_LIFETIME_DAYS } from "../../../contracts/listings.ts";
import type { Deps } from "../../../platform/deps.ts";
import { AppError, asAppError } from "../../../platform/errors.ts";
import { emitIfChanged } from "../../../platform/events.ts";
import { relaySoon } from "../../../platform/outbox.ts";
import { purge } from "../../../platform/purge.ts";
import { auditIfChanged, type Moderator } from "../../audit/audit.service.ts";
import { insertDecisionIfChanged } from "../../decisions/decisions.service.ts";
import { editableByModerator, isPublicNow } from "../core/listings.policy.ts";
import { listingById, storedValues, updateListing } from "../core/listings.repo.ts";
import type { Listing } from "../core/listings.table.ts";
import { emitDropIfChanged, formerListingOf } from "../history/history.service.ts";
import { RENT_COLUMNS } from "../history/rent-history.ts";

/** A listing to decide on. With a revision, the decision fails if the listing changed since. */
export interface ListingRef {
  id: number | null;
  revision?: number | undefined;
}

type ListingRefWithId = ListingRef & { id: number };

interface Outcome {
  listing: Listing;
  /** "none" for a repeat; "internal" if nothing public changed. */
  change: "none" | "internal" | "public";
}

/** Makes one decision under an id for its undo. */
type Decide = (asked: ListingRef, decisionId: string) => Promise<Outcome>;

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

/** Decides on several listings independently, one after the other; the cache is purged once. */
async function decideAll(
  deps: Deps,
  asked: readonly ListingRefWithId[],
  purges: "listing.published" | "listing.withdrawn",
  decide: Decide,
): Promise<Decision & { decided: Listing[]; refused: SkippedListing[] }> {
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
      const known = asAppError(error);
      // Earlier decisions are stored, so the response must report them even if this one failed.
      if (known.status >= 500) deps.log.error("listing.decision_failed", error, { listing: one.id });
      refused.push({ id: one.id, error: known.message, code: known.code });
    }
  }
  const changedIds = changes.flatMap(({ id, change }) => (change === "public" ? [id] : []));
  if (changedIds.length > 0) {
    await purge(deps, purges, changedIds);
    relaySoon(deps);
  }
  const isDecided = changes.some(({ change }) => change !== "none");
  return { decided, refused, decisionId: isDecided ? decisionId : null };
}

/**
 * Approves a listing, or returns it to review. Repeating either only accepts the landlord's changes, as a decision of
 * its own. Lists and mails are ordered by the first approval; the term starts at the latest.
 * @throws AppError 404 `listing.not_found`, 409 `listing.closed` if rented or deleted, `listing.no_contact` without a
 * phone number, `listing.changed` after a race with another change
 */
export const setApproved = (deps: Deps, asked: ListingRef, approved: boolean, by: Moderator) =>
  decideOne(deps, asked, approved ? "listing.published" : "listing.withdrawn", approval(deps, approved, by));

/** Approves several listings. @param asked at most `BULK_MAX` */
export const approveAll = (deps: Deps, asked: readonly ListingRefWithId[], by: Moderator) =>
  decideAll(deps, asked, "listing.published", approval(deps, true, by));

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

function approval(deps: Deps, approved: boolean, by: Moderator): Decide {
  return async (asked, decisionId) => {
    const listing = await readOpenListing(deps, asked);
    const now = deps.now();
    if (approved && isPublicNow(listing, now)) {
      const accepted = await acceptChanges(deps, listing, asked, { id: decisionId, by });
      return accepted ? { listing: accepted, change: "internal" } : { listing, change: "none" };
    }
    if (!approved && listing.status !== "approved") return { listing, change: "none" };
    if (approved && !listing.phone) throw new AppError("listing.no_contact");
    if (hasChanged(listing, asked)) throw new AppError("listing.changed");
    const values = approved
      ? {
          status: "approved" as const,
          firstApprovedAt: listing.firstApprovedAt ?? now,
          approvedAt: now,
          updatedAt: now,
          expiresAt: new Date(now.getTime() + LISTING_LIFETIME_DAYS * DAY_MS),
          remindedAt: null,
          rejectionReason: null,
          approvedValues: null,
          previousListing: await formerListingOf(deps, listing),
        }
      : { status: "pending" as const };
    const action = approved ? "approve" : "unapprove";
    const row = await store(deps, listing, { id: decisionId, action, values, by });
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
    const values = { status: "rejected" as const, rejectionReason: text };
    const after = { ...values, ...(code !== null && { reasonCode: code }) };
    const row = await store(deps, listing, { id: decisionId, action: "reject", values, after, by });
    if (!row) throw new AppError("listing.changed");
    return { listing: row, change: "public" };
  };
}

/** Whether a listing changed since the moderator read it. */
export const hasChanged = (listing: Listing, { revision }: ListingRef) =>
  revision !== undefined && revision !== listing.revision;

interface Change<Values> {
  /** Of the decision. */
  id: string;
  action: DecisionAction;
  values: Values;
  /** For the audit log. */
  before?: Record<string, unknown>;
  after?: Record<string, unknown>;
  by: Moderator;
}

/**
 * The statements of a decision: the change, its audit entry, and the values that an undo restores.
 * @param change.kept columns that an undo leaves as they are
 */
export function decisionStatements(
  deps: Deps,
  listing: Listing,
  { id, action, values, before, after, by, kept = {} }: Change<Partial<Listing>> & { kept?: Partial<Listing> },
) {
  const target = { targetType: "listing", targetId: listing.id } as const;
  return [
    updateListing(deps, listing, { ...values, ...kept }),
    auditIfChanged(deps, {
      ...by,
      action: `listing.${action}`,
      ...target,
      before: before ?? null,
      after: after ?? null,
    }),
    insertDecisionIfChanged(deps, {
      id,
      action,
      ...target,
      before: storedValues(listing, [...Object.keys(values), ...RENT_COLUMNS]),
      revision: listing.revision + 1,
    }),
  ] as const;
}

/** Stores a change of status with what follows from it. @returns the listing, or null after a race */
async function store(
  deps: Deps,
  listing: Listing,
  change: Change<Partial<Listing> & Pick<Listing, "status">>,
): Promise<Listing | null> {
  const { id, action, values } = change;
  const before = { status: listing.status };
  const [[row]] = await deps.db.batch([
    ...decisionStatements(deps, listing, { before, after: { status: values.status }, ...change }),
    ...(values.status === "approved" ? emitShownIfChanged(deps, listing) : []),
    ...queueDecisionMails(deps, listing, {
      id,
      action,
      isFirst: listing.firstApprovedAt === null,
      decidedAt: deps.now(),
    }),
    ...emitDropIfChanged(deps, listing, values, { decisionId: id, dueAt: undoDeadline(deps.now()) }),
  ]);
  return row ?? null;
}

/**
 * Accepts a landlord's changes to a public listing: its current version counts as approved. Its position, its term and
 * all that is public stay the same.
 * @returns the listing, or null if there was nothing to accept
 * @throws AppError `listing.changed` if it changed since it was read
 */
async function acceptChanges(
  deps: Deps,
  listing: Listing,
  asked: ListingRef,
  { id, by }: { id: string; by: Moderator },
): Promise<Listing | null> {
  if (listing.approvedValues === null) return null;
  if (hasChanged(listing, asked)) throw new AppError("listing.changed");
  const [[row]] = await deps.db.batch([
    ...decisionStatements(deps, listing, {
      id,
      action: "accept_changes",
      values: { approvedValues: null },
      before: { changed: Object.keys(listing.approvedValues).join(", ") },
      after: { changed: null },
      by,
    }),
  ]);
  if (!row) throw new AppError("listing.changed");
  return row;
}

/** When a decision can no longer be undone. */
export const undoDeadline = (decidedAt: Date) => new Date(decidedAt.getTime() + UNDO_MS);

/** Whether a listing was confirmed after its latest approval; until then it was in no mail. */
const wasConfirmedSince = ({ approvedAt, confirmedAt }: Listing) =>
  confirmedAt !== null && approvedAt !== null && confirmedAt > approvedAt;

/**
 * The statements that queue a decision's mails, due when it can no longer be undone: one to the landlord, and alerts
 * after a first approval or the first one after a confirmation, because renters are mailed once.
 */
export function queueDecisionMails(
  deps: Deps,
  listing: Listing,
  {
    id: decisionId,
    action,
    isFirst,
    decidedAt,
  }: { id: string; action: DecisionAction; isFirst: boolean; decidedAt: Date },
) {
  const { id: listingId, photoPrefix } = listing;
  const event = { listingId, photoPrefix, decisionId, dueAt: undoDeadline(decidedAt) };
  if (action === "reject") return emitIfChanged(deps, "listing.rejected", event);
  if (action !== "approve") return [];
  return emitIfChanged(deps, "listing.approved", { ...event, isNews: isFirst || wasConfirmedSince(listing) });
}

/** The statements that queue the work for a published listing. */
export const emitShownIfChanged = (deps: Deps, { id: listingId, photoPrefix }: Listing) =>
  emitIfChanged(deps, "listing.shown", { listingId, photoPrefix });

/** After losing the optimistic-lock race: the same change counts as a repeat, another one as a conflict. */
async function repeatedOrLost(deps: Deps, id: number, approved: boolean): Promise<Listing> {
  const listing = editableByModerator(await listingById(deps, id));
  if (isPublicNow(listing, deps.now()) !== approved) throw new AppError("listing.changed");
  return listing;
}
