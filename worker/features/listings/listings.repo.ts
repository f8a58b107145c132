import { and, desc, eq, gt, inArray, isNull, lte, ne, sql } from "drizzle-orm";
import type { Bedrooms } from "../../contracts/bedrooms.ts";
import type { ListingStatus } from "../../contracts/listings.ts";
import type { Deps } from "../../platform/deps.ts";
import { MAX_OFFSET, type Paging } from "../../platform/paging.ts";
import { type Listing, listings } from "./listings.table.ts";

// Conditions on status are literal SQL: with a bound parameter SQLite cannot prove that a partial index serves.
const isApproved = sql`${listings.status} = 'approved'`;
const isNotDeleted = sql`${listings.status} <> 'deleted'`;
const newestFirst = [desc(listings.firstApprovedAt), desc(listings.id)] as const;

/**
 * Public listings, newest first by first approval (index listings_public, or listings_public_by_type with a type).
 * Rows read: offset + limit.
 */
export async function publicListings(
  deps: Deps,
  type: Bedrooms | "all",
  { limit, offset }: Paging,
): Promise<Listing[]> {
  if (offset > MAX_OFFSET) return [];
  return deps.db
    .select()
    .from(listings)
    .where(
      and(isApproved, gt(listings.expiresAt, deps.now()), type === "all" ? undefined : eq(listings.bedrooms, type)),
    )
    .orderBy(...newestFirst)
    .limit(limit)
    .offset(offset);
}

/** A public listing by primary key, or null. */
export async function publicListing(deps: Deps, id: number): Promise<Listing | null> {
  const row = await listingById(deps, id);
  return row && row.status === "approved" && row.expiresAt !== null && row.expiresAt > deps.now() ? row : null;
}

/** Any listing by primary key, or null. */
export async function listingById(deps: Deps, id: number): Promise<Listing | null> {
  const [row] = await deps.db.select().from(listings).where(eq(listings.id, id)).limit(1);
  return row ?? null;
}

/** The listing a photo belongs to (index listings_photo_prefix), or null. */
export async function listingOfPhotoPrefix(deps: Deps, prefix: string): Promise<Listing | null> {
  const [row] = await deps.db.select().from(listings).where(eq(listings.photoPrefix, prefix)).limit(1);
  return row ?? null;
}

/**
 * Listings for moderators, newest first: all but deleted ones (index listings_admin), or those of a state (index
 * listings_approved or listings_by_status).
 */
export async function listingsForAdmin(
  deps: Deps,
  status: ListingStatus | undefined,
  { limit, offset }: Paging,
): Promise<Listing[]> {
  if (offset > MAX_OFFSET) return [];
  const ofStatus =
    status === "approved" ? isApproved : sql`${listings.status} <> 'approved' AND ${listings.status} = ${status}`;
  const which = status === undefined ? isNotDeleted : ofStatus;
  return deps.db.select().from(listings).where(which).orderBy(desc(listings.id)).limit(limit).offset(offset);
}

/** Ids of other listings of the same unit and type that are not deleted, newest first, at most 5 (index listings_address_key). */
export async function twinsOf(
  deps: Deps,
  { addressKey, unit, bedrooms }: Pick<Listing, "addressKey" | "unit" | "bedrooms">,
  exceptId: number | null,
): Promise<number[]> {
  const rows = await deps.db
    .select({ id: listings.id })
    .from(listings)
    .where(
      and(
        eq(listings.addressKey, addressKey),
        unit === null ? isNull(listings.unit) : eq(listings.unit, unit),
        eq(listings.bedrooms, bedrooms),
        isNotDeleted,
        exceptId === null ? undefined : ne(listings.id, exceptId),
      ),
    )
    .orderBy(desc(listings.id))
    .limit(5);
  return rows.map(({ id }) => id);
}

/** Ids of listings at other addresses with the same phone number, newest first, at most 3 (index listings_phone_key). */
export async function samePhoneElsewhere(
  deps: Deps,
  { addressKey, phoneKey }: Pick<Listing, "addressKey" | "phoneKey">,
): Promise<number[]> {
  if (phoneKey === null) return [];
  const rows = await deps.db
    .select({ id: listings.id })
    .from(listings)
    .where(and(eq(listings.phoneKey, phoneKey), ne(listings.addressKey, addressKey), isNotDeleted))
    .orderBy(desc(listings.id))
    .limit(3);
  return rows.map(({ id }) => id);
}

/** The statement that stores a new listing. */
export function insertListing(deps: Deps, values: typeof listings.$inferInsert) {
  return deps.db.insert(listings).values(values).returning();
}

/**
 * A change of a listing as it was read: the statement, for a batch. It changes nothing when the row was changed since,
 * or is deleted.
 */
export function updateListing(
  deps: Deps,
  { id, revision }: Pick<Listing, "id" | "revision">,
  values: Partial<typeof listings.$inferInsert>,
) {
  return deps.db
    .update(listings)
    .set({ ...values, revision: revision + 1 })
    .where(and(eq(listings.id, id), eq(listings.revision, revision)))
    .returning();
}

/** Marks listings as expired, those among `ids` that are approved and over at `time`. */
export async function markExpired(deps: Deps, ids: readonly number[], time: Date): Promise<void> {
  await deps.db
    .update(listings)
    .set({ status: "expired", revision: sql`${listings.revision} + 1` })
    .where(and(inArray(listings.id, [...ids]), isApproved, lte(listings.expiresAt, time)));
}

/** When the next public listing expires (index listings_expiring); null when none is public. */
export async function nextExpiry(deps: Deps): Promise<Date | null> {
  const [row] = await deps.db
    .select({ expiresAt: listings.expiresAt })
    .from(listings)
    .where(and(isApproved, gt(listings.expiresAt, deps.now())))
    .orderBy(listings.expiresAt)
    .limit(1);
  return row?.expiresAt ?? null;
}

/** Approved listings whose time is over at `time`, at most `limit` (index listings_expiring). */
export async function expiredListingIds(deps: Deps, time: Date, limit: number): Promise<number[]> {
  const rows = await deps.db
    .select({ id: listings.id })
    .from(listings)
    .where(and(isApproved, lte(listings.expiresAt, time)))
    .orderBy(listings.expiresAt)
    .limit(limit);
  return rows.map(({ id }) => id);
}

/** Approved listings that expire before `time` and whose landlords were not asked yet (index listings_reminding). */
export async function listingsToRemind(deps: Deps, time: Date, limit: number): Promise<{ id: number }[]> {
  return deps.db
    .select({ id: listings.id })
    .from(listings)
    .where(and(sql`${listings.status} = 'approved' AND ${listings.remindedAt} IS NULL`, lte(listings.expiresAt, time)))
    .orderBy(listings.expiresAt)
    .limit(limit);
}

/** The statement that notes the question to the landlord, once a term. */
export function markReminded(deps: Deps, { id }: Pick<Listing, "id">) {
  return deps.db
    .update(listings)
    .set({ remindedAt: deps.now() })
    .where(and(eq(listings.id, id), isApproved, isNull(listings.remindedAt)));
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

/** Ids, types and addresses of public listings for the sitemap, at most `limit`. */
export async function listingAddresses(deps: Deps, limit: number) {
  return deps.db
    .select({
      id: listings.id,
      bedrooms: listings.bedrooms,
      address: listings.address,
      approvedAt: listings.approvedAt,
    })
    .from(listings)
    .where(and(isApproved, gt(listings.expiresAt, deps.now())))
    .orderBy(...newestFirst)
    .limit(limit);
}

/** Deleted listings whose photos are due to go, at most `limit` (index listings_buried). */
export async function tombstonesBefore(deps: Deps, time: Date, limit: number): Promise<Listing[]> {
  return deps.db
    .select()
    .from(listings)
    .where(and(sql`${listings.status} = 'deleted' AND ${listings.photos} <> '[]'`, lte(listings.deletedAt, time)))
    .orderBy(listings.deletedAt)
    .limit(limit);
}
