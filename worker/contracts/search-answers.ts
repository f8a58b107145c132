import type { Bedrooms } from "./bedrooms.ts";

/**
 * Headers of the lists. {@link TOTAL} is exact, for narrowed lists too; it is left out when the search looked through
 * as many as it may, and {@link AT_LEAST} says how many it found among those. {@link ROOMS} says how many of either are
 * private rooms, which the home page hides under All (for `filter=all` only).
 */
export const COUNT_HEADERS = {
  TOTAL: "X-Total-Count",
  AT_LEAST: "X-Total-At-Least",
  ROOMS: "X-Total-Rooms",
} as const;

/** Header of a list by words that nothing says: the words that were looked for instead, with escapes as in an address. */
export const CORRECTED_HEADER = "X-Corrected-Query";

/** A listing found by a search, as the map needs it. */
export interface FoundOnMap {
  id: number;
  path: string;
  bedrooms: Bedrooms;
  title: string;
  /** As shown: `$1,850`. */
  price: string;
  belowMarketPercent: number | null;
  latitude: number;
  longitude: number;
}

/**
 * Answer of GET /api/marketplace-listings/map: the listings of a search that have a place. It takes the parameters of
 * the lists, and `bbox=west,south,east,north` in degrees (see region.ts). Points come in the
 * order of the list.
 */
export interface SearchMap {
  /** Of the first {@link MAP_POINTS} that the search finds, those whose house or block is known. */
  points: FoundOnMap[];
  /** How many the search finds, with a place or without; how many it found so far while `isCut`. */
  total: number;
  /** How many of the total are private rooms. */
  rooms: number;
  /** More were looked through than a search looks through: there may be more. */
  isCut: boolean;
}

/** Answer of GET /api/marketplace-listings/places: where there are public listings, by name. */
export interface SearchPlaces {
  neighbourhoods: { name: string; /** What people call it, or a part of it. */ aliases: string[]; count: number }[];
  stations: { name: string; lines: string[]; count: number }[];
}

/**
 * How many listings a search looks through. While there are no more public ones, or one of the conditions (type, words,
 * station, neighbourhood, rent, discount, distance to the subway, bounds) leaves no more, the answer is complete.
 * Otherwise it is cut, and they are: those newest of the station, else of the neighbourhood, else those that come first of
 * the type in the chosen order; of those that say the words, the latest.
 */
export const SEARCH_WINDOW = 10_000;

/** How many of what a search finds are drawn on its map. */
export const MAP_POINTS = 1_000;
