import { type AttributeFilter, parseAttributes } from "./attributes.ts";
import {
  BATHROOMS,
  type Bathrooms,
  type Category,
  type FilterName,
  FILTERS,
  type Bedrooms,
  HOME_TYPES,
  type HomeType,
} from "./bedrooms.ts";
import {
  COMMUTE_PARAMETERS,
  type CommuteParameter,
  type CommuteSearch,
  commuteTexts,
  readCommute,
} from "./commute-search.ts";
import type { PublicListing } from "./listings.ts";
import { operation, types } from "./operation.ts";
import { dayText, numberUpTo, oneOf } from "./parameter-values.ts";
import { boundsText, parseBounds } from "./places.ts";
import { SEARCH_TEXT_MAX } from "./search-words.ts";

/**
 * Sort orders of the lists: newest, most below market, cheapest, nearest to the subway, most reduced first. Listings
 * with unknown values come last. Ties are sorted newest first.
 */
export const SORTS = ["newest", "discount", "price", "distance", "drop"] as const;
/**
 * Sort orders that an index supports. {@link COMMUTE_SORT} has no index, because it requires the commutes to be
 * computed.
 */
export type IndexedSort = (typeof SORTS)[number];
/**
 * Shortest commute first, as the sum over all destinations. Available only with a destination. Listings without a
 * commute come next, and listings without a known location last.
 */
export const COMMUTE_SORT = "commute";
export type Sort = IndexedSort | typeof COMMUTE_SORT;

/** TTC lines whose stations are known. */
export const SUBWAY_LINES = ["1", "2", "4", "5", "6"] as const;
export type SubwayLine = (typeof SUBWAY_LINES)[number];

/** Filters of the public lists in addition to the type. Null, false and empty mean no filter. */
export interface ListingSearch extends CommuteSearch {
  /** Words to find in a listing, or in the names of its location. */
  q: string | null;
  attributes: readonly AttributeFilter[];
  /** Minimum and maximum rent, in dollars a month. */
  minRent: number | null;
  maxRent: number | null;
  /** Minimum percent below the market. */
  minDiscount: number | null;
  /** Minimum number of bathrooms. */
  bathrooms: Bathrooms | null;
  homeType: HomeType | null;
  /** Municipality of the GTA, or former municipality of Toronto; 'Toronto' is the whole city. */
  municipality: string | null;
  /** The neighbourhood's name, spelled as in the listings. */
  neighbourhood: string | null;
  /** Name of the closest station. */
  station: string | null;
  /** A subway line of the closest station. */
  line: SubwayLine | null;
  /** Maximum distance to the closest station, in metres. */
  maxSubway: number | null;
  /** True to find only listings with the 'Rent Controlled' badge. */
  controlled: boolean;
  /** True to find only listings whose rent was reduced (`priceDrop`). */
  dropped: boolean;
  /** YYYY-MM-DD: the move-in date is on or before this day. */
  moveInBy: string | null;
  /** Bounds on the map within which the listings must lie: `west,south,east,north`, as formatted by boundsText(). */
  bbox: string | null;
  sort: Sort;
}

export const NO_FILTERS: ListingSearch = {
  q: null,
  attributes: [],
  minRent: null,
  maxRent: null,
  minDiscount: null,
  bathrooms: null,
  homeType: null,
  municipality: null,
  neighbourhood: null,
  station: null,
  line: null,
  maxSubway: null,
  controlled: false,
  dropped: false,
  moveInBy: null,
  bbox: null,
  commute: [],
  maxCommute: [],
  sort: "newest",
};

export type SearchParameter = "with" | Exclude<keyof ListingSearch, "attributes"> | CommuteParameter;
/** Search parameters in their canonical order. */
export const SEARCH_PARAMETERS: readonly SearchParameter[] = [
  "q",
  "with",
  "minRent",
  "maxRent",
  "minDiscount",
  "bathrooms",
  "homeType",
  "municipality",
  "neighbourhood",
  "station",
  "line",
  "maxSubway",
  "controlled",
  "dropped",
  "moveInBy",
  "bbox",
  ...COMMUTE_PARAMETERS,
  "sort",
];

const BLANKS = /\s+/g;
/** Maximum length of a place name in a search, in characters. */
const NAME_MAX = 80;
/** Highest rent that can be searched for, in dollars. */
export const SEARCH_RENT_MAX = 15_000;

const name = (text: string) => (text.length <= NAME_MAX ? text : undefined);
const words = (text: string) => (text.length <= SEARCH_TEXT_MAX ? text.replace(BLANKS, " ") : undefined);
/** Returns the bounds in canonical form, so that other spellings do not create more cache entries. */
function area(text: string): string | undefined {
  const bounds = parseBounds(text);
  return bounds ? boundsText(bounds) : undefined;
}
function named(text: string): AttributeFilter[] {
  const known = text.split(",").filter((attribute) => parseAttributes(attribute) !== undefined);
  return parseAttributes(known.join(",")) ?? [];
}

/**
 * Parses URL parameters and ignores unrelated ones.
 * @returns the search without its malformed parameters, and the malformed parameters
 */
export function readSearch(parameters: URLSearchParams): { search: ListingSearch; malformed: SearchParameter[] } {
  const malformed: SearchParameter[] = [];
  function read<Value>(key: SearchParameter, reader: (text: string) => Value | undefined) {
    const text = parameters.get(key)?.trim() ?? "";
    const value = text === "" ? null : reader(text);
    if (value === undefined) malformed.push(key);
    return value ?? null;
  }
  const attributes = parseAttributes(parameters.get("with") ?? undefined);
  if (!attributes) malformed.push("with");
  const commute = readCommute(parameters);
  const search: ListingSearch = {
    q: read("q", words),
    attributes: attributes ?? named(parameters.get("with") ?? ""),
    minRent: read("minRent", numberUpTo(SEARCH_RENT_MAX)),
    maxRent: read("maxRent", numberUpTo(SEARCH_RENT_MAX)),
    minDiscount: read("minDiscount", numberUpTo(99)),
    // Accepts "3" as "3+", because an unencoded plus in a URL is a space.
    bathrooms: read("bathrooms", (text) => BATHROOMS.find((count) => count === text || count === `${text}+`)),
    homeType: read("homeType", oneOf(HOME_TYPES)),
    municipality: read("municipality", name),
    neighbourhood: read("neighbourhood", name),
    station: read("station", name),
    line: read("line", oneOf(SUBWAY_LINES)),
    maxSubway: read("maxSubway", numberUpTo(20_000)),
    controlled: read("controlled", oneOf(["1"])) !== null,
    dropped: read("dropped", oneOf(["1"])) !== null,
    moveInBy: read("moveInBy", dayText),
    bbox: read("bbox", area),
    ...commute.found,
    sort: read("sort", oneOf([...SORTS, COMMUTE_SORT])) ?? "newest",
  };
  malformed.push(...commute.malformed);
  if (search.sort !== COMMUTE_SORT || search.commute.length > 0) return { search, malformed };
  return { search: { ...search, sort: "newest" }, malformed: [...malformed, "sort"] };
}

/**
 * Parses the URL of a page. Ignores malformed parameters, because people also type URLs. Both worker and browser use
 * this function.
 */
export const searchFromUrl = (parameters: URLSearchParams): ListingSearch => readSearch(parameters).search;

/** The filter in a page's `?type=`; unknown values give 'all'. */
export function filterFromUrl(text: string | null): FilterName {
  const wanted = text?.trim().toLowerCase();
  return (Object.keys(FILTERS) as FilterName[]).find((name) => name.toLowerCase() === wanted) ?? "all";
}

/** Returns the canonical parameters of a search, without empty filters. */
function parametersOf(search: ListingSearch): [name: SearchParameter | "type" | "page", value: string][] {
  const { attributes, commute: _places, maxCommute: _limits, ...others } = search;
  const texts: Partial<Record<SearchParameter, string | number | boolean | null>> = {
    ...others,
    with: attributes.join(","),
    ...commuteTexts(search),
  };
  return SEARCH_PARAMETERS.flatMap((key): [SearchParameter, string][] => {
    const value = texts[key] ?? false;
    if (value === false || value === "" || (key === "sort" && value === NO_FILTERS.sort)) return [];
    return [[key, value === true ? "1" : String(value)]];
  });
}
export const searchParameters = (search: ListingSearch) => new URLSearchParams(parametersOf(search));

/**
 * Returns the canonical query string of a list page, with readable commas:
 * `?type=3+BR&with=pets,laundry&maxRent=1800&page=2`. Empty for the default list. On category pages, the filter is
 * "all".
 */
export function listQuery(filter: FilterName, search: ListingSearch, page = 1): string {
  const parameters = parametersOf(search);
  if (filter !== "all") parameters.unshift(["type", filter]);
  if (page > 1) parameters.push(["page", String(page)]);
  // A fast path, because this function runs at each render and most lists have no filters.
  if (parameters.length === 0) return "";
  return `?${new URLSearchParams(parameters).toString().replaceAll("%2C", ",").replaceAll("%3B", ";")}`;
}

/**
 * Returns whether a URL is the canonical form of its search. Only canonical URLs are cached, once per search.
 * @param others parameters of the URL that do not belong to the search
 */
export function isCanonicalSearch(parameters: URLSearchParams, search: ListingSearch, others: readonly string[]) {
  const asked = [...parameters].filter(([key]) => !others.includes(key));
  const isOnce = new Set(parameters.keys()).size === parameters.size;
  return isOnce && new URLSearchParams(asked).toString() === searchParameters(search).toString();
}

/**
 * Returns whether the results must not be cached: the number of word searches is unlimited, destinations differ for
 * each visitor, and a place name without results may not exist.
 */
export function isUncacheable(
  { q, municipality, neighbourhood, station, commute }: ListingSearch,
  total: number | null,
): boolean {
  return (
    q !== null ||
    commute.length > 0 ||
    ((municipality !== null || neighbourhood !== null || station !== null) && !total)
  );
}

/** Returns whether any filter is set, ignoring the sort order and destinations without a limit. */
export function hasFilters(search: ListingSearch): boolean {
  const { maxCommute, ...others } = search;
  return (
    maxCommute.length > 0 || parametersOf({ ...others, commute: [], maxCommute }).some(([name]) => name !== "sort")
  );
}

/**
 * Headers of list responses. {@link TOTAL} is exact, also for filtered lists. If the search reached {@link
 * SEARCH_WINDOW}, {@link TOTAL} is missing and {@link AT_LEAST} counts the matches within this window. {@link ROOMS}
 * counts the private rooms among the matches, which the home page hides under All (only for `filter=all`).
 */
export const COUNT_HEADERS = {
  TOTAL: "X-Total-Count",
  AT_LEAST: "X-Total-At-Least",
  ROOMS: "X-Total-Rooms",
} as const;

/** Header of responses to word searches: {@link SearchMeaning} as URI-encoded JSON. */
export const SEARCH_HEADER = "X-Search";

export const PLACE_KINDS = [
  "neighbourhood",
  "municipality",
  "station",
  "line",
  "street",
  "corner",
  "landmark",
] as const;

/** A place named by the words of a search. */
export interface UnderstoodPlace {
  kind: (typeof PLACE_KINDS)[number];
  name: string;
}

/** The meaning of the words of a search, except what explicit parameters already determine. */
export interface SearchMeaning {
  bedrooms?: Bedrooms[];
  homeType?: HomeType;
  /** Minimum and maximum rent, in dollars a month. */
  minRent?: number;
  maxRent?: number;
  place?: UnderstoodPlace;
  /** Maximum distance to a subway station. */
  near?: { metres: number };
  with?: AttributeFilter[];
  without?: HomeType[];
  /** Words that the texts were searched for. A negation and its word are one element. */
  words: string[];
  /** Parts of the search that were left out, weakest first, because no listing matched all parts. */
  dropped: string[];
  /** The search that was made instead, because the typed words had no results. */
  corrected?: { from: string; to: string };
}

/** Parses the meaning in a response's {@link SEARCH_HEADER}; null if the header is missing. */
export const searchMeaning = (header: string | null): SearchMeaning | null =>
  header === null ? null : (JSON.parse(decodeURIComponent(header)) as SearchMeaning);

/** A search result on the map. */
export interface FoundOnMap {
  id: number;
  path: string;
  bedrooms: Bedrooms;
  title: string;
  /** The rent as displayed: `$1,850`. */
  price: string;
  belowMarketPercent: number | null;
  latitude: number;
  longitude: number;
}

/** The results of a search that have coordinates, in list order. */
export interface SearchMap {
  /** The first {@link MAP_POINTS} results with a known house or block. */
  points: FoundOnMap[];
  /** Number of results with or without coordinates. While `isCut`, the number found so far. */
  total: number;
  /** Number of private rooms among the total. */
  rooms: number;
  /** True if the search reached {@link SEARCH_WINDOW}, so there may be more results. */
  isCut: boolean;
}

/** The places that have public listings, by name. */
export interface SearchPlaces {
  neighbourhoods: {
    name: string;
    /** Other names that people use for the neighbourhood, or for a part of it. */
    aliases: string[];
    count: number;
  }[];
  stations: { name: string; lines: string[]; count: number }[];
}

/**
 * Maximum number of listings that a search examines. A word search is complete if the words match no more than this.
 * Otherwise, it examines the latest matches. A search without words is complete if at least one condition (type,
 * station, neighbourhood, rent, discount, drop, distance to the subway, bounds) matches no more than this. Otherwise,
 * it examines the newest listings of the station, or else of the neighbourhood. If it names neither, the search
 * examines the first listings of the type in the chosen order.
 */
export const SEARCH_WINDOW = 10_000;

/** Maximum number of points drawn on the map. */
export const MAP_POINTS = 1_000;

/** Parameters of lists: the search, `filter`, `limit`, `offset`, and `v`, which is ignored (docs/contract.md, Listings). */
type ListParameters = Readonly<Record<string, string>>;
type ListTypes = { query: ListParameters; answer: PublicListing[] };

/** Lists public listings, with their number in {@link COUNT_HEADERS}. */
export const listListings = operation("GET", "/api/marketplace-listings", types<ListTypes>);
/** Works like {@link listListings} for a category, whose path implies the type. */
export const categoryList = (api: Category["api"]) => operation("GET", api, types<ListTypes>);
/** Works like {@link listListings}, but by POST, so that visitors' destinations stay out of URLs. */
export const searchListings = operation(
  "POST",
  "/api/marketplace-listings/search",
  types<{ body: ListParameters; answer: PublicListing[] }>,
);
/** Lists results for the map; takes the parameters of {@link listListings}. */
export const listOnMap = operation(
  "GET",
  "/api/marketplace-listings/map",
  types<{ query: ListParameters; answer: SearchMap }>,
);
/** Works like {@link listOnMap}, but by POST, like {@link searchListings}. */
export const searchOnMap = operation(
  "POST",
  "/api/marketplace-listings/map",
  types<{ body: ListParameters; answer: SearchMap }>,
);
export const listSearchPlaces = operation("GET", "/api/marketplace-listings/places", types<{ answer: SearchPlaces }>);
