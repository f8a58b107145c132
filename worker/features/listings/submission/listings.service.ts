import type { BatchItem } from "drizzle-orm/batch";
import { storedHomeType } from "../../../contracts/bedrooms.ts";
import { CLEARABLE_KEYS, type ClearableKey, type ListingFacts } from "../../../contracts/listing-fields.ts";
import type { Submitted } from "../../../contracts/listings.ts";
import type { ListingDraft } from "../../../contracts/listings.schemas.ts";
import { requireSiteAttempt } from "../../../platform/rate-limits.ts";
import type { Deps } from "../../../platform/deps.ts";
import { emit } from "../../../platform/events.ts";
import { sha256Hex } from "../../../platform/tokens.ts";
import { relaySoon } from "../../../platform/outbox.ts";
import { assertPhoneAllowed } from "../../bans/bans.service.ts";
import { countEntry } from "../../transparency/transparency.service.ts";
import { storeHashes } from "../duplicates/copied-text.repo.ts";
import { textHashes } from "../duplicates/shingles.ts";
import { deriveFacts } from "./listings.facts.service.ts";
import type { PhotoInput } from "../listing/listings.input.ts";
import { reserveReceipt } from "../mail/listings.mail.jobs.ts";
import { type CheckedPhotos, checkPhotos, storeUploads } from "../photos/submitted-photos.ts";
import { insertListing, listingOfPhotoPrefix } from "../listing/listings.repo.ts";
import type { Listing } from "../listing/listings.table.ts";
import { publicationOf, toPublicListing } from "../views/listings.mappers.ts";
import { readReviewMinutes } from "../reading/listings.read.service.ts";
import { separateUnit } from "../../../address/index.ts";
import { signedPhotoUrls } from "../photos/photos.service.ts";
import { PHOTOS_WAITING } from "../photos/waiting-photos.service.ts";

/** Returns the optional texts of a form. Missing and blank texts are null. */
const clearedTexts = (values: ListingDraft) =>
  Object.fromEntries(CLEARABLE_KEYS.map((key) => [key, values[key] || null])) as Pick<ListingFacts, ClearableKey>;

/** The response to a submission, without its message. */
type Submission = Omit<Submitted, "success" | "message">;

/**
 * Stores a landlord's submission: photos first, then the row, so that a confirmed submission is complete. If photo
 * storage is unavailable, photos wait in the database.
 * @param from.ipAddress IP address of the sender, so that it can be banned
 * @param from.attemptKey key shared by all attempts to send one submission; only the first successful attempt is stored
 * @returns the pending listing as renters will see it, and what happens next
 * @throws AppError 400 for invalid photos, 403 `listing.refused` for a banned phone number or photo, 503
 * `request.paused` if the site receives too many submissions or photos; after an error, nothing is stored
 */
export async function submitListing(
  deps: Deps,
  draft: ListingDraft,
  photoInputs: readonly PhotoInput[],
  { ipAddress, attemptKey = null }: { ipAddress: string; attemptKey?: string | null },
): Promise<Submission> {
  const now = deps.now();
  const checked = await checkPhotos(photoInputs, NO_PREFIX, []);
  const photoPrefix = attemptKey === null ? deps.newId() : await prefixOf(deps, attemptKey, draft, checked);
  const stored = attemptKey === null ? null : await listingOfPhotoPrefix(deps, photoPrefix);
  if (stored) return withNextSteps(deps, stored);
  await assertPhoneAllowed(deps, draft.phone);
  await requireSiteAttempt(deps, "submissions");
  const { images: _images, ...values } = draft;
  const unit = separateUnit({
    ...values,
    homeType: storedHomeType({ bedrooms: values.bedrooms, homeType: values.homeType ?? null }),
    ...clearedTexts(values),
  });
  const derived = await deriveFacts(deps, unit, null);
  const isWaiting = await storeUploads(deps, photoPrefix, checked, { by: "landlord" });
  const listing = await insertOnce(deps, photoPrefix, [
    insertListing(deps, {
      ...unit,
      ...derived,
      reviewNotes: [...derived.reviewNotes, ...(isWaiting ? [PHOTOS_WAITING] : [])],
      photoPrefix,
      photos: checked.photos,
      ipAddress,
      submittedAt: now,
      updatedAt: now,
    }),
    countEntry(deps, { kind: "received", listing: { ...derived, bedrooms: values.bedrooms } }),
    ...emit(deps, "listing.submitted", { photoPrefix, hasPhotos: checked.photos.length > 0 }),
    ...storeHashes(deps, { photoPrefix, additionalInfo: unit.additionalInfo }, textHashes(unit.additionalInfo)),
  ]);
  relaySoon(deps);
  deps.log.info("listing.submitted", { listing: listing.id, photos: listing.photos.length });
  return withNextSteps(deps, listing);
}

/** Stands for the photo prefix of a new listing, under which no photos are stored yet. */
const NO_PREFIX = "";

/**
 * Returns the photo prefix of a submission. A browser that lost the response may send the submission again. The prefix
 * is keyed, because photo URLs must not be guessable. The prefix depends on the content, so a submission that changes
 * before the next attempt becomes a separate listing.
 */
async function prefixOf(deps: Deps, attemptKey: string, draft: ListingDraft, { photos }: CheckedPhotos) {
  const { images: _images, ...values } = draft;
  const content = JSON.stringify([attemptKey, values, photos]);
  return (await sha256Hex(new TextEncoder().encode(await deps.tokens.keyedHash("submission", content)))).slice(0, 32);
}

/**
 * Stores a listing. Returns the stored listing if the database failed after storing it, or if two attempts arrived at
 * once.
 * @throws errors of the database if the listing was not stored
 */
async function insertOnce(
  deps: Deps,
  photoPrefix: string,
  statements: [ReturnType<typeof insertListing>, ...BatchItem<"sqlite">[]],
): Promise<Listing> {
  try {
    const [[listing]] = await deps.db.batch(statements);
    if (!listing) throw new Error("INSERT returned no row");
    return listing;
  } catch (error) {
    const stored = await listingOfPhotoPrefix(deps, photoPrefix);
    if (stored === null) throw error;
    return stored;
  }
}

async function withNextSteps(deps: Deps, row: Listing): Promise<Submission> {
  const [receipt, images, reviewMinutes] = await Promise.all([
    reserveReceipt(deps, row),
    signedPhotoUrls(deps, row),
    readReviewMinutes(deps),
  ]);
  return { id: row.id, listing: { ...toPublicListing(row, publicationOf(deps)), images }, receipt, reviewMinutes };
}
