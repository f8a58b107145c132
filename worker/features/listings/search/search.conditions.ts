import { and, asc, between, desc, eq, gte, inArray, isNotNull, isNull, lte, or, type SQL, sql } from "drizzle-orm";
import { ATTRIBUTE_FILTERS } from "../../../contracts/attributes.ts";
import { BATHROOMS, type Bathrooms, type Bedrooms, type HomeType } from "../../../contracts/bedrooms.ts";
import { type Bounds, parseBounds } from "../../../contracts/places.ts";
import { municipalitiesIn } from "../../../contracts/market.ts";
import type { IndexedSort, ListingSearch, Sort } from "../../../contracts/search.ts";
import { CITY_NAMES, neighbourhoodsCovered, neighbourhoodsOf } from "../../../contracts/place-names.ts";
import { boundsAround, type Cell, type Coordinates, METRES_PER_DEGREE } from "../../../platform/grid.ts";
import { listings } from "../listing/listings.table.ts";
import { onStreet, type WordQueries } from "./listing-words.ts";
import type { SearchedPlace } from "./understand/searched-places.ts";
import type { Understood } from "./understand/understand.ts";

/** A search, with its bedroom type. */
export interface SearchRequest {
  type: Bedrooms | "all";
  search: ListingSearch;
  /**
   * The meaning of the search's words, without the parts that explicit parameters override. Undefined if the search has
   * no words.
   */
  meant?: Understood;
  /** FTS5 query that all results match. Present if the search has words, or names an area or street. */
  match?: string;
  /**
   * FTS5 query for homes without a known location, which requires all words, and a mention of the point or line that
   * the search names.
   */
  mention?: string;
  /** The FTS5 queries that rank the results of a search for several words. */
  ranks?: Pick<WordQueries, "phrase" | "sentence">;
  /** Maximum number of listings to scan, if it is not `SEARCH_WINDOW`. Ignored if there are fewer public listings. */
  window?: number;
  /** Grid cells that may contain listings within the commute limits, shortest commutes first. */
  cells?: readonly Cell[];
}

export const NEWEST_FIRST = [desc(listings.firstApprovedAt), desc(listings.id)] as const;
/**
 * Sort orders, which must equal the orders of the indexes. SQLite treats NULL as the smallest value, so NULL comes last
 * in descending order and first in ascending order.
 */
export const ORDERS: Record<IndexedSort, readonly SQL[]> = {
  newest: NEWEST_FIRST,
  discount: [desc(listings.belowMarketPercent), asc(listings.awaitsConfirmation), ...NEWEST_FIRST],
  price: [sql`(${listings.rentCents} IS NULL)`, asc(listings.rentCents), ...NEWEST_FIRST],
  distance: [sql`(${listings.distanceToSubway} IS NULL)`, asc(listings.distanceToSubway), ...NEWEST_FIRST],
  drop: [desc(listings.dropPercent), ...NEWEST_FIRST],
};
/**
 * Returns the SQL sort order of a search. For a search by commute, the order is newest first, because commutes are
 * computed afterwards and listings with equal commutes keep this order.
 */
export const orderOf = (sort: Sort): readonly SQL[] => ORDERS[indexedSort(sort)];
/** Returns the order in which the rows of a search are read. */
export const indexedSort = (sort: Sort): IndexedSort => (sort === "commute" ? "newest" : sort);
export const ofType = (type: Bedrooms | "all") => (type === "all" ? undefined : eq(listings.bedrooms, type));

const isOneOf = (column: typeof listings.neighbourhood, names: readonly string[]) =>
  sql`${column} IN (SELECT value FROM json_each(${JSON.stringify(names)}))`;

export const inNeighbourhood = (name: string) => {
  const [only = "", ...others] = neighbourhoodsCovered(name);
  return others.length === 0 ? eq(listings.neighbourhood, only) : isOneOf(listings.neighbourhood, [only, ...others]);
};

export const rentWithin = ({ minRent, maxRent }: ListingSearch) =>
  and(
    minRent === null ? undefined : gte(listings.rentCents, minRent * 100),
    maxRent === null ? undefined : lte(listings.rentCents, maxRent * 100),
  );

/**
 * Matches homes with a rent drop. The condition is a range, so that SQLite can use the index that is sorted by drop.
 */
export const isDropped = gte(listings.dropPercent, 0);

const withBathrooms = (least: Bathrooms) => inArray(listings.bathrooms, BATHROOMS.slice(BATHROOMS.indexOf(least)));

/** Matches a kind of home. A private room without a home type counts as a room. */
const ofKind = (homeType: HomeType) =>
  homeType === "room"
    ? sql`coalesce(${listings.homeType}, iif(${listings.bedrooms} = 'Private Room', 'room', NULL)) = 'room'`
    : eq(listings.homeType, homeType);

/**
 * Matches homes in a municipality by their address. Matches homes in a former municipality of Toronto by their
 * neighbourhood.
 */
function inMunicipality(name: string): SQL | undefined {
  const byAddress = inArray(listings.municipality, [...municipalitiesIn(name)]);
  const names = neighbourhoodsOf(name);
  if (names.length === 0) return byAddress;
  return or(byAddress, and(inArray(listings.municipality, [...CITY_NAMES]), isOneOf(listings.neighbourhood, names)));
}

/** Returns the condition that listings match an FTS5 query. */
export type Matches = (query: string) => SQL;

/**
 * Returns SQL for the approximate squared distance to a point, in square metres; null for a listing without a known
 * location.
 */
export const squaredMetres = ({ latitude, longitude }: Coordinates): SQL => {
  const across = METRES_PER_DEGREE * Math.cos((latitude * Math.PI) / 180);
  const up = sql`(${listings.latitude} - ${latitude}) * ${METRES_PER_DEGREE}`;
  const aside = sql`(${listings.longitude} - ${longitude}) * ${across}`;
  return sql`(${up} * ${up} + ${aside} * ${aside})`;
};

const inBox = (bounds: Bounds) =>
  and(between(listings.latitude, bounds.south, bounds.north), between(listings.longitude, bounds.west, bounds.east));

/** Matches stations on a subway line. The column contains JSON such as ["1","2"]. */
const onLine = (line: string) => sql`instr(${listings.subwayLines}, ${`"${line}"`}) > 0`;

/** FTS5 queries for the condition on a search's location. */
type WordConditions = Pick<SearchRequest, "match" | "mention">;

/**
 * Matches listings within the location that a search names.
 * @param match FTS5 query that all results match; it narrows down the listings on a street
 */
function insideOf({ within }: SearchedPlace, match: string | undefined, matches: Matches): SQL | undefined {
  if ("names" in within) return isOneOf(listings.neighbourhood, within.names);
  if ("municipality" in within) return inMunicipality(within.municipality);
  if ("street" in within)
    return matches([...(match === undefined ? [] : [match]), onStreet(within.street)].join(" AND "));
  if ("line" in within) return and(onLine(within.line), lte(listings.distanceToSubway, within.metres));
  if ("crossing" in within) return sql`0`;
  return and(inBox(boundsAround(within, within.metres)), lte(squaredMetres(within), within.metres ** 2));
}

/**
 * Matches listings within a location, and listings without a known location whose text names the searched location. The
 * municipality of a home is always known.
 */
function atPlace(place: SearchedPlace, { match, mention }: WordConditions, matches: Matches): SQL | undefined {
  const inside = insideOf(place, match, matches);
  if ("municipality" in place.within) return inside;
  // The query for all words already matches listings in an area or on a street, and listings that mention it.
  return or(inside, mention === undefined ? isNull(listings.latitude) : matches(mention));
}

/** Returns the SQL conditions for words whose meaning no parameter can express. */
const conditionsOfWords = (
  { bedrooms, isPaidParkingFine, without, place }: Understood,
  queries: WordConditions,
  matches: Matches,
) =>
  and(
    bedrooms.length > 0 ? inArray(listings.bedrooms, bedrooms) : undefined,
    isPaidParkingFine ? inArray(listings.parking, ["included", "extra"]) : undefined,
    ...without.map((homeType) => sql`${listings.homeType} IS NOT ${homeType}`),
    place === null ? undefined : atPlace(place, queries, matches),
  );

/** Returns the conditions on a listing's attributes. Unknown values do not match. */
const attributeConditions = ({ attributes }: ListingSearch) =>
  ATTRIBUTE_FILTERS.filter(({ name }) => attributes.includes(name)).map(({ key, matches }) =>
    "atMost" in matches ? lte(listings[key], matches.atMost) : inArray(listings[key], [...matches]),
  );

/** Matches listings in the rectangle of the search. A listing without a known location never matches. */
function inBounds({ bbox }: ListingSearch) {
  const bounds = parseBounds(bbox);
  return bounds && inBox(bounds);
}

/** Returns the SQL conditions of a search. Unknown values do not match. */
export const conditionsOf = ({ type, search, meant, ...queries }: SearchRequest, matches: Matches) =>
  and(
    ofType(type),
    ...attributeConditions(search),
    rentWithin(search),
    search.minDiscount === null ? undefined : gte(listings.belowMarketPercent, search.minDiscount),
    search.bathrooms === null ? undefined : withBathrooms(search.bathrooms),
    search.homeType === null ? undefined : ofKind(search.homeType),
    search.municipality === null ? undefined : inMunicipality(search.municipality),
    search.neighbourhood === null ? undefined : inNeighbourhood(search.neighbourhood),
    search.station === null ? undefined : eq(listings.closestSubwayStation, search.station),
    search.line === null ? undefined : onLine(search.line),
    search.maxSubway === null ? undefined : lte(listings.distanceToSubway, search.maxSubway),
    // This condition must equal isSurelyRentControlled(), which decides on the badge.
    search.controlled
      ? and(eq(listings.isRentControlled, true), eq(listings.rentControlConfidence, "high"))
      : undefined,
    search.dropped ? isDropped : undefined,
    search.moveInBy === null ? undefined : lte(listings.moveInDate, search.moveInBy),
    inBounds(search) ?? undefined,
    meant && conditionsOfWords(meant, queries, matches),
    // A home without coordinates has no commute, so it is left out.
    search.maxCommute.length === 0 ? undefined : isNotNull(listings.latitude),
  );
