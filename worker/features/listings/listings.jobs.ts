import { tagsPurgedBy } from "../../contracts/cache-tags.ts";
import type { Deps } from "../../platform/deps.ts";
import type { OutboxHandlers } from "../../platform/outbox.ts";
import { purge } from "../../platform/purge.ts";
import { everyTick, type ScheduledJob } from "../../platform/schedule.ts";
import { TOMBSTONE_MS } from "./listings.delete.service.ts";
import { expiredListingIds, markExpired, tombstonesBefore, updateListing } from "./listings.repo.ts";
import { makeSmallerPhotos, SMALLER_PHOTOS } from "./photos.service.ts";

/** Listings handled in one query; a tick goes on until none is left or its rounds are used up. */
const BATCH = 50;
const ROUNDS = 20;

/** Marks listings as expired whose time is over: reads hide them already by the clock, this purges what is cached. */
async function expireListings(deps: Deps, time: Date): Promise<void> {
  let expired = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    const ids = await expiredListingIds(deps, time, BATCH);
    if (ids.length === 0) break;
    await markExpired(deps, ids, time);
    await purge(
      deps,
      ids.flatMap((id) => tagsPurgedBy("listing.expired", id)),
    );
    expired += ids.length;
  }
  if (expired > 0) deps.log.info("listing.expired", { count: expired });
}

/** Removes the photos of listings deleted 30 days before `time`; the row stays, without them. */
async function buryListings(deps: Deps, time: Date): Promise<void> {
  for (const listing of await tombstonesBefore(deps, new Date(time.getTime() - TOMBSTONE_MS), BATCH)) {
    try {
      await deps.photos.remove(listing.photos.map(({ hash }) => ({ prefix: listing.photoPrefix, hash })));
      await updateListing(deps, listing, { photos: [] });
    } catch (error) {
      // The others are not kept waiting by one; the next tick tries again.
      deps.log.error("listing.bury_failed", error, { listing: listing.id });
    }
  }
}

export const listingJobs: readonly ScheduledJob[] = [
  { name: "listings.expire", due: everyTick, run: expireListings },
  { name: "listings.bury", due: everyTick, run: buryListings },
];

export const listingOutbox: OutboxHandlers = {
  [SMALLER_PHOTOS]: async (deps, payload) => makeSmallerPhotos(deps, Number(payload.listingId)),
};
