import { and, eq, gt, sql } from "drizzle-orm";
import type { Bedrooms } from "../../../contracts/bedrooms.ts";
import { type Sort, MAP_POINTS } from "../../../contracts/search.ts";
import type { Deps } from "../../../platform/deps.ts";
import { preparedQuery } from "../../../platform/database.ts";
import { MAX_OFFSET, type PageWindow } from "../../../platform/paging.ts";
import { counters } from "../../../platform/tables.ts";
import { type ListingPlace, listingPlaces } from "../core/listing-places.table.ts";
import { ofType, ORDERS } from "./search.conditions.ts";
import { type Listing, listings } from "../core/listings.table.ts";
import { PUBLIC_COLUMNS, type PublicRow } from "../core/listings.mappers.ts";
import { isAnnounced } from "../core/public-percent.ts";

/** A total that triggers keep, as a part of another query; null when nothing was ever counted. */
const counterOf = (key: string) =>
  sql<number | null>`(SELECT ${counters.value} FROM ${counters} WHERE ${counters.key} = ${key})`;

const listPage = preparedQuery((db, type: Bedrooms | "all", sort: Sort) =>
  db
    .select({
      listing: PUBLIC_COLUMNS,
      total: counterOf(type === "all" ? "approved" : `approved:${type}`),
      rooms: counterOf("approved:Private Room"),
    })
    .from(listings)
    .where(and(sql`${listings.status} = 'approved'`, gt(listings.expiresAt, sql.placeholder("now")), ofType(type)))
    .orderBy(...ORDERS[sort])
    .limit(sql.placeholder("limit"))
    .offset(sql.placeholder("offset"))
    .prepare(),
);

/**
 * Public listings of a type in an order (an index for each), how many there are and how many of them are
 * private rooms, in one call: each call of D1 costs more than such a query. The counts are null on a page beyond the
 * last. Rows read: offset + limit + 2.
 */
export async function publicListingsBy(
  deps: Deps,
  type: Bedrooms | "all",
  sort: Sort,
  { limit, offset }: PageWindow,
): Promise<{ rows: PublicRow[]; total: number | null; rooms: number | null }> {
  if (offset > MAX_OFFSET) return { rows: [], total: null, rooms: null };
  const found = await listPage(deps, type, sort).all({ now: deps.now().getTime(), limit, offset });
  const { total = null, rooms = null } = found[0] ?? {};
  return { rows: found.map(({ listing }) => listing), total, rooms };
}

/** What the map reads of a listing. The place is not shown unless the house or the block is known. */
export const POINT_COLUMNS = {
  id: listings.id,
  bedrooms: listings.bedrooms,
  address: listings.address,
  addressPrecision: listings.addressPrecision,
  rent: listings.rent,
  rentCents: listings.rentCents,
  belowMarketPercent: listings.belowMarketPercent,
  latitude: listings.latitude,
  longitude: listings.longitude,
  expiresAt: listings.expiresAt,
  confidence: listingPlaces.confidence,
};
type Point = Pick<Listing, Exclude<keyof typeof POINT_COLUMNS, "confidence">> & Pick<ListingPlace, "confidence">;

/** Listings on the map, with how many there are and how many of them are private rooms. */
export interface PointsFound {
  points: Point[];
  total: number;
  rooms: number;
}

/** Rows of {@link POINT_COLUMNS}, each with a total and a number of rooms. */
export function toPoints(points: (Point & { total: number | null; rooms: number | null })[]): PointsFound {
  return { points, total: points[0]?.total ?? 0, rooms: points[0]?.rooms ?? 0 };
}

const mapInOrder = preparedQuery((db, type: Bedrooms | "all", sort: Sort) =>
  db
    .select({
      ...POINT_COLUMNS,
      total: counterOf(type === "all" ? "approved" : `approved:${type}`),
      rooms: type === "all" || type === "Private Room" ? counterOf("approved:Private Room") : sql<number>`0`,
    })
    .from(listings)
    .leftJoin(listingPlaces, eq(listingPlaces.listingId, listings.id))
    .where(and(sql`${listings.status} = 'approved'`, gt(listings.expiresAt, sql.placeholder("now")), ofType(type)))
    .orderBy(...ORDERS[sort])
    .limit(MAP_POINTS)
    .prepare(),
);

/** The first {@link MAP_POINTS} public listings of a type in an order (an index for each). Rows read: twice as many, and 2. */
export const publicPointsBy = async (deps: Deps, type: Bedrooms | "all", sort: Sort): Promise<PointsFound> =>
  toPoints(await mapInOrder(deps, type, sort).all({ now: deps.now().getTime() }));

const announced = preparedQuery((db, type: Bedrooms | "all") =>
  db
    .select()
    .from(listings)
    .where(
      and(
        sql`${listings.status} = 'approved'`,
        gt(listings.expiresAt, sql.placeholder("now")),
        ofType(type),
        isAnnounced,
      ),
    )
    .orderBy(...ORDERS.newest)
    .limit(sql.placeholder("limit"))
    .prepare(),
);

/**
 * The newest public listings of a type that feeds announce (index listings_public, or that by type). Rows read: the limit
 * and those between that are not announced.
 */
export function newestAnnounced(deps: Deps, type: Bedrooms | "all", limit: number): Promise<Listing[]> {
  return announced(deps, type).all({ now: deps.now().getTime(), limit });
}
