import type { Client } from "../../../platform/client-address.ts";
import type { Deps } from "../../../platform/deps.ts";
import { refundAll, networkCount, perDay, requireAllAttempts } from "../../../platform/rate-limits.ts";
import type { Listing } from "../listing/listings.table.ts";

/**
 * Daily limits per listing. The limits per network of the landlord are three times as high
 * (contracts/network-limits.ts).
 */
const DAILY_LIMITS = { requests: 100, edits: 20, photos: 30 };

/** The networks of a landlord who uses an emailed link. */
export type OwnerNetworks = Pick<Client, "networks">;

/** Returns a limit of a listing. One object counts all limits of a listing. */
const ofListing = ({ id }: Pick<Listing, "id">, part: keyof typeof DAILY_LIMITS, weight = 1) => ({
  key: `owner-changes:listing:${id}`,
  limits: [{ ...perDay(DAILY_LIMITS[part]), part, weight }],
});

/**
 * Counts an edit request against the limits of the listing and of the landlord's networks before the request's body is
 * read.
 * @throws AppError 429 with Retry-After
 */
export function countRequest(deps: Deps, listing: Pick<Listing, "id">, by: OwnerNetworks): Promise<void> {
  const counts = [networkCount("owner_requests", by), ofListing(listing, "requests")];
  return requireAllAttempts(deps, counts, "Too many requests for this listing today. Please try again later.");
}

/** Side effects of an edit that have their own limits. */
interface EditEffects {
  newPhotos: number;
  /** True if a link is emailed to a new address. */
  isMailed: boolean;
}

/**
 * Counts an edit and its side effects against the limits of the listing and of the landlord's networks.
 * @throws AppError 429 with Retry-After if any limit is reached
 */
export function countEdit(
  deps: Deps,
  listing: Pick<Listing, "id">,
  { newPhotos, isMailed }: EditEffects,
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
 * Counts a renewal against the limits of the landlord's networks. Failed renewals are refunded.
 * @throws AppError 429 with Retry-After
 */
export async function countRenewal<Result>(
  deps: Deps,
  by: OwnerNetworks,
  renew: () => Promise<Result>,
): Promise<Result> {
  const counts = [networkCount("renewals", by)];
  await requireAllAttempts(deps, counts, "Too many renewals for one day. Please try again later.");
  try {
    return await renew();
  } catch (error) {
    await refundAll(deps, counts);
    throw error;
  }
}
