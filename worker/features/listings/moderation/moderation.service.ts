import { tagsPurgedBy } from "../../../contracts/caching.ts";
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
import { acceptChanges } from "../core/approved-version.service.ts";
import { editableByModerator, isPublicNow } from "../core/listings.policy.ts";
import { listingById, storedValues, updateListing } from "../core/listings.repo.ts";
import type { Listing } from "../core/listings.table.ts";

const DAY_MS = 86_400_000;

/** One listing to decide on. With a revision, it is decided on only as it was then. */
export interface Asked {
  id: number | null;
  revision?: number | undefined;
}

interface Outcome {
  listing: Listing;
  /** "none" for a repeat; "unseen" when the public reads what it read before. */
  change: "none" | "unseen" | "public";
}

/** What is decided on a listing, under an id for its undo. */
type Decide = (asked: Asked, decisionId: string) => Promise<Outcome>;

async function decideOne(
  deps: Deps,
  asked: Asked,
  purges: "listing.published" | "listing.withdrawn",
  decide: Decide,
): Promise<Decision & { listing: Listing }> {
  const decisionId = deps.newId();
  const { listing, change } = await decide(asked, decisionId);
  if (change === "public") {
    await purge(deps, tagsPurgedBy(purges, listing.id));
    relaySoon(deps);
  }
  return { listing, decisionId: change === "none" ? null : decisionId };
}

/** Decides on several listings one after the other, each for itself; the cache is purged once. */
async function decideAll(
  deps: Deps,
  asked: readonly { id: number; revision?: number | undefined }[],
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
      // Those decided so far are stored: they must be told, whatever became of this one.
      if (known.status >= 500) deps.log.error("listing.decision_failed", error, { listing: one.id });
      refused.push({ id: one.id, error: known.message, code: known.code });
    }
  }
  const tags = changes.flatMap(({ id, change }) => (change === "public" ? tagsPurgedBy(purges, id) : []));
  if (tags.length > 0) {
    await purge(deps, tags);
    relaySoon(deps);
  }
  const isDecided = changes.some(({ change }) => change !== "none");
  return { decided, refused, decisionId: isDecided ? decisionId : null };
}

/**
 * Approves a listing, or takes it back into review. Repeating either changes nothing but that what its landlord changed
 * meanwhile counts as approved, which is a decision, too. The order on the site and in mails follows the first approval; the listing's time runs from the latest.
 * @throws AppError 404 `listing.not_found`, 409 `listing.closed` when rented or deleted, `listing.no_contact` without
 * a phone, `listing.changed` after a race with another kind of change
 */
export const setApproved = (deps: Deps, asked: Asked, approved: boolean, by: Moderator) =>
  decideOne(deps, asked, approved ? "listing.published" : "listing.withdrawn", approval(deps, approved, by));

/** Approves several listings. @param asked at most `BULK_MAX` */
export const approveAll = (
  deps: Deps,
  asked: readonly { id: number; revision?: number | undefined }[],
  by: Moderator,
) => decideAll(deps, asked, "listing.published", approval(deps, true, by));

/**
 * Refuses a pending or published listing with a reason that its landlord reads. Repeating it changes the reason.
 * @throws AppError 404 `listing.not_found`, 409 `listing.closed` when rented or deleted, `listing.changed` after a race
 */
export const rejectListing = (deps: Deps, id: number | null, reason: RejectionReason, by: Moderator) =>
  decideOne(deps, { id }, "listing.withdrawn", rejection(deps, reason, by));

/** Rejects several listings for the same reason. @param asked at most `BULK_MAX` */
export const rejectAll = (
  deps: Deps,
  asked: readonly { id: number; revision?: number | undefined }[],
  reason: RejectionReason,
  by: Moderator,
) => decideAll(deps, asked, "listing.withdrawn", rejection(deps, reason, by));

/** @throws AppError `listing.not_found`, `listing.closed` */
export async function readOpen(deps: Deps, { id }: Asked) {
  const found = id === null ? null : await listingById(deps, id);
  // A deleted listing is still known to moderators: changing its state is a conflict, not an unknown id.
  if (found?.status === "deleted" || found?.status === "rented") throw new AppError("listing.closed");
  return editableByModerator(found);
}

function approval(deps: Deps, approved: boolean, by: Moderator): Decide {
  return async (asked, decisionId) => {
    const listing = await readOpen(deps, asked);
    const now = deps.now();
    if (approved && isPublicNow(listing, now)) {
      const accepted = await acceptChanges(deps, listing, asked.revision, { decisionId, ipAddress: by.ipAddress });
      return accepted ? { listing: accepted, change: "unseen" } : { listing, change: "none" };
    }
    // Rejected and expired listings are not approved already.
    if (!approved && listing.status !== "approved") return { listing, change: "none" };
    if (approved && !listing.phone) throw new AppError("listing.no_contact");
    if (approved && isOther(listing, asked)) throw new AppError("listing.changed");
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
    const listing = await readOpen(deps, asked);
    if (listing.status === "rejected" && listing.rejectionReason === text) return { listing, change: "none" };
    if (isOther(listing, asked)) throw new AppError("listing.changed");
    const values = { status: "rejected" as const, rejectionReason: text };
    const told = { ...values, ...(code !== null && { reasonCode: code }) };
    const row = await store(deps, listing, { id: decisionId, action: "reject", values, told, by });
    if (!row) throw new AppError("listing.changed");
    return { listing: row, change: "public" };
  };
}

/** Whether somebody changed it since the moderator read it: what is decided on must be what was looked at. */
const isOther = (listing: Listing, { revision }: Asked) => revision !== undefined && revision !== listing.revision;

interface Change {
  id: string;
  action: DecisionAction;
  values: Partial<Listing> & Pick<Listing, "status">;
  /** What the audit log says of it; the state, where nothing else is named. */
  told?: Record<string, unknown>;
  by: Moderator;
}

/** Stores a decision, and all that follows from it, in one batch. @returns the listing, or null after a race */
async function store(deps: Deps, listing: Listing, { id, action, values, told, by }: Change): Promise<Listing | null> {
  const [[row]] = await deps.db.batch([
    updateListing(deps, listing, values),
    auditIfChanged(deps, {
      actor: "admin",
      action: `listing.${action}`,
      targetType: "listing",
      targetId: listing.id,
      before: { status: listing.status },
      after: told ?? { status: values.status },
      ipAddress: by.ipAddress,
    }),
    insertDecisionIfChanged(deps, {
      id,
      action,
      targetType: "listing",
      targetId: listing.id,
      before: storedValues(listing, Object.keys(values)),
      revision: listing.revision + 1,
    }),
    ...(values.status === "approved" ? shownIfChanged(deps, listing) : []),
    ...newsIfChanged(deps, listing, { id, action, isFirst: listing.firstApprovedAt === null, decidedAt: deps.now() }),
  ]);
  return row ?? null;
}

/** When a decision of a moment can no longer be undone. */
export const undoneUntil = (decidedAt: Date) => new Date(decidedAt.getTime() + UNDO_MS);

/** Whether a moderator confirmed what a listing is since it was last approved: until then nobody was told of it. */
const wasConfirmedSince = ({ approvedAt, confirmedAt }: Listing) =>
  confirmedAt !== null && approvedAt !== null && confirmedAt > approvedAt;

/**
 * The statements that store what people are told of a decision, once it can no longer be undone: the landlord; and
 * VIPs of a first approval or the first one after a confirmation, since others are never mailed to renters again.
 */
export function newsIfChanged(
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
  const event = { listingId, photoPrefix, decisionId, dueAt: undoneUntil(decidedAt) };
  if (action === "reject") return emitIfChanged(deps, "listing.rejected", event);
  if (action !== "approve") return [];
  return emitIfChanged(deps, "listing.approved", { ...event, isNews: isFirst || wasConfirmedSince(listing) });
}

/** The statements that store what follows from a listing being public. */
export const shownIfChanged = (deps: Deps, { id: listingId, photoPrefix }: Listing) =>
  emitIfChanged(deps, "listing.shown", { listingId, photoPrefix });

/** The update lost the optimistic-lock race: the same change is a repeat, another one a conflict. */
async function repeatedOrLost(deps: Deps, id: number, approved: boolean): Promise<Listing> {
  const listing = editableByModerator(await listingById(deps, id));
  if (isPublicNow(listing, deps.now()) !== approved) throw new AppError("listing.changed");
  return listing;
}
