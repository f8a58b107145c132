import type { SQL } from "drizzle-orm";
import { BEDROOMS, type Bedrooms } from "../../../contracts/bedrooms.ts";
import type { PublicListing } from "../../../contracts/listings.ts";
import { readCounter } from "../../../platform/database.ts";
import type { Deps } from "../../../platform/deps.ts";
import { torontoDay } from "../../../platform/toronto-time.ts";
import { changeOf, pathOf, toPublicListing } from "./listings.mappers.ts";
import { anyPublic, newListings, newestChangeOfTypes, newestChangeOfWindows } from "./listings.read.repo.ts";
import {
  announcedListingsAmong,
  lastListingId,
  listingAddresses,
  listingAddressesBetween,
  listingById,
  nextExpiry,
  publicListing,
} from "./listings.repo.ts";
import { previewOf } from "../previews/previews.service.ts";

/** Listings asked for by id in one query: D1 binds at most 100 values. */
const IDS_PER_QUERY = 90;

/**
 * Public listings that go into mails, first approved or confirmed from one moment on and before another, but some, newest
 * first; at most `limit`, those that have waited longest.
 */
export async function readNewListings(
  deps: Deps,
  window: { from: Date; until: Date; except: SQL; exceptEver: SQL; limit: number },
): Promise<PublicListing[]> {
  const today = torontoDay(deps.now());
  return (await newListings(deps, window)).map((row) => toPublicListing(row, today));
}

/** Those among some listings that are public now and go into mails, in the order of the ids. */
export async function readAnnounced(deps: Deps, ids: readonly number[]): Promise<PublicListing[]> {
  const known = new Map<number, PublicListing>();
  const today = torontoDay(deps.now());
  for (let at = 0; at < ids.length; at += IDS_PER_QUERY) {
    for (const row of await announcedListingsAmong(deps, ids.slice(at, at + IDS_PER_QUERY))) {
      known.set(row.id, toPublicListing(row, today));
    }
  }
  return ids.flatMap((id) => known.get(id) ?? []);
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
  return row && { listing: toPublicListing(row, torontoDay(deps.now())), validUntil: row.expiresAt };
}

/** The same with the time of its last change, and the preview image that is drawn of it, for its page. */
export async function readListingForPage(deps: Deps, id: number | null) {
  const row = id === null ? null : await publicListing(deps, id);
  if (!row) return null;
  return {
    listing: toPublicListing(row, torontoDay(deps.now())),
    changedAt: changeOf(row),
    validUntil: row.expiresAt,
    preview: await previewOf(deps, row),
  };
}

/** Whether a listing that is not public now was public once: its page answers 410 then, else 404. */
export async function wasPublic(deps: Deps, id: number | null): Promise<boolean> {
  const row = id === null ? null : await listingById(deps, id);
  return row !== null && row.firstApprovedAt !== null;
}

/** Paths of public listings with the time of their last change: the newest, or those with ids from one to another. */
export async function listingPaths(
  deps: Deps,
  which: { newest: number } | { from: number; to: number },
): Promise<{ path: string; changedAt: Date }[]> {
  const rows =
    "newest" in which
      ? await listingAddresses(deps, which.newest)
      : await listingAddressesBetween(deps, which.from, which.to);
  return rows.map((row) => ({
    path: pathOf(row),
    changedAt: changeOf(row),
  }));
}

/** When each type of public listing last changed. Rows read: one a type. */
export function readTypeChanges(deps: Deps): Promise<{ bedrooms: Bedrooms; changedAt: Date | null }[]> {
  return newestChangeOfTypes(deps, BEDROOMS);
}

/** When the public listings of each window of ids last changed; null where there is none. Rows read: one a window. */
export function listingChanges(deps: Deps, windows: number): Promise<(Date | null)[]> {
  return newestChangeOfWindows(deps, windows);
}

/** Of groups of ids, whether a listing of each is public now. */
export function areAnyPublic(deps: Deps, groups: readonly (readonly number[])[]): Promise<boolean[]> {
  return anyPublic(deps, groups);
}

/** How many listings are public, and the highest id of any. */
export async function listingExtent(deps: Deps): Promise<{ count: number; lastId: number }> {
  const [count, lastId] = await Promise.all([readCounter(deps, "approved"), lastListingId(deps)]);
  return { count, lastId };
}
