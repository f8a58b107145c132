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

const EACH = "one for all places of commute, or one for each";

/** Descriptions of the parameters whose accepted values cannot be guessed. */
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
  const fields = Object.fromEntries(names.map((name) => [name, TAKES[name] ?? "Not a value of this filter."]));
  const [first = "filter"] = names;
  const takes = TAKES[first];
  const message = `Unknown filter: ${first}${takes === undefined ? "" : ` takes ${takes}`}.`;
  return new AppError("request.unknown_filter", { message, fields });
}

/**
 * Returns the search that a list's parameters describe.
 * @throws AppError `request.unknown_filter`, naming each unknown parameter
 */
export function searchOf(parameters: URLSearchParams): ListingSearch {
  const { search, malformed } = readSearch(parameters);
  if (malformed.length > 0) throw unknownFilter(malformed);
  return search;
}

/**
 * Returns the type that a list's parameter `filter` selects.
 * @throws AppError `request.unknown_filter`
 */
export function typeOf(filter: string | null): Bedrooms | "all" {
  const type = parseFilter(filter ?? undefined);
  if (!type) throw unknownFilter(["filter"]);
  return type;
}

/** Sets the header that says that the conditions on the commute were ignored, if they were. */
export function sayCommuteOff(c: Context<AppEnv>, { isCommuteOff }: { isCommuteOff: boolean }): void {
  if (isCommuteOff) c.header(COMMUTE_HEADER, "unavailable");
}

/** Sets the header with the meaning that was found in the words of a search. */
export function sayMeaning(c: Context<AppEnv>, meaning: SearchMeaning | null): void {
  if (meaning !== null) c.header(SEARCH_HEADER, encodeURIComponent(JSON.stringify(meaning)));
}

const { TOTAL, AT_LEAST, ROOMS } = COUNT_HEADERS;

/** Returns the listings of a page of a list, and sets headers with their number and the meaning of the words. */
export function headedListings(c: Context<AppEnv>, page: PublicPage): PublicListing[] {
  const counts = { [TOTAL]: page.total, [AT_LEAST]: page.atLeast, [ROOMS]: page.rooms };
  for (const [name, count] of Object.entries(counts)) if (count !== null) c.header(name, String(count));
  sayMeaning(c, page.meaning);
  sayCommuteOff(c, page);
  return page.listings;
}
