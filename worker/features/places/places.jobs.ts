import type { Listener } from "../../platform/events.ts";
import { type OutboxHandlers, outboxEntry, relaySoon } from "../../platform/outbox.ts";
import { daily, everyTick, type ScheduledJob } from "../../platform/schedule.ts";
import { deleteOldAnswers, geocodeAddress, postalArea, type PlaceData } from "../../address/index.ts";
import { continueLookUps, LOOK_UP_JOB, readPlaceData } from "./lookups.service.ts";
import type { OutboxPayload } from "../../platform/outbox.schemas.ts";
import type { Deps } from "../../platform/deps.ts";
import { updateCornerNote } from "../listings/submission/listings.facts.service.ts";
import { isPublicNow } from "../listings/listing/listings.policy.ts";
import { queuePreview } from "../listings/previews/previews.service.ts";
import { purge } from "../../platform/purge.ts";
import { runAllOrNone } from "../../platform/run-all-or-none.ts";
import { municipalityOfAddress, parseAddress } from "../../contracts/parse-address.ts";
import { computeFacts, type KnownPlace, storedPlace } from "./facts-at.service.ts";
import {
  type PlaceColumns,
  placedListingById,
  placedListingByPrefix,
  type PlacedListing,
  storePlace,
  updatePlaceColumns,
} from "./places.repo.ts";
import type { ListingPlace } from "../listings/listing/listing-places.table.ts";

/** Delay of the first retry while the geocoder is unavailable, which doubles with each retry. */
const RETRY_MS = 5_000;
/**
 * Maximum number of retries. After nine retries (about 40 minutes), the look-up skips the remote geocoder. The look-up
 * job tries again a week later.
 */
const MAX_RETRIES = 9;

/**
 * Geocodes a listing, collects the facts about its location and stores them. Queued and idempotent. A moderator's pin
 * stays; only the facts about the pin's location are updated. Skips a listing that changed in the meantime, because the
 * change queued another look-up.
 * @throws errors of the database, so that the queue retries
 */
async function enrichListing(deps: Deps, wanted: OutboxPayload<"places.enrich">): Promise<void> {
  const { waits = 0 } = wanted;
  const asRead =
    "listingId" in wanted
      ? await placedListingById(deps, wanted.listingId)
      : await placedListingByPrefix(deps, wanted.photoPrefix);
  if (!asRead || asRead.listing.status === "deleted") return;
  // The versions are read before the look-up, so that an import in the meantime makes these facts outdated.
  const data = await readPlaceData(deps);
  const stored = storedPlace(asRead);
  const { address } = asRead.listing;
  const isExact = asRead.listing.addressPrecision === "exact";
  const mayAsk = waits < MAX_RETRIES;
  const located =
    stored?.method === "pin"
      ? stored
      : isInAnotherTown(asRead)
        ? null
        : await geocodeAddress(deps, address, { mayAsk, isExact });
  if (located !== "later") {
    await storeFacts(deps, asRead, located, data);
    return;
  }
  // Stores the facts that need no geocoder immediately. The retry replaces them.
  if (waits === 0) await storeFacts(deps, asRead, stored ?? postalArea(parseAddress(address)), data);
  await retryLater(deps, { listingId: asRead.listing.id }, waits);
}

/**
 * Returns whether a listing's text places the home in a different town than the address. The address then does not
 * determine the location.
 */
const isInAnotherTown = ({ listing }: PlacedListing): boolean =>
  listing.municipality === "" && municipalityOfAddress(listing.address) !== "";

async function storeFacts(deps: Deps, asRead: PlacedListing, located: KnownPlace | null, data: PlaceData) {
  const facts = await computeFacts(deps, asRead, located, data);
  const isVisible = changesPublicFacts(asRead, facts);
  const needsPreview = isPublicNow(asRead.listing, deps.now()) && changesArea(asRead, facts.columns);
  const [updated] = await runAllOrNone(deps, [
    updatePlaceColumns(deps, asRead, { ...facts.columns, ...(isVisible && { updatedAt: deps.now() }) }),
    storePlace(deps, facts.place),
    ...(needsPreview ? [queuePreview(deps, asRead.listing)] : []),
  ]);
  if (updated.length === 0) {
    deps.log.info("place.listing_changed", { listing: asRead.listing.id });
    return;
  }
  const isUnplaced = facts.columns.latitude === null && parseAddress(asRead.listing.address).crossing !== null;
  await updateCornerNote(deps, asRead.listing.id, isUnplaced);
  if (isPublicNow(asRead.listing, deps.now()) && isVisible) await purge(deps, "listing.placed", asRead.listing.id);
  if (needsPreview) relaySoon(deps);
}

async function retryLater(deps: Deps, listing: { listingId: number }, waits: number): Promise<void> {
  // The delay is random, so that the retries of different listings do not run at the same time.
  const delay = RETRY_MS * 2 ** waits * (0.5 + deps.random());
  await outboxEntry(deps, "places.enrich", { ...listing, waits: waits + 1 }, new Date(deps.now().getTime() + delay));
  relaySoon(deps);
}

/** Returns whether the area that preview images show, the neighbourhood or postal area, changed. */
function changesArea({ listing }: PlacedListing, columns: PlaceColumns): boolean {
  return listing.neighbourhood !== columns.neighbourhood || listing.postalArea !== columns.postalArea;
}

/** Returns whether a public fact changed. The time of the look-up and the data version do not count as facts. */
function changesPublicFacts(
  { listing, place }: PlacedListing,
  facts: { columns: PlaceColumns; place: ListingPlace },
): boolean {
  const shown = (found: ListingPlace | null) =>
    JSON.stringify([
      found?.method,
      found?.confidence,
      found?.source,
      found?.municipality,
      found?.building,
      found?.rentControlReason,
      found?.onMap,
    ]);
  const columns = Object.entries(facts.columns) as [keyof PlaceColumns, unknown][];
  return (
    shown(place) !== shown(facts.place) ||
    columns.some(([name, value]) => JSON.stringify(listing[name]) !== JSON.stringify(value))
  );
}

/** Queues the look-up of the location of a new or changed address. `parts` includes `place` if the address changed. */
export const lookUpSubmitted: Listener<"listing.submitted"> = ({ photoPrefix }) => ({
  kind: "places.enrich",
  payload: { photoPrefix },
});
export const lookUpEdited: Listener<"listing.edited"> = ({ listingId, parts }) =>
  parts.includes("place") ? { kind: "places.enrich", payload: { listingId } } : null;

export const placeJobs: readonly ScheduledJob[] = [
  { name: LOOK_UP_JOB, due: everyTick, run: continueLookUps },
  { name: "geocoder.forget", due: daily, run: deleteOldAnswers },
];

export const placeOutbox = { "places.enrich": enrichListing } satisfies Partial<OutboxHandlers>;
