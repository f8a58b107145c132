import { neighbourhoodsCovered, neighbourhoodsOf } from "../../contracts/place-names.ts";
import { municipalitiesIn } from "../../contracts/market-areas.ts";
import { parseBounds } from "../../contracts/places.ts";
import type { SearchRequest } from "../listings/search/search.conditions.ts";
import type { MatchFacts } from "../listings/search/match-listing.service.ts";
import { cellOf } from "../../platform/grid.ts";

/** The key of a search, or of a listing, with the rents in dollars that it wants. */
export interface SearchKeys {
  keys: string[];
  minRent: number;
  maxRent: number;
}

/** More than any rent; a search without a highest rent wants listings without a readable one, too. */
const ANY_RENT = 1_000_000_000;

/** Sizes of the squares that bounds are covered with, in cells of the grid. */
const SQUARES = [1, 4, 16, 64] as const;
/** Most squares of one search: larger bounds are covered with larger squares. */
const MOST_SQUARES = 16;

const ANYWHERE = "*";
const keyOf = (type: string, place: string) => `${type}|${place}`;
const squareKey = (size: number, row: number, column: number) => `c${size}:${row}:${column}`;

/** The squares that cover some bounds; anywhere for bounds larger than the GTA. */
function squaresIn(bbox: string | null): string[] {
  const bounds = parseBounds(bbox);
  if (!bounds) return [ANYWHERE];
  const from = cellOf({ latitude: bounds.south, longitude: bounds.west });
  const to = cellOf({ latitude: bounds.north, longitude: bounds.east });
  for (const size of SQUARES) {
    const [south, north] = [Math.floor(from.row / size), Math.floor(to.row / size)];
    const [west, east] = [Math.floor(from.column / size), Math.floor(to.column / size)];
    const [rows, columns] = [north - south + 1, east - west + 1];
    if (rows * columns > MOST_SQUARES) continue;
    return Array.from({ length: rows * columns }, (_, nth) =>
      squareKey(size, south + Math.floor(nth / columns), west + (nth % columns)),
    );
  }
  return [ANYWHERE];
}

/** Where a listing of a search lies: the narrowest of its conditions on the place. */
function placesOf({ search: { station, neighbourhood, municipality, bbox } }: SearchRequest): string[] {
  if (station !== null) return [`s:${station}`];
  if (neighbourhood !== null) return neighbourhoodsCovered(neighbourhood).map((name) => `n:${name}`);
  if (bbox !== null) return squaresIn(bbox);
  if (municipality === null) return [ANYWHERE];
  const names = neighbourhoodsOf(municipality);
  // A former municipality's listings may be stored under the city's name, with a neighbourhood of it.
  return [...municipalitiesIn(municipality).map((name) => `m:${name}`), ...names.map((name) => `n:${name}`)];
}

/**
 * The keys under which a search is found by every listing that it could find: its type, the narrowest place, and a range of
 * rents. Places that people travel to are in none, because keys are not encrypted.
 */
export function keysOfSearch(request: SearchRequest): SearchKeys {
  const { minRent, maxRent } = request.search;
  return {
    keys: [...new Set(placesOf(request))].map((place) => keyOf(request.type, place)),
    minRent: minRent ?? 0,
    maxRent: maxRent ?? ANY_RENT,
  };
}

/** The keys of the searches that could find a listing, in a fixed order, and its rent. */
export function keysOfListing(facts: MatchFacts): { keys: string[]; rent: number } {
  const { bedrooms, rentCents, municipality, neighbourhood, closestSubwayStation, latitude, longitude } = facts;
  const cell = latitude === null || longitude === null ? null : cellOf({ latitude, longitude });
  const places = [
    ANYWHERE,
    `m:${municipality}`,
    ...(neighbourhood === null ? [] : [`n:${neighbourhood}`]),
    ...(closestSubwayStation === null ? [] : [`s:${closestSubwayStation}`]),
    ...(cell === null
      ? []
      : SQUARES.map((size) => squareKey(size, Math.floor(cell.row / size), Math.floor(cell.column / size)))),
  ];
  return {
    keys: [bedrooms, "all"].flatMap((type) => places.map((place) => keyOf(type, place))),
    rent: rentCents === null ? ANY_RENT : rentCents / 100,
  };
}
