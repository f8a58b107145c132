import type { ReviewNote } from "../../../contracts/listings.ts";
import type { Deps } from "../../../platform/deps.ts";
import type { Listener } from "../../../platform/events.ts";
import { fingerprintDistance, MAX_COPY_DISTANCE } from "../../../platform/photo-bytes.ts";
import { AppError } from "../../../platform/errors.ts";
import { readPhotoBans } from "../../bans/bans.service.ts";
import { duplicateNotes } from "./duplicates.service.ts";
import { fingerprintedPhotos, deleteFingerprints, insertFingerprint, similarPhotos } from "./fingerprints.repo.ts";
import { listingOfPhotoPrefix, updateReviewNotes } from "../listing/listings.repo.ts";

/**
 * Listener that queues the comparison of photos. Photos are also compared after a change of address, because equal
 * photos at the same address are ignored.
 */
export const compareSubmitted: Listener<"listing.submitted"> = ({ photoPrefix, hasPhotos }) =>
  hasPhotos ? { kind: "listing.compare_photos", payload: { photoPrefix } } : null;
export const compareEdited: Listener<"listing.edited"> = ({ photoPrefix, parts }) =>
  parts.includes("photos") || parts.includes("address")
    ? { kind: "listing.compare_photos", payload: { photoPrefix } }
    : null;

/** Note on a banned photo that was added before the ban, or while photos could not be compared. */
const BANNED_PHOTO: ReviewNote = { code: "banned_photo", text: "It has a banned photo." };
/** Codes of the notes that each comparison of photos replaces. */
const COMPARED: ReadonlySet<ReviewNote["code"]> = new Set(["same_photo", "banned_photo", "duplicate"]);

/** Maximum number of listings named in a note. */
const MAX_NAMED = 3;

/**
 * Fingerprints each photo of a listing once. Adds a note about listings at other addresses with the same photos. Runs
 * in the queue after the submission.
 * @throws AppError `listing.changed` after a race, so that the queue retries
 */
export async function comparePhotos(deps: Deps, photoPrefix: string): Promise<void> {
  const listing = await listingOfPhotoPrefix(deps, photoPrefix);
  if (!listing || listing.status === "deleted") return;
  const hashes = listing.photos.map(({ hash }) => hash);
  await deleteFingerprints(deps, listing.id, hashes);
  const known = await fingerprintedPhotos(deps, listing.id);
  const others = new Set<number>();
  const bans = await readPhotoBans(deps);
  let isBanned = hashes.some((hash) => bans.includesFile(hash));
  for (const hash of hashes) {
    const fingerprint = known.get(hash) ?? (await deps.photos.fingerprint({ prefix: photoPrefix, hash }));
    if (fingerprint === null) continue;
    isBanned ||= bans.includesLook(fingerprint);
    if (!known.has(hash)) await insertFingerprint(deps, listing.id, hash, fingerprint);
    for (const other of await similarPhotos(deps, listing, fingerprint)) {
      if (fingerprintDistance(fingerprint, other.fingerprint) <= MAX_COPY_DISTANCE) others.add(other.listingId);
    }
  }
  const note = [...samePhotoNote([...others].toSorted((a, b) => b - a)), ...(isBanned ? [BANNED_PHOTO] : [])];
  const duplicates = await duplicateNotes(deps, listing, listing.id);
  const rest = listing.reviewNotes.filter(({ code }) => !COMPARED.has(code));
  // Notes on duplicates come after the notes on the market.
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
  const named = others.slice(0, MAX_NAMED).map((id) => `#${id}`);
  const more = others.length > MAX_NAMED ? ` and ${others.length - MAX_NAMED} more` : "";
  return [{ code: "same_photo", text: `Same photo as ${named.join(", ")}${more} at another address.` }];
}
