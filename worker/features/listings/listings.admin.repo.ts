import { desc, inArray, sql } from "drizzle-orm";
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
  { status, exceptId }: { status: ListingStatus | undefined; exceptId: number | null },
  { limit, offset }: Paging,
): Promise<Listing[]> {
  const phrases = words.long.map((word) => `"${word.replaceAll('"', '""')}"`).join(" AND ");
  const conditions = [
    sql`listings_search MATCH ${phrases}`,
    status === undefined ? sql`l.status <> 'deleted'` : sql`l.status = ${status}`,
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
