import type { Listener } from "../../platform/events.ts";
import type { OutboxHandlers } from "../../platform/outbox.ts";
import { daily, everyTick, type ScheduledJob } from "../../platform/schedule.ts";
import { enrichListing } from "./enrich.service.ts";
import { deleteOldAnswers } from "../../address/index.ts";
import { continueWalk, WALK } from "./lookups.service.ts";

/** Listeners that look up changed addresses: `parts` contains `place` if the address changed. */
export const lookUpSubmitted: Listener<"listing.submitted"> = ({ photoPrefix }) => ({
  kind: "places.enrich",
  payload: { photoPrefix },
});
export const lookUpEdited: Listener<"listing.edited"> = ({ listingId, parts }) =>
  parts.includes("place") ? { kind: "places.enrich", payload: { listingId } } : null;

export const placeJobs: readonly ScheduledJob[] = [
  { name: WALK, due: everyTick, run: continueWalk },
  { name: "geocoder.forget", due: daily, run: deleteOldAnswers },
];

export const placeOutbox = { "places.enrich": enrichListing } satisfies Partial<OutboxHandlers>;
