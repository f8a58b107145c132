import { and, eq, gt, sql } from "drizzle-orm";
import type { Bedrooms } from "../../../contracts/bedrooms.ts";
import { type IndexedSort, MAP_POINTS } from "../../../contracts/search.ts";
import type { Deps } from "../../../platform/deps.ts";
import { preparedQuery } from "../../../platform/database.ts";
import { MAX_OFFSET, type PageWindow } from "../../../platform/paging.ts";
import { counters, settings } from "../../../platform/tables.ts";
import { type ListingPlace, listingPlaces } from "../listing/listing-places.table.ts";
import { ofType, ORDERS } from "./search.conditions.ts";
import { type Listing, listings } from "../listing/listings.table.ts";
import { PUBLIC_COLUMNS, publicRowOf, type PublicRow } from "../views/listings.mappers.ts";
import { isAnnounced } from "../listing/public-percent.ts";

/** Returns the subquery for a total that triggers maintain. The total is null if nothing was counted yet. */
const counterOf = (key: string) =>
  sql<number | null>`(SELECT ${counters.value} FROM ${counters} WHERE ${counters.key} = ${key})`;

const settingOf = (name: string) =>
  sql<string | null>`(SELECT ${settings.value} FROM ${settings} WHERE ${settings.name} = ${name})`;

const isPublic = (type: Bedrooms | "all") =>
  and(sql`${listings.status} = 'approved'`, gt(listings.expiresAt, sql.placeholder("now")), ofType(type));

const listPage = preparedQuery((db, type: Bedrooms | "all", sort: IndexedSort, setting: string) =>
  db
    .select({
      listing: PUBLIC_COLUMNS,
      total: counterOf(type === "all" ? "approved" : `approved:${type}`),
      rooms: counterOf("approved:Private Room"),
      setting: setting === "" ? sql<null>`NULL` : settingOf(setting),
    })
    .from(listings)
    .where(isPublic(type))
    .orderBy(...ORDERS[sort])
    .limit(sql.placeholder("limit"))
    .offset(sql.placeholder("offset"))
    .prepare(),
);

interface ListPage {
  rows: PublicRow[];
  total: number | null;
  rooms: number | null;
  /**
   * Value of the requested setting. Null if the setting was never set, or if none was requested. Undefined if there are
   * no rows.
   */
  setting?: string | null;
}

/**
 * Returns public listings of a type in a sort order (one index for each order), with the total number of listings and
 * of private rooms. Uses one query, because calls to D1 dominate the cost. Both numbers are null beyond the last page.
 * Reads offset + limit + 2 rows, and one for the setting.
 * @param setting name of a setting that the same query reads; empty for none
 */
export async function publicListingsBy(
  deps: Deps,
  type: Bedrooms | "all",
  sort: IndexedSort,
  { limit, offset }: PageWindow,
  setting = "",
): Promise<ListPage> {
  if (offset > MAX_OFFSET) return { rows: [], total: null, rooms: null };
  const found = await listPage(deps, type, sort, setting).values({ now: deps.now().getTime(), limit, offset });
  const [first] = found;
  if (!first) return { rows: [], total: null, rooms: null };
  const [total, rooms, value] = first.slice(-3) as [number | null, number | null, string | null];
  return { rows: found.map(publicRowOf), total, rooms, setting: value };
}

/** Columns for the points on the map, which only shows locations with high or medium confidence. */
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

/** Listings on the map, with the number of all matches and the number of private rooms among them. */
export interface MapPoints {
  points: Point[];
  total: number;
  rooms: number;
}

/**
 * Separates map points from the counts that their rows also contain.
 * @param points rows of {@link POINT_COLUMNS}, each of which also contains the counts
 */
export function toPoints(points: (Point & { total: number | null; rooms: number | null })[]): MapPoints {
  return { points, total: points[0]?.total ?? 0, rooms: points[0]?.rooms ?? 0 };
}

const mapInOrder = preparedQuery((db, type: Bedrooms | "all", sort: IndexedSort) =>
  db
    .select({
      ...POINT_COLUMNS,
      total: counterOf(type === "all" ? "approved" : `approved:${type}`),
      rooms: type === "all" || type === "Private Room" ? counterOf("approved:Private Room") : sql<number>`0`,
    })
    .from(listings)
    .leftJoin(listingPlaces, eq(listingPlaces.listingId, listings.id))
    .where(isPublic(type))
    .orderBy(...ORDERS[sort])
    .limit(MAP_POINTS)
    .prepare(),
);

/**
 * Returns the first {@link MAP_POINTS} public listings of a type in a sort order (one index for each order). Reads
 * twice as many rows, plus two.
 */
export const publicPointsBy = async (deps: Deps, type: Bedrooms | "all", sort: IndexedSort): Promise<MapPoints> =>
  toPoints(await mapInOrder(deps, type, sort).all({ now: deps.now().getTime() }));

const announced = preparedQuery((db, type: Bedrooms | "all") =>
  db
    .select()
    .from(listings)
    .where(and(isPublic(type), isAnnounced))
    .orderBy(...ORDERS.newest)
    .limit(sql.placeholder("limit"))
    .prepare(),
);

/**
 * Returns the newest listings of a type that may be announced in feeds (uses index listings_public or
 * listings_public_by_type). Reads the rows that it returns and those that it skips.
 */
export function newestAnnounced(deps: Deps, type: Bedrooms | "all", limit: number): Promise<Listing[]> {
  return announced(deps, type).all({ now: deps.now().getTime(), limit });
}
