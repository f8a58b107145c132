import type { Bedrooms } from "../../contracts/bedrooms.ts";
import type { AdminListing, ListingStatus, PublicListing } from "../../contracts/listings.ts";
import { listingPath, listingSlug } from "../../contracts/listings.ts";
import { readCounter } from "../../platform/counters.ts";
import type { Deps } from "../../platform/deps.ts";
import type { Paging } from "../../platform/paging.ts";
import { type EditableListing, editableByModerator } from "./listings.policy.ts";
import { toAdminListing, toPublicListing } from "./listings.mappers.ts";
import {
  listingAddresses,
  listingById,
  listingsForAdmin,
  nextExpiry,
  publicListing,
  publicListings,
} from "./listings.repo.ts";

/** A page of public listings, the total, and the moment the first of those shown expires. */
export interface PublicPage {
  listings: PublicListing[];
  total: number;
  validUntil: Date | null;
}

/** Public listings of a type, newest first. Rows read: offset + limit + 1. */
export async function readPublicPage(deps: Deps, type: Bedrooms | "all", paging: Paging): Promise<PublicPage> {
  const [rows, total] = await Promise.all([
    publicListings(deps, type, paging),
    readCounter(deps, type === "all" ? "approved" : `approved:${type}`),
  ]);
  const expiries = rows.flatMap(({ expiresAt }) => (expiresAt ? [expiresAt.getTime()] : []));
  return {
    listings: rows.map(toPublicListing),
    total,
    validUntil: expiries.length > 0 ? new Date(Math.min(...expiries)) : null,
  };
}

/** How many listings are public, and the moment the next of them expires. */
export async function countPublicListings(deps: Deps): Promise<{ count: number; validUntil: Date | null }> {
  const [count, validUntil] = await Promise.all([readCounter(deps, "approved"), nextExpiry(deps)]);
  return { count, validUntil };
}

/** The moment the next public listing expires; null when none is public. */
export function nextListingExpiry(deps: Deps): Promise<Date | null> {
  return nextExpiry(deps);
}

/** One public listing and the moment it expires; null when it is not public. */
export async function readPublicListing(
  deps: Deps,
  id: number | null,
): Promise<{ listing: PublicListing; validUntil: Date | null } | null> {
  const row = id === null ? null : await publicListing(deps, id);
  return row && { listing: toPublicListing(row), validUntil: row.expiresAt };
}

/** Whether a listing that is not public now was public once: its page answers 410 then, else 404. */
export async function wasPublic(deps: Deps, id: number | null): Promise<boolean> {
  const row = id === null ? null : await listingById(deps, id);
  return row !== null && row.firstApprovedAt !== null;
}

/** Paths of all public listings with the time of their approval, newest first, at most `limit`. */
export async function listingPaths(deps: Deps, limit: number): Promise<{ path: string; approvedAt: Date | null }[]> {
  const rows = await listingAddresses(deps, limit);
  return rows.map(({ id, bedrooms, address, approvedAt }) => ({
    path: listingPath({ id, slug: listingSlug(bedrooms, address) }),
    approvedAt,
  }));
}

/** Listings as moderators read them, newest first, and their total: all but deleted ones, or those of a state. */
export async function readAdminPage(
  deps: Deps,
  status: ListingStatus | undefined,
  paging: Paging,
): Promise<{ listings: AdminListing[]; total: number }> {
  const [rows, total] = await Promise.all([
    listingsForAdmin(deps, status, paging),
    readCounter(deps, status === undefined ? "admin" : `status:${status}`),
  ]);
  return { listings: rows.map(toAdminListing), total };
}

/**
 * A listing for a moderator to change.
 * @throws AppError `listing.not_found`
 */
export async function listingForModerator(deps: Deps, id: number | null): Promise<EditableListing> {
  return editableByModerator(id === null ? null : await listingById(deps, id));
}
