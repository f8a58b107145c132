import type { ReviewNote } from "../../../contracts/listings.ts";
import type { Deps } from "../../../platform/deps.ts";
import type { Listener } from "../../../platform/events.ts";
import { fingerprintDistance, MAX_COPY_DISTANCE } from "../../../platform/photo-bytes.ts";
import { AppError } from "../../../platform/errors.ts";
import { duplicateNotes } from "../review/duplicates.service.ts";
import { fingerprintedPhotos, forgetFingerprints, insertFingerprint, photosAlike } from "./fingerprints.repo.ts";
import { listingOfPhotoPrefix, updateReviewNotes } from "../core/listings.repo.ts";

/** Listeners. The same photo at the same address says nothing, so a move is reason enough. */
export const compareSubmitted: Listener<"listing.submitted"> = ({ photoPrefix, hasPhotos }) =>
  hasPhotos ? { kind: "listing.compare_photos", payload: { photoPrefix } } : null;
export const compareEdited: Listener<"listing.edited"> = ({ photoPrefix, parts }) =>
  parts.includes("photos") || parts.includes("address")
    ? { kind: "listing.compare_photos", payload: { photoPrefix } }
    : null;

/** Listings that a note names. */
const NAMED = 3;

/**
 * Fingerprints the photos of a listing and notes which listings at other addresses show the same ones. By the queue, after the
 * submission, so that nobody waits for it; each photo is looked at once.
 * @throws AppError `listing.changed` after a race, so that the queue tries again
 */
export async function comparePhotos(deps: Deps, photoPrefix: string): Promise<void> {
  const listing = await listingOfPhotoPrefix(deps, photoPrefix);
  if (!listing || listing.status === "deleted") return;
  const hashes = listing.photos.map(({ hash }) => hash);
  await forgetFingerprints(deps, listing.id, hashes);
  const known = await fingerprintedPhotos(deps, listing.id);
  const others = new Set<number>();
  for (const hash of hashes) {
    const fingerprint = known.get(hash) ?? (await deps.photos.fingerprint({ prefix: photoPrefix, hash }));
    if (fingerprint === null) continue;
    if (!known.has(hash)) await insertFingerprint(deps, listing.id, hash, fingerprint);
    for (const other of await photosAlike(deps, listing, fingerprint)) {
      if (fingerprintDistance(fingerprint, other.fingerprint) <= MAX_COPY_DISTANCE) others.add(other.listingId);
    }
  }
  const note = samePhotoNote([...others].toSorted((a, b) => b - a));
  const duplicates = await duplicateNotes(deps, listing, listing.id);
  const rest = listing.reviewNotes.filter(({ code }) => code !== "same_photo" && code !== "duplicate");
  // Duplicates stand where they stood: after what is said of the market.
  const at = Math.max(
    0,
    listing.reviewNotes.findIndex(({ code }) => code === "duplicate"),
  );
  const reviewNotes = [...rest.slice(0, at), ...duplicates, ...rest.slice(at), ...note];
  if (JSON.stringify(reviewNotes) === JSON.stringify(listing.reviewNotes)) return;
  if (!(await updateReviewNotes(deps, listing, reviewNotes))) throw new AppError("listing.changed");
}

function samePhotoNote(others: readonly number[]): ReviewNote[] {
  if (others.length === 0) return [];
  const named = others.slice(0, NAMED).map((id) => `#${id}`);
  const more = others.length > NAMED ? ` and ${others.length - NAMED} more` : "";
  return [{ code: "same_photo", text: `Same photo as ${named.join(", ")}${more} at another address.` }];
}
