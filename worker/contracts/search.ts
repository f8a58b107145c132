import { type AttributeFilter, parseAttributes } from "./attributes.ts";
import { BATHROOMS, type Bathrooms, type FilterName, FILTERS } from "./bedrooms.ts";
import { Q_MAX } from "./search-words.ts";
import { HOME_TYPES, type HomeType } from "./home-types.ts";

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
  /** Words that a listing says, or names of where it is. */
  q: string | null;
  attributes: readonly AttributeFilter[];
  /** Dollars a month. */
  minRent: number | null;
  maxRent: number | null;
  /** Percent below the market. */
  minDiscount: number | null;
  /** As many or more. */
  bathrooms: Bathrooms | null;
  homeType: HomeType | null;
  /** Of the GTA, or a former one of Toronto; 'Toronto' is the whole city. */
  municipality: string | null;
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
  moveInBy: null,
  sort: "newest",
};

/** Parameters of a search, in the one order that addresses are written in. */
const SEARCH_PARAMETERS = [
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
  "moveInBy",
  "sort",
] as const;

const BLANKS = /\s+/g;
/** Longest name of a place that is looked for. */
const NAME_MAX = 80;
/** Highest rent that can be asked for, in dollars. */
export const RENT_MAX = 15_000;

// Each reads a parameter's text; undefined when it cannot be understood.
const upTo = (max: number) => (text: string) =>
  /^\d{1,5}$/.test(text) && Number(text) >= 1 && Number(text) <= max ? Number(text) : undefined;
const name = (text: string) => (text.length <= NAME_MAX ? text : undefined);
const words = (text: string) => (text.length <= Q_MAX ? text.replace(BLANKS, " ") : undefined);
const oneOf =
  <Value extends string>(values: readonly Value[]) =>
  (text: string) =>
    values.find((value) => value === text);
const one = (text: string) => text === "1" || undefined;
/** "3+", also as "3": the plus of an address that nobody encoded is a blank. */
const atLeast = (text: string) => BATHROOMS.find((count) => count === text || count === `${text}+`);
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
    q: read("q", words),
    attributes: attributes ?? named(parameters.get("with") ?? ""),
    minRent: read("minRent", upTo(RENT_MAX)),
    maxRent: read("maxRent", upTo(RENT_MAX)),
    minDiscount: read("minDiscount", upTo(99)),
    bathrooms: read("bathrooms", atLeast),
    homeType: read("homeType", oneOf(HOME_TYPES)),
    municipality: read("municipality", name),
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
function parametersOf(search: ListingSearch): [name: string, value: string][] {
  return SEARCH_PARAMETERS.flatMap((key): [string, string][] => {
    const value = key === "with" ? search.attributes.join(",") || null : search[key];
    if (value === null || value === false || (key === "sort" && value === EVERYTHING.sort)) return [];
    return [[key, value === true ? "1" : value.toString()]];
  });
}
export const searchParameters = (search: ListingSearch) => new URLSearchParams(parametersOf(search));

/**
 * The query of a page that shows a list, in its one spelling, with commas that people can read:
 * `?type=3+BR&with=pets,laundry&maxRent=1800&page=2`; empty for the plain list. On a category's page the filter is "all".
 */
export function listQuery(filter: FilterName, search: ListingSearch, page = 1): string {
  const parameters = parametersOf(search);
  if (filter !== "all") parameters.unshift(["type", filter]);
  if (page > 1) parameters.push(["page", String(page)]);
  // Asked at each render, and most lists are plain.
  return parameters.length === 0 ? "" : `?${new URLSearchParams(parameters).toString().replaceAll("%2C", ",")}`;
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

/**
 * Whether the answer of a search is not kept: by words, whose spellings have no end, or by the name of a place that found
 * nothing, for there may be none such.
 */
export function isNeverKept({ q, municipality, neighbourhood, station }: ListingSearch, total: number | null): boolean {
  return q !== null || ((municipality !== null || neighbourhood !== null || station !== null) && !total);
}

/** Whether anything but the order is asked for. */
export function isNarrowed(search: ListingSearch): boolean {
  return parametersOf(search).some(([name]) => name !== "sort");
}
