import type { Bedrooms, FilterName } from "./bedrooms.ts";
import { type ListingSearch, SEARCH_WINDOW } from "./search.ts";

/** Parses the page in a URL parameter, from 1. Invalid values and values beyond the last page give the first page. */
export function pageNumber(text: string | null, last: number): number {
  return text !== null && /^[1-9]\d{0,3}$/.test(text) && Number(text) <= last ? Number(text) : 1;
}

/** Number of listings per page and in the initial list (docs/product.md, In the browser). */
export const LISTINGS_PER_PAGE = 8;

/** Last page of a list, where the search window ends. */
const PAGE_MAX = SEARCH_WINDOW / LISTINGS_PER_PAGE;

/** Parses the page in a list's `?page=`, from 1. Invalid values give the first page. */
export const listPageFrom = (text: string | null): number => pageNumber(text, PAGE_MAX);

/** Returns the index of the first listing on a page, from 0. */
export const firstIndexOfPage = (page: number): number => (page - 1) * LISTINGS_PER_PAGE;

/** Returns the number, from 1, of the page that contains a list index; null beyond the last page. */
export function pageOf(place: number): number | null {
  const page = Math.floor(place / LISTINGS_PER_PAGE) + 1;
  return page <= PAGE_MAX ? page : null;
}

/** Returns whether the list under All hides private rooms. A search for rooms or beds shows them. */
export const hidesRooms = (filter: FilterName | "all", { homeType }: Pick<ListingSearch, "homeType">): boolean =>
  filter === "all" && homeType !== "room" && homeType !== "shared_bed";

/** Number of listings to load so that a first view without private rooms is still full. */
export const FIRST_VIEW_READ = 2 * LISTINGS_PER_PAGE;

/** Returns the beginning of a list that still fills a page after private rooms are removed. */
export function selectFirstView<Item extends { bedrooms: Bedrooms }>(listings: readonly Item[]): Item[] {
  let shown = 0;
  const last = listings.findIndex(({ bedrooms }) => {
    if (bedrooms !== "Private Room") shown += 1;
    return shown === LISTINGS_PER_PAGE;
  });
  return listings.slice(0, last < 0 ? undefined : last + 1);
}
