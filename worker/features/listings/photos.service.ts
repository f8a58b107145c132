import { tagsPurgedBy } from "../../contracts/caching.ts";
import { photosAreShown } from "../../contracts/listings.ts";
import type { PhotoWidth } from "../../contracts/photos.ts";
import type { Deps } from "../../platform/deps.ts";
import type { PhotoAddress } from "../../platform/photo-store.ts";
import { purge } from "../../platform/purge.ts";
import { listingById, listingOfPhotoPrefix } from "./listings.repo.ts";
import type { Listing } from "./listings.table.ts";

/** Outbox kind: make the smaller photos of an approved listing. */
export const SMALLER_PHOTOS = "listing.smaller_photos";

function showsPhotos({ status, expiresAt }: Listing, now: Date): boolean {
  return photosAreShown(status) && (status !== "approved" || (expiresAt !== null && expiresAt > now));
}

/** A photo in a width, or in the next larger one that is made; null when nobody may see it (now). */
export async function readPhoto(deps: Deps, address: PhotoAddress, width: PhotoWidth) {
  const listing = await listingOfPhotoPrefix(deps, address.prefix);
  if (!listing || !showsPhotos(listing, deps.now())) return null;
  if (!listing.photos.some((photo) => photo.hash === address.hash)) return null;
  const photo = await deps.photos.read(address, width);
  // While it is reviewed it does not expire.
  const validUntil = listing.status === "approved" ? listing.expiresAt : null;
  return photo && { ...photo, listingId: listing.id, validUntil };
}

/** Makes the smaller photos of a listing that is approved now; what exists stays. */
export async function makeSmallerPhotos(deps: Deps, listingId: number): Promise<void> {
  const listing = await listingById(deps, listingId);
  if (listing?.status !== "approved") return;
  let made = 0;
  for (const { hash } of listing.photos) made += await deps.photos.makeSmaller({ prefix: listing.photoPrefix, hash });
  // Until now the edge may hold a larger photo under the address of a smaller one.
  if (made > 0) await purge(deps, tagsPurgedBy("listing.edited", listing.id));
}
