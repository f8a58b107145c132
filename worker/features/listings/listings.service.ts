import { tagsPurgedBy } from "../../contracts/cache-tags.ts";
import { LISTING_LIFETIME_DAYS } from "../../contracts/listings.ts";
import type { ListingDraft } from "../../contracts/listings.schemas.ts";
import type { Deps } from "../../platform/deps.ts";
import { AppError } from "../../platform/errors.ts";
import { outboxIfChanged, relaySoon } from "../../platform/outbox.ts";
import { purge } from "../../platform/purge.ts";
import { auditIfChanged } from "../audit/audit.service.ts";
import { deriveFacts } from "./listings.facts.service.ts";
import type { PhotoInput } from "./listings.input.ts";
import { mailIfChanged } from "./listings.mail.jobs.ts";
import { checkPhotos, storeUploads } from "./listings.photos.ts";
import { editableByModerator } from "./listings.policy.ts";
import { insertListing, listingById, updateListing } from "./listings.repo.ts";
import type { Listing } from "./listings.table.ts";
import { SMALLER_PHOTOS } from "./photos.service.ts";

const DAY_MS = 86_400_000;

/** Who changes a listing, for the audit log. */
export interface Moderator {
  actor: "admin";
  ipAddress: string;
}

const blankToNull = <Value>(value: Value | null | undefined): Value | null =>
  value === undefined || value === "" ? null : value;

/**
 * Takes a landlord's unit: photos first, row second, so that an acknowledged listing is complete.
 * @returns the stored, pending listing
 * @throws AppError 400 for photos that cannot be taken; nothing is stored then
 */
export async function submitListing(
  deps: Deps,
  draft: ListingDraft,
  photoInputs: readonly PhotoInput[],
): Promise<Listing> {
  const photoPrefix = deps.newId();
  const checked = await checkPhotos(photoInputs, photoPrefix, []);
  const { images: _images, ...values } = draft;
  const unit = { ...values, unit: blankToNull(values.unit), phone: blankToNull(values.phone) };
  const derived = await deriveFacts(deps, unit, null);
  await storeUploads(deps, photoPrefix, checked);
  const [[listing]] = await deps.db.batch([
    insertListing(deps, {
      ...unit,
      additionalInfo: blankToNull(values.additionalInfo),
      landlordName: blankToNull(values.landlordName),
      ...derived,
      photoPrefix,
      photos: checked.photos,
      submittedAt: deps.now(),
    }),
    mailIfChanged(deps, "submitted", { photoPrefix }, "submission"),
  ]);
  if (!listing) throw new Error("INSERT returned no row");
  relaySoon(deps);
  deps.log.info("listing.submitted", { listing: listing.id, photos: listing.photos.length });
  return listing;
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
export async function setApproved(deps: Deps, id: number | null, approved: boolean, by: Moderator): Promise<Listing> {
  const found = id === null ? null : await listingById(deps, id);
  // A deleted listing is still known to moderators: changing its state is a conflict, not an unknown id.
  if (found?.status === "deleted" || found?.status === "rented") throw new AppError("listing.closed");
  const listing = editableByModerator(found);
  const now = deps.now();
  if (approved && isApprovedNow(listing, now)) return listing;
  // Rejected and expired listings are not approved already.
  if (!approved && listing.status !== "approved") return listing;
  if (approved && !listing.phone) throw new AppError("listing.no_contact");

  const values = approved
    ? {
        status: "approved" as const,
        firstApprovedAt: listing.firstApprovedAt ?? now,
        approvedAt: now,
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
        mailIfChanged(deps, "approved", listing, now.getTime()),
      ])
    : await deps.db.batch([update, audit]);
  if (!row) return repeatedOrLost(deps, listing.id, approved);
  await purge(deps, tagsPurgedBy(approved ? "listing.published" : "listing.withdrawn", listing.id));
  if (approved) relaySoon(deps);
  return row;
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
