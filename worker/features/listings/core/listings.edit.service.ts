import { tagsPurgedBy } from "../../../contracts/caching.ts";
import { type Decision, UNDO_MS } from "../../../contracts/decisions.ts";
import { ROOM_PROBLEM, storedHomeType, fitsBedrooms } from "../../../contracts/home-types.ts";
import type { ListingEdit } from "../../../contracts/listings.schemas.ts";
import type { Deps } from "../../../platform/deps.ts";
import { AppError } from "../../../platform/errors.ts";
import { emitIfChanged } from "../../../platform/events.ts";
import { relaySoon } from "../../../platform/outbox.ts";
import { purge, purgeMerged } from "../../../platform/purge.ts";
import { auditIfChanged } from "../../audit/audit.service.ts";
import { insertDecisionIfChanged } from "../../decisions/decisions.service.ts";
import { buildingClaim } from "../review/building-claims.ts";
import { approvedValuesAfter, approvedVersionOf } from "./approved-version.service.ts";
import { deriveFacts, isOfCorner } from "./listings.facts.service.ts";
import type { PhotoInput } from "./listings.input.ts";
import { checkPhotos, storeUploads } from "../photos/submitted-photos.ts";
import type { EditableListing } from "./listings.policy.ts";
import { addresseeOf } from "../mail/listings.mail.jobs.ts";
import { forgetPlaceIfChanged, storedValues, updateListing } from "./listings.repo.ts";
import { type Listing, type StoredPhoto, UNKNOWN_PLACE } from "./listings.table.ts";
import { countEdit, type OwnerNetworks } from "../owner/owner-limits.ts";
import { bringsNewSignal, photoNotes } from "../review/review-notes.ts";
import { awaitsConfirmation } from "./public-percent.ts";
import { editWithUnitApart } from "./typed-unit.ts";
import { deleteWaitingPhotos } from "../photos/waiting-photos.repo.ts";
import { photoNotesAfterEdit } from "../photos/waiting-photos.service.ts";

/** Who edits, for the audit log and the limits; a landlord's change of a key fact goes back to review. */
type Editor = { actor: "admin"; ipAddress: string } | ({ actor: "owner"; ipAddress: string } & OwnerNetworks);

/** What renters rely on: when a landlord changes one of these, it goes back to review (docs/contract.md, Landlords). */
const KEY_FACTS = ["address", "rent", "bedrooms", "homeType", "phone", "landlordName"] as const;

/** What a home is listed as. */
const TYPE_FACTS = ["bedrooms", "homeType"] as const;
const isTypeFact = (field: string) => TYPE_FACTS.some((fact) => fact === field);

/** What a moderator's confirmation is about. */
const CONFIRMED_FACTS = [...TYPE_FACTS, "rent", "additionalInfo"] as const;

/** What a preview image shows (preview-card.ts), beside the first photo. */
const PREVIEW_FACTS = ["address", "addressPrecision", "rent", "bedrooms"] as const;

/** What the facts about a place, rent control among them, follow from. */
const PLACE_FACTS = ["address", "bedrooms", "yearBuilt"] as const;

/** Fields of an edit that hold text which may be taken away. */
const NULLABLE = ["phone", "unit", "additionalInfo", "landlordName"] as const;

/** What nobody but moderators and the landlord reads. */
const PRIVATE: readonly string[] = ["email", "unit"] satisfies (keyof Listing)[];

/** Whether an edit gives a listing another mail address: in another case of letters it is the same. */
export const hasNewEmail = (before: Pick<Listing, "email">, after: Pick<Listing, "email">) =>
  before.email.toLowerCase() !== after.email.toLowerCase();

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
 * The edit with the kind of home that is stored after it: a room whose type changes is no room any more.
 * @throws AppError 400 on `homeType` where the edit names a room and does not list it as one
 */
function editWithHomeType<Edit extends Omit<ListingEdit, "images">>(edit: Edit, listing: Listing): Edit {
  if (edit.bedrooms === undefined && edit.homeType === undefined) return edit;
  const { bedrooms = listing.bedrooms, homeType = listing.homeType } = edit;
  if (edit.homeType !== undefined && !fitsBedrooms(edit.homeType, bedrooms))
    throw new AppError("listing.invalid", { fields: { homeType: ROOM_PROBLEM } });
  return { ...edit, homeType: storedHomeType({ bedrooms, homeType }) };
}

/**
 * Changes fields and photos of a listing; fields left out stay, `photos` is the complete new list. Market comparison,
 * notes and address key follow; facts about the place are forgotten when the address changes, for they were of another.
 * A landlord's change of what renters rely on, and words with a signal that the approved ones did not have or without
 * those that it waits for a confirmation for, send the listing back to review; a confirmation is asked for again when rent, type or text change; what else a landlord changes is
 * shown to moderators as changed since the approval.
 * @returns the listing, and the decision's id where a moderator changed the type alone, which can be undone
 * @throws AppError 400 for photos and for a room that is not listed as one, 429 when a landlord, or their network, has made
 * too many changes today, 409 `listing.no_contact` when an
 * approved listing would lose its phone, `listing.changed` when it was changed since it was read
 */
export async function editListing(
  deps: Deps,
  listing: EditableListing,
  edit: ListingEdit,
  photoInputs: readonly PhotoInput[] | undefined,
  by: Editor,
): Promise<Decision & { listing: Listing }> {
  const { images: _images, ...fields } = edit;
  const changes = changesOf(listing, editWithHomeType(editWithUnitApart(fields, listing), listing));
  const confirmedAt = CONFIRMED_FACTS.some((field) => field in changes) ? null : listing.confirmedAt;
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
  if (by.actor === "owner")
    await countEdit(deps, listing, { newPhotos: checked.uploads.length, isMailed: newAddressee !== null }, by);

  const derived = await deriveFacts(deps, next, listing.id);
  // What is known of a house may not stay where its street alone is shown.
  const isOtherPrecision = derived.addressPrecision !== listing.addressPrecision;
  const isMoved =
    isOtherPrecision || derived.addressKey !== listing.addressKey || derived.municipality !== listing.municipality;
  const isWaiting = await storeUploads(deps, listing.photoPrefix, checked);
  const notes = photosChanged
    ? await photoNotesAfterEdit(deps, listing, checked.photos, isWaiting)
    : photoNotes(listing.reviewNotes);

  const isKeyChange = photosChanged || KEY_FACTS.some((field) => field in changes);
  const isDrawn = photosChanged || PREVIEW_FACTS.some((field) => field in changes);
  const isSeen = photosChanged || Object.keys(changes).some((field) => !PRIVATE.includes(field));
  // A rejected listing that its landlord mends is looked at again, whatever was mended.
  const reviewNotes = [...derived.reviewNotes, ...(isMoved ? [] : listing.reviewNotes.filter(isOfCorner)), ...notes];
  const endsWait =
    listing.awaitsConfirmation === true &&
    !awaitsConfirmation({ comparedPercent: derived.comparedPercent, confirmedAt, reviewNotes });
  // Words that are taken out prove nothing: whether the home is what it is listed as is still for a moderator to say.
  const needsReview =
    isOwner &&
    (isKeyChange || endsWait || listing.status === "rejected" || bringsNewSignal(approvedVersionOf(listing), next));
  const wasPublic = listing.status === "approved";
  const isStillPublic = wasPublic && !needsReview;
  const values = {
    ...(isMoved && UNKNOWN_PLACE),
    ...changes,
    ...derived,
    confirmedAt,
    reviewNotes,
    photos: checked.photos,
    approvedValues: isOwner ? approvedValuesAfter(listing, { ...changes, photos: checked.photos }) : null,
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
  const isRetyped = !isOwner && TYPE_FACTS.some((field) => field in changes);
  // What changes the type alone is a decision with an undo: photos that an edit replaced are gone.
  const isOfType = isRetyped && !photosChanged && Object.keys(changes).every((field) => isTypeFact(field));
  const decisionId = isOfType ? deps.newId() : null;
  const dueAt = new Date(deps.now().getTime() + UNDO_MS);
  const isPlaceChanged =
    isMoved ||
    PLACE_FACTS.some((field) => field in changes) ||
    // What the text says of the building weighs in what is known of its rent control.
    buildingClaim(listing.additionalInfo)?.year !== buildingClaim(next.additionalInfo)?.year;
  const [[row]] = await deps.db.batch([
    update,
    audit,
    ...emitIfChanged(deps, "listing.edited", {
      listingId: listing.id,
      photoPrefix: listing.photoPrefix,
      newAddressee,
      parts: [
        ...(photosChanged ? ["photos" as const] : []),
        ...(isMoved ? ["address" as const] : []),
        ...(isPlaceChanged ? ["place" as const] : []),
        ...(isStillPublic && (isDrawn || isOtherPrecision) ? ["preview" as const] : []),
      ],
    }),
    ...(isRetyped ? retypedIfChanged(deps, listing, values, { decisionId, dueAt }) : []),
    // Its percentage is public now: VIPs were not told of it at its approval.
    ...(isStillPublic && endsWait
      ? emitIfChanged(deps, "listing.confirmed", { listingId: listing.id, decisionId, dueAt })
      : []),
    // Last, for it may change nothing.
    ...(isMoved ? [forgetPlaceIfChanged(deps, listing.id)] : []),
  ]);
  if (!row) throw new AppError("listing.changed");

  const kept = new Set(row.photos.map(({ hash }) => hash));
  await removePhotos(
    deps,
    listing,
    listing.photos.filter(({ hash }) => !kept.has(hash)),
  );
  // What takes a listing off the site, or its number out of it, is never kept waiting.
  const purgeNow = isOwner && isStillPublic && !isOtherPrecision ? purgeMerged : purge;
  if (wasPublic) await purgeNow(deps, tagsPurgedBy("listing.edited", listing.id));
  if (isKeyChange || isPlaceChanged || endsWait || newAddressee !== null) relaySoon(deps);
  return { listing: row, decisionId };
}

/** The statements that store a new type: as a decision with an undo, or at once. */
function retypedIfChanged(
  deps: Deps,
  listing: Listing,
  values: Partial<Listing>,
  { decisionId, dueAt }: { decisionId: string | null; dueAt: Date },
) {
  const { id: listingId, photoPrefix } = listing;
  const about = listing.revision + 1;
  if (decisionId === null)
    return emitIfChanged(deps, "listing.retyped", { listingId, photoPrefix, about, decision: null });
  return [
    insertDecisionIfChanged(deps, {
      id: decisionId,
      action: "retype",
      targetType: "listing",
      targetId: listingId,
      before: storedValues(listing, Object.keys(values)),
      revision: about,
    }),
    ...emitIfChanged(deps, "listing.retyped", { listingId, photoPrefix, about, decision: { decisionId, dueAt } }),
  ];
}

/** Removes photos that an edit replaced, also while they wait to be stored; the sweep finds what cannot be removed now. */
async function removePhotos(deps: Deps, { id, photoPrefix: prefix }: Listing, photos: readonly StoredPhoto[]) {
  const hashes = photos.map(({ hash }) => hash);
  try {
    await deps.photos.remove(hashes.map((hash) => ({ prefix, hash })));
    await deleteWaitingPhotos(deps, prefix, hashes);
  } catch (error) {
    deps.log.error("photo.remove_failed", error, { listing: id });
  }
}
