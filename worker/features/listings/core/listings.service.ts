import { storedHomeType } from "../../../contracts/home-types.ts";
import type { ListingDraft } from "../../../contracts/listings.schemas.ts";
import { requireSiteAttempt } from "../../../platform/rate-limits.ts";
import type { Deps } from "../../../platform/deps.ts";
import { emitIfChanged } from "../../../platform/events.ts";
import { relaySoon } from "../../../platform/outbox.ts";
import { deriveFacts } from "./listings.facts.service.ts";
import type { PhotoInput } from "./listings.input.ts";
import { reserveReceipt, type Receipt } from "../mail/listings.mail.jobs.ts";
import { checkPhotos, storeUploads } from "../photos/submitted-photos.ts";
import { insertListing } from "./listings.repo.ts";
import { separateUnit } from "./unit-in-address.ts";
import { PHOTOS_WAITING } from "../photos/waiting-photos.service.ts";

const blankToNull = <Value>(value: Value | null | undefined): Value | null =>
  value === undefined || value === "" ? null : value;

/**
 * Stores a landlord's submission: photos first, then the row, so that an acknowledged listing is complete. If photo
 * storage is unavailable, photos wait in the database.
 * @returns the id of the pending listing, and what happens to its receipt
 * @throws AppError 400 for invalid photos, 503 `request.paused` if the site gets too many submissions or photos;
 * nothing is stored then
 */
export async function submitListing(
  deps: Deps,
  draft: ListingDraft,
  photoInputs: readonly PhotoInput[],
): Promise<{ id: number; receipt: Receipt }> {
  const now = deps.now();
  const photoPrefix = deps.newId();
  const checked = await checkPhotos(photoInputs, photoPrefix, []);
  await requireSiteAttempt(deps, "submissions");
  const { images: _images, ...values } = draft;
  const unit = separateUnit({
    ...values,
    homeType: storedHomeType({ bedrooms: values.bedrooms, homeType: values.homeType ?? null }),
    unit: blankToNull(values.unit),
    phone: blankToNull(values.phone),
  });
  const derived = await deriveFacts(deps, unit, null);
  const isWaiting = await storeUploads(deps, photoPrefix, checked);
  const [[listing]] = await deps.db.batch([
    insertListing(deps, {
      ...unit,
      additionalInfo: blankToNull(values.additionalInfo),
      landlordName: blankToNull(values.landlordName),
      ...derived,
      reviewNotes: [...derived.reviewNotes, ...(isWaiting ? [PHOTOS_WAITING] : [])],
      photoPrefix,
      photos: checked.photos,
      submittedAt: now,
      updatedAt: now,
    }),
    ...emitIfChanged(deps, "listing.submitted", { photoPrefix, hasPhotos: checked.photos.length > 0 }),
  ]);
  if (!listing) throw new Error("INSERT returned no row");
  const receipt = await reserveReceipt(deps, listing);
  relaySoon(deps);
  deps.log.info("listing.submitted", { listing: listing.id, photos: listing.photos.length });
  return { id: listing.id, receipt };
}
