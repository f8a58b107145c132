import { desc, inArray, sql } from "drizzle-orm";
import type { ListingStatus, QueueFilter } from "../../../contracts/listings.ts";
import type { Deps } from "../../../platform/deps.ts";
import { MAX_OFFSET, type PageWindow } from "../../../platform/paging.ts";
import { listingPlaceStates } from "../core/listing-places.table.ts";
import { type Listing, listings } from "../core/listings.table.ts";

// Conditions on status are literal SQL: with a bound parameter SQLite cannot prove that a partial index serves.
const isNotDeleted = sql`${listings.status} <> 'deleted'`;
// What is known of no more than its postal area has no coordinates.
const isUnplaced = sql`${listings.latitude} IS NULL AND ${listings.status} NOT IN ('deleted', 'rented')`;
const ofStatus = (status: ListingStatus) =>
  status === "approved"
    ? sql`${listings.status} = 'approved'`
    : sql`${listings.status} <> 'approved' AND ${listings.status} = ${status}`;

/**
 * Listings for moderators: all but deleted ones, or those without a place, pending first, newest first in each half
 * (index listings_queue or listings_unplaced); or those of a state, newest first (index listings_approved or
 * listings_by_status). Rows read: offset + limit.
 */
export async function listingsForAdmin(
  deps: Deps,
  filter: QueueFilter | undefined,
  { limit, offset }: PageWindow,
): Promise<Listing[]> {
  if (offset > MAX_OFFSET) return [];
  const isOfStatus = filter !== undefined && filter !== "unplaced";
  const order = isOfStatus ? [desc(listings.id)] : [sql`(status <> 'pending')`, desc(listings.id)];
  return deps.db
    .select()
    .from(listings)
    .where(isOfStatus ? ofStatus(filter) : filter === "unplaced" ? isUnplaced : isNotDeleted)
    .orderBy(...order)
    .limit(limit)
    .offset(offset);
}

/** How many listings the filter of those without a place holds. A few rows: triggers keep them (migrations/). */
export async function countUnplaced(deps: Deps): Promise<number> {
  const rows = await deps.db
    .select({ listings: listingPlaceStates.listings })
    .from(listingPlaceStates)
    .where(inArray(listingPlaceStates.confidence, ["", "low"]));
  return rows.reduce((sum, row) => sum + row.listings, 0);
}

/** What short words are looked for in: words of these columns, which a trigram index cannot find. */
const WORDS = sql`' ' || lower(replace(l.address, ',', ' ') || ' ' || coalesce(l.unit, '') || ' ' || coalesce(l.landlord_name, ''))`;

/**
 * Listings whose address, unit, name, mail address or phone hold every word, newest first, deleted ones only when asked
 * for (index listings_search). Words of one or two characters begin a word of address, unit or name.
 * @param words at least one of them of three characters or more
 * @param exceptId one that is shown already
 */
export async function listingsMatching(
  deps: Deps,
  words: { long: readonly string[]; short: readonly string[] },
  { filter, exceptId }: { filter: QueueFilter | undefined; exceptId: number | null },
  { limit, offset }: PageWindow,
): Promise<Listing[]> {
  const phrases = words.long.map((word) => `"${word.replaceAll('"', '""')}"`).join(" AND ");
  const conditions = [
    sql`listings_search MATCH ${phrases}`,
    filter === undefined
      ? sql`l.status <> 'deleted'`
      : filter === "unplaced"
        ? sql`l.latitude IS NULL AND l.status NOT IN ('deleted', 'rented')`
        : sql`l.status = ${filter}`,
    ...words.short.map((word) => sql`instr(${WORDS}, ${` ${word.toLowerCase()}`}) > 0`),
    ...(exceptId === null ? [] : [sql`l.id <> ${exceptId}`]),
  ];
  const found = await deps.db.all<{ id: number }>(
    sql`SELECT l.id FROM listings_search JOIN listings l ON l.id = listings_search.rowid
        WHERE ${sql.join(conditions, sql` AND `)} ORDER BY listings_search.rowid DESC LIMIT ${limit} OFFSET ${offset}`,
  );
  const rows = await listingsByIds(
    deps,
    found.map(({ id }) => id),
  );
  return rows.toSorted((a, b) => b.id - a.id);
}

/** Listings by their ids, at most 100, in no order; unknown ones are left out. */
export async function listingsByIds(deps: Deps, ids: readonly number[]): Promise<Listing[]> {
  if (ids.length === 0) return [];
  return deps.db
    .select()
    .from(listings)
    .where(inArray(listings.id, [...ids]));
}
