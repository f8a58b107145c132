import { and, between, type Column, eq, gt, gte, lte, sql, type SQL } from "drizzle-orm";
import type { Deps } from "../../../platform/deps.ts";
import { placeCounts } from "./search.table.ts";
import type { Bedrooms } from "../../../contracts/bedrooms.ts";
import { type Bounds, parseBounds } from "../../../contracts/places.ts";
import { COMMUTE_SORT, type IndexedSort, MAP_POINTS, NO_FILTERS, SEARCH_WINDOW } from "../../../contracts/search.ts";
import type { PageWindow } from "../../../platform/paging.ts";
import { counters } from "../../../platform/tables.ts";
import { boundsAround, type Cell, cellOf } from "../../../platform/grid.ts";
import { MICRODEGREES } from "../../../transit/index.ts";
import { neighbourhoodsCovered } from "../../../contracts/place-names.ts";
import { listingPlaces } from "../listing/listing-places.table.ts";
import {
  NEWEST_FIRST,
  ORDERS,
  conditionsOf,
  indexedSort,
  inNeighbourhood,
  isDropped,
  type Matches,
  ofType,
  orderOf,
  rentWithin,
  type SearchRequest,
  squaredMetres,
} from "./search.conditions.ts";
import { POINT_COLUMNS, type MapPoints, toPoints } from "./lists.repo.ts";
import { PUBLIC_COLUMNS, type PublicRow } from "../views/listings.mappers.ts";
import { listings } from "../listing/listings.table.ts";

/** Maximum number of places returned, above the existing 158 neighbourhoods and 109 stations. */
const MAX_PLACES = 500;

/** Returns the neighbourhoods and stations with approved listings, sorted by name. Reads one row for each place. */
export async function placesWithListings(deps: Deps) {
  return deps.db
    .select()
    .from(placeCounts)
    .where(gt(placeCounts.listings, 0))
    .orderBy(placeCounts.kind, placeCounts.name)
    .limit(MAX_PLACES);
}

/** A scan of the part of an index that matches one condition, in a sort order if the index has one. */
interface IndexScan {
  index: string;
  /** Table that the scan joins. The order of its rows determines the order in which the index is scanned. */
  along?: SQL;
  where: SQL | undefined;
  order: readonly SQL[];
  /** FTS5 query for further listings to include in the scan. */
  also?: string;
}

/** Plan for finding the listings of a search. */
export interface Plan {
  /** The scan to use; null to scan all public listings. */
  scan: IndexScan | null;
  /** True if there are more public listings to scan than the limit allows. */
  isCut: boolean;
  /** True if the words occur in too many listings to rank the listings by the positions of the words. */
  isUnranked?: boolean;
  /** True if no listing contains the words. */
  isEmpty?: boolean;
  /** True if there are so few public listings that all searches scan all of them. */
  isWhole?: boolean;
}

/**
 * Maximum number of matches that are ranked by the positions of the words, if the site has more listings than {@link
 * SEARCH_WINDOW}.
 */
const MAX_RANKED = 2_000;

const INDEXES: Record<IndexedSort, { all: string; type: string }> = {
  newest: { all: "listings_public", type: "listings_public_by_type" },
  discount: { all: "listings_by_discount", type: "listings_by_type_discount" },
  price: { all: "listings_by_price", type: "listings_by_type_price" },
  distance: { all: "listings_by_distance", type: "listings_by_type_distance" },
  drop: { all: "listings_by_drop", type: "listings_by_type_drop" },
};

/** Returns the scan of the index for a sort order, or of a part of that index. */
const scanInOrder = (type: Bedrooms | "all", sort: IndexedSort, part?: SQL): IndexScan => ({
  index: type === "all" ? INDEXES[sort].all : INDEXES[sort].type,
  where: and(ofType(type), part),
  order: part ? [] : ORDERS[sort],
});

/** Maximum number of grid rows in a condition. Bounds with more rows cover the whole GTA, so they exclude nothing. */
const MAX_ROWS = 250;

/** Returns the scan of the grid cells within bounds. Returns null if the bounds are too tall. */
function scanBounds(bounds: Bounds): IndexScan | null {
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

/** Upper bound on the number of columns of grid cells around the Earth. */
const CELL_COLUMNS = 100_000;
/** Encodes a grid cell as one number. Columns are counted from the 180th meridian, so the number is positive. */
const cellNumber = ({ row, column }: Cell) => row * CELL_COLUMNS + column + CELL_COLUMNS / 2;
// The numbers are literal SQL, because D1 binds numbers as floating point, and SQLite would then not use integer
// division.
const ROW_OF_CELL = sql.raw(`cell.value / ${CELL_COLUMNS}`);
const COLUMN_OF_CELL = sql.raw(`cell.value % ${CELL_COLUMNS} - ${CELL_COLUMNS / 2}`);

/** Returns the scan of grid cells in the given order. The join keeps that order, so a limit takes the first cells. */
const scanCells = (cells: readonly Cell[]): IndexScan => ({
  index: "listings_by_cell",
  along: sql`json_each(${JSON.stringify(cells.map(cellNumber))}) AS cell CROSS JOIN `,
  where: and(eq(listings.cellRow, ROW_OF_CELL), eq(listings.cellColumn, COLUMN_OF_CELL)),
  order: [],
});

/** Returns the scan of the listings in a neighbourhood, in list order if the name means a single neighbourhood. */
const scanNeighbourhood = (name: string): Pick<IndexScan, "where" | "order"> => ({
  where: inNeighbourhood(name),
  order: neighbourhoodsCovered(name).length === 1 ? NEWEST_FIRST : [],
});

/**
 * Returns the scan of the listings around the location that the words name. Includes listings without a known location
 * that mention it.
 */
function scanPlace({ type, meant, mention }: SearchRequest): IndexScan | null {
  const within = meant?.place?.within;
  if (!within || !("metres" in within)) return null;
  const scan =
    "line" in within
      ? scanInOrder(type, "distance", nearSubway(within.metres))
      : scanBounds(boundsAround(within, within.metres));
  return scan && { ...scan, ...(mention !== undefined && { also: mention }) };
}

const nearSubway = (metres: number) =>
  sql`(${listings.distanceToSubway} IS NULL) = 0 AND ${lte(listings.distanceToSubway, metres)}`;

/** Returns the index scans that each contain all matches. Scans of locations come first. */
function scansFor(wanted: SearchRequest): IndexScan[] {
  const { type, search, cells } = wanted;
  const bounds = parseBounds(search.bbox);
  const { station, neighbourhood, minRent, maxRent, minDiscount, maxSubway } = search;
  const scans: (IndexScan | null)[] = [
    station === null
      ? null
      : { index: "listings_by_station", where: eq(listings.closestSubwayStation, station), order: NEWEST_FIRST },
    neighbourhood === null ? null : { index: "listings_by_neighbourhood", ...scanNeighbourhood(neighbourhood) },
    bounds ? scanBounds(bounds) : null,
    scanPlace(wanted),
    cells && search.maxCommute.length > 0 ? scanCells(cells) : null,
    minRent === null && maxRent === null
      ? null
      : scanInOrder(type, "price", sql`(${listings.rentCents} IS NULL) = 0 AND ${rentWithin(search)}`),
    minDiscount === null ? null : scanInOrder(type, "discount", gte(listings.belowMarketPercent, minDiscount)),
    search.dropped ? scanInOrder(type, "drop", isDropped) : null,
    maxSubway === null ? null : scanInOrder(type, "distance", nearSubway(maxSubway)),
  ];
  return scans.filter((scan) => scan !== null);
}

/**
 * Returns the subquery for the ids of listings that match some words, newest first. The word index only contains public
 * listings.
 */
const idsMatching = (match: string, limit: number | SQL): SQL =>
  sql`SELECT rowid FROM listings_words WHERE listings_words MATCH ${match} ORDER BY rowid DESC LIMIT ${limit}`;

const windowOf = ({ window = SEARCH_WINDOW }: SearchRequest, { isWhole = false }: Pick<Plan, "isWhole"> = {}) =>
  isWhole ? SEARCH_WINDOW : window;

const amongMatching =
  (wanted: SearchRequest, plan: Plan): Matches =>
  (query) =>
    sql`${listings.id} IN (${idsMatching(query, windowOf(wanted, plan))})`;

/**
 * Returns the subquery for the ids of public listings along an index. INDEXED BY stops SQLite from choosing an index
 * that reads more than the limit. The status is literal SQL, because SQLite does not use a partial index for a bound
 * parameter.
 */
function idsAlong(deps: Deps, { index, along = sql``, where, order, also }: IndexScan, limit: number | SQL): SQL {
  const isPublic = and(sql`${listings.status} = 'approved'`, gt(listings.expiresAt, deps.now()), where);
  const ordered = order.length === 0 ? sql`` : sql` ${inOrder(order)}`;
  const ids = sql`SELECT ${listings.id} FROM ${along}${listings} INDEXED BY ${sql.raw(index)} WHERE ${isPublic}${ordered} LIMIT ${limit}`;
  return also === undefined ? ids : sql`SELECT id FROM (${ids}) UNION SELECT rowid FROM (${idsMatching(also, limit)})`;
}

const totalOf = (key: string) =>
  sql<number | null>`(SELECT value FROM ${counters} AS ofType WHERE ofType.key = ${key})`;

/**
 * Chooses the index that leaves the fewest listings to scan. Counting the entries of an index stops one row above the
 * scan limit, or one row above the number of matches of the words. If the number of public listings is within the
 * limit, counts nothing.
 */
export async function planSearch(deps: Deps, wanted: SearchRequest): Promise<Plan> {
  const { type, search, match } = wanted;
  const scans = scansFor(wanted);
  const window = windowOf(wanted);
  const all = window + 1;
  const matching =
    match === undefined ? sql`SELECT ${all} AS size` : sql`SELECT count(*) AS size FROM (${idsMatching(match, all)})`;
  // An index with more entries than the words have matches is not used, so counting stops there.
  const most = sql`(SELECT min(size + 1, ${all}) FROM matching)`;
  const counted = [
    ...scans.map((scan) => sql`(SELECT count(*) FROM (${idsAlong(deps, scan, most)}))`),
    ...(match === undefined ? [] : [sql`(SELECT size FROM matching)`]),
  ];
  const sizes = counted.map(
    (size, index) =>
      [`size${index}`, sql<number>`CASE WHEN ${counters.value} > ${SEARCH_WINDOW} THEN ${size} ELSE 0 END`] as const,
  );
  const [row] = await deps.db
    .with(deps.db.$with("matching").as(deps.db.select({ size: sql<number>`size`.as("size") }).from(sql`(${matching})`)))
    .select({ total: counters.value, ofType: totalOf(`approved:${type}`), ...Object.fromEntries(sizes) })
    .from(counters)
    .where(eq(counters.key, "approved"))
    .limit(1);
  if (!row || row.total <= SEARCH_WINDOW) return { scan: null, isCut: false, isWhole: true };
  const sizeOf = (index: number) => Number(Reflect.get(row, `size${index}`));
  const plain = scanInOrder(type, indexedSort(search.sort));
  // Without a type, the index of the sort order is not counted, because that could read an unlimited number of rows.
  const fallback = search.sort === COMMUTE_SORT ? scanCells(wanted.cells ?? []) : plain;
  const measured = scans.map((scan, index) => ({ scan, size: sizeOf(index) }));
  if (type !== "all") measured.push({ scan: plain, size: row.ofType ?? 0 });
  const [smallest] = measured.toSorted((a, b) => a.size - b.size);
  const matchCount = match === undefined ? null : sizeOf(scans.length);
  if (matchCount === 0) return { scan: null, isCut: false, isEmpty: true };
  const isUnranked = matchCount !== null && matchCount > MAX_RANKED;
  if (smallest && smallest.size <= window && smallest.size < (matchCount ?? Infinity))
    return { scan: smallest.scan, isCut: matchCount !== null && matchCount > window, isUnranked };
  // Uses all matches of the words, or only the newest if there are too many.
  if (matchCount !== null) return { scan: null, isCut: matchCount > window, isUnranked };
  // Only scans of locations may stop early, because they are in a sort order. Stopping any other scan early would leave
  // out arbitrary listings.
  return { scan: scans.find(({ order }) => order.length > 0) ?? fallback, isCut: true };
}

/**
 * Returns the SQL that finds a search's public listings in the covering index, so that other columns are read only for
 * the results.
 */
function searchClause(deps: Deps, wanted: SearchRequest, plan: Plan): SQL {
  const { scan } = plan;
  const matches = amongMatching(wanted, plan);
  const where = and(
    sql`${listings.status} = 'approved'`,
    gt(listings.expiresAt, deps.now()),
    scan === null ? undefined : sql`${listings.id} IN (${idsAlong(deps, scan, windowOf(wanted))})`,
    wanted.match === undefined ? undefined : matches(wanted.match),
    conditionsOf(wanted, matches),
  );
  return sql`FROM ${listings} INDEXED BY listings_searched WHERE ${where}`;
}

const inOrder = (order: readonly SQL[]) => sql`ORDER BY ${sql.join([...order], sql`, `)}`;

/**
 * Returns the relevance order of a search by words, which takes precedence over age: first homes with the words as a
 * phrase, then homes with the words in one sentence, then homes nearest to the searched location. Homes without a known
 * location that only mention the searched location come last.
 */
function relevanceOf(wanted: SearchRequest, plan: Plan): SQL[] {
  const { isUnranked = false } = plan;
  const { meant, ranks, search } = wanted;
  const matches = amongMatching(wanted, plan);
  if (!meant || search.sort !== NO_FILTERS.sort) return [];
  const { place } = meant;
  const order: SQL[] = [];
  if (place && !("municipality" in place.within)) order.push(sql`(${listings.latitude} IS NULL)`);
  if (!isUnranked && ranks && ranks.phrase !== null && ranks.sentence !== null)
    order.push(sql`CASE WHEN ${matches(ranks.phrase)} THEN 0 WHEN ${matches(ranks.sentence)} THEN 1 ELSE 2 END`);
  if (place && "latitude" in place.within) order.push(squaredMetres(place.within));
  if (place && "line" in place.within) order.push(sql`${listings.distanceToSubway}`);
  return order;
}

/** Returns the SQL that selects the ids of results in order, with their number and the columns that the order needs. */
function foundIds(deps: Deps, wanted: SearchRequest, plan: Plan, page: SQL): { found: SQL; order: readonly SQL[] } {
  const newest = orderOf(wanted.search.sort);
  const relevance = relevanceOf(wanted, plan);
  const columns = relevance.map((value, nth) => sql`, ${value} AS ${sql.raw(`relevance${nth}`)}`);
  const names = relevance.map((_, nth) => sql.raw(`relevance${nth}`));
  const clause = searchClause(deps, wanted, plan);
  return {
    found: sql`(SELECT ${listings.id}, ${COUNTED}${sql.join(columns)} ${clause} ${inOrder([...names, ...newest])} ${page}) AS found`,
    order: [...relevance.map((_, nth) => sql.raw(`found.relevance${nth}`)), ...newest],
  };
}

const COUNTED = sql`count(*) OVER () AS total, sum(${listings.bedrooms} = 'Private Room') OVER () AS rooms`;
const FOUND = { total: sql<number>`found.total`, rooms: sql<number>`found.rooms` };

/**
 * Returns a page of a search's results, with the number of all results and the number of private rooms among them. Both
 * numbers are null beyond the last page. Reads at most seven times {@link SEARCH_WINDOW} rows, plus twice the rows of
 * the page.
 */
export async function searchListings(deps: Deps, wanted: SearchRequest, plan: Plan, { limit, offset }: PageWindow) {
  const { found, order } = foundIds(deps, wanted, plan, sql`LIMIT ${limit} OFFSET ${offset}`);
  const rows = await deps.db
    .select({ listing: PUBLIC_COLUMNS, ...FOUND })
    .from(found)
    .innerJoin(listings, eq(listings.id, sql`found.id`))
    .orderBy(...order);
  return { rows: rows.map(({ listing }) => listing), total: rows[0]?.total ?? null, rooms: rows[0]?.rooms ?? null };
}

/** Returns the first {@link MAP_POINTS} results of a search for the map, in the order of the search. */
export async function searchPoints(deps: Deps, wanted: SearchRequest, plan: Plan): Promise<MapPoints> {
  const { found, order } = foundIds(deps, wanted, plan, sql`LIMIT ${MAP_POINTS}`);
  const points = await deps.db
    .select({ ...POINT_COLUMNS, ...FOUND })
    .from(found)
    .innerJoin(listings, eq(listings.id, sql`found.id`))
    .leftJoin(listingPlaces, eq(listingPlaces.listingId, listings.id))
    .orderBy(...order);
  return toPoints(points);
}

/** A listing that meets all conditions of a search, except possibly conditions on commutes. */
export interface Candidate {
  id: number;
  latitude: number | null;
  longitude: number | null;
  isRoom: boolean;
}

/**
 * Returns the listings that meet all conditions of a search, except conditions on commutes. The listings are in the
 * order of the search, or newest first if the search is sorted by commute. Reads at most twice {@link SEARCH_WINDOW}
 * rows of the narrow index.
 */
export async function searchCandidates(deps: Deps, wanted: SearchRequest, plan: Plan): Promise<Candidate[]> {
  // The query returns all rows as one text per column, because transferring thousands of rows takes longer than finding
  // them. Coordinates are in microdegrees, which are shorter as text.
  const micro = (column: Column) => sql`CAST(round(${column} * ${MICRODEGREES}) AS INTEGER)`;
  const [columns = []] = await deps.db.values<(string | null)[]>(
    sql`SELECT group_concat(id), group_concat(ifnull(north, 'null')), group_concat(ifnull(east, 'null')), group_concat(room) FROM
      (SELECT ${listings.id} AS id, ${micro(listings.latitude)} AS north, ${micro(listings.longitude)} AS east,
        ${listings.bedrooms} = 'Private Room' AS room
      ${searchClause(deps, wanted, plan)} ${inOrder(orderOf(wanted.search.sort))} LIMIT ${SEARCH_WINDOW})`,
  );
  const [ids = [], north = [], east = [], rooms = []] = columns.map(
    (column) => JSON.parse(`[${column ?? ""}]`) as (number | null)[],
  );
  const degrees = (value: number | null | undefined) => (value == null ? null : value / MICRODEGREES);
  return ids.map((id, nth) => ({
    id: id ?? 0,
    latitude: degrees(north[nth]),
    longitude: degrees(east[nth]),
    isRoom: rooms[nth] === 1,
  }));
}

/** Returns the query for the public listings among `ids` (by primary key). */
const publicAmong = (deps: Deps, ids: readonly number[]) =>
  and(
    sql`${listings.id} IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`,
    sql`${listings.status} = 'approved'`,
    gt(listings.expiresAt, deps.now()),
  );

/** Sorts rows into the order of the given ids. */
function inOrderOf<Row extends { id: number }>(ids: readonly number[], rows: readonly Row[]): Row[] {
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** Returns the public listings among `ids` in the order of the ids, at most a page of them. */
export async function listingsInOrder(deps: Deps, ids: readonly number[]): Promise<PublicRow[]> {
  const rows =
    ids.length === 0 ? [] : await deps.db.select(PUBLIC_COLUMNS).from(listings).where(publicAmong(deps, ids));
  return inOrderOf(ids, rows);
}

/** Returns the map points of the public listings among `ids` in the order of the ids, at most {@link MAP_POINTS}. */
export async function pointsInOrder(deps: Deps, ids: readonly number[]): Promise<MapPoints["points"]> {
  if (ids.length === 0) return [];
  const rows = await deps.db
    .select(POINT_COLUMNS)
    .from(listings)
    .leftJoin(listingPlaces, eq(listingPlaces.listingId, listings.id))
    .where(publicAmong(deps, ids));
  return inOrderOf(ids, rows);
}
