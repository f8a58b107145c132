import { DAY_MS } from "../../../contracts/days.ts";
import { listingTitle } from "../../../contracts/listing-names.ts";
import { LISTING_LIFETIME_DAYS } from "../../../contracts/listings.ts";
import type { ListingRemoved, OwnerListing } from "../../../contracts/owners.ts";
import type { Deps } from "../../../platform/deps.ts";
import { AppError } from "../../../platform/errors.ts";
import { relaySoon } from "../../../platform/outbox.ts";
import { purge } from "../../../platform/purge.ts";
import { countAttempt, perDay } from "../../../platform/rate-limits.ts";
import { addressHashOf } from "../../../platform/suppressions.ts";
import { torontoDay } from "../../../platform/toronto-time.ts";
import { runAllOrNone } from "../../../platform/run-all-or-none.ts";
import { auditEntry } from "../../audit/audit.service.ts";
import { deleteComparisons } from "../duplicates/fingerprints.repo.ts";
import { queueLinksMail } from "../mail/listings.mail.jobs.ts";
import { pathOf, statedFieldsOf } from "../views/listings.mappers.ts";
import { emitDrop } from "../history/history.service.ts";
import { type EditableListing, editableByOwner } from "../listing/listings.policy.ts";
import { listingById, updateListing } from "../listing/listings.repo.ts";
import type { Listing } from "../listing/listings.table.ts";
import { countRenewal, type OwnerNetworks } from "../submission/owner-limits.ts";
import { signedPhotoUrls } from "../photos/photos.service.ts";
import { deleteWaitingPhotosOf } from "../photos/waiting-photos.repo.ts";
import { deletePreview } from "../previews/previews.service.ts";
import { readSentThread } from "../decisions/questions.service.ts";

/** Maximum number of emails with links per email address and day. */
const LINK_MAILS_PER_DAY = 3;
/** Maximum number of attempts to delete a listing that other requests keep changing. */
const DELETE_TRIES = 5;

/**
 * Returns the listing that an emailed token identifies.
 * @throws AppError `owner.invalid_link` (manage) or `owner.invalid_deletion_link` (delete) for an invalid token
 */
export async function listingOfToken(
  deps: Deps,
  purpose: "manage" | "delete",
  token: string,
): Promise<EditableListing> {
  const id = deps.tokens.idOf(token);
  const listing = id === null ? null : await listingById(deps, id);
  const isRight = listing !== null && (await deps.tokens.verify(token, purpose, listing.id, listing.tokenVersion));
  if (!isRight || listing.status === "deleted") {
    throw new AppError(purpose === "delete" ? "owner.invalid_deletion_link" : "owner.invalid_link");
  }
  return editableByOwner(listing);
}

function isRenewedToday(deps: Deps, { renewedAt }: Listing): boolean {
  return renewedAt !== null && torontoDay(renewedAt) === torontoDay(deps.now());
}

/** Converts a listing into its form for the landlord. */
export async function toOwnerListing(deps: Deps, row: Listing): Promise<OwnerListing> {
  const isPublic = row.status === "approved";
  const renewedToday = isRenewedToday(deps, row);
  return {
    id: row.id,
    title: listingTitle(row.bedrooms, row.address),
    ...statedFieldsOf(row),
    images: await signedPhotoUrls(deps, row),
    messages: await readSentThread(deps, row.id),
    status: row.status as OwnerListing["status"],
    rejectionReason: row.status === "rejected" ? row.rejectionReason : null,
    submittedAt: row.submittedAt.toISOString(),
    expiresAt: isPublic ? (row.expiresAt?.toISOString() ?? null) : null,
    path: isPublic ? pathOf(row) : null,
    viewerCount: row.viewerCount,
    callerCount: row.callerCount,
    canRenew: (row.status === "approved" || row.status === "expired") && !renewedToday,
    renewedToday,
  };
}

/** The person who uses the manage link, for the audit log. */
interface Owner {
  /** IP address of the person. Null if the change is part of an erasure. */
  ipAddress: string | null;
}

interface OwnerChange {
  action: "listing.renew" | "listing.rented" | "listing.remove";
  values: Parameters<typeof updateListing>[2];
  purges: "listing.renewed" | "listing.withdrawn" | "listing.deleted";
}

async function changeByOwner(
  deps: Deps,
  listing: EditableListing,
  { action, values, purges }: OwnerChange,
  { ipAddress }: Owner,
): Promise<Listing> {
  const before = { status: listing.status };
  const after = { status: values.status };
  const target = { targetType: "listing", targetId: listing.id };
  const revision = listing.revision + 1;
  const [[row]] = await runAllOrNone(deps, [
    updateListing(deps, listing, values),
    auditEntry(deps, { actor: "owner", action, ...target, before, after, ipAddress, revision }),
    ...emitDrop(deps, listing, values, { decisionId: null, dueAt: deps.now() }),
  ]);
  if (!row) throw new AppError("listing.changed");
  await purge(deps, purges, listing.id);
  return row;
}

/**
 * Restarts the term of an approved or expired listing. The listing's position in lists stays the same.
 * @throws AppError `owner.cannot_renew` in any other state, `listing.no_contact` without a phone number,
 * `listing.renewed_today` for a second renewal on a Toronto day, 429 for too many renewals from the landlord's networks
 */
export async function renewListing(deps: Deps, listing: EditableListing, by: Owner & OwnerNetworks): Promise<Listing> {
  if (listing.status !== "approved" && listing.status !== "expired") throw new AppError("owner.cannot_renew");
  if (!listing.phone) throw new AppError("listing.no_contact");
  if (isRenewedToday(deps, listing)) throw new AppError("listing.renewed_today");
  const now = deps.now();
  const expiresAt = new Date(now.getTime() + LISTING_LIFETIME_DAYS * DAY_MS);
  const values = {
    status: "approved" as const,
    approvedAt: now,
    renewedAt: now,
    updatedAt: now,
    expiresAt,
    remindedAt: null,
  };
  const change = { action: "listing.renew", values, purges: "listing.renewed" } as const;
  return countRenewal(deps, by, () => changeByOwner(deps, listing, change, by));
}

/** Marks a listing as rented, which is final. Idempotent. */
export async function markRented(deps: Deps, listing: EditableListing, by: Owner): Promise<Listing> {
  if (listing.status === "rented") return listing;
  const values = { status: "rented" as const };
  return changeByOwner(deps, listing, { action: "listing.rented", values, purges: "listing.withdrawn" }, by);
}

/**
 * Deletes a listing and its photos for its landlord. The deletion is final and overrides concurrent changes.
 * @throws AppError `owner.invalid_deletion_link` if it is already deleted
 */
export async function removeByOwner(deps: Deps, asRead: EditableListing, by: Owner): Promise<ListingRemoved> {
  const listing = await deleteByOwner(deps, asRead, by, DELETE_TRIES);
  await deleteComparisons(deps, listing.id);
  await deletePreview(deps, listing);
  await deleteWaitingPhotosOf(deps, listing.photoPrefix);
  await deps.photos
    .remove(listing.photos.map(({ hash }) => ({ prefix: listing.photoPrefix, hash })))
    .catch((error: unknown) => deps.log.error("photo.remove_failed", error, { listing: listing.id }));
  return { address: listing.address };
}

/** @returns the listing before the deletion */
async function deleteByOwner(deps: Deps, listing: EditableListing, by: Owner, tries: number): Promise<EditableListing> {
  const values = {
    status: "deleted" as const,
    deletedAt: deps.now(),
    deletedBy: "owner" as const,
    photos: [],
    preview: null,
    tokenVersion: listing.tokenVersion + 1,
  };
  try {
    await changeByOwner(deps, listing, { action: "listing.remove", values, purges: "listing.deleted" }, by);
    return listing;
  } catch (error) {
    if (!(error instanceof AppError && error.code === "listing.changed") || tries <= 1) throw error;
    const now = await listingById(deps, listing.id);
    if (!now || now.status === "deleted") throw new AppError("owner.invalid_deletion_link");
    return deleteByOwner(deps, editableByOwner(now), by, tries - 1);
  }
}

/**
 * Emails an address the links to its listings, at most three times a day. The queue looks up the listings, so the
 * response does not reveal whether there are any.
 */
export async function sendLinksAgain(deps: Deps, email: string): Promise<void> {
  if (!(await countAttempt(deps, `links:${await addressHashOf(deps, email)}`, perDay(LINK_MAILS_PER_DAY))).allowed)
    return;
  await queueLinksMail(deps, email);
  relaySoon(deps);
}
