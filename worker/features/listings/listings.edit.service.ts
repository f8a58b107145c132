import { tagsPurgedBy } from "../../contracts/caching.ts";
import type { ListingEdit } from "../../contracts/listings.schemas.ts";
import type { Deps } from "../../platform/deps.ts";
import { AppError } from "../../platform/errors.ts";
import { outboxIfChanged, relaySoon } from "../../platform/outbox.ts";
import { purge } from "../../platform/purge.ts";
import { auditIfChanged } from "../audit/audit.service.ts";
import { lookUpIfChanged } from "../places/lookups.ts";
import { COMPARE_PHOTOS } from "./fingerprints.service.ts";
import { deriveFacts } from "./listings.facts.service.ts";
import type { PhotoInput } from "./listings.input.ts";
import { checkPhotos, storeUploads } from "./listings.photos.ts";
import type { EditableListing } from "./listings.policy.ts";
import { updateListing } from "./listings.repo.ts";
import { type Listing, UNKNOWN_PLACE } from "./listings.table.ts";
import { photoNotes } from "./review-notes.ts";
import { SMALLER_PHOTOS } from "./photos.service.ts";
import { previewIfChanged } from "./previews.service.ts";
import { editWithUnitApart } from "./typed-unit.ts";
import { photoNotesAfterEdit } from "./waiting-photos.service.ts";

/** Who edits, for the audit log; a landlord's change of a key fact goes back to review. */
interface Editor {
  actor: "admin" | "owner";
  ipAddress: string;
}

/** What a moderator approved: when a landlord changes one of these, it is another unit to review. */
const KEY_FACTS = ["address", "rent", "bedrooms"] as const;

/** What the facts about a place, rent control among them, follow from. */
const PLACE_FACTS = ["address", "bedrooms", "yearBuilt"] as const;

/** Fields of an edit that hold text which may be taken away. */
const NULLABLE = ["phone", "unit", "additionalInfo", "landlordName"] as const;

/** What nobody but moderators and the landlord reads. */
const PRIVATE: readonly string[] = ["email", "unit"] satisfies (keyof Listing)[];

/** What the edit changes, column by column. */
function changesOf(listing: Listing, edit: Omit<ListingEdit, "images">): Partial<Listing> {
  const wanted: Record<string, unknown> = { ...edit };
  for (const field of NULLABLE) if (wanted[field] === "") wanted[field] = null;
  const changed = Object.entries(wanted).filter(
    ([field, value]) => value !== undefined && value !== listing[field as keyof Listing],
  );
  return Object.fromEntries(changed);
}

/**
 * Changes fields and photos of a listing; fields left out stay, `photos` is the complete new list. Market comparison,
 * notes and address key follow; facts about the place are forgotten when the address changes, for they were of another.
 * A landlord's change of address, rent, bedrooms or photos sends the listing back to review.
 * @throws AppError 400 for photos, 409 `listing.no_contact` when an approved listing would lose its phone,
 * `listing.changed` when it was changed since it was read
 */
export async function editListing(
  deps: Deps,
  listing: EditableListing,
  edit: ListingEdit,
  photoInputs: readonly PhotoInput[] | undefined,
  by: Editor,
): Promise<Listing> {
  const { images: _images, ...fields } = edit;
  const changes = changesOf(listing, editWithUnitApart(fields, listing));
  const next = { ...listing, ...changes };
  if (listing.status === "rented") throw new AppError("listing.closed");
  if (listing.status === "approved" && !next.phone) throw new AppError("listing.no_contact");
  const checked = photoInputs
    ? await checkPhotos(photoInputs, listing.photoPrefix, listing.photos)
    : { photos: listing.photos, uploads: [] };
  const photosChanged = JSON.stringify(checked.photos) !== JSON.stringify(listing.photos);
  if (Object.keys(changes).length === 0 && !photosChanged) return listing;

  const derived = await deriveFacts(deps, next, listing.id);
  const isMoved = derived.addressKey !== listing.addressKey || derived.municipality !== listing.municipality;
  const isWaiting = await storeUploads(deps, listing.photoPrefix, checked);
  const notes = photosChanged
    ? await photoNotesAfterEdit(deps, listing, checked.photos, isWaiting)
    : photoNotes(listing.reviewNotes);

  const isKeyChange = photosChanged || KEY_FACTS.some((field) => field in changes);
  const isSeen = photosChanged || Object.keys(changes).some((field) => !PRIVATE.includes(field));
  // A rejected listing that its landlord mends is looked at again, whatever was mended.
  const needsReview = by.actor === "owner" && (isKeyChange || listing.status === "rejected");
  const isStillPublic = listing.status === "approved" && !needsReview;
  const values = {
    ...(isMoved && UNKNOWN_PLACE),
    ...changes,
    ...derived,
    reviewNotes: [...derived.reviewNotes, ...notes],
    photos: checked.photos,
    ...(isSeen && { updatedAt: deps.now() }),
    ...(needsReview && { status: "pending" as const }),
  };
  const before = Object.fromEntries(Object.keys(changes).map((field) => [field, listing[field as keyof Listing]]));
  const update = updateListing(deps, listing, values);
  const audit = auditIfChanged(deps, {
    actor: by.actor,
    action: "listing.edit",
    targetType: "listing",
    targetId: listing.id,
    ipAddress: by.ipAddress,
    before: { ...before, ...(photosChanged && { photos: listing.photos }) },
    after: { ...changes, ...(photosChanged && { photos: checked.photos }) },
  });
  const isPlaceChanged = isMoved || PLACE_FACTS.some((field) => field in changes);
  const [[row]] = await deps.db.batch([
    update,
    audit,
    ...(isStillPublic && isKeyChange ? [previewIfChanged(deps, listing)] : []),
    ...(photosChanged ? [outboxIfChanged(deps, SMALLER_PHOTOS, { listingId: listing.id })] : []),
    // The same photo at the same address says nothing, so a move is reason enough.
    ...(photosChanged || isMoved ? [outboxIfChanged(deps, COMPARE_PHOTOS, { photoPrefix: listing.photoPrefix })] : []),
    ...(isPlaceChanged ? lookUpIfChanged(deps, { listingId: listing.id, isMoved }) : []),
  ]);
  if (!row) throw new AppError("listing.changed");

  const dropped = listing.photos.filter(({ hash }) => !row.photos.some((photo) => photo.hash === hash));
  await deps.photos
    .remove(dropped.map(({ hash }) => ({ prefix: listing.photoPrefix, hash })))
    .catch((error: unknown) => deps.log.error("photo.remove_failed", error, { listing: listing.id }));
  await purge(deps, tagsPurgedBy("listing.edited", listing.id));
  if (isKeyChange || isPlaceChanged) relaySoon(deps);
  return row;
}
