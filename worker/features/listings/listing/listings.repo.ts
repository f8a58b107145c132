import { and, asc, between, desc, eq, getTableColumns, gt, inArray, sql } from "drizzle-orm";
import { type AttributeKey, eachAttribute } from "../../../contracts/attributes.ts";
import { ERASED_FIELDS } from "../../../contracts/listing-fields.ts";
import type { Deps } from "../../../platform/deps.ts";
import { preparedQuery } from "../../../platform/database.ts";
import { valueIf } from "../../../platform/run-all-or-none.ts";
import { isPublicNow } from "./listings.policy.ts";
import { listingPlaces } from "./listing-places.table.ts";
import { type Listing, listings } from "./listings.table.ts";
import { UNKNOWN_PLACE } from "./unknown-place.ts";
import { isAnnounced } from "./public-percent.ts";
import { rentColumnsAfterChange } from "./rent-history.ts";

// The condition is literal SQL, because SQLite does not use a partial index for a bound parameter.
const isApproved = sql`${listings.status} = 'approved'`;
export const isNotDeleted = sql`${listings.status} <> 'deleted'`;
const newestFirst = [desc(listings.firstApprovedAt), desc(listings.id)] as const;

/** The columns from which a listing's path and the time of its last change are derived. */
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

/**
 * Returns the listings among `ids` that are public and may be announced (by primary key).
 * @param ids at most 90
 */
export async function announcedListingsAmong(deps: Deps, ids: readonly number[]): Promise<Listing[]> {
  if (ids.length === 0) return [];
  return deps.db
    .select()
    .from(listings)
    .where(and(inArray(listings.id, [...ids]), isPublic(deps), isAnnounced));
}

/** Returns a public listing by primary key, or null. */
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

/** Returns any listing by primary key, or null. */
export async function listingById(deps: Deps, id: number): Promise<Listing | null> {
  return (await byId(deps).get({ id })) ?? null;
}

/** Returns the listing with a photo prefix (uses index listings_photo_prefix), or null. */
export async function listingOfPhotoPrefix(deps: Deps, prefix: string): Promise<Listing | null> {
  const [row] = await deps.db.select().from(listings).where(eq(listings.photoPrefix, prefix)).limit(1);
  return row ?? null;
}

/** Returns the statement that stores a new listing. */
export function insertListing(deps: Deps, values: typeof listings.$inferInsert) {
  return deps.db.insert(listings).values(values).returning();
}

/** Returns the column values to store for a change, including the rent history. */
const changed = (deps: Deps, listing: Listing, values: Partial<Listing>) => ({
  ...values,
  ...rentColumnsAfterChange(listing, values, deps.now()),
});

/**
 * Returns the statement that updates a listing under optimistic locking. If the row changed since it was read, the
 * whole batch is rolled back.
 */
export function updateListing(deps: Deps, listing: Listing, values: Partial<Listing>) {
  const { id, revision } = listing;
  return deps.db
    .update(listings)
    .set({ ...changed(deps, listing, values), revision: valueIf(eq(listings.revision, revision), revision + 1) })
    .where(eq(listings.id, id))
    .returning();
}

/** Returns the statement that updates a listing unless it changed since it was read. */
export const updateIfUnchanged = (deps: Deps, listing: Listing, values: Partial<Listing>) =>
  deps.db
    .update(listings)
    .set({ ...changed(deps, listing, values), revision: listing.revision + 1 })
    .where(and(eq(listings.id, listing.id), eq(listings.revision, listing.revision)));

const columns = getTableColumns(listings);
const isColumn = (name: string): name is keyof Listing => name in columns;

/** Returns the values of some columns of a listing in their stored form, for {@link restoredValues}. */
export function storedValues(listing: Listing, names: readonly string[]): Record<string, unknown> {
  const stored = (name: keyof Listing) =>
    listing[name] === null ? null : columns[name].mapToDriverValue(listing[name]);
  return Object.fromEntries(names.filter(isColumn).map((name) => [name, stored(name)]));
}

/** Converts the result of {@link storedValues} back into column values. */
export function restoredValues(stored: Readonly<Record<string, unknown>>): Partial<Listing> {
  const read = (name: keyof Listing) => (stored[name] === null ? null : columns[name].mapFromDriverValue(stored[name]));
  return Object.fromEntries(
    Object.keys(stored)
      .filter(isColumn)
      .map((name) => [name, read(name)]),
  );
}

/**
 * Records that a listing's landlord answered a question. The revision stays the same, so moderators' open decisions
 * remain valid.
 */
export async function markAnswered(deps: Deps, id: number): Promise<void> {
  await deps.db.update(listings).set({ answeredAt: deps.now() }).where(eq(listings.id, id));
}

/** Returns when the next public listing expires (uses index listings_expiring). Returns null if none is public. */
export async function nextExpiry(deps: Deps): Promise<Date | null> {
  const [row] = await deps.db
    .select({ expiresAt: listings.expiresAt })
    .from(listings)
    .where(isPublic(deps))
    .orderBy(listings.expiresAt)
    .limit(1);
  return row?.expiresAt ?? null;
}

/** Returns the listings with an email address, newest first (uses index listings_email). */
export async function listingsOfEmail(
  deps: Deps,
  email: string,
  { limit, withDeleted = false }: { limit: number; withDeleted?: boolean },
): Promise<Listing[]> {
  return deps.db
    .select()
    .from(listings)
    .where(and(sql`lower(${listings.email}) = ${email.toLowerCase()}`, withDeleted ? undefined : isNotDeleted))
    .orderBy(desc(listings.id))
    .limit(limit);
}

/**
 * Replaces a listing's review notes, unless the listing or its notes changed since they were read. Also updates the
 * listing's public percentage, because some notes hide the percentage. The revision stays the same, so moderators' open
 * decisions remain valid.
 */
export async function updateReviewNotes(
  deps: Deps,
  { id, revision, reviewNotes: before }: Pick<Listing, "id" | "revision" | "reviewNotes">,
  reviewNotes: Listing["reviewNotes"],
): Promise<boolean> {
  const isListing = and(eq(listings.id, id), eq(listings.revision, revision));
  const hasSameNotes = sql`json(${listings.reviewNotes}) = json(${JSON.stringify(before)})`;
  const percent = sql`iif(${listings.awaitsConfirmation}, NULL, ${listings.comparedPercent})`;
  const [rows] = await deps.db.batch([
    deps.db.update(listings).set({ reviewNotes }).where(and(isListing, hasSameNotes)).returning({ id: listings.id }),
    deps.db
      .update(listings)
      .set({ belowMarketPercent: percent })
      .where(and(isListing, sql`${listings.belowMarketPercent} IS NOT ${percent}`)),
  ]);
  return rows.length > 0;
}

/**
 * Returns the path columns of the newest public listings, or of the public listings in a range of ids, in the order of
 * the ids (by primary key).
 */
export async function listingPathRows(deps: Deps, which: { newest: number } | { from: number; to: number }) {
  const range = "from" in which ? which : null;
  return deps.db
    .select(addressParts)
    .from(listings)
    .where(and(range ? between(listings.id, range.from, range.to) : undefined, isPublic(deps)))
    .orderBy(...(range ? [asc(listings.id)] : newestFirst))
    .limit("newest" in which ? which.newest : which.to - which.from + 1);
}

/** Returns the statement that deletes the stored place of a listing. */
export const deletePlace = (deps: Deps, listingId: number) =>
  deps.db.delete(listingPlaces).where(eq(listingPlaces.listingId, listingId));

/** Returns the statement that erases a deleted listing's data. The row stays. */
export function eraseListing(deps: Deps, id: number) {
  return deps.db
    .update(listings)
    .set({
      ...ERASED_FIELDS,
      phoneKey: null,
      textKey: null,
      searchText: null,
      addressKey: `erased:${id}`,
      municipality: "",
      rentCents: null,
      ...UNKNOWN_PLACE,
      ...eachAttribute<Record<AttributeKey, null>>(() => null),
      comparedPercent: null,
      belowMarketPercent: null,
      marketRentCents: null,
      rejectionReason: null,
      rentHistory: [],
      previousListing: null,
      dropPercent: null,
      droppedAt: null,
      publicUntil: null,
      rejectedBy: null,
      ipAddress: null,
      reviewNotes: [],
      approvedValues: null,
      photos: [],
      // The listing is marked as deleted by the landlord. That is final, so no moderator can restore it.
      deletedBy: "owner",
    })
    .where(and(eq(listings.id, id), sql`${listings.status} = 'deleted'`));
}

/**
 * Returns the statement that erases the approved values of a listing that has changed hands. The fields stay marked as
 * changed since the approval.
 */
export function eraseApprovedValues(deps: Deps, id: number) {
  const erased = Object.entries(ERASED_FIELDS).map(([key, value]) => sql`${`$.${key}`}, ${value}`);
  return deps.db
    .update(listings)
    .set({ approvedValues: sql`json_replace(${listings.approvedValues}, ${sql.join(erased, sql`, `)})` })
    .where(and(eq(listings.id, id), sql`${listings.approvedValues} IS NOT NULL`));
}
