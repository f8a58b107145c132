import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { type Bedrooms, CATEGORIES, type Category, type FilterName } from "../../../../worker/contracts/bedrooms.ts";
import { type PublicListing } from "../../../../worker/contracts/listings.ts";
import { LISTINGS_PER_PAGE, firstIndexOfPage } from "../../../../worker/contracts/list-pages.ts";
import {
  type ListingSearch,
  searchParameters,
  CORRECTED_HEADER,
  COUNT_HEADERS,
} from "../../../../worker/contracts/search.ts";
import { ApiError, getJson, getList } from "../../../lib/api.ts";

/** What the home page loads at a time after its first page (docs/product.md, In the browser). */
const HOME_NEXT_PAGE = 20;

/** How many listings a list holds in all; null where it is not known. See {@link COUNT_HEADERS}. */
export interface ListCounts {
  total: number | null;
  /** How many a search found before it stopped looking. */
  atLeast?: number | null;
  /** Private rooms among either. */
  rooms?: number | null;
}

/** One answer of a list, with what was asked, so that the next offset and the end can be told. */
export interface ListingsPage extends ListCounts {
  /** The words that were looked for, where nothing was found of those typed. */
  corrected?: string | null;
  items: PublicListing[];
  offset: number;
  limit: number;
}

export const listingsKeys = {
  all: ["listings"] as const,
  home: (filter: FilterName, search: ListingSearch, page = 1) =>
    ["listings", "home", filter, String(searchParameters(search)), page] as const,
  category: (bedrooms: Bedrooms, search: ListingSearch, page = 1) =>
    ["listings", "category", bedrooms, String(searchParameters(search)), page] as const,
  detail: (id: number) => ["listings", "detail", id] as const,
};

/** Where the next page starts, or undefined when this one was the last: it held fewer than were asked for. */
function nextOffset(page: ListingsPage): number | undefined {
  return page.items.length < page.limit ? undefined : page.offset + page.limit;
}

/** Where a list comes from. */
export interface ListSource {
  api: string;
  /** Left out where the address has a type of its own. */
  filter?: FilterName;
}

/** A part of a list. @throws ApiError, TypeError */
export async function listingsPage(
  { api, filter }: ListSource,
  { limit, offset, search }: { limit: number; offset: number; search: ListingSearch },
  signal: AbortSignal,
): Promise<ListingsPage> {
  const parameters = new URLSearchParams({
    limit: String(limit),
    offset: String(offset),
    ...(filter === undefined ? {} : { filter }),
    ...Object.fromEntries(searchParameters(search)),
  });
  const { items, total, count, header } = await getList<PublicListing>(`${api}?${parameters}`, {
    signal,
    ...(offset === 0 ? { cache: "no-cache" as const } : {}),
  });
  const corrected = header(CORRECTED_HEADER);
  return {
    items,
    total,
    atLeast: count(COUNT_HEADERS.AT_LEAST),
    rooms: count(COUNT_HEADERS.ROOMS),
    corrected: corrected === null ? null : decodeURIComponent(corrected),
    offset,
    limit,
  };
}

export const homeSource = (filter: FilterName): ListSource => ({ api: "/api/marketplace-listings", filter });

/** The home page's list from a page on: 8 first, then 20 at a time. */
export function homeListings(filter: FilterName, search: ListingSearch, page: number) {
  const first = firstIndexOfPage(page);
  return infiniteQueryOptions({
    queryKey: listingsKeys.home(filter, search, page),
    queryFn: ({ pageParam, signal }) =>
      listingsPage(
        homeSource(filter),
        { limit: pageParam === first ? LISTINGS_PER_PAGE : HOME_NEXT_PAGE, offset: pageParam, search },
        signal,
      ),
    initialPageParam: first,
    getNextPageParam: nextOffset,
  });
}

/** The category of a bedroom type; every type has one. */
export function categoryOf(bedrooms: Bedrooms): Category {
  const category = CATEGORIES.find((candidate) => candidate.bedrooms === bedrooms);
  if (!category) throw new Error(`There is no category for ${bedrooms}.`);
  return category;
}

export const categoryHeading = (category: Category) => `${category.name} for Rent in Toronto`;

/** A category page's list from a page on, 8 at a time from the category's own address. */
export function categoryListings(bedrooms: Bedrooms, search: ListingSearch, page: number) {
  return infiniteQueryOptions({
    queryKey: listingsKeys.category(bedrooms, search, page),
    queryFn: ({ pageParam, signal }) =>
      listingsPage(categoryOf(bedrooms), { limit: LISTINGS_PER_PAGE, offset: pageParam, search }, signal),
    initialPageParam: firstIndexOfPage(page),
    getNextPageParam: nextOffset,
  });
}

/** One listing; null when it is not public (any more). */
export function listingDetail(id: number) {
  return queryOptions({
    queryKey: listingsKeys.detail(id),
    queryFn: async ({ signal }): Promise<PublicListing | null> => {
      try {
        return await getJson<PublicListing>(`/api/marketplace-listings/${id}`, { signal });
      } catch (error) {
        if (error instanceof ApiError && error.status === 404) return null;
        throw error;
      }
    },
  });
}

/** What the edge loaded of a list, in the shape of the infinite queries above. */
export function loadedPage({
  listings: items,
  pageNumber = 1,
  total,
  atLeast = null,
  rooms = null,
  corrected = null,
}: ListCounts & { listings: PublicListing[]; pageNumber?: number; corrected?: string | null }): {
  pages: ListingsPage[];
  pageParams: number[];
} {
  const offset = firstIndexOfPage(pageNumber);
  return {
    pages: [{ items, total, atLeast, rooms, corrected, offset, limit: LISTINGS_PER_PAGE }],
    pageParams: [offset],
  };
}

/** Everything loaded so far; a listing that moved to a later page meanwhile is shown once. */
export function listingsOf(pages: readonly ListingsPage[]): PublicListing[] {
  return [...new Map(pages.flatMap((page) => page.items).map((listing) => [listing.id, listing])).values()];
}
