import { type ListingFacts, GTA_BOUNDS, isWithin, type PinDrop } from "../../contracts/places.ts";
import type { Deps } from "../../platform/deps.ts";
import { AppError } from "../../platform/errors.ts";
import { paceOf } from "../market/market.own-figures.service.ts";
import { ownMedianOf } from "../market/market.service.ts";
import { parseAddress } from "../../contracts/parse-address.ts";
import { fsaCentroid, coarsen } from "../../address/index.ts";
import { placedListingById, type PlacedListing, storePlace, updatePinnedColumns } from "./places.repo.ts";
import { outboxEntry, relaySoon } from "../../platform/outbox.ts";
import { purge } from "../../platform/purge.ts";
import { runAllOrNone } from "../../platform/run-all-or-none.ts";
import { audit, auditEntry, type Moderator } from "../audit/audit.service.ts";
import { deletePlace, updateCornerNote } from "../listings/submission/listings.facts.service.ts";
import { queuePreview } from "../listings/previews/previews.service.ts";
import { UNKNOWN_PLACE } from "../listings/listing/unknown-place.ts";
import { computeFacts } from "./facts-at.service.ts";
import { readPlaceData } from "./lookups.service.ts";

/** Returns a listing's location in its stored form. The centre of a postal area is not stored as coordinates. */
function locationOf({ listing, place }: PlacedListing): ListingFacts["location"] {
  if (!place?.method || !place.confidence) return null;
  const { latitude, longitude } = listing;
  const { method, confidence, source, dataVersion } = place;
  return { latitude, longitude, method, confidence, source: source ?? "", dataVersion };
}

/** Returns a listing's location. If confidence is low, its coordinates are the centre of the postal area. */
function withCentroid({ listing, place }: PlacedListing): ListingFacts["location"] {
  const location = locationOf({ listing, place });
  if (location?.confidence !== "low") return location;
  const { fsa } = parseAddress(listing.address);
  const centroid = fsa === null ? null : fsaCentroid(fsa);
  return centroid ? { ...location, latitude: centroid.latitude, longitude: centroid.longitude } : location;
}

async function toFacts(deps: Deps, asRead: PlacedListing, location: ListingFacts["location"]): Promise<ListingFacts> {
  const { listing, place } = asRead;
  const { rentControlConfidence: confidence, isRentControlled } = listing;
  const [ownMedian, pace] = await Promise.all([ownMedianOf(deps, listing), paceOf(deps, listing)]);
  return {
    location,
    neighbourhood: listing.neighbourhood,
    municipality: place?.municipality ?? null,
    building: place?.building ?? null,
    rentControl:
      place?.rentControlReason && confidence ? { isRentControlled, confidence, reason: place.rentControlReason } : null,
    nearby: place?.onMap ?? [],
    ownMedian,
    pace,
    enrichedAt: place?.enrichedAt.toISOString() ?? null,
  };
}

/**
 * Returns the facts about a public listing's location and when the listing expires. Returns null if the listing is not
 * public.
 */
export async function readPublicFacts(
  deps: Deps,
  id: number | null,
): Promise<{ facts: ListingFacts; validUntil: Date } | null> {
  const asRead = id === null ? null : await placedListingById(deps, id);
  const expiresAt = asRead?.listing.expiresAt ?? null;
  if (!asRead || asRead.listing.status !== "approved" || expiresAt === null || expiresAt <= deps.now()) return null;
  return { facts: await toFacts(deps, asRead, locationOf(asRead)), validUntil: expiresAt };
}

/**
 * Returns a listing that is not deleted, with its location.
 * @throws AppError `listing.not_found`
 */
async function readPlacedListing(deps: Deps, id: number | null): Promise<PlacedListing> {
  const asRead = id === null ? null : await placedListingById(deps, id);
  if (!asRead || asRead.listing.status === "deleted") throw new AppError("listing.not_found");
  return asRead;
}

/**
 * Returns the facts about the location of any listing that is not deleted. If only the postal area is known, includes
 * its centre.
 * @throws AppError `listing.not_found`
 */
export async function readFactsForModerator(deps: Deps, id: number | null): Promise<ListingFacts> {
  const asRead = await readPlacedListing(deps, id);
  return toFacts(deps, asRead, withCentroid(asRead));
}

/** Data source that is named for a moderator's pin. */
const PIN_SOURCE = "our moderators";

function pinned({ listing, place }: PlacedListing): Record<string, unknown> {
  const { latitude, longitude } = listing;
  return { latitude, longitude, method: place?.method ?? null };
}

/**
 * Pins a listing to a point on the map and updates its facts immediately. The pin remains until a moderator removes it
 * or the address changes.
 * @returns the facts for moderators
 * @throws AppError 404 `listing.not_found`, 400 `place.outside`, 409 `place.area_only` if the listing's address is an
 * area, 409 `listing.changed` if the listing changed since it was read
 */
export async function setPin(deps: Deps, id: number | null, pin: PinDrop, by: Moderator): Promise<ListingFacts> {
  const asRead = await readPlacedListing(deps, id);
  const { listing } = asRead;
  if (listing.addressPrecision === "area") throw new AppError("place.area_only");
  if (!isWithin(pin, GTA_BOUNDS)) throw new AppError("place.outside");
  if (pin.revision !== undefined && pin.revision !== listing.revision) throw new AppError("listing.changed");
  // If the house number is hidden, the position of the pin is also made less precise.
  const isExact = listing.addressPrecision === "exact";
  const { latitude, longitude } = isExact ? pin : coarsen(pin);
  const confidence = isExact ? "high" : "medium";
  const known = { latitude, longitude, method: "pin", confidence, source: PIN_SOURCE } as const;
  const facts = await computeFacts(deps, asRead, known, await readPlaceData(deps));
  const [updated] = await runAllOrNone(deps, [
    updatePinnedColumns(deps, asRead, facts.columns),
    storePlace(deps, facts.place),
    auditEntry(deps, {
      action: "listing.pin",
      targetType: "listing",
      targetId: listing.id,
      before: pinned(asRead),
      after: { latitude, longitude, method: "pin" },
      revision: listing.revision,
      ...by,
    }),
    ...(listing.status === "approved" ? [queuePreview(deps, listing)] : []),
  ]);
  if (updated.length === 0) throw new AppError("listing.changed");
  await updateCornerNote(deps, listing.id, false);
  if (listing.status === "approved") await purge(deps, "listing.corrected", listing.id);
  relaySoon(deps);
  return readFactsForModerator(deps, listing.id);
}

/**
 * Removes the pin of a listing, and queues a new look-up of the address.
 * @throws AppError 404 `listing.not_found`, 409 `listing.changed` after a race
 */
export async function removePin(deps: Deps, id: number | null, by: Moderator): Promise<void> {
  const asRead = await readPlacedListing(deps, id);
  const listingId = asRead.listing.id;
  const change = { targetType: "listing", targetId: listingId, revision: asRead.listing.revision, ...by };
  if (asRead.place?.method === "pin") {
    const [updated] = await runAllOrNone(deps, [
      updatePinnedColumns(deps, asRead, UNKNOWN_PLACE),
      auditEntry(deps, { ...change, action: "listing.unpin", before: pinned(asRead), after: { method: null } }),
      ...(asRead.listing.status === "approved" ? [queuePreview(deps, asRead.listing)] : []),
      outboxEntry(deps, "places.enrich", { listingId }),
      deletePlace(deps, listingId),
    ]);
    if (updated.length === 0) throw new AppError("listing.changed");
    if (asRead.listing.status === "approved") await purge(deps, "listing.corrected", listingId);
  } else {
    await outboxEntry(deps, "places.enrich", { listingId });
    await audit(deps, { ...change, action: "listing.look_up" });
  }
  relaySoon(deps);
}
