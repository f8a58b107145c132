import { filterNameOf, type SavedSearchView, searchSummary } from "../../contracts/alerts.ts";
import { placeByName } from "../../contracts/place-names.ts";
import { type ListingSearch, NO_FILTERS, readSearch, searchParameters } from "../../contracts/search.ts";
import { type ListRequest, parametersOfRequest } from "../../contracts/search.schemas.ts";
import type { Deps } from "../../platform/deps.ts";
import { searchOf, typeOf } from "../listings/search/list-requests.ts";
import { withPlaceNames } from "../listings/search/place-words.ts";
import type { SearchRequest } from "../listings/search/search.conditions.ts";
import { STATIONS } from "../../address/index.ts";
import type { SavedSearch } from "./alerts.table.ts";

/** What the places are encrypted for. */
const PLACES = "saved-search-places";

/** The stored form of a search. */
export type StoredSearch = Pick<SavedSearch, "type" | "query" | "sealedPlaces" | "searchHash">;

/**
 * The stored form of a search by the parameters of the lists: its conditions without an order, and places that people travel
 * to apart, encrypted, where they are a condition.
 * @throws AppError `request.unknown_filter`
 */
export async function storedForm(deps: Deps, given: ListRequest): Promise<StoredSearch & { asked: SearchRequest }> {
  const parameters = parametersOfRequest(given);
  const type = typeOf(parameters.get("filter"));
  const { commute, maxCommute, ...others } = searchOf(parameters);
  const limited = maxCommute.length > 0 ? { commute, maxCommute } : { commute: [], maxCommute: [] };
  const query = searchParameters({ ...NO_FILTERS, ...others, sort: NO_FILTERS.sort }).toString();
  const places = searchParameters({ ...NO_FILTERS, ...limited }).toString();
  return {
    type,
    query,
    sealedPlaces: places === "" ? null : await deps.tokens.seal(PLACES, places),
    searchHash: await deps.tokens.keyedHash("saved-search", `${type}\n${query}\n${places}`),
    asked: { type, search: withPlaceNames({ ...NO_FILTERS, ...others, ...limited, sort: NO_FILTERS.sort }) },
  };
}

const searchIn = (query: string): ListingSearch => readSearch(new URLSearchParams(query)).search;

/** The places of a stored search, as parameters; null when they cannot be read. */
const placesOf = async (deps: Deps, { sealedPlaces }: Pick<SavedSearch, "sealedPlaces">): Promise<string | null> =>
  sealedPlaces === null ? "" : deps.tokens.unseal(PLACES, sealedPlaces);

type Stored = Pick<SavedSearch, "type" | "query" | "sealedPlaces">;

/** A stored search as the lists take it; null when its places cannot be read, so that it finds nothing. */
export async function requestOf(deps: Deps, stored: Stored): Promise<SearchRequest | null> {
  const places = await placesOf(deps, stored);
  if (places === null) return null;
  const { commute, maxCommute } = searchIn(places);
  return { type: stored.type, search: withPlaceNames({ ...searchIn(stored.query), commute, maxCommute }) };
}

/** All parameters of a stored search, for the holder of its address. */
export async function wholeQuery(deps: Deps, stored: Stored): Promise<string> {
  return [stored.query, (await placesOf(deps, stored)) ?? ""].filter((part) => part !== "").join("&");
}

const STATION_NAMES: ReadonlySet<string> = new Set(STATIONS.map(({ name }) => name));

/** The area of a search by its name in our own lists; null without one, and for names that are in none. */
function areaOf({ station, neighbourhood, municipality, bbox }: ListingSearch): string | null {
  if (station !== null) return STATION_NAMES.has(station) ? `near ${station} station` : null;
  const known = (name: string | null) => (name === null ? undefined : placeByName(name)?.name);
  const area = known(neighbourhood) ?? known(municipality);
  if (area !== undefined) return area;
  return bbox === null ? null : "in a part of the map";
}

/** {@link searchSummary} of a stored search. */
export function summaryOf({ type, query }: Pick<SavedSearch, "type" | "query">): string {
  const search = withPlaceNames(searchIn(query));
  return searchSummary(type, search, areaOf(search));
}

/** A saved search for the holder of its address. */
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
