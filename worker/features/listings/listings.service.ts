import { sql } from "drizzle-orm";
import { isInToronto, municipalityOf } from "../../contracts/addresses.ts";
import { type Bedrooms } from "../../contracts/bedrooms.ts";
import { LISTING_LIFETIME_DAYS, parseRentCents, type ReviewNote } from "../../contracts/listings.ts";
import type { ListingDraft } from "../../contracts/listings.schemas.ts";
import { tagsPurgedBy } from "../../contracts/cache-tags.ts";
import type { Deps } from "../../platform/deps.ts";
import { AppError } from "../../platform/errors.ts";
import { outboxIfChanged, relaySoon } from "../../platform/outbox.ts";
import { purge } from "../../platform/purge.ts";
import { auditIfChanged } from "../audit/audit.service.ts";
import { compareWithMarket } from "../market/market.service.ts";
import { addressKey } from "./address-key.ts";
import type { PhotoInput } from "./listings.input.ts";
import { checkPhotos, storeUploads } from "./listings.photos.ts";
import { type EditableListing, editableByModerator } from "./listings.policy.ts";
import { insertListing, listingById, listingsAtAddress, updateListing } from "./listings.repo.ts";
import type { Listing } from "./listings.table.ts";

const DAY_MS = 86_400_000;
/** From this far below the market a moderator is asked to check for a scam (decisions.md 3). */
const UNLIKELY_PERCENT = 40;

/** Who changes a listing, for the audit log. */
export interface Moderator {
  ipAddress: string;
}

/** Outbox kind: make the smaller photos of an approved listing. */
export const SMALLER_PHOTOS = "listing.smaller_photos";

const blankToNull = <Value>(value: Value | null | undefined): Value | null =>
  value === undefined || value === "" ? null : value;

/** What follows from a unit's key facts: its place, its rent in cents, its standing to the market, what to look at. */
export async function deriveFacts(
  deps: Deps,
  unit: { address: string; rent: string; bedrooms: Bedrooms; unit: string | null; phone: string | null },
  id: number | null,
) {
  const rentCents = parseRentCents(unit.rent);
  const municipality = municipalityOf(unit.address);
  const key = addressKey(unit.address);
  const comparison = await compareWithMarket(deps, { bedrooms: unit.bedrooms, municipality, rentCents });
  const twins = (await listingsAtAddress(deps, key, id)).filter(
    (other) => other.unit === unit.unit && other.bedrooms === unit.bedrooms,
  );
  const reviewNotes = notesFor({
    rentCents,
    percent: comparison.belowMarketPercent,
    duplicateOf: twins.map((twin) => twin.id),
    phone: unit.phone,
    inToronto: isInToronto(municipality),
  });
  return { rentCents, municipality, addressKey: key, ...comparison, reviewNotes };
}

function notesFor(facts: {
  rentCents: number | null;
  percent: number | null;
  duplicateOf: number[];
  phone: string | null;
  inToronto: boolean;
}): ReviewNote[] {
  const notes: ReviewNote[] = [];
  if (facts.rentCents === null) notes.push({ code: "rent_unparsed", text: "The rent could not be read as an amount." });
  if (facts.percent !== null && facts.percent <= 0) {
    notes.push({
      code: "above_market",
      text: facts.percent === 0 ? "At market rent: not below market." : `${-facts.percent}% above market.`,
    });
  }
  if (facts.percent !== null && facts.percent >= UNLIKELY_PERCENT)
    notes.push({ code: "below_market_unlikely", text: `${facts.percent}% below market: check for a scam.` });
  for (const id of facts.duplicateOf) notes.push({ code: "duplicate", text: `Possible duplicate of #${id}.` });
  if (facts.phone === null) notes.push({ code: "no_phone", text: "No phone number: cannot be approved." });
  return notes;
}

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
  const listing = await insertListing(deps, {
    ...unit,
    additionalInfo: blankToNull(values.additionalInfo),
    landlordName: blankToNull(values.landlordName),
    ...derived,
    photoPrefix,
    photos: checked.photos,
    submittedAt: deps.now(),
  });
  deps.log.info("listing.submitted", { listing: listing.id, photos: listing.photos.length });
  return listing;
}

/**
 * Approves a listing, or takes it back into review. Repeating either changes nothing. The order on the site and in
 * mails follows the first approval; the listing's time runs from the latest.
 * @throws AppError 404 `listing.not_found`, 409 `listing.closed` when rented or deleted, `listing.no_contact` without a phone, `listing.changed` after a race
 */
export async function setApproved(deps: Deps, id: number | null, approved: boolean, by: Moderator): Promise<Listing> {
  const found = id === null ? null : await listingById(deps, id);
  // A deleted listing is still known to moderators: changing its state is a conflict, not an unknown id.
  if (found?.status === "deleted" || found?.status === "rented") throw new AppError("listing.closed");
  const listing = editableByModerator(found);
  if (approved === (listing.status === "approved")) return listing;
  // Rejected and expired listings are not approved already.
  if (!approved && listing.status !== "approved") return listing;
  if (approved && !listing.phone) throw new AppError("listing.no_contact");
  const now = deps.now();
  const values = approved
    ? {
        status: "approved" as const,
        firstApprovedAt: listing.firstApprovedAt ?? now,
        approvedAt: now,
        expiresAt: new Date(now.getTime() + LISTING_LIFETIME_DAYS * DAY_MS),
        rejectionReason: null,
      }
    : { status: "pending" as const };
  const change = {
    actor: "admin" as const,
    action: approved ? "listing.approve" : "listing.unapprove",
    targetType: "listing",
    targetId: listing.id,
    before: { status: listing.status },
    after: { status: values.status },
    ipAddress: by.ipAddress,
  };
  const update = updateListing(
    deps,
    listing.id,
    sql`status = ${listing.status} AND (phone IS NOT NULL OR ${!approved})`,
    values,
  );
  const [[row]] = approved
    ? await deps.db.batch([
        update,
        auditIfChanged(deps, change),
        outboxIfChanged(deps, SMALLER_PHOTOS, { listingId: listing.id }),
      ])
    : await deps.db.batch([update, auditIfChanged(deps, change)]);
  if (!row) throw new AppError("listing.changed");
  await purge(deps, tagsPurgedBy(approved ? "listing.published" : "listing.withdrawn", listing.id));
  if (approved) relaySoon(deps);
  return row;
}

/**
 * Deletes a listing. It is gone for everyone at once; its row and photos stay 30 days as a tombstone, for an undo.
 * @throws AppError `listing.changed` after a race with another delete
 */
export async function deleteListing(deps: Deps, listing: EditableListing, by: Moderator): Promise<void> {
  const [[row]] = await deps.db.batch([
    updateListing(deps, listing.id, sql`status <> 'deleted'`, {
      status: "deleted",
      deletedAt: deps.now(),
      tokenVersion: listing.tokenVersion + 1,
    }),
    auditIfChanged(deps, {
      actor: "admin",
      action: "listing.delete",
      targetType: "listing",
      targetId: listing.id,
      before: { status: listing.status, address: listing.address },
      after: { status: "deleted" },
      ipAddress: by.ipAddress,
    }),
  ]);
  if (!row) throw new AppError("listing.not_found");
  await purge(deps, tagsPurgedBy("listing.deleted", listing.id));
}

/** Makes the smaller photos of a listing that is approved now; what exists stays. */
export async function makeSmallerPhotos(deps: Deps, listingId: number): Promise<void> {
  const listing = await listingById(deps, listingId);
  if (listing?.status !== "approved") return;
  for (const { hash } of listing.photos) await deps.photos.makeSmaller({ prefix: listing.photoPrefix, hash });
  await purge(deps, tagsPurgedBy("listing.edited", listing.id));
}
