import { and, between, eq, gt, gte, lte, sql, type SQL } from "drizzle-orm";
import type { Deps } from "../../../platform/deps.ts";
import { placeCounts } from "./search.table.ts";
import type { Bedrooms } from "../../../contracts/bedrooms.ts";
import type { Bounds } from "../../../contracts/places.ts";
import { type Sort, MAP_POINTS, SEARCH_WINDOW } from "../../../contracts/search.ts";
import type { PageWindow } from "../../../platform/paging.ts";
import { counters } from "../../../platform/tables.ts";
import { cellOf } from "../../../platform/grid.ts";
import { neighbourhoodsCovered } from "../../../contracts/place-names.ts";
import { listingPlaces } from "../core/listing-places.table.ts";
import {
  NEWEST_FIRST,
  ORDERS,
  conditionsOf,
  inNeighbourhood,
  ofType,
  rentWithin,
  type Wanted,
} from "./search.conditions.ts";
import { POINT_COLUMNS, type PointsFound, toPoints } from "./lists.repo.ts";
import { PUBLIC_COLUMNS } from "../core/listings.mappers.ts";
import { listings } from "../core/listings.table.ts";

/** Most places that are told: there are 158 neighbourhoods and 109 stations. */
const MAX_PLACES = 500;

/** Places with approved listings, by name. Rows read: as many as there are places. */
export async function placesWithListings(deps: Deps) {
  return deps.db
    .select()
    .from(placeCounts)
    .where(gt(placeCounts.listings, 0))
    .orderBy(placeCounts.kind, placeCounts.name)
    .limit(MAX_PLACES);
}

/** An index that a search walks along: it serves the condition, and the order where there is one. */
interface Walk {
  index: string;
  where: SQL | undefined;
  order: readonly SQL[];
}

/** How the listings of a search are found. */
export interface Plan {
  /** Null: all public listings are looked through. */
  walk: Walk | null;
  /** More than {@link SEARCH_WINDOW} public listings would have to be looked through. */
  isCut: boolean;
}

const INDEXES: Record<Sort, { all: string; type: string }> = {
  newest: { all: "listings_public", type: "listings_public_by_type" },
  discount: { all: "listings_by_discount", type: "listings_by_type_discount" },
  price: { all: "listings_by_price", type: "listings_by_type_price" },
  distance: { all: "listings_by_distance", type: "listings_by_type_distance" },
};

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

/** In the order of the site, unless the name stands for several. */
const alongNeighbourhood = (name: string): Pick<Walk, "where" | "order"> => ({
  where: inNeighbourhood(name),
  order: neighbourhoodsCovered(name).length === 1 ? NEWEST_FIRST : [],
});

/** The parts of indexes that hold every listing wanted, those of places first. */
function walksOf({ type, search, bounds }: Wanted): Walk[] {
  const { station, neighbourhood, minRent, maxRent, minDiscount, maxSubway } = search;
  const walks: (Walk | null)[] = [
    station === null
      ? null
      : { index: "listings_by_station", where: eq(listings.closestSubwayStation, station), order: NEWEST_FIRST },
    neighbourhood === null ? null : { index: "listings_by_neighbourhood", ...alongNeighbourhood(neighbourhood) },
    bounds && walkOfCells(bounds),
    minRent === null && maxRent === null
      ? null
      : walkOfOrder(type, "price", sql`(${listings.rentCents} IS NULL) = 0 AND ${rentWithin(search)}`),
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

const totalOf = (key: string) =>
  sql<number | null>`(SELECT value FROM ${counters} AS ofType WHERE ofType.key = ${key})`;

/** Ids of the listings that say some words, the latest first, as a query; the index holds public listings alone. */
const saying = (match: string, limit: number): SQL =>
  sql`SELECT rowid FROM listings_words WHERE listings_words MATCH ${match} ORDER BY rowid DESC LIMIT ${limit}`;

/**
 * Chooses the index by what it leaves to look through. Rows read: {@link SEARCH_WINDOW} + 1 for each condition that
 * has an index, and none of them while there are no more public listings than that.
 */
export async function planSearch(deps: Deps, wanted: Wanted): Promise<Plan> {
  const { type, search, match } = wanted;
  const walks = walksOf(wanted);
  const counted = [
    ...walks.map((walk) => walked(deps, walk, SEARCH_WINDOW + 1)),
    ...(match === undefined ? [] : [saying(match, SEARCH_WINDOW + 1)]),
  ];
  const sizes = counted.map((ids, index) => {
    const size = sql`(SELECT count(*) FROM (${ids}))`;
    return [
      `size${index}`,
      sql<number>`CASE WHEN ${counters.value} > ${SEARCH_WINDOW} THEN ${size} ELSE 0 END`,
    ] as const;
  });
  const [row] = await deps.db
    .select({ total: counters.value, ofType: totalOf(`approved:${type}`), ...Object.fromEntries(sizes) })
    .from(counters)
    .where(eq(counters.key, "approved"))
    .limit(1);
  if (!row || row.total <= SEARCH_WINDOW) return { walk: null, isCut: false };
  const sizeOf = (index: number) => Number(Reflect.get(row, `size${index}`));
  const inOrder = walkOfOrder(type, search.sort);
  const measured = walks.map((walk, index) => ({ walk, size: sizeOf(index) }));
  if (type !== "all") measured.push({ walk: inOrder, size: row.ofType ?? 0 });
  const [smallest] = measured.toSorted((a, b) => a.size - b.size);
  const said = match === undefined ? null : sizeOf(walks.length);
  if (smallest && smallest.size <= SEARCH_WINDOW && smallest.size < (said ?? Infinity))
    return { walk: smallest.walk, isCut: said !== null && said > SEARCH_WINDOW };
  // Those that say the words, all of them or the latest.
  if (said !== null) return { walk: null, isCut: said > SEARCH_WINDOW };
  // Only the walks of places are in an order; the others are no use when they end early.
  return { walk: walks.find(({ order }) => order.length > 0) ?? inOrder, isCut: true };
}

/**
 * The part of a query that finds the public listings of a search in their narrow index: nothing else of a listing is read
 * before it is known to be shown.
 */
function finding(deps: Deps, wanted: Wanted, { walk }: Plan): SQL {
  const where = and(
    sql`${listings.status} = 'approved'`,
    gt(listings.expiresAt, deps.now()),
    walk === null ? undefined : sql`${listings.id} IN (${walked(deps, walk, SEARCH_WINDOW)})`,
    wanted.match === undefined ? undefined : sql`${listings.id} IN (${saying(wanted.match, SEARCH_WINDOW)})`,
    conditionsOf(wanted),
  );
  return sql`FROM ${listings} INDEXED BY listings_searched WHERE ${where}
    ORDER BY ${sql.join([...ORDERS[wanted.search.sort]], sql`, `)}`;
}

const COUNTED = sql`count(*) OVER () AS total, sum(${listings.bedrooms} = 'Private Room') OVER () AS rooms`;
const FOUND = { total: sql<number>`found.total`, rooms: sql<number>`found.rooms` };

/**
 * A page of what a search finds, with how many it finds and how many of them are private rooms; both are null on a
 * page beyond the last. Rows read: at most seven times {@link SEARCH_WINDOW}, and the page twice.
 */
export async function listingsFound(deps: Deps, wanted: Wanted, plan: Plan, { limit, offset }: PageWindow) {
  const rows = await deps.db
    .select({ listing: PUBLIC_COLUMNS, ...FOUND })
    .from(
      sql`(SELECT ${listings.id}, ${COUNTED} ${finding(deps, wanted, plan)} LIMIT ${limit} OFFSET ${offset}) AS found`,
    )
    .innerJoin(listings, eq(listings.id, sql`found.id`))
    .orderBy(...ORDERS[wanted.search.sort]);
  return { rows: rows.map(({ listing }) => listing), total: rows[0]?.total ?? null, rooms: rows[0]?.rooms ?? null };
}

/** What the map shows of what a search finds, the first {@link MAP_POINTS} in its order. */
export async function pointsFound(deps: Deps, wanted: Wanted, plan: Plan): Promise<PointsFound> {
  const found = await deps.db
    .select({ ...POINT_COLUMNS, ...FOUND })
    .from(sql`(SELECT ${listings.id}, ${COUNTED} ${finding(deps, wanted, plan)} LIMIT ${MAP_POINTS}) AS found`)
    .innerJoin(listings, eq(listings.id, sql`found.id`))
    .leftJoin(listingPlaces, eq(listingPlaces.listingId, listings.id))
    .orderBy(...ORDERS[wanted.search.sort]);
  return toPoints(found);
}
