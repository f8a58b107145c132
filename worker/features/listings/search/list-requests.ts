import type { Context } from "hono";
import { type Bedrooms, parseFilter } from "../../../contracts/bedrooms.ts";
import {
  COMMUTE_DAYS,
  COMMUTE_HEADER,
  DEFAULT_COMMUTE,
  MAX_COMMUTE_MINUTES,
  MAX_COMMUTE_PLACES,
} from "../../../contracts/commute.ts";
import {
  COUNT_HEADERS,
  type ListingSearch,
  readSearch,
  SEARCH_HEADER,
  type SearchMeaning,
  type SearchParameter,
} from "../../../contracts/search.ts";
import type { PublicListing } from "../../../contracts/listings.ts";
import { AppError } from "../../../platform/errors.ts";
import type { AppEnv } from "../../../platform/http.ts";
import type { PublicPage } from "./search.service.ts";

const EACH = "one value for all commute places, or one for each";

/** Descriptions of the accepted values, for parameters whose values cannot be guessed. */
const TAKES: Partial<Record<SearchParameter | "filter", string>> = {
  commute: `at most ${MAX_COMMUTE_PLACES} places in or near the Greater Toronto Area, each as latitude,longitude`,
  maxCommute: `1 to ${MAX_COMMUTE_MINUTES} minutes, ${EACH}`,
  commuteMode: `${DEFAULT_COMMUTE.mode} alone`,
  commuteDay: `${COMMUTE_DAYS.join(", ")} or YYYY-MM-DD, ${EACH}`,
  commuteFrom: `HH:MM, ${EACH}`,
  commuteUntil: `HH:MM and not before commuteFrom, ${EACH}`,
  sort: "newest, discount, price, distance, drop, or commute together with commute=latitude,longitude",
};

function unknownFilter(names: readonly (SearchParameter | "filter")[]): AppError {
  const fields = Object.fromEntries(
    names.map((name) => [name, TAKES[name] ?? "This filter does not accept this value."]),
  );
  const [first = "filter"] = names;
  const takes = TAKES[first];
  const message = `Unknown filter: ${first}${takes === undefined ? "" : ` takes ${takes}`}.`;
  return new AppError("request.unknown_filter", { message, fields });
}

/**
 * Returns the search that the parameters of a list request describe.
 * @throws AppError `request.unknown_filter`, naming each unknown parameter
 */
export function searchOf(parameters: URLSearchParams): ListingSearch {
  const { search, malformed } = readSearch(parameters);
  if (malformed.length > 0) throw unknownFilter(malformed);
  return search;
}

/**
 * Returns the type that the parameter `filter` of a list request selects.
 * @throws AppError `request.unknown_filter`
 */
export function typeOf(filter: string | null): Bedrooms | "all" {
  const type = parseFilter(filter ?? undefined);
  if (!type) throw unknownFilter(["filter"]);
  return type;
}

/** Sets a response header if the conditions on the commute were ignored. */
export function setCommuteOffHeader(c: Context<AppEnv>, { isCommuteOff }: { isCommuteOff: boolean }): void {
  if (isCommuteOff) c.header(COMMUTE_HEADER, "unavailable");
}

/** Sets the response header with the meaning of a search's words. */
export function setMeaningHeader(c: Context<AppEnv>, meaning: SearchMeaning | null): void {
  if (meaning !== null) c.header(SEARCH_HEADER, encodeURIComponent(JSON.stringify(meaning)));
}

const { TOTAL, AT_LEAST, ROOMS } = COUNT_HEADERS;

/**
 * Returns the listings of a page. Sets response headers with the number of results and the meaning of the search's
 * words.
 */
export function listingsWithHeaders(c: Context<AppEnv>, page: PublicPage): PublicListing[] {
  const counts = { [TOTAL]: page.total, [AT_LEAST]: page.atLeast, [ROOMS]: page.rooms };
  for (const [name, count] of Object.entries(counts)) if (count !== null) c.header(name, String(count));
  setMeaningHeader(c, page.meaning);
  setCommuteOffHeader(c, page);
  return page.listings;
}
