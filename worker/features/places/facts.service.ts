import type { ListingFacts } from "../../contracts/places.ts";
import type { Deps } from "../../platform/deps.ts";
import { AppError } from "../../platform/errors.ts";
import { paceOf } from "../market/market.own-figures.service.ts";
import { ownMedianOf } from "../market/market.service.ts";
import { parseAddress } from "../../contracts/parse-address.ts";
import { fsaCentroid } from "./fsa-centroids.ts";
import { placedListingById, type PlacedListing } from "./places.repo.ts";

/** The stored place. The middle of a postal area is not stored as coordinates. */
function locationOf({ listing, place }: PlacedListing): ListingFacts["location"] {
  if (!place?.method || !place.confidence) return null;
  const { latitude, longitude } = listing;
  const { method, confidence, source, dataVersion } = place;
  return { latitude, longitude, method, confidence, source: source ?? "", dataVersion };
}

/** The place with the middle of the postal area as coordinates, if confidence is low. */
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
  return {
    location,
    neighbourhood: listing.neighbourhood,
    municipality: place?.municipality ?? null,
    building: place?.building ?? null,
    rentControl:
      place?.rentControlReason && confidence ? { isRentControlled, confidence, reason: place.rentControlReason } : null,
    nearby: place?.onMap ?? [],
    ownMedian: await ownMedianOf(deps, listing),
    pace: await paceOf(deps, listing),
    enrichedAt: place?.enrichedAt.toISOString() ?? null,
  };
}

/** The facts about a public listing and when it expires; null if it is not public. */
export async function readPublicFacts(
  deps: Deps,
  id: number | null,
): Promise<{ facts: ListingFacts; validUntil: Date } | null> {
  const asRead = id === null ? null : await placedListingById(deps, id);
  const expiresAt = asRead?.listing.expiresAt ?? null;
  if (!asRead || asRead.listing.status !== "approved" || expiresAt === null || expiresAt <= deps.now()) return null;
  return { facts: await toFacts(deps, asRead, locationOf(asRead)), validUntil: expiresAt };
}

/** A listing that is not deleted, with its place. @throws AppError `listing.not_found` */
export async function readPlacedListing(deps: Deps, id: number | null): Promise<PlacedListing> {
  const asRead = id === null ? null : await placedListingById(deps, id);
  if (!asRead || asRead.listing.status === "deleted") throw new AppError("listing.not_found");
  return asRead;
}

/**
 * The facts about any listing that is not deleted, with the middle of its postal area if no more is known.
 * @throws AppError `listing.not_found`
 */
export async function readFactsForModerator(deps: Deps, id: number | null): Promise<ListingFacts> {
  const asRead = await readPlacedListing(deps, id);
  return toFacts(deps, asRead, withCentroid(asRead));
}
