import { tagsPurgedBy } from "../../contracts/caching.ts";
import { LISTING_LIFETIME_DAYS } from "../../contracts/listings.ts";
import type { Deps } from "../../platform/deps.ts";
import { AppError, asAppError } from "../../platform/errors.ts";
import { outboxIfChanged, relaySoon } from "../../platform/outbox.ts";
import { purge } from "../../platform/purge.ts";
import { auditIfChanged } from "../audit/audit.service.ts";
import { ALERT_DELAY_MS, VIP_ALERT } from "../digest/alerts.service.ts";
import { mailIfChanged } from "./listings.mail.jobs.ts";
import { editableByModerator } from "./listings.policy.ts";
import { listingById, updateListing } from "./listings.repo.ts";
import type { Listing } from "./listings.table.ts";
import { SMALLER_PHOTOS } from "./photos.service.ts";
import { previewIfChanged } from "./previews.service.ts";

const DAY_MS = 86_400_000;

/** Who changes a listing, for the audit log. */
export interface Moderator {
  actor: "admin";
  ipAddress: string;
}

function isApprovedNow(listing: Listing, now: Date): boolean {
  return listing.status === "approved" && listing.expiresAt !== null && listing.expiresAt > now;
}

/**
 * Approves a listing, or takes it back into review. Repeating either changes nothing. The order on the site and in
 * mails follows the first approval; the listing's time runs from the latest.
 * @throws AppError 404 `listing.not_found`, 409 `listing.closed` when rented or deleted, `listing.no_contact` without
 * a phone, `listing.changed` after a race with another kind of change
 */
export async function setApproved(
  deps: Deps,
  id: number | null,
  { approved, revision }: { approved: boolean; revision?: number | undefined },
  by: Moderator,
): Promise<Listing> {
  const { listing, isChanged } = await decide(deps, id, { approved, revision }, by);
  if (isChanged) await purge(deps, tagsPurgedBy(approved ? "listing.published" : "listing.withdrawn", listing.id));
  if (isChanged && approved) relaySoon(deps);
  return listing;
}

/**
 * Approves several listings one after the other; each is approved or refused for itself, and the cache is purged once.
 * @param asked at most {@link BULK_APPROVAL_MAX}; with a revision, the listing is approved only as it was then
 */
export async function approveAll(
  deps: Deps,
  asked: readonly { id: number; revision?: number | undefined }[],
  by: Moderator,
): Promise<{ approved: Listing[]; refused: { id: number; error: AppError }[] }> {
  const approved: Listing[] = [];
  const refused: { id: number; error: AppError }[] = [];
  const changed: number[] = [];
  for (const { id, revision } of new Map(asked.map((one) => [one.id, one])).values()) {
    try {
      const { listing, isChanged } = await decide(deps, id, { approved: true, revision }, by);
      approved.push(listing);
      if (isChanged) changed.push(id);
    } catch (error) {
      const known = asAppError(error);
      // Those approved so far are stored: they must be told, whatever became of this one.
      if (known.status >= 500) deps.log.error("listing.approve_failed", error, { listing: id });
      refused.push({ id, error: known });
    }
  }
  if (changed.length > 0) {
    await purge(
      deps,
      changed.flatMap((id) => tagsPurgedBy("listing.published", id)),
    );
    relaySoon(deps);
  }
  return { approved, refused };
}

interface Decision {
  listing: Listing;
  /** False for a repeat. */
  isChanged: boolean;
}

async function decide(
  deps: Deps,
  id: number | null,
  { approved, revision }: { approved: boolean; revision: number | undefined },
  by: Moderator,
): Promise<Decision> {
  const found = id === null ? null : await listingById(deps, id);
  // A deleted listing is still known to moderators: changing its state is a conflict, not an unknown id.
  if (found?.status === "deleted" || found?.status === "rented") throw new AppError("listing.closed");
  const listing = editableByModerator(found);
  const now = deps.now();
  if (approved && isApprovedNow(listing, now)) return { listing, isChanged: false };
  // Rejected and expired listings are not approved already.
  if (!approved && listing.status !== "approved") return { listing, isChanged: false };
  if (approved && !listing.phone) throw new AppError("listing.no_contact");
  // Somebody changed it since the moderator read it: what is published must be what was looked at.
  if (approved && revision !== undefined && revision !== listing.revision) throw new AppError("listing.changed");

  const values = approved
    ? {
        status: "approved" as const,
        firstApprovedAt: listing.firstApprovedAt ?? now,
        approvedAt: now,
        updatedAt: now,
        expiresAt: new Date(now.getTime() + LISTING_LIFETIME_DAYS * DAY_MS),
        remindedAt: null,
        rejectionReason: null,
      }
    : { status: "pending" as const };
  const audit = auditIfChanged(deps, {
    actor: "admin",
    action: approved ? "listing.approve" : "listing.unapprove",
    targetType: "listing",
    targetId: listing.id,
    before: { status: listing.status },
    after: { status: values.status },
    ipAddress: by.ipAddress,
  });
  const update = updateListing(deps, listing, values);
  const [[row]] = approved
    ? await deps.db.batch([
        update,
        audit,
        outboxIfChanged(deps, SMALLER_PHOTOS, { listingId: listing.id }),
        previewIfChanged(deps, listing),
        mailIfChanged(deps, "approved", listing, now.getTime()),
        // A re-approval is never mailed to renters again.
        ...(listing.firstApprovedAt === null
          ? [outboxIfChanged(deps, VIP_ALERT, { listingId: listing.id }, new Date(now.getTime() + ALERT_DELAY_MS))]
          : []),
      ])
    : await deps.db.batch([update, audit]);
  if (!row) return { listing: await repeatedOrLost(deps, listing.id, approved), isChanged: false };
  return { listing: row, isChanged: true };
}

/**
 * Refuses a pending or published listing with a reason that its landlord reads. Repeating it changes the reason.
 * @throws AppError 404 `listing.not_found`, 409 `listing.closed` when rented or deleted, `listing.changed` after a race
 */
export async function rejectListing(deps: Deps, id: number | null, reason: string, by: Moderator): Promise<Listing> {
  const found = id === null ? null : await listingById(deps, id);
  if (found?.status === "deleted" || found?.status === "rented") throw new AppError("listing.closed");
  const listing = editableByModerator(found);
  if (listing.status === "rejected" && listing.rejectionReason === reason) return listing;
  const [[row]] = await deps.db.batch([
    updateListing(deps, listing, { status: "rejected", rejectionReason: reason }),
    auditIfChanged(deps, {
      actor: "admin",
      action: "listing.reject",
      targetType: "listing",
      targetId: listing.id,
      before: { status: listing.status },
      after: { status: "rejected", rejectionReason: reason },
      ipAddress: by.ipAddress,
    }),
    mailIfChanged(deps, "rejected", listing, listing.revision + 1),
  ]);
  if (!row) throw new AppError("listing.changed");
  await purge(deps, tagsPurgedBy("listing.withdrawn", listing.id));
  relaySoon(deps);
  return row;
}

/** Somebody was faster: the same change is a repeat, another one a conflict. */
async function repeatedOrLost(deps: Deps, id: number, approved: boolean): Promise<Listing> {
  const listing = editableByModerator(await listingById(deps, id));
  if (isApprovedNow(listing, deps.now()) !== approved) throw new AppError("listing.changed");
  return listing;
}
