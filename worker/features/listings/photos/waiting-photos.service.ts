import { tagsPurgedBy } from "../../../contracts/caching.ts";
import type { ReviewNote } from "../../../contracts/listings.ts";
import type { Deps } from "../../../platform/deps.ts";
import { AppError } from "../../../platform/errors.ts";
import { emitIfChanged } from "../../../platform/events.ts";
import { relaySoon } from "../../../platform/outbox.ts";
import { type PhotoAddress, UnreadablePhotoError } from "../../../platform/photo-store.ts";
import { purge } from "../../../platform/purge.ts";
import { everyTick, type ScheduledJob } from "../../../platform/schedule.ts";
import { listingOfPhotoPrefix, updateListing, updateReviewNotes } from "../core/listings.repo.ts";
import type { Listing, StoredPhoto } from "../core/listings.table.ts";
import {
  areWaiting,
  deleteWaitingPhotos,
  insertWaitingPhoto,
  oldestWaitingPhotos,
  readWaitingPhoto,
  waitingHashes,
} from "./waiting-photos.repo.ts";

/** Parts kept at most (about 700 MB): an outage must not fill the database, whose limit is 10 GB. */
const MOST_PARTS = 1_000;
/** Photos finished in one tick. */
const BATCH = 12;
/** A submission that died before its row was stored leaves parts that nobody will ask for. */
const ORPHAN_AGE_MS = 24 * 60 * 60_000;

/** Said of a listing while some of its photos wait. */
export const PHOTOS_WAITING: ReviewNote = {
  code: "photos_waiting",
  text: "Photos are still being prepared; they appear by themselves.",
};

/**
 * Keeps a photo that the Images service or R2 could not take, so that the form it came with is not lost.
 * @throws AppError 503 when too many wait already; what D1 throws
 */
export async function keepForLater(deps: Deps, address: PhotoAddress, bytes: Uint8Array): Promise<void> {
  if (await areWaiting(deps, MOST_PARTS)) throw new AppError("server.unavailable");
  await insertWaitingPhoto(deps, address, bytes);
}

/** Finishes photos that wait, the oldest first, until one shows that the services are still down. */
async function finishWaitingPhotos(deps: Deps, time: Date): Promise<void> {
  for (const photo of await oldestWaitingPhotos(deps, BATCH)) {
    const listing = await listingOfPhotoPrefix(deps, photo.prefix);
    const isWanted = listing?.photos.some(({ hash }) => hash === photo.hash) ?? false;
    if (!isWanted) {
      const isOld = time.getTime() - photo.createdAt.getTime() > ORPHAN_AGE_MS;
      // Without a row yet the submission may still be going on.
      if (listing || isOld) await deleteWaitingPhotos(deps, photo.prefix, [photo.hash]);
      if (listing) await renewNote(deps, listing);
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
    await settle(deps, photo, isReadable);
  }
}

/** The photo is stored, or cannot be: the listing says so, and what follows from its photos is done. */
async function settle(deps: Deps, photo: PhotoAddress, isReadable: boolean): Promise<void> {
  const listing = await listingOfPhotoPrefix(deps, photo.prefix);
  if (listing && !listing.photos.some(({ hash }) => hash === photo.hash)) {
    // Taken out, or deleted with its listing, while it was being stored.
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
    const [[row]] = await deps.db.batch([
      updateListing(deps, listing, { photos, reviewNotes, updatedAt: deps.now() }),
      ...emitIfChanged(deps, "listing.edited", {
        listingId: listing.id,
        photoPrefix: photo.prefix,
        parts: ["photos", "preview"],
      }),
    ]);
    // Changed meanwhile: the photo waits for the next tick, and encoding it again does no harm.
    if (!row) return;
    await purge(deps, tagsPurgedBy("listing.edited", listing.id));
    relaySoon(deps);
  }
  await deleteWaitingPhotos(deps, photo.prefix, [photo.hash]);
}

/** Takes the note away when none of the listing's photos waits any more. */
async function renewNote(deps: Deps, listing: Listing): Promise<void> {
  const waiting = new Set(await waitingHashes(deps, listing.photoPrefix));
  if (listing.photos.some(({ hash }) => waiting.has(hash))) return;
  const notes = listing.reviewNotes.filter(({ code }) => code !== "photos_waiting");
  if (notes.length < listing.reviewNotes.length) await updateReviewNotes(deps, listing, notes);
}

/** The notes that follow from photos once they are others: what waited or was left out before counts no more. */
export async function photoNotesAfterEdit(
  deps: Deps,
  { photoPrefix, reviewNotes }: Listing,
  photos: readonly StoredPhoto[],
  isAnyKept: boolean,
): Promise<ReviewNote[]> {
  const waiting = isAnyKept ? [] : await waitingHashes(deps, photoPrefix);
  const isWaiting = isAnyKept || photos.some(({ hash }) => waiting.includes(hash));
  return [...reviewNotes.filter(({ code }) => code === "same_photo"), ...(isWaiting ? [PHOTOS_WAITING] : [])];
}

export const waitingPhotoJobs: readonly ScheduledJob[] = [
  { name: "photos.finish", due: everyTick, run: finishWaitingPhotos },
];
