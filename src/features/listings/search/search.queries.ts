import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { Bedrooms, FilterName } from "../../../../worker/contracts/bedrooms.ts";
import {
  type ListingSearch,
  listOnMap,
  listSearchPlaces,
  searchOnMap,
  searchParameters,
} from "../../../../worker/contracts/search.ts";
import { call } from "../../../lib/api.ts";
import { pause } from "../../../lib/timing.ts";
import { type ListCounts, listingsKeys, listingsPage, type ListSource } from "../facts/listings.queries.ts";

/** Debounce of the count in milliseconds. */
const COUNT_DELAY_MS = 250;

/** Returns the query for the number of results of a search. */
export function searchCount(source: ListSource, search: ListingSearch) {
  const counted = { ...search, sort: "newest" as const };
  // Places without limits do not change the number of results.
  if (search.maxCommute.length === 0) counted.commute = [];
  return queryOptions({
    queryKey: [...listingsKeys.all, "count", source.list.path, source.filter, String(searchParameters(counted))],
    queryFn: async ({ signal }): Promise<ListCounts> => {
      await pause(COUNT_DELAY_MS, signal);
      const { total, atLeast, rooms } = await listingsPage(source, { limit: 1, offset: 0, search: counted }, signal);
      return { total, atLeast, rooms };
    },
  });
}

/** Returns the query for the coordinates of search results. The previous results stay while new ones load. */
export function searchMap(filter: FilterName | Bedrooms, search: ListingSearch) {
  const parameters = { filter, ...Object.fromEntries(searchParameters(search)) };
  return queryOptions({
    queryKey: [...listingsKeys.all, "map", parameters],
    queryFn: async ({ signal }) => {
      // Sent by POST, because a visitor's destinations must not appear in any URL.
      const found = await (search.commute.length > 0
        ? call(searchOnMap, { body: parameters }, { signal })
        : call(listOnMap, { query: parameters }, { signal }));
      return { ...found, bbox: search.bbox, conditions: `${filter} ${searchParameters({ ...search, bbox: null })}` };
    },
    placeholderData: keepPreviousData,
  });
}

/** Returns the query for neighbourhoods and stations with listings. */
export function searchPlaces() {
  return queryOptions({
    queryKey: [...listingsKeys.all, "places"],
    queryFn: ({ signal }) => call(listSearchPlaces, {}, { signal }),
  });
}
