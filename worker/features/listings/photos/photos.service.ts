import { tagsPurgedBy } from "../../../contracts/caching.ts";
import type { PhotoWidth } from "../../../contracts/photos.ts";
import type { Deps } from "../../../platform/deps.ts";
import type { PhotoAddress } from "../../../platform/photo-store.ts";
import type { Listener } from "../../../platform/events.ts";
import { purge } from "../../../platform/purge.ts";
import { equalInConstantTime } from "../../../platform/tokens.ts";
import { isPublicNow } from "../core/listings.policy.ts";
import { listingById, listingOfPhotoPrefix } from "../core/listings.repo.ts";
import type { Listing } from "../core/listings.table.ts";

/** Address of a photo on this site; contracts/photos.ts adds a width. */
export function photoUrl({ prefix, hash }: PhotoAddress): string {
  return `/photos/${prefix}/${hash}`;
}

type WithPhotos = Pick<Listing, "photos" | "photoPrefix">;

const addressesOf = ({ photos, photoPrefix: prefix }: WithPhotos): PhotoAddress[] =>
  photos.map(({ hash }) => ({ prefix, hash }));

/** Addresses of a listing's photos while it is public. */
export const photoUrls = (row: WithPhotos): string[] => addressesOf(row).map(photoUrl);

const HALF_HOUR_MS = 30 * 60_000;

/** Signs that a photo may be read until a time, in seconds since 1970. */
const signatureOf = (deps: Deps, { prefix, hash }: PhotoAddress, until: number) =>
  deps.tokens.keyedHash("photo", `${prefix}/${hash}/${until}`);

/**
 * Addresses of a listing's photos for its landlord and for moderators: they work as they stand for an hour to an hour and
 * a half, whatever its state. For half an hour they stay the same, so that no page loads its photos again each time it
 * asks.
 */
export async function signedPhotoUrls(deps: Deps, row: Listing): Promise<string[]> {
  const until = ((Math.floor(deps.now().getTime() / HALF_HOUR_MS) + 3) * HALF_HOUR_MS) / 1000;
  return Promise.all(
    addressesOf(row).map(
      async (address) => `${photoUrl(address)}?until=${until}&key=${await signatureOf(deps, address, until)}`,
    ),
  );
}

/** What a caller shows for a photo of a listing that is not public. */
export interface PhotoClaim {
  /** Seconds since 1970, as in the address. */
  until: string | undefined;
  key: string | undefined;
  /** Asked only where nothing else decides: what may be cached never depends on a session. */
  isModerator(): Promise<boolean>;
}

async function isSigned(deps: Deps, address: PhotoAddress, { until = "", key = "" }: PhotoClaim): Promise<boolean> {
  if (!/^\d{10}$/.test(until) || Number(until) * 1000 <= deps.now().getTime()) return false;
  return equalInConstantTime(key, await signatureOf(deps, address, Number(until)));
}

/**
 * A photo in a width, or in the next larger one that is made. Everybody sees those of a public listing; others are seen
 * with a signed address or by a moderator, those of a deleted one, until they go, by a moderator alone.
 * @returns null when there is none to be seen; `isPublic` says whether the answer may be kept
 */
export async function readPhoto(deps: Deps, address: PhotoAddress, width: PhotoWidth, claim: PhotoClaim) {
  const listing = await listingOfPhotoPrefix(deps, address.prefix);
  if (!listing?.photos.some((photo) => photo.hash === address.hash)) return null;
  const isForAll = isPublicNow(listing, deps.now());
  const isSeen =
    isForAll || (listing.status !== "deleted" && (await isSigned(deps, address, claim))) || (await claim.isModerator());
  if (!isSeen) return null;
  const photo = await deps.photos.read(address, width);
  return photo && { ...photo, isPublic: isForAll, listingId: listing.id, validUntil: listing.expiresAt };
}

/** Listeners: smaller photos of what is public, or has other photos. */
export const smallerOfShown: Listener<"listing.shown"> = ({ listingId }) => ({
  kind: "listing.smaller_photos",
  payload: { listingId },
});
export const smallerOfEdited: Listener<"listing.edited"> = ({ listingId, parts }) =>
  parts.includes("photos") ? { kind: "listing.smaller_photos", payload: { listingId } } : null;

/** Makes the smaller photos of a listing that is approved now; what exists stays. */
export async function makeSmallerPhotos(deps: Deps, listingId: number): Promise<void> {
  const listing = await listingById(deps, listingId);
  if (listing?.status !== "approved") return;
  let made = 0;
  for (const { hash } of listing.photos) made += await deps.photos.makeSmaller({ prefix: listing.photoPrefix, hash });
  // Until now the edge may hold a larger photo under the address of a smaller one.
  if (made > 0) await purge(deps, tagsPurgedBy("listing.edited", listing.id));
}
