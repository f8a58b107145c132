import { and, eq, ne, type SQL, sql } from "drizzle-orm";
import type { Deps } from "../../platform/deps.ts";
import { preparedQuery } from "../../platform/database.ts";
import { type Listing, listings } from "../listings/core/listings.table.ts";
import { type ListingPlace, listingPlaces } from "../listings/core/listing-places.table.ts";

/** A listing and what is known of its place. */
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

/** A listing in any state with its place, by primary keys; null when there is none. */
export async function placedListingById(deps: Deps, id: number): Promise<PlacedListing | null> {
  return (await placedListing(deps, "id").get({ wanted: id })) ?? null;
}

/** The same by the prefix of its photos (index listings_photo_prefix), which is known before the id is. */
export async function placedListingByPrefix(deps: Deps, photoPrefix: string): Promise<PlacedListing | null> {
  return (await placedListing(deps, "photoPrefix").get({ wanted: photoPrefix })) ?? null;
}

/** The columns of a listing that follow from its place. */
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

/** Whether the listing still has the pin it was read with, or none. */
function hasSamePin({ listing, place }: PlacedListing): SQL {
  const pin = sql`SELECT 1 FROM ${listingPlaces} WHERE ${listingPlaces.listingId} = ${listing.id} AND ${listingPlaces.method} = 'pin'`;
  return place?.method === "pin"
    ? sql`EXISTS (${pin}) AND ${listings.latitude} IS ${listing.latitude} AND ${listings.longitude} IS ${listing.longitude}`
    : sql`NOT EXISTS (${pin})`;
}

/**
 * The statement that stores what follows from a listing's place, if what it follows from is as it was read: address and
 * how much of it is public, bedrooms, stated year and pin. What moderators decide on stays the same, so the revision does too.
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
      and(
        eq(listings.id, id),
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

/** The same for a moderator's pin: it is dropped on the listing as it was read. */
export function updatePinnedColumns(deps: Deps, { listing }: PlacedListing, values: PlaceColumns) {
  return deps.db
    .update(listings)
    .set({ ...values, updatedAt: deps.now() })
    .where(and(eq(listings.id, listing.id), eq(listings.revision, listing.revision), ne(listings.status, "deleted")))
    .returning({ id: listings.id });
}

const json = (value: unknown) => (value === null ? null : JSON.stringify(value));

/** The statement that stores how a place is known when the statement before it in the batch changed a row. */
export function placeIfChanged(deps: Deps, place: ListingPlace) {
  // In the order of the table's columns.
  const values = [
    place.listingId,
    place.method,
    place.confidence,
    place.source,
    place.dataVersion,
    place.municipality,
    json(place.building),
    place.rentControlReason,
    json(place.onMap),
    place.enrichedAt.getTime(),
  ].map((value) => sql`${value}`);
  const { listingId: _listingId, ...rest } = place;
  return deps.db
    .insert(listingPlaces)
    .select(sql`SELECT ${sql.join(values, sql`, `)} WHERE changes() > 0`)
    .onConflictDoUpdate({ target: listingPlaces.listingId, set: rest });
}
