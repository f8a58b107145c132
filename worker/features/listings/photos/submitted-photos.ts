import { PHOTO_LIMITS, photoName, photoPath } from "../../../contracts/photos.ts";
import { requireSiteAttempt } from "../../../platform/rate-limits.ts";
import type { Deps } from "../../../platform/deps.ts";
import { AppError } from "../../../platform/errors.ts";
import { readImageHeader } from "../../../platform/photo-bytes.ts";
import { type PhotoAddress, UnreadablePhotoError } from "../../../platform/photo-store.ts";
import { sha256Hex } from "../../../platform/tokens.ts";
import { assertLookAllowed, readPhotoBans } from "../../bans/bans.service.ts";
import { type PhotoInput, photoError } from "../listing/listings.input.ts";
import { listingOfPhotoPrefix } from "../listing/listings.repo.ts";
import type { StoredPhoto } from "../listing/listings.table.ts";
import { photoUrl } from "./photos.service.ts";
import { deleteWaitingPhotos } from "./waiting-photos.repo.ts";
import { storeForLater } from "./waiting-photos.service.ts";

/** The checked photos of a form. */
export interface CheckedPhotos {
  /** All photos, in the order of the form. */
  photos: StoredPhoto[];
  /** New photos to store, with their positions in the form, from 1. */
  uploads: { hash: string; bytes: Uint8Array; position: number }[];
}

/**
 * Checks the bytes of a form's photos. Stores nothing.
 * @param own the listing's own photos; empty for a new listing
 * @throws AppError 400 naming the photo
 */
export async function checkPhotos(
  inputs: readonly PhotoInput[],
  prefix: string,
  own: readonly StoredPhoto[],
): Promise<CheckedPhotos> {
  const checked: CheckedPhotos = { photos: [], uploads: [] };
  for (const [index, input] of inputs.entries()) {
    const position = index + 1;
    const hash =
      "kept" in input ? keptHash(input.kept, position, prefix, own) : await uploadHash(input, position, own, checked);
    if (!checked.photos.some((photo) => photo.hash === hash)) checked.photos.push({ hash });
  }
  return checked;
}

function keptHash(address: string, position: number, prefix: string, own: readonly StoredPhoto[]): string {
  const path = photoPath(address);
  const photo = own.find(({ hash }) => photoUrl({ prefix, hash }) === path);
  if (!photo) throw photoError("listing.photo_foreign", position);
  return photo.hash;
}

async function uploadHash(
  { upload }: Extract<PhotoInput, { upload: unknown }>,
  position: number,
  own: readonly StoredPhoto[],
  checked: CheckedPhotos,
): Promise<string> {
  if (upload.state === "too_large")
    throw photoError(
      "listing.photo_too_large",
      position,
      `${photoName(position)} exceeds the 5MB limit and was not added.`,
    );
  const header = upload.state === "read" ? readImageHeader(upload.bytes) : null;
  if (upload.state !== "read" || !header) throw photoError("listing.photo_type", position);
  const { width, height } = header;
  const isSane =
    width > 0 &&
    height > 0 &&
    width <= PHOTO_LIMITS.maxSide &&
    height <= PHOTO_LIMITS.maxSide &&
    width * height <= PHOTO_LIMITS.maxPixels;
  if (!isSane)
    throw photoError(
      "listing.photo_unreadable",
      position,
      `${photoName(position)} has no readable size, or is larger than 8,000 pixels on a side or 40 megapixels.`,
    );
  const hash = (await sha256Hex(upload.bytes)).slice(0, 32);
  // A photo that the listing already has is not stored again, because a later failure would then delete it.
  const isStored = own.some((photo) => photo.hash === hash) || checked.uploads.some((other) => other.hash === hash);
  if (!isStored) checked.uploads.push({ hash, bytes: upload.bytes, position });
  return hash;
}

/**
 * Encodes and stores uploads one at a time. If the Images service or R2 is unavailable, photos wait in the database. If
 * an upload is not an image, deletes all uploads of this call.
 * @returns whether any photo waits
 * @throws AppError 400 `listing.photo_unreadable`, 403 `listing.refused` for a landlord's banned photo, 503 if too many
 * photos wait or the site receives too many photos
 */
export async function storeUploads(
  deps: Deps,
  prefix: string,
  { uploads }: CheckedPhotos,
  { by }: { by: "landlord" | "moderator" },
): Promise<boolean> {
  if (uploads.length === 0) return false;
  const bans = by === "moderator" ? null : await readPhotoBans(deps);
  if (bans && uploads.some(({ hash }) => bans.includesFile(hash))) throw new AppError("listing.refused");
  await requireSiteAttempt(deps, "photos", uploads.length);
  const stored: PhotoAddress[] = [];
  let isAnyKept = false;
  for (const { hash, bytes, position } of uploads) {
    try {
      stored.push({ prefix, hash });
      await deps.photos.encode({ prefix, hash }, bytes);
      if (bans) await assertLookAllowed(deps, bans, { prefix, hash });
    } catch (error) {
      if (error instanceof AppError && error.code === "listing.refused") {
        await discard(deps, stored);
        throw error;
      }
      deps.log.warn("photo.encode_failed", {
        reason: String(error instanceof Error ? (error.cause ?? error) : error).slice(0, 300),
      });
      if (error instanceof UnreadablePhotoError) {
        await discard(deps, stored);
        throw photoError("listing.photo_unreadable", position);
      }
      try {
        await storeForLater(deps, { prefix, hash }, bytes);
      } catch (cause) {
        await discard(deps, stored);
        throw cause instanceof AppError ? cause : new AppError("server.unavailable", { cause });
      }
      isAnyKept = true;
    }
  }
  return isAnyKept;
}

/**
 * Deletes the photos that were stored for a refused form, except those that the listing has because another attempt to
 * send the form succeeded in the meantime. The job photos.sweep repeats failed deletions.
 */
async function discard(deps: Deps, photos: readonly PhotoAddress[]): Promise<void> {
  const prefix = photos[0]?.prefix;
  if (prefix === undefined) return;
  const logFailure = (error: unknown) => deps.log.error("photo.cleanup_failed", error);
  try {
    const listing = await listingOfPhotoPrefix(deps, prefix);
    const unused = photos.filter(({ hash }) => !listing?.photos.some((photo) => photo.hash === hash));
    const hashes = unused.map(({ hash }) => hash);
    await Promise.all([
      deps.photos.remove(unused).catch(logFailure),
      deleteWaitingPhotos(deps, prefix, hashes).catch(logFailure),
    ]);
  } catch (error) {
    logFailure(error);
  }
}
