import { HOUR_MS } from "../../../contracts/days.ts";
import type { ReviewNote } from "../../../contracts/listings.ts";
import type { Deps } from "../../../platform/deps.ts";
import { AppError } from "../../../platform/errors.ts";
import { emit } from "../../../platform/events.ts";
import { relaySoon } from "../../../platform/outbox.ts";
import { type PhotoAddress, UnreadablePhotoError } from "../../../platform/photo-store.ts";
import { purge } from "../../../platform/purge.ts";
import { everyTick, type ScheduledJob } from "../../../platform/schedule.ts";
import { runAllOrNone } from "../../../platform/run-all-or-none.ts";
import { listingOfPhotoPrefix, updateListing, updateReviewNotes } from "../listing/listings.repo.ts";
import type { Listing, StoredPhoto } from "../listing/listings.table.ts";
import {
  hasWaitingParts,
  deleteWaitingPhotos,
  insertWaitingPhoto,
  oldestWaitingPhotos,
  readWaitingPhoto,
  waitingHashes,
} from "./waiting-photos.repo.ts";

/** Maximum number of waiting parts of photos, about 700 MB, so that an outage does not fill the database (10 GB). */
const MAX_WAITING_PARTS = 1_000;
/** Maximum number of waiting photos encoded per tick. */
const BATCH = 12;
/**
 * Age at which waiting photos that no listing has count as left over from a failed request. Younger ones may belong to
 * a submission or an edit whose listing is not stored yet.
 */
const ORPHAN_AGE_MS = HOUR_MS;

/** Note on a listing with waiting photos. */
export const PHOTOS_WAITING: ReviewNote = {
  code: "photos_waiting",
  text: "Photos are still being prepared and will appear automatically.",
};

/**
 * Stores a photo in the database if the Images service or R2 could not accept it, so that the submission is not lost.
 * @throws AppError 503 if too many photos wait; errors of D1
 */
export async function storeForLater(deps: Deps, address: PhotoAddress, bytes: Uint8Array): Promise<void> {
  if (await hasWaitingParts(deps, MAX_WAITING_PARTS)) throw new AppError("server.unavailable");
  await insertWaitingPhoto(deps, address, bytes);
}

/** Encodes waiting photos, oldest first. Stops if the Images service or R2 fails again. */
async function finishWaitingPhotos(deps: Deps, time: Date): Promise<void> {
  for (const photo of await oldestWaitingPhotos(deps, BATCH)) {
    const listing = await listingOfPhotoPrefix(deps, photo.prefix);
    const isWanted = listing?.photos.some(({ hash }) => hash === photo.hash) ?? false;
    if (!isWanted) {
      const isOld = time.getTime() - photo.createdAt.getTime() > ORPHAN_AGE_MS;
      if (isOld || listing?.status === "deleted") await deleteWaitingPhotos(deps, photo.prefix, [photo.hash]);
      if (listing) await removeStaleNote(deps, listing);
      continue;
    }
    let isReadable = true;
    try {
      await deps.photos.encode(photo, await readWaitingPhoto(deps, photo));
    } catch (error) {
      if (!(error instanceof UnreadablePhotoError)) {
        deps.log.warn("photo.still_waiting", { reason: String(error).slice(0, 300) });
        return;
      }
      isReadable = false;
    }
    await finishPhoto(deps, photo, isReadable);
  }
}

/** Updates a listing after its waiting photo was stored or turned out to be unreadable. Queues the follow-up work. */
async function finishPhoto(deps: Deps, photo: PhotoAddress, isReadable: boolean): Promise<void> {
  const listing = await listingOfPhotoPrefix(deps, photo.prefix);
  if (listing && !listing.photos.some(({ hash }) => hash === photo.hash)) {
    // The photo was removed from the listing, or the listing was deleted, while the photo was being stored.
    await deps.photos.remove([photo]);
  } else if (listing) {
    const stillWaiting = (await waitingHashes(deps, photo.prefix)).some((hash) => hash !== photo.hash);
    const dropped: ReviewNote = { code: "photo_dropped", text: "A photo could not be read and was left out." };
    const reviewNotes = [
      ...listing.reviewNotes.filter(({ code }) => code !== "photos_waiting" && code !== "photo_dropped"),
      ...(isReadable ? listing.reviewNotes.filter(({ code }) => code === "photo_dropped") : [dropped]),
      ...(stillWaiting ? [PHOTOS_WAITING] : []),
    ];
    const photos = isReadable ? listing.photos : listing.photos.filter(({ hash }) => hash !== photo.hash);
    const [[row]] = await runAllOrNone(deps, [
      updateListing(deps, listing, { photos, reviewNotes, updatedAt: deps.now() }),
      ...emit(deps, "listing.edited", {
        listingId: listing.id,
        photoPrefix: photo.prefix,
        parts: ["photos", "preview"],
      }),
    ]);
    // The listing changed in the meantime. The next tick encodes the photo again, which is harmless.
    if (!row) return;
    await purge(deps, "listing.edited", listing.id);
    relaySoon(deps);
  }
  await deleteWaitingPhotos(deps, photo.prefix, [photo.hash]);
}

/** Removes the note on waiting photos from a listing that no longer has any. */
async function removeStaleNote(deps: Deps, listing: Listing): Promise<void> {
  const waiting = new Set(await waitingHashes(deps, listing.photoPrefix));
  if (listing.photos.some(({ hash }) => waiting.has(hash))) return;
  const notes = listing.reviewNotes.filter(({ code }) => code !== "photos_waiting");
  if (notes.length < listing.reviewNotes.length) await updateReviewNotes(deps, listing, notes);
}

/** Returns a listing's notes after its photos changed, without outdated notes on waiting and dropped photos. */
export async function photoNotesAfterEdit(
  deps: Deps,
  { photoPrefix, reviewNotes }: Listing,
  photos: readonly StoredPhoto[],
  isAnyKept: boolean,
): Promise<ReviewNote[]> {
  const waiting = isAnyKept ? [] : await waitingHashes(deps, photoPrefix);
  const isWaiting = isAnyKept || photos.some(({ hash }) => waiting.includes(hash));
  return [
    ...reviewNotes.filter(({ code }) => code === "same_photo" || code === "banned_photo"),
    ...(isWaiting ? [PHOTOS_WAITING] : []),
  ];
}

export const waitingPhotoJobs: readonly ScheduledJob[] = [
  { name: "photos.finish", due: everyTick, run: finishWaitingPhotos },
];
