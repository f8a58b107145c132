import type { Effect } from "../../../contracts/attributes.ts";
import { type Decision, UNDO_MS } from "../../../contracts/decisions.ts";
import { ROOM_PROBLEM, storedHomeType, fitsBedrooms } from "../../../contracts/bedrooms.ts";
import { CLEARABLE_KEYS, keysWithEffect, PRIVATE_KEYS } from "../../../contracts/listing-fields.ts";
import type { ListingEdit } from "../../../contracts/listings.schemas.ts";
import type { Deps } from "../../../platform/deps.ts";
import { AppError } from "../../../platform/errors.ts";
import { emit } from "../../../platform/events.ts";
import { relaySoon } from "../../../platform/outbox.ts";
import { purge } from "../../../platform/purge.ts";
import { runAllOrNone } from "../../../platform/run-all-or-none.ts";
import { auditEntry } from "../../audit/audit.service.ts";
import { insertDecision } from "../../decisions/decisions.service.ts";
import { assertPhoneAllowed } from "../../bans/bans.service.ts";
import { buildingClaim } from "../signals/building-claims.ts";
import { approvedValuesAfter, approvedVersionOf } from "../listing/approved-version.service.ts";
import { storeHashes } from "../duplicates/copied-text.repo.ts";
import { textHashes } from "../duplicates/shingles.ts";
import { deriveFacts, isCornerNote } from "./listings.facts.service.ts";
import type { PhotoInput } from "../listing/listings.input.ts";
import { checkPhotos, storeUploads } from "../photos/submitted-photos.ts";
import type { EditableListing } from "../listing/listings.policy.ts";
import { addresseeOf } from "../mail/listings.mail.jobs.ts";
import { deletePlace, storedValues, updateListing } from "../listing/listings.repo.ts";
import type { Listing, StoredPhoto } from "../listing/listings.table.ts";
import { UNKNOWN_PLACE } from "../listing/unknown-place.ts";
import { countEdit, type OwnerNetworks } from "./owner-limits.ts";
import { addsSignal, photoNotes } from "../signals/review-notes.ts";
import { deleteFormerRents, emitDrop, previousListingOf, HOME_FIELDS } from "../history/history.service.ts";
import { awaitsConfirmation } from "../listing/public-percent.ts";
import { separateUnitInEdit } from "../../../address/index.ts";
import { deleteWaitingPhotos } from "../photos/waiting-photos.repo.ts";
import { photoNotesAfterEdit } from "../photos/waiting-photos.service.ts";

/** The person who edits a listing, for the audit log and the limits. */
type Editor = { actor: "admin"; ipAddress: string } | ({ actor: "owner"; ipAddress: string } & OwnerNetworks);

const affects = (effect: Effect, changes: object): boolean => keysWithEffect(effect).some((key) => key in changes);

/** Returns whether an edit changes the email address. Ignores letter case. */
export const hasNewEmail = (before: Pick<Listing, "email">, after: Pick<Listing, "email">) =>
  before.email.toLowerCase() !== after.email.toLowerCase();

/** Returns the column values that an edit changes. */
function changesOf(listing: Listing, edit: Omit<ListingEdit, "images">): Partial<Listing> {
  const wanted: Record<string, unknown> = { ...edit };
  for (const field of CLEARABLE_KEYS) if (wanted[field] === "") wanted[field] = null;
  const changed = Object.entries(wanted).filter(
    ([field, value]) => value !== undefined && value !== listing[field as keyof Listing],
  );
  return Object.fromEntries(changed);
}

/**
 * Returns an edit with the home type to store. A room whose bedroom type changes is no longer a room.
 * @throws AppError 400 on `homeType` if it does not fit the bedrooms
 */
function editWithHomeType<Edit extends Omit<ListingEdit, "images">>(edit: Edit, listing: Listing): Edit {
  if (edit.bedrooms === undefined && edit.homeType === undefined) return edit;
  const { bedrooms = listing.bedrooms, homeType = listing.homeType } = edit;
  if (edit.homeType !== undefined && !fitsBedrooms(edit.homeType, bedrooms))
    throw new AppError("listing.invalid", { fields: { homeType: ROOM_PROBLEM } });
  return { ...edit, homeType: storedHomeType({ bedrooms, homeType }) };
}

/**
 * Edits fields and photos of a listing. Omitted fields stay the same. `photos` is the complete new list. Derives market
 * comparison, notes and keys again. A new address deletes data about the location. An edit of rent, type or text ends a
 * confirmation. A landlord's edit sends the listing back to review if it changes key facts, adds a signal to the
 * approved text, or removes the reason why the listing awaits confirmation. All other changes are only shown to
 * moderators.
 * @param decisionIfTypeOnly id of the decision if a moderator only changes the type
 * @returns the listing, and the id of the decision that can be undone if a moderator only changed the type
 * @throws AppError 400 for invalid photos or a home type that does not fit, 403 `listing.refused` for a landlord's
 * banned phone number or photo, 429 if the landlord or their network made too many edits today, 409
 * `listing.no_contact` if an approved listing would lose its phone number, `listing.changed` if the listing changed
 * since it was read
 */
export async function editListing(
  deps: Deps,
  listing: EditableListing,
  edit: ListingEdit,
  photoInputs: readonly PhotoInput[] | undefined,
  by: Editor,
  decisionIfTypeOnly = deps.newId(),
): Promise<Decision & { listing: Listing }> {
  const { images: _images, ...fields } = edit;
  const changes = changesOf(listing, editWithHomeType(separateUnitInEdit(fields, listing), listing));
  const confirmedAt = affects("confirmation", changes) ? null : listing.confirmedAt;
  const next = { ...listing, ...changes, confirmedAt };
  if (listing.status === "rented") throw new AppError("listing.closed");
  if (listing.status === "approved" && !next.phone) throw new AppError("listing.no_contact");
  const checked = photoInputs
    ? await checkPhotos(photoInputs, listing.photoPrefix, listing.photos)
    : { photos: listing.photos, uploads: [] };
  const photosChanged = JSON.stringify(checked.photos) !== JSON.stringify(listing.photos);
  if (Object.keys(changes).length === 0 && !photosChanged) return { listing, decisionId: null };
  const newAddressee = hasNewEmail(listing, next) ? await addresseeOf(deps, next) : null;
  const isOwner = by.actor === "owner";
  if (isOwner && "phone" in changes) await assertPhoneAllowed(deps, changes.phone);
  if (by.actor === "owner")
    await countEdit(deps, listing, { newPhotos: checked.uploads.length, isMailed: newAddressee !== null }, by);

  const derived = await deriveFacts(deps, next, listing.id);
  // If only the street is public from now on, facts about the exact house must not remain.
  const precisionChanged = derived.addressPrecision !== listing.addressPrecision;
  const isMoved =
    precisionChanged || derived.addressKey !== listing.addressKey || derived.municipality !== listing.municipality;
  const isWaiting = await storeUploads(deps, listing.photoPrefix, checked, {
    by: isOwner ? "landlord" : "moderator",
  });
  const notes = photosChanged
    ? await photoNotesAfterEdit(deps, listing, checked.photos, isWaiting)
    : photoNotes(listing.reviewNotes);

  const isKeyChange = photosChanged || affects("review", changes);
  const changesPreview = photosChanged || affects("preview", changes);
  const isPublicChange =
    photosChanged || Object.keys(changes).some((field) => !PRIVATE_KEYS.some((key) => key === field));
  // Any edit that a landlord makes to a rejected listing requires another review.
  const reviewNotes = [...derived.reviewNotes, ...(isMoved ? [] : listing.reviewNotes.filter(isCornerNote)), ...notes];
  const endsConfirmation =
    listing.awaitsConfirmation === true && !awaitsConfirmation({ ...next, ...derived, confirmedAt, reviewNotes });
  // Removing words from the text proves nothing, so a moderator must still confirm the home type.
  const needsReview =
    isOwner &&
    (isKeyChange || endsConfirmation || listing.status === "rejected" || addsSignal(approvedVersionOf(listing), next));
  const wasPublic = listing.status === "approved";
  const isStillPublic = wasPublic && !needsReview;
  const values: Partial<Listing> = {
    ...(isMoved && UNKNOWN_PLACE),
    ...changes,
    ...derived,
    confirmedAt,
    reviewNotes,
    photos: checked.photos,
    approvedValues: isOwner ? approvedValuesAfter(listing, { ...changes, photos: checked.photos }) : null,
    ...(isPublicChange && { updatedAt: deps.now() }),
    ...(needsReview && { status: "pending" as const }),
  };
  const isOtherHome = HOME_FIELDS.some((field) => field in changes) || precisionChanged;
  if (isOtherHome && listing.firstApprovedAt !== null)
    values.previousListing = await previousListingOf(deps, { ...next, ...derived });
  // The rent history must not reveal a house number that is now hidden.
  const detached =
    precisionChanged && derived.addressPrecision !== "exact" ? await deleteFormerRents(deps, listing) : [];
  const before = Object.fromEntries(Object.keys(changes).map((field) => [field, listing[field as keyof Listing]]));
  const update = updateListing(deps, listing, values);
  const audit = auditEntry(deps, {
    actor: by.actor,
    action: "listing.edit",
    targetType: "listing",
    targetId: listing.id,
    ipAddress: by.ipAddress,
    revision: listing.revision + 1,
    before: { ...before, ...(photosChanged && { photos: listing.photos }) },
    after: { ...changes, ...(photosChanged && { photos: checked.photos }) },
  });
  const isRetyped = !isOwner && affects("type", changes);
  // An edit can only be undone if it changes nothing but the type, because replaced photos are deleted.
  const isTypeOnly =
    isRetyped &&
    !photosChanged &&
    Object.keys(changes).every((field) => keysWithEffect("type").some((key) => key === field));
  const decisionId = isTypeOnly ? decisionIfTypeOnly : null;
  const dueAt = new Date(deps.now().getTime() + UNDO_MS);
  const placeChanged =
    isMoved ||
    affects("place", changes) ||
    // A building year in the text affects the confidence of the rent control.
    buildingClaim(listing.additionalInfo)?.year !== buildingClaim(next.additionalInfo)?.year;
  const [[row]] = await runAllOrNone(deps, [
    update,
    audit,
    ...emit(deps, "listing.edited", {
      listingId: listing.id,
      photoPrefix: listing.photoPrefix,
      newAddressee,
      parts: [
        ...(photosChanged ? ["photos" as const] : []),
        ...(isMoved ? ["address" as const] : []),
        ...(placeChanged ? ["place" as const] : []),
        ...(isStillPublic && (changesPreview || precisionChanged) ? ["preview" as const] : []),
      ],
    }),
    ...(isRetyped ? storeRetype(deps, listing, values, { decisionId, dueAt }) : []),
    // The percentage only becomes public with this edit, so VIPs were not alerted at the approval.
    ...(isStillPublic && endsConfirmation
      ? emit(deps, "listing.confirmed", { listingId: listing.id, decisionId, dueAt })
      : []),
    ...emitDrop(deps, listing, values, { decisionId: null, dueAt: deps.now() }),
    ...(isMoved ? [deletePlace(deps, listing.id)] : []),
    ...detached,
    ...("additionalInfo" in changes ? storeHashes(deps, next, textHashes(next.additionalInfo)) : []),
  ]);
  if (!row) throw new AppError("listing.changed");

  const kept = new Set(row.photos.map(({ hash }) => hash));
  const replaced = listing.photos.filter(({ hash }) => !kept.has(hash));
  await removePhotos(deps, listing, replaced);
  if (wasPublic) {
    const isUrgent = !isOwner || precisionChanged;
    const purges = !isStillPublic ? "listing.withdrawn" : isUrgent ? "listing.corrected" : "listing.edited";
    await purge(deps, purges, listing.id);
  }
  if (isKeyChange || placeChanged || endsConfirmation || newAddressee !== null) relaySoon(deps);
  return { listing: row, decisionId };
}

/** Returns the statements that store a new type, either as a decision that can be undone or as an edit that cannot. */
function storeRetype(
  deps: Deps,
  listing: Listing,
  values: Partial<Listing>,
  { decisionId, dueAt }: { decisionId: string | null; dueAt: Date },
) {
  const { id: listingId, photoPrefix } = listing;
  const about = listing.revision + 1;
  if (decisionId === null) return emit(deps, "listing.retyped", { listingId, photoPrefix, about, decision: null });
  return [
    insertDecision(deps, {
      id: decisionId,
      action: "retype",
      targetType: "listing",
      targetId: listingId,
      before: storedValues(listing, Object.keys(values)),
      revision: about,
    }),
    ...emit(deps, "listing.retyped", { listingId, photoPrefix, about, decision: { decisionId, dueAt } }),
  ];
}

/** Deletes photos that an edit replaced, including waiting photos. The job photos.sweep repeats failed deletions. */
async function removePhotos(deps: Deps, { id, photoPrefix: prefix }: Listing, photos: readonly StoredPhoto[]) {
  const hashes = photos.map(({ hash }) => hash);
  try {
    await deps.photos.remove(hashes.map((hash) => ({ prefix, hash })));
    await deleteWaitingPhotos(deps, prefix, hashes);
  } catch (error) {
    deps.log.error("photo.remove_failed", error, { listing: id });
  }
}
