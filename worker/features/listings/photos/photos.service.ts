import { MINUTE_MS } from "../../../contracts/days.ts";
import type { PhotoWidth } from "../../../contracts/photos.ts";
import type { Deps } from "../../../platform/deps.ts";
import type { PhotoAddress } from "../../../platform/photo-store.ts";
import type { Listener } from "../../../platform/events.ts";
import { purge } from "../../../platform/purge.ts";
import { equalInConstantTime } from "../../../platform/tokens.ts";
import { isPublicNow } from "../listing/listings.policy.ts";
import { listingById, listingOfPhotoPrefix } from "../listing/listings.repo.ts";
import type { Listing } from "../listing/listings.table.ts";

/** Returns the URL of a photo on this site without a width, which contracts/photos.ts adds. */
export function photoUrl({ prefix, hash }: PhotoAddress): string {
  return `/photos/${prefix}/${hash}`;
}

type WithPhotos = Pick<Listing, "photos" | "photoPrefix">;

const addressesOf = ({ photos, photoPrefix: prefix }: WithPhotos): PhotoAddress[] =>
  photos.map(({ hash }) => ({ prefix, hash }));

/** Returns the URLs of a public listing's photos. */
export const photoUrls = (row: WithPhotos): string[] => addressesOf(row).map(photoUrl);

const HALF_HOUR_MS = 30 * MINUTE_MS;

/** Computes the signature that allows reading a photo until a time in Unix seconds. */
const signatureOf = (deps: Deps, { prefix, hash }: PhotoAddress, until: number) =>
  deps.tokens.keyedHash("photo", `${prefix}/${hash}/${until}`);

/**
 * Returns signed URLs of a listing's photos for its landlord and for moderators. The URLs are valid for 60 to 90
 * minutes, whatever the listing's state. They stay the same for half an hour, so that pages can reuse cached photos.
 */
export async function signedPhotoUrls(deps: Deps, row: WithPhotos): Promise<string[]> {
  const until = ((Math.floor(deps.now().getTime() / HALF_HOUR_MS) + 3) * HALF_HOUR_MS) / 1000;
  return Promise.all(
    addressesOf(row).map(
      async (address) => `${photoUrl(address)}?until=${until}&key=${await signatureOf(deps, address, until)}`,
    ),
  );
}

/** The caller's credentials for reading a photo of a listing that is not public. */
export interface PhotoClaim {
  /** Expiry of the signature in Unix seconds. */
  until: string | undefined;
  key: string | undefined;
  /**
   * Returns whether the caller is a moderator. It is called only if nothing else permits reading the photo, because
   * cacheable responses must not depend on a session.
   */
  isModerator(): Promise<boolean>;
}

async function isSigned(deps: Deps, address: PhotoAddress, { until = "", key = "" }: PhotoClaim): Promise<boolean> {
  if (!/^\d{10}$/.test(until) || Number(until) * 1000 <= deps.now().getTime()) return false;
  return equalInConstantTime(key, await signatureOf(deps, address, Number(until)));
}

/**
 * Returns a photo in a given width, or in the next larger width that exists. Anyone may read the photos of public
 * listings. Photos of other listings require a signed URL or a moderator. Photos of deleted listings require a
 * moderator.
 * @returns null if there is no photo or the caller may not read it; `isPublic` permits caching
 */
export async function readPhoto(deps: Deps, address: PhotoAddress, width: PhotoWidth, claim: PhotoClaim) {
  const listing = await listingOfPhotoPrefix(deps, address.prefix);
  if (!listing?.photos.some((photo) => photo.hash === address.hash)) return null;
  const isForAll = isPublicNow(listing, deps.now());
  const isAllowed =
    isForAll || (listing.status !== "deleted" && (await isSigned(deps, address, claim))) || (await claim.isModerator());
  if (!isAllowed) return null;
  const photo = await deps.photos.read(address, width);
  return photo && { ...photo, isPublic: isForAll, listingId: listing.id, validUntil: listing.expiresAt };
}

/** Queues smaller versions of the photos of a published or changed listing. */
export const shrinkPhotosOfShown: Listener<"listing.shown"> = ({ listingId }) => ({
  kind: "listing.smaller_photos",
  payload: { listingId },
});
export const shrinkPhotosOfEdited: Listener<"listing.edited"> = ({ listingId, parts }) =>
  parts.includes("photos") ? { kind: "listing.smaller_photos", payload: { listingId } } : null;

/** Makes the missing smaller versions of an approved listing's photos. */
export async function makeSmallerPhotos(deps: Deps, listingId: number): Promise<void> {
  const listing = await listingById(deps, listingId);
  if (listing?.status !== "approved") return;
  let made = 0;
  for (const { hash } of listing.photos) made += await deps.photos.makeSmaller({ prefix: listing.photoPrefix, hash });
  // The edge may have cached a larger photo at the URL of a smaller photo.
  if (made > 0) await purge(deps, "listing.edited", listing.id);
}
