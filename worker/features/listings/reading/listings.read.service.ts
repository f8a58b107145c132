import type { SQL } from "drizzle-orm";
import { BEDROOMS, type Bedrooms } from "../../../contracts/bedrooms.ts";
import { DAY_MS, MINUTE_MS } from "../../../contracts/days.ts";
import type { ListingStatus, PublicListing } from "../../../contracts/listings.ts";
import type { GoneReason, LookedUp } from "../../../contracts/saved.ts";
import { readCounter } from "../../../platform/database.ts";
import type { Deps } from "../../../platform/deps.ts";
import { changeOf, pathOf, publicationOf, toPublicListing } from "../views/listings.mappers.ts";
import type { ListingPoint } from "../../commute/commute.service.ts";
import {
  anyPublic,
  newListings,
  newestChangeOfTypes,
  newestChangeOfWindows,
  oncePublicAmong,
  publicAmong,
  reviewDurations,
  publicPlaces,
} from "./listings.read.repo.ts";
import {
  announcedListingsAmong,
  listingById,
  listingPathRows,
  nextExpiry,
  publicListing,
} from "../listing/listings.repo.ts";
import { previewOf } from "../previews/previews.service.ts";

/** Maximum number of ids per query, because D1 binds at most 100 values. */
const IDS_PER_QUERY = 90;

/**
 * Returns new public listings for emails, first approved or confirmed in [from, until), newest first. If there are more
 * than `limit` listings, returns the listings that have waited longest.
 */
export async function readNewListings(
  deps: Deps,
  window: { from: Date; until: Date; except: SQL; exceptEver: SQL; limit: number },
): Promise<PublicListing[]> {
  const publication = publicationOf(deps);
  return (await newListings(deps, window)).map((row) => toPublicListing(row, publication));
}

/** Returns the listings among `ids` that are public and may be announced, in the order of the ids. */
export async function readAnnounced(deps: Deps, ids: readonly number[]): Promise<PublicListing[]> {
  const known = new Map<number, PublicListing>();
  const publication = publicationOf(deps);
  for (let at = 0; at < ids.length; at += IDS_PER_QUERY) {
    for (const row of await announcedListingsAmong(deps, ids.slice(at, at + IDS_PER_QUERY))) {
      known.set(row.id, toPublicListing(row, publication));
    }
  }
  return ids.flatMap((id) => known.get(id) ?? []);
}

/** Returns the number of public listings, and when the next of them expires. */
export async function countPublicListings(deps: Deps): Promise<{ count: number; validUntil: Date | null }> {
  const [count, validUntil] = await Promise.all([readCounter(deps, "approved"), nextExpiry(deps)]);
  return { count, validUntil };
}

/** Returns when the next public listing expires. Returns null if none is public. */
export const nextListingExpiry = nextExpiry;
/** Returns a public listing, and when it expires. Returns null if the listing is not public. */
export async function readPublicListing(
  deps: Deps,
  id: number | null,
): Promise<{ listing: PublicListing; validUntil: Date | null } | null> {
  const row = id === null ? null : await publicListing(deps, id);
  return row && { listing: toPublicListing(row, publicationOf(deps)), validUntil: row.expiresAt };
}

/**
 * Returns the result of {@link readPublicListing} together with the time of the listing's last change and its preview
 * image, for the listing's page.
 */
export async function readListingForPage(deps: Deps, id: number | null) {
  const row = id === null ? null : await publicListing(deps, id);
  if (!row) return null;
  return {
    listing: toPublicListing(row, publicationOf(deps)),
    changedAt: changeOf(row),
    validUntil: row.expiresAt,
    preview: await previewOf(deps, row),
  };
}

/** Returns whether a listing was ever approved, in which case its page responds with 410 instead of 404. */
export async function wasPublic(deps: Deps, id: number | null): Promise<boolean> {
  const row = id === null ? null : await listingById(deps, id);
  return row !== null && row.firstApprovedAt !== null;
}

/** Returns the paths and last changes of the newest public listings, or of the public listings in a range of ids. */
export async function listingPaths(
  deps: Deps,
  which: Parameters<typeof listingPathRows>[1],
): Promise<{ path: string; changedAt: Date }[]> {
  const rows = await listingPathRows(deps, which);
  return rows.map((row) => ({ path: pathOf(row), changedAt: changeOf(row) }));
}

/** Returns when public listings of each type last changed. Reads one row per type. */
export function readTypeChanges(deps: Deps): Promise<{ bedrooms: Bedrooms; changedAt: Date | null }[]> {
  return newestChangeOfTypes(deps, BEDROOMS);
}

/**
 * Returns when public listings in each range of ids last changed. Returns null for a range without public listings.
 * Reads one row per range.
 */
export const listingChanges = newestChangeOfWindows;

/**
 * Returns the public listings among `ids` with their public points, in the order of the ids. The point is null if only
 * a postal area is known.
 * @param ids at most 100
 */
export async function readPublicPoints(deps: Deps, ids: readonly number[]): Promise<ListingPoint[]> {
  if (ids.length === 0) return [];
  const rows = new Map((await publicPlaces(deps, ids)).map((row) => [row.id, row]));
  return ids.flatMap((id) => {
    const row = rows.get(id);
    if (!row) return [];
    const { latitude, longitude } = row;
    return { id, point: latitude === null || longitude === null ? null : { latitude, longitude } };
  });
}

const GONE: Readonly<Record<Exclude<ListingStatus, "approved">, GoneReason>> = {
  rented: "rented",
  expired: "expired",
  deleted: "removed",
  rejected: "removed",
  pending: "paused",
};

/**
 * Returns the public listings among `ids` in the requested order, without amenities. For listings that are no longer
 * public, returns the reason.
 * @param ids at most 200
 */
export async function lookUpListings(deps: Deps, ids: readonly number[]): Promise<LookedUp> {
  if (ids.length === 0) return { listings: [], gone: [] };
  const [rows, once] = await Promise.all([publicAmong(deps, ids), oncePublicAmong(deps, ids)]);
  const publication = publicationOf(deps);
  const shown = new Map(rows.map((row) => [row.id, row]));
  const former = new Map(once.map((row) => [row.id, row]));
  const asked = [...new Set(ids)];
  return {
    listings: asked.flatMap((id) => {
      const row = shown.get(id);
      return row ? { ...toPublicListing(row, publication), amenities: null } : [];
    }),
    gone: asked.flatMap((id) => {
      const row = shown.has(id) ? undefined : former.get(id);
      // An approved listing that is not public has expired. The next tick changes its status to expired.
      return row ? { id, reason: row.status === "approved" ? "expired" : GONE[row.status] } : [];
    }),
  };
}

/** Returns, for each group of ids, whether any of its listings is public. */
export const areAnyPublic = anyPublic;

/**
 * Number and age of the approvals from which the usual duration of a review is computed. Fewer approvals would not be
 * representative; older ones would be outdated.
 */
const REVIEWS = { least: 10, most: 50, days: 60 } as const;

/**
 * Returns the median time from submission to approval of the latest approvals, in minutes. Returns null while there are
 * too few.
 */
export async function readReviewMinutes(deps: Deps): Promise<number | null> {
  const since = new Date(deps.now().getTime() - REVIEWS.days * DAY_MS);
  const durations = (await reviewDurations(deps, since, REVIEWS.most)).toSorted((a, b) => a - b);
  const middle = durations[Math.floor(durations.length / 2)];
  return durations.length < REVIEWS.least || middle === undefined ? null : Math.max(1, Math.round(middle / MINUTE_MS));
}
