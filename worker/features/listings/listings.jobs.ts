import { DAY_MS } from "../../contracts/days.ts";
import type { Deps } from "../../platform/deps.ts";
import type { OutboxHandlers } from "../../platform/outbox.ts";
import { purge } from "../../platform/purge.ts";
import type { StoredImage } from "../../platform/photo-store.ts";
import { everyTick, readCursor, type ScheduledJob, writeCursor } from "../../platform/schedule.ts";
import { deleteComparisons } from "./duplicates/fingerprints.repo.ts";
import { comparePhotos } from "./duplicates/fingerprints.service.ts";
import { TOMBSTONE_MS } from "./decisions/delete.service.ts";
import { writeMissingWords } from "./search/listing-words.service.ts";
import {
  expiredListingIds,
  imagesOfPrefixes,
  markExpired,
  deletedListingsWithPhotos,
} from "./listing/listings.jobs.repo.ts";
import { updateIfUnchanged } from "./listing/listings.repo.ts";
import { makeSmallerPhotos } from "./photos/photos.service.ts";
import { drawMissingPreviews, drawPreviews } from "./previews/previews.service.ts";

/** Number of listings per query, and maximum number of queries per tick. */
const BATCH = 50;
const ROUNDS = 20;

/**
 * Marks listings whose term has ended as expired, and purges cached pages. Responses already leave these listings out.
 */
async function expireListings(deps: Deps, time: Date): Promise<void> {
  let expired = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    const ids = await expiredListingIds(deps, time, BATCH);
    if (ids.length === 0) break;
    await markExpired(deps, ids, time);
    await purge(deps, "listing.expired", ids);
    expired += ids.length;
  }
  if (expired > 0) deps.log.info("listing.expired", { count: expired });
}

/** Deletes the photos of listings that were deleted at least 30 days before `time`. The listings' rows stay. */
async function deletePhotosOfDeletedListings(deps: Deps, time: Date): Promise<void> {
  for (const listing of await deletedListingsWithPhotos(deps, new Date(time.getTime() - TOMBSTONE_MS), BATCH)) {
    try {
      await deps.photos.remove(listing.photos.map(({ hash }) => ({ prefix: listing.photoPrefix, hash })));
      await deleteComparisons(deps, listing.id);
      await updateIfUnchanged(deps, listing, { photos: [] });
    } catch (error) {
      // A failure for one listing does not delay the others. The next tick tries again.
      deps.log.error("listing.bury_failed", error, { listing: listing.id });
    }
  }
}

/**
 * Minimum age at which photos without a listing are deleted. Younger photos may belong to a submission in progress;
 * older photos belong to a failed submission.
 */
const ORPHAN_AGE_MS = DAY_MS;
const SWEEP = "photos.sweep";

/** Deletes photos without a listing and outdated preview images, one page of the bucket per tick. */
async function sweepPhotos(deps: Deps, time: Date): Promise<void> {
  const { stored, cursor } = await deps.photos.list(await readCursor(deps, SWEEP));
  const old = stored.filter(({ uploadedAt }) => time.getTime() - uploadedAt.getTime() > ORPHAN_AGE_MS);
  const owners = await imagesOfPrefixes(deps, [...new Set(old.map(({ prefix }) => prefix))]);
  const known = new Map(
    owners.map(({ photoPrefix, photos, preview }): [string, Record<StoredImage["kind"], ReadonlySet<string>>] => [
      photoPrefix,
      { photo: new Set(photos.map(({ hash }) => hash)), preview: new Set(preview ? [preview] : []) },
    ]),
  );
  const orphans = old.filter(({ prefix, hash, kind }) => !known.get(prefix)?.[kind].has(hash));
  if (orphans.length > 0) {
    await deps.photos.remove(orphans.filter(({ kind }) => kind === "photo"));
    await deps.previews.remove(orphans.filter(({ kind }) => kind === "preview"));
    deps.log.info("photo.orphans_removed", { count: orphans.length });
  }
  await writeCursor(deps, SWEEP, cursor);
}

export const listingJobs: readonly ScheduledJob[] = [
  { name: "listings.expire", due: everyTick, run: expireListings },
  { name: "listings.bury", due: everyTick, run: deletePhotosOfDeletedListings },
  { name: SWEEP, due: everyTick, run: sweepPhotos },
  { name: "listings.words", due: everyTick, run: writeMissingWords },
  { name: "previews.draw", due: everyTick, run: drawMissingPreviews },
];

export const listingOutbox = {
  "listing.smaller_photos": (deps, { listingId }) => makeSmallerPhotos(deps, listingId),
  "listing.draw_previews": (deps, { listingIds }) => drawPreviews(deps, listingIds),
  "listing.compare_photos": (deps, { photoPrefix }) => comparePhotos(deps, photoPrefix),
} satisfies Partial<OutboxHandlers>;
