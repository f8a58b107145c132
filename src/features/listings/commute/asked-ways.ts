import { COMMUTE_SORT, type ListingSearch } from "../../../../worker/contracts/search.ts";
import { askedOf, type NamedPlace } from "./places.ts";

// Which ways a list asks for stands in its address as `ways`: the places of this browser by their number, so that the
// address holds none of them. `ways=1,3` keeps the limits of the first and the third place, `sort` has the shortest way
// first, `sort2` the one to the second place.

const partsOf = (ways: string) => ways.split(",").filter((part) => part !== "");

/** Whether the limit of a place is kept. @param index of the place, from 0 */
export const isWithin = (ways: string, index: number): boolean => partsOf(ways).includes(String(index + 1));

/** The ways with or without the limit of a place. */
export function withLimit(ways: string, index: number, isLimited: boolean): string {
  const others = partsOf(ways).filter((part) => part !== String(index + 1));
  // An order by one place is for lists without limits.
  const kept = others.map((part) => (part.startsWith("sort") && isLimited ? "sort" : part));
  return (isLimited ? [...kept, String(index + 1)] : kept).sort().join();
}

/** The search with the places that its ways need, which only the server is told. Numbers without a place are ignored. */
export function askedSearch(search: ListingSearch, ways: string, places: readonly NamedPlace[]): ListingSearch {
  const limited = places.filter((_, index) => isWithin(ways, index));
  const order = partsOf(ways).find((part) => part.startsWith("sort"));
  const one = order === undefined ? undefined : places[Number(order.slice("sort".length)) - 1];
  const sorted = order === undefined ? [] : one ? [one] : places;
  const asked = limited.length > 0 ? limited : sorted;
  if (asked.length === 0) return search;
  return {
    ...search,
    commute: asked.map(askedOf),
    maxCommute: limited.map(({ limit }) => limit),
    ...(order !== undefined && { sort: COMMUTE_SORT }),
  };
}

/**
 * The ways of a search with places.
 * @param numbers of this browser's places that they are; by default they are its first ones, in their order
 */
export function waysOfSearch(
  { commute, maxCommute, sort }: ListingSearch,
  numbers = commute.map((_, index) => index + 1),
): string {
  return [...(maxCommute.length > 0 ? numbers : []), ...(sort === COMMUTE_SORT ? ["sort"] : [])].join();
}

/** A search without its places. */
export const withoutPlaces = (search: ListingSearch): ListingSearch => ({
  ...search,
  commute: [],
  maxCommute: [],
  sort: search.sort === COMMUTE_SORT ? "newest" : search.sort,
});
