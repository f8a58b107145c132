import { and, asc, between, desc, eq, getTableColumns, gt, inArray, max, type SQL, sql } from "drizzle-orm";
import type { Deps } from "../../../platform/deps.ts";
import { preparedQuery } from "../../../platform/database.ts";
import { isPublicNow } from "./listings.policy.ts";
import { listingPlaces } from "./listing-places.table.ts";
import { type Listing, listings } from "./listings.table.ts";
import { isAnnounced } from "./public-percent.ts";

// Conditions on status are literal SQL: with a bound parameter SQLite cannot prove that a partial index serves.
const isApproved = sql`${listings.status} = 'approved'`;
export const isNotDeleted = sql`${listings.status} <> 'deleted'`;
const newestFirst = [desc(listings.firstApprovedAt), desc(listings.id)] as const;

/** What an address on the site is made of. */
const addressParts = {
  id: listings.id,
  bedrooms: listings.bedrooms,
  address: listings.address,
  addressPrecision: listings.addressPrecision,
  submittedAt: listings.submittedAt,
  approvedAt: listings.approvedAt,
  updatedAt: listings.updatedAt,
};

const isPublic = (deps: Deps) => and(isApproved, gt(listings.expiresAt, deps.now()));

/** Those among some listings that are public now and go into mails (primary key). @param ids at most 90 */
export async function announcedListingsAmong(deps: Deps, ids: readonly number[]): Promise<Listing[]> {
  if (ids.length === 0) return [];
  return deps.db
    .select()
    .from(listings)
    .where(and(inArray(listings.id, [...ids]), isPublic(deps), isAnnounced));
}

/** A public listing by primary key, or null. */
export async function publicListing(deps: Deps, id: number): Promise<Listing | null> {
  const row = await listingById(deps, id);
  return row && isPublicNow(row, deps.now()) ? row : null;
}

const byId = preparedQuery((db) =>
  db
    .select()
    .from(listings)
    .where(eq(listings.id, sql.placeholder("id")))
    .limit(1)
    .prepare(),
);

/** Any listing by primary key, or null. */
export async function listingById(deps: Deps, id: number): Promise<Listing | null> {
  return (await byId(deps).get({ id })) ?? null;
}

/** The listing a photo belongs to (index listings_photo_prefix), or null. */
export async function listingOfPhotoPrefix(deps: Deps, prefix: string): Promise<Listing | null> {
  const [row] = await deps.db.select().from(listings).where(eq(listings.photoPrefix, prefix)).limit(1);
  return row ?? null;
}

/** The statement that stores a new listing. */
export function insertListing(deps: Deps, values: typeof listings.$inferInsert) {
  return deps.db.insert(listings).values(values).returning();
}

/**
 * A change of a listing as it was read: the statement, for a batch. It changes nothing when the row was changed since.
 * @param onlyIf another condition
 */
export function updateListing(
  deps: Deps,
  { id, revision }: Pick<Listing, "id" | "revision">,
  values: Partial<typeof listings.$inferInsert>,
  onlyIf?: SQL,
) {
  return deps.db
    .update(listings)
    .set({ ...values, revision: revision + 1 })
    .where(and(eq(listings.id, id), eq(listings.revision, revision), onlyIf))
    .returning();
}

const columns = getTableColumns(listings);
const isColumn = (name: string): name is keyof Listing => name in columns;

/** Some columns of a listing as they are stored, for {@link restoredValues}. */
export function storedValues(listing: Listing, names: readonly string[]): Record<string, unknown> {
  const stored = (name: keyof Listing) =>
    listing[name] === null ? null : columns[name].mapToDriverValue(listing[name]);
  return Object.fromEntries(names.filter(isColumn).map((name) => [name, stored(name)]));
}

/** Columns as a change of a listing takes them, from what {@link storedValues} gave. */
export function restoredValues(stored: Readonly<Record<string, unknown>>): Partial<Listing> {
  const read = (name: keyof Listing) => (stored[name] === null ? null : columns[name].mapFromDriverValue(stored[name]));
  return Object.fromEntries(
    Object.keys(stored)
      .filter(isColumn)
      .map((name) => [name, read(name)]),
  );
}

/** When the next public listing expires (index listings_expiring); null when none is public. */
export async function nextExpiry(deps: Deps): Promise<Date | null> {
  const [row] = await deps.db
    .select({ expiresAt: listings.expiresAt })
    .from(listings)
    .where(isPublic(deps))
    .orderBy(listings.expiresAt)
    .limit(1);
  return row?.expiresAt ?? null;
}

/** Listings posted with a mail address that are not deleted, newest first (index listings_email). */
export async function listingsOfEmail(deps: Deps, email: string, limit: number): Promise<Listing[]> {
  return deps.db
    .select()
    .from(listings)
    .where(and(sql`lower(${listings.email}) = ${email.toLowerCase()}`, isNotDeleted))
    .orderBy(desc(listings.id))
    .limit(limit);
}

/** Changes what moderators are told of a listing, if it is as it was read. What they decide on stays the same. */
export async function updateReviewNotes(
  deps: Deps,
  { id, revision }: Pick<Listing, "id" | "revision">,
  reviewNotes: Listing["reviewNotes"],
): Promise<boolean> {
  const rows = await deps.db
    .update(listings)
    .set({ reviewNotes })
    .where(and(eq(listings.id, id), eq(listings.revision, revision)))
    .returning({ id: listings.id });
  return rows.length > 0;
}

/** Ids, types and addresses of public listings for the sitemap, at most `limit`. */
export async function listingAddresses(deps: Deps, limit: number) {
  return deps.db
    .select(addressParts)
    .from(listings)
    .where(isPublic(deps))
    .orderBy(...newestFirst)
    .limit(limit);
}

/** Of public listings with ids from one to another the same, in the order of their ids (primary key). */
export async function listingAddressesBetween(deps: Deps, from: number, to: number) {
  return deps.db
    .select(addressParts)
    .from(listings)
    .where(and(between(listings.id, from, to), isPublic(deps)))
    .orderBy(asc(listings.id))
    .limit(to - from + 1);
}

/** The highest id; 0 without any listing. */
export async function lastListingId(deps: Deps): Promise<number> {
  const [row] = await deps.db.select({ id: max(listings.id) }).from(listings);
  return row?.id ?? 0;
}

/** The statement that forgets a listing's place when the statement before it in the batch changed a row. */
export function forgetPlaceIfChanged(deps: Deps, listingId: number) {
  return deps.db.delete(listingPlaces).where(and(eq(listingPlaces.listingId, listingId), sql`changes() > 0`));
}
