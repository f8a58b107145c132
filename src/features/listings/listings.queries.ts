import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import type { AttributeFilter } from "../../../worker/contracts/attributes.ts";
import { type Bedrooms, CATEGORIES, type Category, type FilterName } from "../../../worker/contracts/bedrooms.ts";
import { type PublicListing } from "../../../worker/contracts/listings.ts";
import { ApiError, getJson, getList } from "../../lib/api.ts";

/** Page sizes of spec.md 9. */
export const HOME_FIRST_PAGE = 8;
const HOME_NEXT_PAGE = 20;
export const CATEGORY_PAGE = 8;

/** One answer of a list, with what was asked, so that the next offset and the end can be told. */
export interface ListingsPage {
  items: PublicListing[];
  total: number | null;
  offset: number;
  limit: number;
}

export const listingsKeys = {
  all: ["listings"] as const,
  home: (filter: FilterName, attributes: readonly AttributeFilter[] = []) =>
    ["listings", "home", filter, ...attributes] as const,
  category: (bedrooms: Bedrooms, attributes: readonly AttributeFilter[] = []) =>
    ["listings", "category", bedrooms, ...attributes] as const,
  detail: (id: number) => ["listings", "detail", id] as const,
};

/** Where the next page starts, or undefined when this one was the last: it held fewer than were asked for. */
function nextOffset(page: ListingsPage): number | undefined {
  return page.items.length < page.limit ? undefined : page.offset + page.limit;
}

async function listingsPage(
  api: string,
  query: { limit: number; offset: number; filter?: FilterName; attributes: readonly AttributeFilter[] },
  signal: AbortSignal,
): Promise<ListingsPage> {
  const { limit, offset, filter, attributes } = query;
  const search = new URLSearchParams({
    limit: String(limit),
    offset: String(offset),
    ...(filter === undefined ? {} : { filter }),
    ...(attributes.length === 0 ? {} : { with: attributes.join(",") }),
  });
  const { items, total } = await getList<PublicListing>(`${api}?${search}`, {
    signal,
    ...(offset === 0 ? { cache: "no-cache" as const } : {}),
  });
  return { items, total, offset, limit };
}

/** The home page's list: 8 first, then 20 at a time. */
export function homeListings(filter: FilterName, attributes: readonly AttributeFilter[]) {
  return infiniteQueryOptions({
    queryKey: listingsKeys.home(filter, attributes),
    queryFn: ({ pageParam, signal }) =>
      listingsPage(
        "/api/marketplace-listings",
        { limit: pageParam === 0 ? HOME_FIRST_PAGE : HOME_NEXT_PAGE, offset: pageParam, filter, attributes },
        signal,
      ),
    initialPageParam: 0,
    getNextPageParam: nextOffset,
  });
}

/** The category of a bedroom type; every type has one. */
export function categoryOf(bedrooms: Bedrooms): Category {
  const category = CATEGORIES.find((candidate) => candidate.bedrooms === bedrooms);
  if (!category) throw new Error(`There is no category for ${bedrooms}.`);
  return category;
}

/** A category page's list, 8 at a time from the category's own address. */
export function categoryListings(bedrooms: Bedrooms, attributes: readonly AttributeFilter[]) {
  return infiniteQueryOptions({
    queryKey: listingsKeys.category(bedrooms, attributes),
    queryFn: ({ pageParam, signal }) =>
      listingsPage(categoryOf(bedrooms).api, { limit: CATEGORY_PAGE, offset: pageParam, attributes }, signal),
    initialPageParam: 0,
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

/** What the edge loaded as the first page, in the shape of the infinite queries above. */
export function firstPage(
  items: PublicListing[],
  total: number | null,
  limit: number,
): { pages: ListingsPage[]; pageParams: number[] } {
  return { pages: [{ items, total, offset: 0, limit }], pageParams: [0] };
}

/** Everything loaded so far; a listing that moved to a later page meanwhile is shown once. */
export function listingsOf(pages: readonly ListingsPage[]): PublicListing[] {
  return [...new Map(pages.flatMap((page) => page.items).map((listing) => [listing.id, listing])).values()];
}
