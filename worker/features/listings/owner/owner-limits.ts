import type { Client } from "../../../platform/client-address.ts";
import type { Deps } from "../../../platform/deps.ts";
import { refundAll, networkCount, perDay, requireAllAttempts } from "../../../platform/rate-limits.ts";
import type { Listing } from "../core/listings.table.ts";

/**
 * What landlords may do with one listing in a day. Their networks may do three times as much
 * (contracts/network-limits.ts).
 */
const A_DAY = { requests: 100, edits: 20, photos: 30 };

/** A landlord behind a mailed link. */
export type OwnerNetworks = Pick<Client, "networks">;

/** The listing's own counts are parts of one object. */
const ofListing = ({ id }: Pick<Listing, "id">, part: keyof typeof A_DAY, weight = 1) => ({
  key: `owner-changes:listing:${id}`,
  limits: [{ ...perDay(A_DAY[part]), part, weight }],
});

/**
 * Counts a request to edit a listing for the listing and the networks around its landlord, before its body is read.
 * @throws AppError 429 with Retry-After
 */
export function countRequest(deps: Deps, listing: Pick<Listing, "id">, by: OwnerNetworks): Promise<void> {
  const counts = [networkCount("owner_requests", by), ofListing(listing, "requests")];
  return requireAllAttempts(deps, counts, "Too many requests for this listing today. Please try again later.");
}

/** What an edit brings beside its words. */
interface Brought {
  newPhotos: number;
  /** Its link is mailed to a new address, whatever was typed, as by a request for lost links. */
  isMailed: boolean;
}

/**
 * Counts an edit that changes something, and what it brings, for the listing and the networks around its landlord.
 * @throws AppError 429 with Retry-After when any of them has had its share of today
 */
export function countEdit(
  deps: Deps,
  listing: Pick<Listing, "id">,
  { newPhotos, isMailed }: Brought,
  by: OwnerNetworks,
): Promise<void> {
  const photos =
    newPhotos === 0 ? [] : [networkCount("owner_photos", by, newPhotos), ofListing(listing, "photos", newPhotos)];
  return requireAllAttempts(
    deps,
    [
      networkCount("owner_edits", by),
      ...(isMailed ? [networkCount("links", by)] : []),
      ...photos,
      ofListing(listing, "edits"),
    ],
    "Too many changes or new photos for one day. Please try again later.",
  );
}

/**
 * Renews a listing as one of the renewals of the networks around its landlord; one that fails is none.
 * @throws AppError 429 with Retry-After
 */
export async function asRenewal<Result>(deps: Deps, by: OwnerNetworks, renew: () => Promise<Result>): Promise<Result> {
  const counts = [networkCount("renewals", by)];
  await requireAllAttempts(deps, counts, "Too many renewals for one day. Please try again later.");
  try {
    return await renew();
  } catch (error) {
    await refundAll(deps, counts);
    throw error;
  }
}
