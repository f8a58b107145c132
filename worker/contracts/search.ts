import { type AttributeFilter, parseAttributes } from "./attributes.ts";
import { type Bedrooms, type FilterName, FILTERS } from "./bedrooms.ts";

/**
 * What the lists can be sorted by: newest first, most below market first, cheapest first, nearest to the subway first.
 * Where the percent, the rent or the distance is not known a listing comes last: no order leaves one out. Ties are
 * newest first.
 */
export const SORTS = ["newest", "discount", "price", "distance"] as const;
export type Sort = (typeof SORTS)[number];

/** Lines of the TTC that stations are known of. */
export const SUBWAY_LINES = ["1", "2", "4", "5", "6"] as const;
export type SubwayLine = (typeof SUBWAY_LINES)[number];

/** What the public lists can be narrowed to beside the type. Null, false and empty ask for nothing. */
export interface ListingSearch {
  attributes: readonly AttributeFilter[];
  /** Dollars a month. */
  maxRent: number | null;
  /** Percent below the market. */
  minDiscount: number | null;
  /** Its name, as on the listings. */
  neighbourhood: string | null;
  /** Name of the closest station. */
  station: string | null;
  /** A line of the closest station. */
  line: SubwayLine | null;
  /** Metres to the closest station. */
  maxSubway: number | null;
  /** Only listings with the 'Rent Controlled' badge. */
  controlled: boolean;
  /** YYYY-MM-DD: the move-in date is this day or before. */
  moveInBy: string | null;
  sort: Sort;
}

export const EVERYTHING: ListingSearch = {
  attributes: [],
  maxRent: null,
  minDiscount: null,
  neighbourhood: null,
  station: null,
  line: null,
  maxSubway: null,
  controlled: false,
  moveInBy: null,
  sort: "newest",
};

/** Parameters of a search, in the one order that addresses are written in. */
const SEARCH_PARAMETERS = [
  "with",
  "maxRent",
  "minDiscount",
  "neighbourhood",
  "station",
  "line",
  "maxSubway",
  "controlled",
  "moveInBy",
  "sort",
] as const;

/** Longest name of a neighbourhood or station that is looked for. */
const NAME_MAX = 80;

// Each reads a parameter's text; undefined when it cannot be understood.
const upTo = (max: number) => (text: string) =>
  /^\d{1,5}$/.test(text) && Number(text) >= 1 && Number(text) <= max ? Number(text) : undefined;
const name = (text: string) => (text.length <= NAME_MAX ? text : undefined);
const oneOf =
  <Value extends string>(values: readonly Value[]) =>
  (text: string) =>
    values.find((value) => value === text);
const one = (text: string) => text === "1" || undefined;
function day(text: string): string | undefined {
  const date = /^20\d\d-\d\d-\d\d$/.test(text) ? new Date(`${text}T00:00:00Z`) : undefined;
  return date && !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text) ? text : undefined;
}
function named(text: string): AttributeFilter[] {
  const known = text.split(",").filter((attribute) => parseAttributes(attribute) !== undefined);
  return parseAttributes(known.join(",")) ?? [];
}

function readSearch(parameters: URLSearchParams): { search: ListingSearch; isUnderstood: boolean } {
  let isUnderstood = true;
  function read<Value>(key: (typeof SEARCH_PARAMETERS)[number], reader: (text: string) => Value | undefined) {
    const text = parameters.get(key)?.trim() ?? "";
    const value = text === "" ? null : reader(text);
    if (value === undefined) isUnderstood = false;
    return value ?? null;
  }
  const attributes = parseAttributes(parameters.get("with") ?? undefined);
  if (!attributes) isUnderstood = false;
  const search: ListingSearch = {
    attributes: attributes ?? named(parameters.get("with") ?? ""),
    maxRent: read("maxRent", upTo(15_000)),
    minDiscount: read("minDiscount", upTo(99)),
    neighbourhood: read("neighbourhood", name),
    station: read("station", name),
    line: read("line", oneOf(SUBWAY_LINES)),
    maxSubway: read("maxSubway", upTo(20_000)),
    controlled: read("controlled", one) ?? false,
    moveInBy: read("moveInBy", day),
    sort: read("sort", oneOf(SORTS)) ?? "newest",
  };
  return { search, isUnderstood };
}

/**
 * What the parameters of an address ask for; undefined when one of them cannot be understood. Parameters that are no
 * part of a search are left alone.
 */
export function parseSearch(parameters: URLSearchParams): ListingSearch | undefined {
  const { search, isUnderstood } = readSearch(parameters);
  return isUnderstood ? search : undefined;
}

/**
 * The same for the address of a page, which people write too: what cannot be understood is passed over, one by one.
 * The edge and the browser both read a page's address with this, so that they render the same list.
 */
export function searchNamed(parameters: URLSearchParams): ListingSearch {
  return readSearch(parameters).search;
}

/** The filter that a page address names in `?type=`; anything unknown is 'all'. */
export function filterNamed(text: string | null): FilterName {
  const wanted = text?.trim().toLowerCase();
  return (Object.keys(FILTERS) as FilterName[]).find((name) => name.toLowerCase() === wanted) ?? "all";
}

/** The parameters of a search in their one spelling, without those that ask for nothing. */
export function searchParameters(search: ListingSearch): URLSearchParams {
  const parameters = new URLSearchParams();
  if (search.attributes.length > 0) parameters.set("with", search.attributes.join(","));
  for (const key of ["maxRent", "minDiscount", "neighbourhood", "station", "line", "maxSubway"] as const) {
    const value = search[key];
    if (value !== null) parameters.set(key, String(value));
  }
  if (search.controlled) parameters.set("controlled", "1");
  if (search.moveInBy !== null) parameters.set("moveInBy", search.moveInBy);
  if (search.sort !== "newest") parameters.set("sort", search.sort);
  return parameters;
}

/**
 * The query of a page that shows a list, in its one spelling, with commas that people can read:
 * `?type=3+BR&with=pets,laundry&maxRent=1800&page=2`; empty for the plain list. On a category's page the filter is "all".
 */
export function listQuery(filter: FilterName, search: ListingSearch, page = 1): string {
  const parameters = new URLSearchParams(filter === "all" ? [] : [["type", filter]]);
  for (const [key, value] of searchParameters(search)) parameters.set(key, value);
  if (page > 1) parameters.set("page", String(page));
  const text = parameters.toString().replaceAll("%2C", ",");
  return text && `?${text}`;
}

/**
 * Whether an address is the one way to write a search, so that anyone's copy of its answer is kept once.
 * @param others its parameters that are no part of the search
 */
export function isInOneSpelling(parameters: URLSearchParams, search: ListingSearch, others: readonly string[]) {
  const asked = [...parameters].filter(([key]) => !others.includes(key));
  const isOnce = new Set(parameters.keys()).size === parameters.size;
  return isOnce && new URLSearchParams(asked).toString() === searchParameters(search).toString();
}

/** Whether a search by a name found nothing: there may be no such place, and such answers are not kept. */
export function findsNowhere({ neighbourhood, station }: ListingSearch, total: number | null): boolean {
  return (neighbourhood !== null || station !== null) && !total;
}

/** Whether anything but the order is asked for. */
export function isNarrowed(search: ListingSearch): boolean {
  return searchParameters({ ...search, sort: "newest" }).size > 0;
}

/**
 * Headers of the lists. {@link TOTAL} is exact, for narrowed lists too; it is left out when the search looked through
 * as many as it may, and {@link AT_LEAST} says how many it found among those. {@link ROOMS} says how many of either are
 * private rooms, which the home page hides under All (for `filter=all` only).
 */
export const COUNT_HEADERS = {
  TOTAL: "X-Total-Count",
  AT_LEAST: "X-Total-At-Least",
  ROOMS: "X-Total-Rooms",
} as const;

/** A listing found by a search, as the map needs it. */
export interface FoundOnMap {
  id: number;
  path: string;
  bedrooms: Bedrooms;
  title: string;
  /** As shown: `$1,850`. */
  price: string;
  belowMarketPercent: number | null;
  latitude: number;
  longitude: number;
}

/**
 * Answer of GET /api/marketplace-listings/map: the listings of a search that have a place. It takes the parameters of
 * the lists, and `bbox=west,south,east,north` in degrees (see bounds.ts). Points come in the
 * order of the list.
 */
export interface SearchMap {
  /** At most {@link SEARCH_WINDOW}, those whose house or block is known. */
  points: FoundOnMap[];
  /** How many the search finds, with a place or without; how many it found so far while `isCut`. */
  total: number;
  /** How many of the total are private rooms. */
  rooms: number;
  /** More were looked through than a search looks through: there may be more. */
  isCut: boolean;
}

/** Answer of GET /api/marketplace-listings/places: where there are public listings, by name. */
export interface SearchPlaces {
  neighbourhoods: { name: string; count: number }[];
  stations: { name: string; lines: string[]; count: number }[];
}

/**
 * How many listings a search looks through. Whenever one of the conditions (type, station, neighbourhood, rent,
 * discount, distance to the subway, bounds) leaves no more than that, those are looked through and the answer is
 * complete. Otherwise it is cut, and they are: those newest of the station, else of the neighbourhood, else those that
 * come first of the type in the chosen order.
 */
export const SEARCH_WINDOW = 1_000;
