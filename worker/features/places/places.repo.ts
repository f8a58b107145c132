import { and, eq, ne, type SQL, sql, asc, gt } from "drizzle-orm";
import type { Deps } from "../../platform/deps.ts";
import { preparedQuery } from "../../platform/database.ts";
import { type Listing, listings } from "../listings/listing/listings.table.ts";
import { type ListingPlace, listingPlaces, listingPlaceStates } from "../listings/listing/listing-places.table.ts";
import { type OutboxPayload, readPayload } from "../../platform/outbox.schemas.ts";
import { outboxForEach } from "../../platform/outbox.ts";
import { outbox } from "../../platform/tables.ts";
import { requireRow } from "../../platform/run-all-or-none.ts";

/** A listing with its location. */
export interface PlacedListing {
  listing: Listing;
  place: ListingPlace | null;
}

const placedListing = preparedQuery((db, by: "id" | "photoPrefix") =>
  db
    .select({ listing: listings, place: listingPlaces })
    .from(listings)
    .leftJoin(listingPlaces, eq(listingPlaces.listingId, listings.id))
    .where(eq(listings[by], sql.placeholder("wanted")))
    .limit(1)
    .prepare(),
);

/** Returns a listing in any state with its location, by primary key. Returns null if the listing does not exist. */
export async function placedListingById(deps: Deps, id: number): Promise<PlacedListing | null> {
  return (await placedListing(deps, "id").get({ wanted: id })) ?? null;
}

/**
 * Returns a listing with its location by photo prefix, which is known before the id (uses index listings_photo_prefix).
 */
export async function placedListingByPrefix(deps: Deps, photoPrefix: string): Promise<PlacedListing | null> {
  return (await placedListing(deps, "photoPrefix").get({ wanted: photoPrefix })) ?? null;
}

/** The columns of a listing that depend on its location. */
export type PlaceColumns = Pick<
  Listing,
  | "latitude"
  | "longitude"
  | "neighbourhood"
  | "postalArea"
  | "distanceToDowntown"
  | "closestSubwayStation"
  | "subwayLines"
  | "distanceToSubway"
  | "amenities"
  | "buildingYear"
  | "isRentControlled"
  | "rentControlConfidence"
>;

/** Returns the SQL condition that the listing's pin is unchanged since it was read, or still absent. */
function hasSamePin({ listing, place }: PlacedListing): SQL {
  const pin = sql`SELECT 1 FROM ${listingPlaces} WHERE ${listingPlaces.listingId} = ${listing.id} AND ${listingPlaces.method} = 'pin'`;
  return place?.method === "pin"
    ? sql`EXISTS (${pin}) AND ${listings.latitude} IS ${listing.latitude} AND ${listings.longitude} IS ${listing.longitude}`
    : sql`NOT EXISTS (${pin})`;
}

/**
 * Returns the statement that stores the location columns, if their inputs are unchanged since they were read: address
 * and precision, bedrooms, stated year and pin. The revision stays the same, because moderators do not decide on these
 * columns.
 */
export function updatePlaceColumns(
  deps: Deps,
  asRead: PlacedListing,
  values: PlaceColumns & Partial<Pick<Listing, "updatedAt">>,
) {
  const { id, address, addressPrecision, bedrooms, yearBuilt } = asRead.listing;
  return deps.db
    .update(listings)
    .set(values)
    .where(
      requireRow(
        listings,
        id,
        eq(listings.address, address),
        eq(listings.addressPrecision, addressPrecision),
        eq(listings.bedrooms, bedrooms),
        sql`${listings.yearBuilt} IS ${yearBuilt}`,
        ne(listings.status, "deleted"),
        hasSamePin(asRead),
      ),
    )
    .returning({ id: listings.id });
}

/**
 * Returns the statement that stores the columns for a moderator's pin. Like {@link updatePlaceColumns}, but also
 * requires the revision that was read.
 */
export function updatePinnedColumns(deps: Deps, { listing }: PlacedListing, values: PlaceColumns) {
  return deps.db
    .update(listings)
    .set({ ...values, updatedAt: deps.now() })
    .where(requireRow(listings, listing.id, eq(listings.revision, listing.revision), ne(listings.status, "deleted")))
    .returning({ id: listings.id });
}

/** Returns the statement that stores a listing's location. */
export function storePlace(deps: Deps, place: ListingPlace) {
  const { listingId: _listingId, ...rest } = place;
  return deps.db.insert(listingPlaces).values(place).onConflictDoUpdate({ target: listingPlaces.listingId, set: rest });
}

/** Maximum number of pending look-ups read per query. */
const MAX_PENDING = 2_000;

/** Returns listings after an id, in id order, with the data version of their facts (by primary key). */
export async function listingsAfter(deps: Deps, afterId: number, limit: number) {
  return deps.db
    .select({
      id: listings.id,
      status: listings.status,
      photoPrefix: listings.photoPrefix,
      dataVersion: listingPlaces.dataVersion,
      method: listingPlaces.method,
      enrichedAt: listingPlaces.enrichedAt,
    })
    .from(listings)
    .leftJoin(listingPlaces, eq(listingPlaces.listingId, listings.id))
    .where(gt(listings.id, afterId))
    .orderBy(asc(listings.id))
    .limit(limit);
}

/**
 * Returns the payloads of look-ups that are pending or that failed permanently after `since` (uses indexes
 * outbox_undone_kind and outbox_given_up_kind).
 */
export async function pendingLookUps(deps: Deps, since: Date): Promise<OutboxPayload<"places.enrich">[]> {
  const kind = "places.enrich";
  // The conditions are literal SQL, because SQLite does not use partial indexes for bound parameters.
  const [open, givenUp] = await deps.db.batch([
    deps.db
      .select({ payload: outbox.payload })
      .from(outbox)
      .where(and(sql`done_at IS NULL AND gave_up_at IS NULL`, eq(outbox.kind, kind)))
      .limit(MAX_PENDING),
    deps.db
      .select({ payload: outbox.payload })
      .from(outbox)
      .where(and(sql`gave_up_at IS NOT NULL`, gt(outbox.gaveUpAt, since), eq(outbox.kind, kind)))
      .limit(MAX_PENDING),
  ]);
  return [...open, ...givenUp].flatMap(({ payload }) => readPayload(kind, payload) ?? []);
}

/** Returns the statement that queues a look-up for each of the listings, with only one bound value. */
export function insertLookUps(deps: Deps, listingIds: readonly number[]) {
  const from = sql`FROM json_each(${JSON.stringify(listingIds)})`;
  return outboxForEach(deps, "places.enrich", { listingId: sql`value` }, from);
}

/**
 * Returns the numbers of listings that are neither deleted nor rented, by location method and data version. Triggers
 * (migrations/) maintain these few rows.
 */
export async function countPlaces(deps: Deps) {
  const rows = await deps.db.select().from(listingPlaceStates);
  return rows.map(({ method, confidence, dataVersion, listings: count }) => ({
    method: method || null,
    confidence: confidence || null,
    dataVersion: dataVersion || null,
    count,
  }));
}
