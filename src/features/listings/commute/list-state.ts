import { useCallback, useMemo } from "react";
import { useLocation, useNavigate } from "react-router";
import type { FilterName } from "../../../../worker/contracts/bedrooms.ts";
import { commutesFromUrl } from "../../../../worker/contracts/commute-search.ts";
import { listPageFrom } from "../../../../worker/contracts/list-pages.ts";
import {
  NO_FILTERS,
  filterFromUrl,
  listQuery,
  type ListingSearch,
  searchFromUrl,
  searchParameters,
} from "../../../../worker/contracts/search.ts";
import type { PageHead } from "../../../../worker/contracts/page.ts";
import type { ListCounts } from "../facts/listings.queries.ts";
import { useCommutes } from "./commutes-store.ts";

/** The state of a list that its address contains. */
export interface ListView {
  /** The filter of the home page; always 'all' on category pages. */
  filter: FilterName;
  search: ListingSearch;
  /** Requested commutes to this browser's places; the address refers to the places by number (commutes.tsx). */
  commutes: string;
  /** True if the map is shown. */
  isMap: boolean;
  /** True if moving the map updates the list. */
  follows: boolean;
  /** Number of the first page shown, from 1. */
  page: number;
}

/** The unfiltered first page. */
export const PLAIN_VIEW: ListView = {
  filter: "all",
  search: NO_FILTERS,
  commutes: "",
  isMap: false,
  follows: true,
  page: 1,
};

/** Returns the canonical query string of a list; empty for the unfiltered first page. */
export function viewQuery({ filter, search, commutes, isMap, follows, page }: ListView): string {
  const own = [commutes && `commutes=${commutes}`, isMap && `view=map${follows ? "" : "&follow=0"}`]
    .filter(Boolean)
    .join("&");
  const query = listQuery(filter, search, page);
  if (own === "") return query;
  return `${query === "" ? "?" : `${query}&`}${own}`;
}

/** Parses a query string and ignores invalid values. */
export function viewFromQuery(query: string): ListView {
  const parameters = new URLSearchParams(query);
  return {
    filter: filterFromUrl(parameters.get("type")),
    search: searchFromUrl(parameters),
    commutes: commutesFromUrl(parameters.get("commutes")),
    isMap: parameters.get("view") === "map",
    follows: parameters.get("follow") !== "0",
    page: listPageFrom(parameters.get("page")),
  };
}

/** The list that the page's address describes, with functions that lead to other lists. */
export interface ListState extends ListView {
  /** The search sent to the server. This search includes this browser's places, which are not in the page's address. */
  asked: ListingSearch;
  /** Returns the search that would be sent to the server after a change. */
  asking(changes: Partial<ListView>): ListingSearch;
  /** Returns the address after a change, with page 1 unless a page is given. */
  to(changes: Partial<ListView>): string;
  /** Navigates to the list after a change. */
  change(changes: Partial<ListView>, options?: { replace?: boolean }): void;
}

const PLACES = ["q", "municipality", "neighbourhood", "station", "line"] as const;

/** Removes the map's area if the search is for a different place, because that place may be outside the area. */
const withoutOutdatedArea = (search: ListingSearch, before: ListingSearch): ListingSearch =>
  PLACES.every((key) => search[key] === before[key]) ? search : { ...search, bbox: null };

/** @param isOfType true on a category page, which has no type filter */
export function useListState(isOfType: boolean): ListState {
  const { pathname, search: query } = useLocation();
  const navigate = useNavigate();
  const view = useMemo(() => {
    const named = viewFromQuery(query);
    return isOfType ? { ...named, filter: PLAIN_VIEW.filter } : named;
  }, [query, isOfType]);
  const to = useCallback(
    ({ search = view.search, ...changes }: Partial<ListView>) =>
      pathname + viewQuery({ ...view, page: 1, ...changes, search: withoutOutdatedArea(search, view.search) }),
    [pathname, view],
  );
  const change = useCallback(
    (changes: Partial<ListView>, { replace = false } = {}) =>
      void navigate(to(changes), { replace, preventScrollReset: true }),
    [navigate, to],
  );
  const known = useCommutes(view.commutes !== "" || view.search.commute.length > 0);
  const asking = useCallback(
    ({ search = view.search, commutes = view.commutes }: Partial<ListView>) =>
      known?.parts.requestedSearch(search, commutes, known.places) ?? search,
    [view, known],
  );
  const asked = useMemo(() => asking({}), [asking]);
  return { ...view, to, change, asked, asking };
}

/** Returns the numbers of the places whose limits apply to the list, from 1. */
export const placeNumbers = (commutes: string): number[] =>
  commutes
    .split(",")
    .map(Number)
    .filter((number) => number > 0);

/** Returns the number of active filters. The sort order does not count. */
export function filterCount(search: ListingSearch, commutes = ""): number {
  const others = { ...search, attributes: [], commute: [], maxCommute: [], sort: "newest" as const };
  return (
    search.attributes.length + searchParameters(others).size + search.maxCommute.length + placeNumbers(commutes).length
  );
}

/** Returns a list without filters, but with its sort order and the places to which commutes are shown. */
export const unfiltered = ({ search: { sort, commute }, commutes }: Pick<ListView, "search" | "commutes">) => ({
  search: { ...NO_FILTERS, sort, commute },
  commutes: commutes
    .split(",")
    .filter((part) => part.startsWith("sort"))
    .join(),
});

export interface ShownCount {
  count: number;
  /** True if the server stopped counting, in which case there may be more results. */
  isCut: boolean;
}

/** Returns the number of visible listings; null if unknown. */
export function shownCount({ total, atLeast, rooms }: ListCounts, hidesRooms: boolean): ShownCount | null {
  const found = total ?? atLeast ?? null;
  if (found === null || (hidesRooms && typeof rooms !== "number")) return null;
  return { count: found - (hidesRooms ? (rooms ?? 0) : 0), isCut: total === null };
}

/**
 * Returns whether the page in the address is past the end.
 * @param first the listings on that page; undefined while they load
 */
export const isPastLastPage = ({ page }: ListView, first: readonly unknown[] | undefined): boolean =>
  page > 1 && first?.length === 0;

/** Returns the page's metadata. Search engines may index unfiltered pages only. */
export function createViewHead(
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
