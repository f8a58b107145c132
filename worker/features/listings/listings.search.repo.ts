import { and, asc, between, desc, eq, gt, gte, lte, type SQL, sql } from "drizzle-orm";
import { type AttributeFilter, SHORT_LEASE_MONTHS } from "../../contracts/attributes.ts";
import type { Bedrooms } from "../../contracts/bedrooms.ts";
import type { Bounds } from "../../contracts/bounds.ts";
import { type ListingSearch, SEARCH_WINDOW, type Sort } from "../../contracts/search.ts";
import type { Deps } from "../../platform/deps.ts";
import type { Paging } from "../../platform/paging.ts";
import { counters } from "../../platform/tables.ts";
import { cellOf } from "../places/grid.ts";
import { listingPlaces } from "../places/places.table.ts";
import { listings } from "./listings.table.ts";

/** What is looked for: of a type, by a search, within bounds. */
export interface Wanted {
  type: Bedrooms | "all";
  search: ListingSearch;
  bounds: Bounds | null;
}

/** An index that a search walks along: it serves the condition, and the order where there is one. */
interface Walk {
  index: string;
  where: SQL | undefined;
  order: readonly SQL[];
}

/** How the listings of a search are found. */
export interface Plan {
  walk: Walk;
  /** The walk holds more than {@link SEARCH_WINDOW} public listings. */
  isCut: boolean;
}

const NEWEST_FIRST = [desc(listings.firstApprovedAt), desc(listings.id)] as const;
/** As the indexes write them. NULL is the smallest value of SQLite: last in a falling order, first in a rising one. */
export const ORDERS: Record<Sort, readonly SQL[]> = {
  newest: NEWEST_FIRST,
  discount: [desc(listings.belowMarketPercent), ...NEWEST_FIRST],
  price: [sql`(${listings.rentCents} IS NULL)`, asc(listings.rentCents), ...NEWEST_FIRST],
  distance: [sql`(${listings.distanceToSubway} IS NULL)`, asc(listings.distanceToSubway), ...NEWEST_FIRST],
};
const INDEXES: Record<Sort, { all: string; type: string }> = {
  newest: { all: "listings_public", type: "listings_public_by_type" },
  discount: { all: "listings_by_discount", type: "listings_by_type_discount" },
  price: { all: "listings_by_price", type: "listings_by_type_price" },
  distance: { all: "listings_by_distance", type: "listings_by_type_distance" },
};

export const ofType = (type: Bedrooms | "all") => (type === "all" ? undefined : eq(listings.bedrooms, type));

/** Along the index of an order, or a part of it. */
const walkOfOrder = (type: Bedrooms | "all", sort: Sort, part?: SQL): Walk => ({
  index: type === "all" ? INDEXES[sort].all : INDEXES[sort].type,
  where: and(ofType(type), part),
  order: part ? [] : ORDERS[sort],
});

/** Latitudes that are looked at row by row: bounds taller than all of the GTA leave nothing out. */
const MAX_ROWS = 250;

/** Along the cells of some bounds; null where they are too tall for it. */
function walkOfCells(bounds: Bounds): Walk | null {
  const from = cellOf({ latitude: bounds.south, longitude: bounds.west });
  const to = cellOf({ latitude: bounds.north, longitude: bounds.east });
  if (to.row - from.row >= MAX_ROWS) return null;
  const rows = JSON.stringify(Array.from({ length: to.row - from.row + 1 }, (_, index) => from.row + index));
  const where = and(
    sql`${listings.cellRow} IN (SELECT value FROM json_each(${rows}))`,
    between(listings.cellColumn, from.column, to.column),
  );
  return { index: "listings_by_cell", where, order: [] };
}

/** The parts of indexes that hold every listing wanted, those of places first. */
function walksOf({ type, search, bounds }: Wanted): Walk[] {
  const { station, neighbourhood, maxRent, minDiscount, maxSubway } = search;
  const walks: (Walk | null)[] = [
    station === null
      ? null
      : { index: "listings_by_station", where: eq(listings.closestSubwayStation, station), order: NEWEST_FIRST },
    neighbourhood === null
      ? null
      : { index: "listings_by_neighbourhood", where: eq(listings.neighbourhood, neighbourhood), order: NEWEST_FIRST },
    bounds && walkOfCells(bounds),
    maxRent === null
      ? null
      : walkOfOrder(type, "price", sql`(${listings.rentCents} IS NULL) = 0 AND ${rentUpTo(maxRent)}`),
    minDiscount === null ? null : walkOfOrder(type, "discount", gte(listings.belowMarketPercent, minDiscount)),
    maxSubway === null
      ? null
      : walkOfOrder(
          type,
          "distance",
          sql`(${listings.distanceToSubway} IS NULL) = 0 AND ${lte(listings.distanceToSubway, maxSubway)}`,
        ),
  ];
  return walks.filter((walk) => walk !== null);
}

/**
 * Ids of public listings along an index, as a query. The index is named: the planner may not take another, which would
 * read more than the limit. The condition on status is literal, or SQLite could not prove that a partial index serves.
 */
function walked(deps: Deps, { index, where, order }: Walk, limit: number): SQL {
  const isPublic = and(sql`${listings.status} = 'approved'`, gt(listings.expiresAt, deps.now()), where);
  const inOrder = order.length === 0 ? sql`` : sql` ORDER BY ${sql.join([...order], sql`, `)}`;
  return sql`SELECT ${listings.id} FROM ${listings} INDEXED BY ${sql.raw(index)} WHERE ${isPublic}${inOrder} LIMIT ${limit}`;
}

/**
 * Chooses the index by what it leaves to look through. Rows read: {@link SEARCH_WINDOW} + 1 for each condition that
 * has an index, and none of them while all public listings of the type are no more than that.
 */
export async function planSearch(deps: Deps, wanted: Wanted): Promise<Plan> {
  const { type, search } = wanted;
  const walks = walksOf(wanted);
  const sizes = walks.map((walk, index) => {
    const size = sql`(SELECT count(*) FROM (${walked(deps, walk, SEARCH_WINDOW + 1)}))`;
    return [
      `size${index}`,
      sql<number>`CASE WHEN ${counters.value} > ${SEARCH_WINDOW} THEN ${size} ELSE 0 END`,
    ] as const;
  });
  const [row] = await deps.db
    .select({ total: counters.value, ...Object.fromEntries(sizes) })
    .from(counters)
    .where(eq(counters.key, type === "all" ? "approved" : `approved:${type}`))
    .limit(1);
  const inOrder = walkOfOrder(type, search.sort);
  if (!row || row.total <= SEARCH_WINDOW) return { walk: inOrder, isCut: false };
  const measured = walks.map((walk, index) => ({ walk, size: Number(Reflect.get(row, `size${index}`)) }));
  const [smallest] = measured.toSorted((a, b) => a.size - b.size);
  if (smallest && smallest.size <= SEARCH_WINDOW) return { walk: smallest.walk, isCut: false };
  // Only the walks of places are in an order; the others are no use when they end early.
  return { walk: walks.find(({ order }) => order.length > 0) ?? inOrder, isCut: true };
}

const rentUpTo = (dollars: number) => lte(listings.rentCents, dollars * 100);

// What is not said does not match.
const ATTRIBUTE_CONDITIONS: Record<AttributeFilter, SQL> = {
  pets: sql`${listings.pets} IN ('yes', 'limited')`,
  parking: sql`${listings.parking} = 'included'`,
  laundry: sql`${listings.laundry} = 'unit'`,
  utilities: sql`${listings.utilitiesIncluded} = 1`,
  furnished: sql`${listings.furnished} = 1`,
  "short-lease": sql`${listings.leaseMonths} <= ${SHORT_LEASE_MONTHS}`,
};

/** What is not known does not match. */
const conditionsOf = ({ type, search, bounds }: Wanted) =>
  and(
    ofType(type),
    ...search.attributes.map((name) => ATTRIBUTE_CONDITIONS[name]),
    search.maxRent === null ? undefined : rentUpTo(search.maxRent),
    search.minDiscount === null ? undefined : gte(listings.belowMarketPercent, search.minDiscount),
    search.neighbourhood === null ? undefined : eq(listings.neighbourhood, search.neighbourhood),
    search.station === null ? undefined : eq(listings.closestSubwayStation, search.station),
    // JSON: ["1","2"].
    search.line === null ? undefined : sql`instr(${listings.subwayLines}, ${`"${search.line}"`}) > 0`,
    search.maxSubway === null ? undefined : lte(listings.distanceToSubway, search.maxSubway),
    // Exactly the badge: isSurelyRentControlled().
    search.controlled
      ? and(eq(listings.isRentControlled, true), eq(listings.rentControlConfidence, "high"))
      : undefined,
    search.moveInBy === null ? undefined : lte(listings.moveInDate, search.moveInBy),
    bounds ? between(listings.latitude, bounds.south, bounds.north) : undefined,
    bounds ? between(listings.longitude, bounds.west, bounds.east) : undefined,
  );

const matches = (deps: Deps, wanted: Wanted, { walk }: Plan) =>
  and(sql`${listings.id} IN (${walked(deps, walk, SEARCH_WINDOW)})`, conditionsOf(wanted));

const COUNTED = {
  total: sql<number>`count(*) OVER ()`.as("total"),
  rooms: sql<number>`sum(${listings.bedrooms} = 'Private Room') OVER ()`.as("rooms"),
};

/**
 * A page of what a search finds, with how many it finds and how many of them are private rooms; both are null on a
 * page beyond the last. Rows read: at most three times {@link SEARCH_WINDOW}, and the page twice.
 */
export async function listingsFound(deps: Deps, wanted: Wanted, plan: Plan, { limit, offset }: Paging) {
  const order = ORDERS[wanted.search.sort];
  const found = deps.db
    .select({ id: listings.id, ...COUNTED })
    .from(listings)
    .where(matches(deps, wanted, plan))
    .orderBy(...order)
    .limit(limit)
    .offset(offset)
    .as("found");
  const rows = await deps.db
    .select({ listing: listings, total: found.total, rooms: found.rooms })
    .from(found)
    .innerJoin(listings, eq(listings.id, found.id))
    .orderBy(...order);
  return { rows: rows.map(({ listing }) => listing), total: rows[0]?.total ?? null, rooms: rows[0]?.rooms ?? null };
}

/** What the map shows of all that a search finds; place is null unless the house or the block is known. */
export async function pointsFound(deps: Deps, wanted: Wanted, plan: Plan) {
  const { id, bedrooms, address, addressPrecision, rent, rentCents, belowMarketPercent } = listings;
  const { latitude, longitude, expiresAt } = listings;
  const home = { id, bedrooms, address, addressPrecision, rent, rentCents, belowMarketPercent };
  const shown = { ...home, latitude, longitude, expiresAt };
  return deps.db
    .select({ ...shown, confidence: listingPlaces.confidence })
    .from(listings)
    .leftJoin(listingPlaces, eq(listingPlaces.listingId, listings.id))
    .where(matches(deps, wanted, plan))
    .orderBy(...ORDERS[wanted.search.sort])
    .limit(SEARCH_WINDOW);
}
