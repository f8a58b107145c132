import type { PhotoWidth } from "../../contracts/photos.ts";
import type { Deps } from "../../platform/deps.ts";
import type { PhotoAddress } from "../../platform/photo-store.ts";
import { listingOfPhotoPrefix } from "./listings.repo.ts";
import type { Listing } from "./listings.table.ts";

/** Photos are seen while a moderator reviews the listing and while it is public. */
function showsPhotos(listing: Listing, now: Date): boolean {
  return (
    listing.status === "pending" ||
    (listing.status === "approved" && listing.expiresAt !== null && listing.expiresAt > now)
  );
}

/** A photo in a width, or in the next larger one that is made; null when nobody may see it (now). */
export async function readPhoto(deps: Deps, address: PhotoAddress, width: PhotoWidth) {
  const listing = await listingOfPhotoPrefix(deps, address.prefix);
  if (!listing || !showsPhotos(listing, deps.now()) || !listing.photos.some((photo) => photo.hash === address.hash))
    return null;
  const photo = await deps.photos.read(address, width);
  return photo && { ...photo, listingId: listing.id };
}
