import { infiniteQueryOptions, keepPreviousData, queryOptions } from "@tanstack/react-query";
import { type Bedrooms, CATEGORIES, type Category, type FilterName } from "../../../../worker/contracts/bedrooms.ts";
import { COMMUTE_HEADER } from "../../../../worker/contracts/commute.ts";
import { getListing, listSimilar, type PublicListing } from "../../../../worker/contracts/listings.ts";
import {
  FIRST_VIEW_READ,
  LISTINGS_PER_PAGE,
  firstIndexOfPage,
  selectFirstView,
  hidesRooms,
} from "../../../../worker/contracts/list-pages.ts";
import {
  categoryList,
  COUNT_HEADERS,
  type ListingSearch,
  listListings,
  SEARCH_HEADER,
  searchListings,
  type SearchMeaning,
  searchMeaning,
  searchParameters,
} from "../../../../worker/contracts/search.ts";
import { callList, callOrNull } from "../../../lib/api.ts";

/** Page size of the home page after its first page (docs/product.md, In the browser). */
const HOME_NEXT_PAGE = 20;

/** Numbers of listings in a list; null if unknown. See {@link COUNT_HEADERS}. */
export interface ListCounts {
  total: number | null;
  /** Lower bound, if the search stopped counting. */
  atLeast?: number | null;
  /** Number of private rooms among the listings. */
  rooms?: number | null;
}

/** A response together with its request parameters, from which the next offset is computed. */
export interface ListingsPage extends ListCounts {
  /** The meaning of the search words; null without words. */
  meaning?: SearchMeaning | null;
  /** True if commute conditions were ignored because there is no timetable. */
  isCommuteOff?: boolean;
  items: PublicListing[];
  offset: number;
  limit: number;
}

export const listingsKeys = {
  all: ["listings"] as const,
  home: (filter: FilterName, search: ListingSearch, page = 1) =>
    ["listings", "home", { filter, search: String(searchParameters(search)), page }] as const,
  category: (bedrooms: Bedrooms, search: ListingSearch, page = 1) =>
    ["listings", "category", { bedrooms, search: String(searchParameters(search)), page }] as const,
  detail: (id: number) => ["listings", "detail", id] as const,
  similar: (id: number) => ["listings", "similar", id] as const,
};

/** Returns the offset of the next page; undefined after the last listing. */
function nextOffset({ items, offset, limit, total }: ListingsPage): number | undefined {
  const next = offset + limit;
  return items.length < limit || (total !== null && next >= total) ? undefined : next;
}

export interface ListSource {
  list: typeof listListings | ReturnType<typeof categoryList>;
  /** The type of a category, whose path implies it. */
  bedrooms?: Bedrooms;
  /** The filter by bedrooms; absent if the path implies it. */
  filter?: FilterName;
}

/** @throws ApiError, TypeError */
export async function listingsPage(
  { list, filter, bedrooms }: ListSource,
  { limit, offset, search }: { limit: number; offset: number; search: ListingSearch },
  signal: AbortSignal,
): Promise<ListingsPage> {
  const hasPlaces = search.commute.length > 0;
  const type = filter ?? (hasPlaces ? bedrooms : undefined);
  const parameters = {
    limit: String(limit),
    offset: String(offset),
    ...(type === undefined ? {} : { filter: type }),
    ...Object.fromEntries(searchParameters(search)),
  };
  const options = { signal, ...(offset === 0 && { cache: "no-cache" as const }) };
  const { items, total, count, header } = hasPlaces
    ? await callList(searchListings, { body: parameters }, options)
    : await callList(list, { query: parameters }, options);
  return {
    items,
    total,
    atLeast: count(COUNT_HEADERS.AT_LEAST),
    rooms: count(COUNT_HEADERS.ROOMS),
    meaning: searchMeaning(header(SEARCH_HEADER)),
    isCommuteOff: header(COMMUTE_HEADER) !== null,
    offset,
    limit,
  };
}

export const homeSource = (filter: FilterName): ListSource => ({ list: listListings, filter });
export const categorySource = ({ api, bedrooms }: Category): ListSource => ({ list: categoryList(api), bedrooms });

/** Shows the previous list until the next one is loaded, but only for a search within the map's area. */
const placeholderWhileMoving = ({ bbox }: ListingSearch) =>
  bbox === null ? {} : { placeholderData: keepPreviousData };

/** Truncates a page after the listings that the first view shows. The next page continues from there. */
function cutToFirstView(read: ListingsPage): ListingsPage {
  const items = selectFirstView(read.items);
  return items.length === read.items.length ? read : { ...read, items, limit: items.length };
}

/** Returns the query for the home page's list, starting with a page: 8 visible listings at first, then 20 at a time. */
export function homeListings(filter: FilterName, search: ListingSearch, page: number) {
  const first = firstIndexOfPage(page);
  return infiniteQueryOptions({
    queryKey: listingsKeys.home(filter, search, page),
    queryFn: async ({ pageParam, signal }) => {
      const isFirst = pageParam === first;
      const isFirstView = isFirst && page === 1 && hidesRooms(filter, search);
      const limit = isFirstView ? FIRST_VIEW_READ : isFirst ? LISTINGS_PER_PAGE : HOME_NEXT_PAGE;
      const read = await listingsPage(homeSource(filter), { limit, offset: pageParam, search }, signal);
      return isFirstView ? cutToFirstView(read) : read;
    },
    initialPageParam: first,
    getNextPageParam: nextOffset,
    ...placeholderWhileMoving(search),
  });
}

/** Returns the category of a bedroom type; every type has one. */
export function findCategory(bedrooms: Bedrooms): Category {
  const category = CATEGORIES.find((candidate) => candidate.bedrooms === bedrooms);
  if (!category) throw new Error(`There is no category for ${bedrooms}.`);
  return category;
}

export const categoryHeading = (category: Category) => `${category.name} for Rent in Toronto`;

/** Returns the query for a category's list, starting with a page, 8 listings at a time. */
export function categoryListings(bedrooms: Bedrooms, search: ListingSearch, page: number) {
  return infiniteQueryOptions({
    queryKey: listingsKeys.category(bedrooms, search, page),
    queryFn: ({ pageParam, signal }) =>
      listingsPage(
        categorySource(findCategory(bedrooms)),
        { limit: LISTINGS_PER_PAGE, offset: pageParam, search },
        signal,
      ),
    initialPageParam: firstIndexOfPage(page),
    getNextPageParam: nextOffset,
    ...placeholderWhileMoving(search),
  });
}

/** Returns the query for a listing; its data is null if the listing does not exist or is no longer public. */
export function listingDetail(id: number) {
  return queryOptions({
    queryKey: listingsKeys.detail(id),
    queryFn: ({ signal }) => callOrNull(getListing, { id }, { signal }),
  });
}

/** Returns a server-rendered list in the shape of the infinite queries. */
export function loadedPage({
  listings: items,
  pageNumber = 1,
  total,
  atLeast = null,
  rooms = null,
  meaning = null,
  isCommuteOff = false,
}: ListCounts & Pick<ListingsPage, "meaning" | "isCommuteOff"> & { listings: PublicListing[]; pageNumber?: number }): {
  pages: ListingsPage[];
  pageParams: number[];
} {
  const offset = firstIndexOfPage(pageNumber);
  return {
    pages: [
      { items, total, atLeast, rooms, meaning, isCommuteOff, offset, limit: Math.max(items.length, LISTINGS_PER_PAGE) },
    ],
    pageParams: [offset],
  };
}

/** Returns all loaded listings. A listing that moved to a later page while loading appears only once. */
export function collectListings(pages: readonly ListingsPage[]): PublicListing[] {
  return [...new Map(pages.flatMap((page) => page.items).map((listing) => [listing.id, listing])).values()];
}

/** Returns the query for homes similar to a listing that is or was public. */
export function similarListings(id: number) {
  return queryOptions({
    queryKey: listingsKeys.similar(id),
    queryFn: async ({ signal }) => (await callOrNull(listSimilar, { id }, { signal })) ?? [],
  });
}
