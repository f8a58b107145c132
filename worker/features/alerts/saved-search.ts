import { filterNameOf, type SavedSearchView, searchSummary } from "../../contracts/alerts.ts";
import { municipalitiesIn } from "../../contracts/market.ts";
import { placeByName, neighbourhoodsCovered, neighbourhoodsOf } from "../../contracts/place-names.ts";
import { parseBounds } from "../../contracts/places.ts";
import { type ListRequest, parametersOfRequest } from "../../contracts/search.schemas.ts";
import { type ListingSearch, NO_FILTERS, readSearch, searchParameters } from "../../contracts/search.ts";
import type { Deps } from "../../platform/deps.ts";
import { cellOf } from "../../platform/grid.ts";
import { searchOf, typeOf } from "../listings/search/list-requests.ts";
import type { MatchFacts } from "../listings/search/match-listing.service.ts";
import { withPlaceNames } from "../listings/search/place-words.ts";
import { requestFor } from "../listings/search/understand/meaning.ts";
import { readWords } from "../listings/search/understood.service.ts";
import type { SearchRequest } from "../listings/search/search.conditions.ts";
import { STATIONS } from "../../address/index.ts";
import type { SavedSearch } from "./alerts.table.ts";

/** Name of the purpose for which commute destinations are encrypted. */
const PLACES = "saved-search-places";

/** A search in its stored form. */
type StoredSearch = Pick<SavedSearch, "type" | "query" | "meant" | "sealedPlaces" | "searchHash">;

/**
 * Converts the parameters of a list request into the stored form of a search: its conditions without the sort order. If
 * the search limits commutes, the destinations are stored separately and encrypted.
 * @throws AppError `request.unknown_filter`
 */
export async function toStoredSearch(deps: Deps, given: ListRequest): Promise<StoredSearch & { asked: SearchRequest }> {
  const parameters = parametersOfRequest(given);
  const type = typeOf(parameters.get("filter"));
  const { commute, maxCommute, ...others } = searchOf(parameters);
  const limited = maxCommute.length > 0 ? { commute, maxCommute } : { commute: [], maxCommute: [] };
  const query = searchParameters({ ...NO_FILTERS, ...others, sort: NO_FILTERS.sort }).toString();
  const places = searchParameters({ ...NO_FILTERS, ...limited }).toString();
  const meant = others.q === null ? null : await readWords(deps, others.q);
  const search = withPlaceNames({ ...NO_FILTERS, ...others, ...limited, sort: NO_FILTERS.sort });
  return {
    type,
    query,
    meant,
    sealedPlaces: places === "" ? null : await deps.tokens.seal(PLACES, places),
    searchHash: await deps.tokens.keyedHash("saved-search", `${type}\n${query}\n${places}`),
    asked: { type, search, ...(meant && { meant }) },
  };
}

const searchIn = (query: string): ListingSearch => readSearch(new URLSearchParams(query)).search;

/** Returns the commute destinations of a stored search, as parameters. Returns null when they cannot be decrypted. */
const placesOf = async (deps: Deps, { sealedPlaces }: Pick<SavedSearch, "sealedPlaces">): Promise<string | null> =>
  sealedPlaces === null ? "" : deps.tokens.unseal(PLACES, sealedPlaces);

type Stored = Pick<SavedSearch, "type" | "query" | "meant" | "sealedPlaces">;

/**
 * Converts a stored search into a list request. Returns null if its commute destinations or the meaning of its words
 * cannot be read; the search then finds nothing.
 */
export async function requestOf(deps: Deps, stored: Stored): Promise<SearchRequest | null> {
  const places = await placesOf(deps, stored);
  if (places === null) return null;
  const { commute, maxCommute } = searchIn(places);
  const search = withPlaceNames({ ...searchIn(stored.query), commute, maxCommute });
  if (search.q === null) return { type: stored.type, search };
  return stored.meant && { type: stored.type, search, meant: stored.meant };
}

/** Returns all parameters of a stored search, for the person who saved it. */
export async function fullQueryOf(deps: Deps, stored: Pick<SavedSearch, "query" | "sealedPlaces">): Promise<string> {
  return [stored.query, (await placesOf(deps, stored)) ?? ""].filter((part) => part !== "").join("&");
}

const STATION_NAMES: ReadonlySet<string> = new Set(STATIONS.map(({ name }) => name));

/** Returns the name of a search's area. Returns null if the search has no area, or if the name is not in our lists. */
function areaOf({ station, neighbourhood, municipality, bbox }: ListingSearch): string | null {
  if (station !== null) return STATION_NAMES.has(station) ? `near ${station} station` : null;
  const known = (name: string | null) => (name === null ? undefined : placeByName(name)?.name);
  const area = known(neighbourhood) ?? known(municipality);
  if (area !== undefined) return area;
  return bbox === null ? null : "in a part of the map";
}

/** Returns the {@link searchSummary} of a stored search. */
export function summaryOf({ type, query }: Pick<SavedSearch, "type" | "query">): string {
  const search = withPlaceNames(searchIn(query));
  return searchSummary(type, search, areaOf(search));
}

/** Returns a saved search for the person who saved it. */
export const toView = (row: SavedSearch): SavedSearchView => ({
  id: row.id,
  name: row.name,
  summary: summaryOf(row),
  filter: filterNameOf(row.type),
  query: row.query,
  hasPlaces: row.sealedPlaces !== null,
  frequency: row.frequency,
  state: row.state,
  isAskedAgain: row.askedAgainAt !== null,
  createdAt: row.createdAt.toISOString(),
  confirmedAt: row.confirmedAt?.toISOString() ?? null,
});

/** The keys of a search, and its range of rents in dollars. */
export interface SearchKeys {
  keys: string[];
  minRent: number;
  maxRent: number;
}

/** Upper bound on rents. A search without a maximum rent also matches listings whose rent could not be parsed. */
const ANY_RENT = 1_000_000_000;

/** Sizes of the squares that cover a map area, in grid cells. */
const SQUARES = [1, 4, 16, 64] as const;
/** Maximum number of squares per search. Larger areas use larger squares. */
const MAX_SQUARES = 16;

const ANYWHERE = "*";
const keyOf = (type: string, place: string) => `${type}|${place}`;
const squareKey = (size: number, row: number, column: number) => `c${size}:${row}:${column}`;

/**
 * Returns the keys of the squares that cover a map area. If the area is larger than the GTA, returns the key for any
 * location.
 */
function squaresIn(bbox: string | null): string[] {
  const bounds = parseBounds(bbox);
  if (!bounds) return [ANYWHERE];
  const from = cellOf({ latitude: bounds.south, longitude: bounds.west });
  const to = cellOf({ latitude: bounds.north, longitude: bounds.east });
  for (const size of SQUARES) {
    const [south, north] = [Math.floor(from.row / size), Math.floor(to.row / size)];
    const [west, east] = [Math.floor(from.column / size), Math.floor(to.column / size)];
    const [rows, columns] = [north - south + 1, east - west + 1];
    if (rows * columns > MAX_SQUARES) continue;
    return Array.from({ length: rows * columns }, (_, nth) =>
      squareKey(size, south + Math.floor(nth / columns), west + (nth % columns)),
    );
  }
  return [ANYWHERE];
}

/** Returns the keys of the narrowest location that a search names. */
function narrowestLocationKeys({ search: { station, neighbourhood, municipality, bbox } }: SearchRequest): string[] {
  if (station !== null) return [`s:${station}`];
  if (neighbourhood !== null) return neighbourhoodsCovered(neighbourhood).map((name) => `n:${name}`);
  if (bbox !== null) return squaresIn(bbox);
  if (municipality === null) return [ANYWHERE];
  const names = neighbourhoodsOf(municipality);
  // Listings in a former municipality may be stored under the City's name and one of its neighbourhoods.
  return [...municipalitiesIn(municipality).map((name) => `m:${name}`), ...names.map((name) => `n:${name}`)];
}

/**
 * Returns the keys of a search, made of its type and narrowest location, with its range of rents. Every listing that
 * the search could match has one of these keys. Keys never contain commute destinations, because keys are not
 * encrypted.
 */
export function keysOfSearch(asked: SearchRequest): SearchKeys {
  const request = (asked.meant && requestFor(asked, asked.meant)) ?? asked;
  const { minRent, maxRent } = request.search;
  return {
    keys: [...new Set(narrowestLocationKeys(request))].map((place) => keyOf(request.type, place)),
    minRent: minRent ?? 0,
    maxRent: maxRent ?? ANY_RENT,
  };
}

/**
 * Returns the keys of a listing in a fixed order, and its rent. A search can only match the listing if it has one of
 * these keys.
 */
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
