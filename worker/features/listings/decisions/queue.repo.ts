import { toSnakeCase } from "drizzle-orm/casing";
import { and, desc, eq, inArray, sql } from "drizzle-orm";
import { SEARCHED_KEYS } from "../../../contracts/listing-fields.ts";
import type { ListingStatus } from "../../../contracts/listings.ts";
import type { QueueFilter } from "../../../contracts/moderation-queue.ts";
import type { Deps } from "../../../platform/deps.ts";
import { MAX_OFFSET, type PageWindow } from "../../../platform/paging.ts";
import { listingPlaceStates } from "../listing/listing-places.table.ts";
import { isNotDeleted } from "../listing/listings.repo.ts";
import { WAITING_SINCE } from "../listing/listings.expressions.ts";
import { type Listing, listings } from "../listing/listings.table.ts";

// Matches listings without coordinates, including those with only a postal area. The condition is literal SQL, because
// SQLite does not use a partial index for a bound parameter.
const isUnplaced = sql`${listings.latitude} IS NULL AND ${listings.status} NOT IN ('deleted', 'rented')`;
const ofStatus = (status: ListingStatus) =>
  status === "approved"
    ? sql`${listings.status} = 'approved'`
    : sql`${listings.status} <> 'approved' AND ${listings.status} = ${status}`;

/**
 * Returns listings for moderators. If a status is given, returns the listings with that status, newest first (uses
 * index listings_approved or listings_by_status). Otherwise returns all listings that are not deleted, or only those
 * without a known location. Pending listings come first, and each group is newest first (uses index listings_queue or
 * listings_unplaced). Reads offset + limit rows.
 * @param exceptIds ids of listings that are shown elsewhere, at most a page of them
 */
export async function listingsForAdmin(
  deps: Deps,
  filter: QueueFilter | undefined,
  { limit, offset }: PageWindow,
  exceptIds: readonly number[] = [],
): Promise<Listing[]> {
  if (offset > MAX_OFFSET) return [];
  const isOther = sql`${listings.id} NOT IN (SELECT value FROM json_each(${JSON.stringify(exceptIds)}))`;
  const isOfStatus = filter !== undefined && filter !== "unplaced";
  const order = isOfStatus ? [desc(listings.id)] : [sql`(status <> 'pending')`, desc(listings.id)];
  return deps.db
    .select()
    .from(listings)
    .where(
      and(
        isOfStatus ? ofStatus(filter) : filter === "unplaced" ? isUnplaced : isNotDeleted,
        exceptIds.length > 0 ? isOther : undefined,
      ),
    )
    .orderBy(...order)
    .limit(limit)
    .offset(offset);
}

/** Returns pending listings, longest-waiting first (uses index listings_waiting). Reads offset + limit rows. */
export async function waitingListings(deps: Deps, { limit, offset }: PageWindow): Promise<Listing[]> {
  if (offset > MAX_OFFSET) return [];
  return deps.db
    .select()
    .from(listings)
    .where(sql`${listings.status} = 'pending'`)
    .orderBy(WAITING_SINCE, listings.id)
    .limit(limit)
    .offset(offset);
}

/** Returns the number of listings without a known location, from a few rows that triggers maintain (migrations/). */
export async function countUnplaced(deps: Deps): Promise<number> {
  const rows = await deps.db
    .select({ listings: listingPlaceStates.listings })
    .from(listingPlaceStates)
    .where(inArray(listingPlaceStates.confidence, ["", "low"]));
  return rows.reduce((sum, row) => sum + row.listings, 0);
}

/** SQL for the text that is searched for words too short for the trigram index. */
const WORDS = sql.raw(
  `lower(${SEARCHED_KEYS.filter((key) => key !== "email" && key !== "phone")
    .map((key) => `' ' || replace(coalesce(l.${toSnakeCase(key)}, ''), ',', ' ')`)
    .join(" || ")})`,
);

/**
 * Returns listings whose address, unit, name, email or phone contain every word, newest first (uses index
 * listings_search). Returns deleted listings only if the filter asks for them. Words of one or two characters match
 * beginnings of words in address, unit and name.
 * @param words words to search for, of which at least one has three characters or more
 * @param exceptId id of a listing that is already shown
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
  const ids = found.map(({ id }) => id);
  const rows = await listingsByIds(deps, ids);
  return rows.toSorted((a, b) => b.id - a.id);
}

/** Returns all listings with a phone number, in any state, newest first (uses index listings_phone_key). */
export async function listingsOfPhone(deps: Deps, phoneKey: string, limit: number): Promise<Listing[]> {
  return deps.db.select().from(listings).where(eq(listings.phoneKey, phoneKey)).orderBy(desc(listings.id)).limit(limit);
}

/** Returns listings by id in any order, at most 100. Skips unknown ids. */
export async function listingsByIds(deps: Deps, ids: readonly number[]): Promise<Listing[]> {
  if (ids.length === 0) return [];
  return deps.db
    .select()
    .from(listings)
    .where(inArray(listings.id, [...ids]));
}
