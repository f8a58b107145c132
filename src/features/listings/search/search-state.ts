import { useCallback, useMemo } from "react";
import { useLocation, useNavigate } from "react-router";
import type { FilterName } from "../../../../worker/contracts/bedrooms.ts";
import { listPageFrom } from "../../../../worker/contracts/list-pages.ts";
import {
  NO_FILTERS,
  filterFromUrl,
  listQuery,
  type ListingSearch,
  lenientSearch,
  searchParameters,
} from "../../../../worker/contracts/search.ts";
import type { PageHead } from "../../../../worker/contracts/page.ts";
import type { ListCounts } from "../card/listings.queries.ts";

/** What the address of a list says of it. */
export interface ListView {
  /** On the home page; a category is a page of its own, and its filter is 'all'. */
  filter: FilterName;
  search: ListingSearch;
  /** Shown on a map too. */
  isMap: boolean;
  /** Where the list begins, from 1. */
  page: number;
}

/** The whole list, as it is shown at first. */
export const PLAIN_VIEW: ListView = { filter: "all", search: NO_FILTERS, isMap: false, page: 1 };

/** The query of a list's address, in one spelling; empty for the plain list. */
export function viewQuery({ filter, search, isMap, page }: ListView): string {
  const query = listQuery(filter, search, page);
  if (!isMap) return query;
  return `${query === "" ? "?" : `${query}&`}view=map`;
}

/** What a page's query asks for; what cannot be understood is passed over. */
export function viewNamed(query: string): ListView {
  const parameters = new URLSearchParams(query);
  return {
    filter: filterFromUrl(parameters.get("type")),
    search: lenientSearch(parameters),
    isMap: parameters.get("view") === "map",
    page: listPageFrom(parameters.get("page")),
  };
}

/** The list that the page's address asks for, and the way to another one on the same page. */
export interface ListState extends ListView {
  /** Where a changed list is: from its beginning, unless a page is given. */
  to(changes: Partial<ListView>): string;
  /** Goes there, as a new entry of the history unless it takes the place of this one. */
  change(changes: Partial<ListView>, options?: { replace?: boolean }): void;
}

/** @param isOfType the page is one type's, and has no filter of its own */
export function useListState(isOfType: boolean): ListState {
  const { pathname, search: query } = useLocation();
  const navigate = useNavigate();
  const view = useMemo(() => {
    const named = viewNamed(query);
    return isOfType ? { ...named, filter: PLAIN_VIEW.filter } : named;
  }, [query, isOfType]);
  const to = useCallback(
    (changes: Partial<ListView>) => pathname + viewQuery({ ...view, page: 1, ...changes }),
    [pathname, view],
  );
  const change = useCallback(
    (changes: Partial<ListView>, { replace = false } = {}) =>
      void navigate(to(changes), { replace, preventScrollReset: true }),
    [navigate, to],
  );
  return { ...view, to, change };
}

/** How many filters are set; the order is none. */
export function filterCount(search: ListingSearch): number {
  return search.attributes.length + searchParameters({ ...search, attributes: [], sort: "newest" }).size;
}

/** A list without its filters, in the same order. */
export const unfiltered = ({ sort }: ListingSearch): ListingSearch => ({ ...NO_FILTERS, sort });

export interface ShownCount {
  count: number;
  /** There may be more: a search looks through so many only. */
  isCut: boolean;
}

/** How many listings are shown of those that there are; null while that is not known. */
export function shownCount({ total, atLeast, rooms }: ListCounts, hidesRooms: boolean): ShownCount | null {
  const found = total ?? atLeast ?? null;
  if (found === null || (hidesRooms && typeof rooms !== "number")) return null;
  return { count: found - (hidesRooms ? (rooms ?? 0) : 0), isCut: total === null };
}

/** Whether the list ends before the page that the address names. @param first what is on it; undefined while unknown */
export const isPastLastPage = ({ page }: ListView, first: readonly unknown[] | undefined): boolean =>
  page > 1 && first?.length === 0;

/** What search engines are told of a list: they keep its plain pages. A narrowed one is for the person who asked for it. */
export function headOfView(
  path: string,
  view: ListView,
  isPastEnd: boolean,
): Pick<PageHead, "canonicalPath" | "noindex"> {
  const isNarrow = viewQuery({ ...view, page: 1 }) !== "";
  return {
    ...(!isPastEnd && { canonicalPath: path + (isNarrow ? "" : viewQuery(view)) }),
    noindex: isNarrow || isPastEnd,
  };
}
