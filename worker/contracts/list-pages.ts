import { pageNumber } from "./page-number.ts";
import { SEARCH_WINDOW } from "./search-answers.ts";

/** Listings on one page of a list, and in what it shows at first (docs/product.md, In the browser). */
export const LISTINGS_A_PAGE = 8;

/** Nobody pages further than a search looks. */
const PAGE_MAX = SEARCH_WINDOW / LISTINGS_A_PAGE;

/** The page, from 1, that an address of a list names in `?page=`; anything else is the first. */
export const pageNamed = (text: string | null): number => pageNumber(text, PAGE_MAX);

/** Place in its list of the first listing on a page, from 0. */
export const firstOfPage = (page: number): number => (page - 1) * LISTINGS_A_PAGE;

/** The page, from 1, that a place in a list is on; places beyond the last page are on none. */
export function pageOf(place: number): number | null {
  const page = Math.floor(place / LISTINGS_A_PAGE) + 1;
  return page <= PAGE_MAX ? page : null;
}
