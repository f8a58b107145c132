import { and, desc, eq, inArray, sql } from "drizzle-orm";
import type { ListingStatus } from "../../contracts/listings.ts";
import type { Deps } from "../../platform/deps.ts";
import { MAX_OFFSET, type Paging } from "../../platform/paging.ts";
import { type Listing, listings } from "./listings.table.ts";

// Conditions on status are literal SQL: with a bound parameter SQLite cannot prove that a partial index serves.
const isNotDeleted = sql`${listings.status} <> 'deleted'`;
const ofStatus = (status: ListingStatus) =>
  status === "approved"
    ? sql`${listings.status} = 'approved'`
    : sql`${listings.status} <> 'approved' AND ${listings.status} = ${status}`;

/**
 * Listings for moderators: all but deleted ones, pending first, newest first in each half (index listings_queue); or
 * those of a state, newest first (index listings_approved or listings_by_status). Rows read: offset + limit.
 */
export async function listingsForAdmin(
  deps: Deps,
  status: ListingStatus | undefined,
  { limit, offset }: Paging,
): Promise<Listing[]> {
  if (offset > MAX_OFFSET) return [];
  const order = status === undefined ? [sql`(status <> 'pending')`, desc(listings.id)] : [desc(listings.id)];
  return deps.db
    .select()
    .from(listings)
    .where(status === undefined ? isNotDeleted : ofStatus(status))
    .orderBy(...order)
    .limit(limit)
    .offset(offset);
}

/** Matches of a search looked at, newest first: a text that half of all listings hold must not read them all. */
const SEARCH_WINDOW = 1_000;

/**
 * Listings whose address, unit, name, mail address or phone hold every word, newest first, deleted ones only when
 * asked for (index listings_search).
 * @param words of at least three characters each
 */
export async function listingsMatching(
  deps: Deps,
  words: readonly string[],
  status: ListingStatus | undefined,
  { limit, offset }: Paging,
): Promise<Listing[]> {
  const phrases = words.map((word) => `"${word.replaceAll('"', '""')}"`).join(" AND ");
  const matches = sql`SELECT rowid FROM listings_search WHERE listings_search MATCH ${phrases} ORDER BY rowid DESC LIMIT ${SEARCH_WINDOW}`;
  return deps.db
    .select()
    .from(listings)
    .where(and(sql`${listings.id} IN (${matches})`, status === undefined ? isNotDeleted : eq(listings.status, status)))
    .orderBy(desc(listings.id))
    .limit(limit)
    .offset(offset);
}

/** Listings by their ids, in no order; unknown ones are left out. */
export async function listingsByIds(deps: Deps, ids: readonly number[]): Promise<Listing[]> {
  return deps.db
    .select()
    .from(listings)
    .where(inArray(listings.id, [...ids]));
}
