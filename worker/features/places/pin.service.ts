import { type ListingFacts, GTA_BOUNDS, isWithin } from "../../contracts/places.ts";
import type { PinDrop } from "../../contracts/places.schemas.ts";
import type { Deps } from "../../platform/deps.ts";
import { AppError } from "../../platform/errors.ts";
import { outboxEntry, outboxIfChanged, relaySoon } from "../../platform/outbox.ts";
import { audit, auditIfChanged } from "../audit/audit.service.ts";
import { forgetPlaceIfChanged, noteCorner } from "../listings/core/listings.facts.service.ts";
import { previewIfChanged } from "../listings/previews/previews.service.ts";
import { UNKNOWN_PLACE } from "../listings/core/listings.table.ts";
import { purgePlace } from "./enrich.service.ts";
import { factsAt } from "./facts-at.service.ts";
import { readFactsForModerator } from "./facts.service.ts";
import { hidden } from "./geocode.service.ts";
import { readPlaceData } from "./places-version.ts";
import { placedListingById, type PlacedListing, placeIfChanged, updatePinnedColumns } from "./places.repo.ts";

/** Whom the site names for a pin. */
const PIN_SOURCE = "Placed by our moderators";

/** Who drops a pin, for the audit log. */
interface Moderator {
  ipAddress: string;
}

/** @throws AppError `listing.not_found` when there is none, or a deleted one */
async function readForPin(deps: Deps, id: number | null): Promise<PlacedListing> {
  const asRead = id === null ? null : await placedListingById(deps, id);
  if (!asRead || asRead.listing.status === "deleted") throw new AppError("listing.not_found");
  return asRead;
}

function pinned({ listing, place }: PlacedListing): Record<string, unknown> {
  const { latitude, longitude } = listing;
  return { latitude, longitude, method: place?.method ?? null };
}

/**
 * Places a listing where a moderator says it is, and finds the facts around it at once. The pin stays until it is taken
 * away or the address changes.
 * @returns the facts as moderators read them
 * @throws AppError 404 `listing.not_found`, 400 `place.outside`, 409 `listing.changed` when it is not as it was read
 */
export async function dropPin(deps: Deps, id: number | null, pin: PinDrop, by: Moderator): Promise<ListingFacts> {
  const asRead = await readForPin(deps, id);
  const { listing } = asRead;
  if (!isWithin(pin, GTA_BOUNDS)) throw new AppError("place.outside");
  if (pin.revision !== undefined && pin.revision !== listing.revision) throw new AppError("listing.changed");
  // Where the number is not public, no more than the surroundings of the pin are.
  const isExact = listing.addressPrecision === "exact";
  const { latitude, longitude } = isExact ? pin : hidden(pin);
  const confidence = isExact ? "high" : "medium";
  const known = { latitude, longitude, method: "pin", confidence, source: PIN_SOURCE } as const;
  const facts = await factsAt(deps, asRead, known, await readPlaceData(deps));
  const [updated] = await deps.db.batch([
    updatePinnedColumns(deps, asRead, facts.columns),
    placeIfChanged(deps, facts.place),
    auditIfChanged(deps, {
      actor: "admin",
      action: "listing.pin",
      targetType: "listing",
      targetId: listing.id,
      before: pinned(asRead),
      after: { latitude, longitude, method: "pin" },
      ipAddress: by.ipAddress,
    }),
    ...(listing.status === "approved" ? [previewIfChanged(deps, listing)] : []),
  ]);
  if (updated.length === 0) throw new AppError("listing.changed");
  await noteCorner(deps, listing.id, false);
  if (listing.status === "approved") await purgePlace(deps, listing.id);
  relaySoon(deps);
  return readFactsForModerator(deps, listing.id);
}

/**
 * Takes a pin away and has the address looked up again. Where there is none, the address is looked up again all the
 * same.
 * @throws AppError 404 `listing.not_found`, 409 `listing.changed` after a race
 */
export async function removePin(deps: Deps, id: number | null, by: Moderator): Promise<void> {
  const asRead = await readForPin(deps, id);
  const listingId = asRead.listing.id;
  const change = { actor: "admin", targetType: "listing", targetId: listingId, ipAddress: by.ipAddress } as const;
  if (asRead.place?.method === "pin") {
    const [updated] = await deps.db.batch([
      updatePinnedColumns(deps, asRead, UNKNOWN_PLACE),
      auditIfChanged(deps, { ...change, action: "listing.unpin", before: pinned(asRead), after: { method: null } }),
      ...(asRead.listing.status === "approved" ? [previewIfChanged(deps, asRead.listing)] : []),
      outboxIfChanged(deps, "places.enrich", { listingId }),
      forgetPlaceIfChanged(deps, listingId),
    ]);
    if (updated.length === 0) throw new AppError("listing.changed");
    if (asRead.listing.status === "approved") await purgePlace(deps, listingId);
  } else {
    await outboxEntry(deps, "places.enrich", { listingId });
    await audit(deps, { ...change, action: "listing.look_up" });
  }
  relaySoon(deps);
}
