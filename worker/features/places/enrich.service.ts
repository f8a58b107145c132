import { tagsPurgedBy } from "../../contracts/caching.ts";
import type { OutboxPayload } from "../../contracts/outbox.schemas.ts";
import type { Deps } from "../../platform/deps.ts";
import { municipalityOfAddress } from "../listings/core/comparison-keys.ts";
import { noteCorner } from "../listings/core/listings.facts.service.ts";
import { isPublicNow } from "../listings/core/listings.policy.ts";
import { previewIfChanged } from "../listings/previews/previews.service.ts";
import { outboxEntry, relaySoon } from "../../platform/outbox.ts";
import { purge } from "../../platform/purge.ts";
import { parseAddress } from "../../contracts/parse-address.ts";
import { factsAt, type KnownPlace, storedPlace } from "./facts-at.service.ts";
import { locate, postalArea } from "./geocode.service.ts";
import type { PlaceData } from "./place-data.ts";
import { readPlaceData } from "./places-version.ts";
import {
  type PlaceColumns,
  placedListingById,
  placedListingByPrefix,
  type PlacedListing,
  placeIfChanged,
  updatePlaceColumns,
} from "./places.repo.ts";
import type { ListingPlace } from "../listings/core/listing-places.table.ts";

/** A look-up that the geocoder cannot answer yet is put off by this long, then by twice as long, and so on. */
const PUT_OFF_MS = 5_000;
/** After so many times, about 40 minutes, it does without the remote geocoder; the walk comes back to it in a week. */
const MOST_WAITS = 9;

/**
 * Looks up where a listing is and what is around it, and stores it. By the queue: nobody waits for it, and it may run
 * any number of times. A moderator's pin stays, and the facts around it are renewed. A listing that changed meanwhile is
 * left alone, because the change stored a look-up of its own.
 * @throws what the database or the geocoder throws, so that the queue tries again
 */
export async function enrichListing(deps: Deps, wanted: OutboxPayload<"places.enrich">): Promise<void> {
  const { waits = 0 } = wanted;
  const asRead =
    "listingId" in wanted
      ? await placedListingById(deps, wanted.listingId)
      : await placedListingByPrefix(deps, wanted.photoPrefix);
  if (!asRead || asRead.listing.status === "deleted") return;
  // Before anything is looked up: what is imported meanwhile makes these facts stale.
  const data = await readPlaceData(deps);
  const stored = storedPlace(asRead);
  const { address } = asRead.listing;
  const isExact = asRead.listing.addressPrecision === "exact";
  const mayAsk = waits < MOST_WAITS;
  const located =
    stored?.method === "pin" ? stored : isElsewhere(asRead) ? null : await locate(deps, address, { mayAsk, isExact });
  if (located !== "later") {
    await storeFacts(deps, asRead, located, data);
    return;
  }
  // What needs no geocoder is told meanwhile; the look-up that is put off replaces it.
  if (waits === 0) await storeFacts(deps, asRead, stored ?? postalArea(parseAddress(address)), data);
  await putOff(deps, { listingId: asRead.listing.id }, waits);
}

/** Whether a listing says that it is in another town than its address: what stands there is not its home. */
const isElsewhere = ({ listing }: PlacedListing): boolean =>
  listing.municipality === "" && municipalityOfAddress(listing.address) !== "";

async function storeFacts(deps: Deps, asRead: PlacedListing, located: KnownPlace | null, data: PlaceData) {
  const facts = await factsAt(deps, asRead, located, data);
  const isSeen = showsAnother(asRead, facts);
  const isDrawnAgain = isPublicNow(asRead.listing, deps.now()) && isInAnotherArea(asRead, facts.columns);
  const [updated] = await deps.db.batch([
    updatePlaceColumns(deps, asRead, { ...facts.columns, ...(isSeen && { updatedAt: deps.now() }) }),
    placeIfChanged(deps, facts.place),
    ...(isDrawnAgain ? [previewIfChanged(deps, asRead.listing)] : []),
  ]);
  if (updated.length === 0) {
    deps.log.info("place.listing_changed", { listing: asRead.listing.id });
    return;
  }
  const isUnplaced = facts.columns.latitude === null && parseAddress(asRead.listing.address).crossing !== null;
  await noteCorner(deps, asRead.listing.id, isUnplaced);
  if (isPublicNow(asRead.listing, deps.now()) && isSeen) await purgePlace(deps, asRead.listing.id);
  if (isDrawnAgain) relaySoon(deps);
}

async function putOff(deps: Deps, listing: { listingId: number }, waits: number): Promise<void> {
  // Spread, so that many of them do not come back at the same moment.
  const delay = PUT_OFF_MS * 2 ** waits * (0.5 + deps.random());
  await outboxEntry(deps, "places.enrich", { ...listing, waits: waits + 1 }, new Date(deps.now().getTime() + delay));
  relaySoon(deps);
}

/** Whether the neighbourhood or the postal area is another now: what a preview image says of a place. */
function isInAnotherArea({ listing }: PlacedListing, columns: PlaceColumns): boolean {
  return listing.neighbourhood !== columns.neighbourhood || listing.postalArea !== columns.postalArea;
}

/** Whether the public reads something else now; when it was found, and in which data, alone is no news. */
function showsAnother(
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

/** Purges what shows the facts of a public listing. */
export async function purgePlace(deps: Deps, listingId: number): Promise<void> {
  await purge(deps, tagsPurgedBy("listing.placed", listingId));
}
