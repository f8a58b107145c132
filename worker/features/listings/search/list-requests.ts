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
 * The search of a list's parameters.
 * @throws AppError `request.unknown_filter` that names each parameter it does not understand
 */
export function searchOf(parameters: URLSearchParams): ListingSearch {
  const { search, malformed } = readSearch(parameters);
  if (malformed.length > 0) throw unknownFilter(malformed);
  return search;
}

/**
 * The type of a list's parameter `filter`.
 * @throws AppError `request.unknown_filter`
 */
export function typeOf(filter: string | null): Bedrooms | "all" {
  const type = parseFilter(filter ?? undefined);
  if (!type) throw unknownFilter(["filter"]);
  return type;
}

/** Says that the conditions on the commute were left out, where they were. */
export function sayCommuteOff(c: Context<AppEnv>, { isCommuteOff }: { isCommuteOff: boolean }): void {
  if (isCommuteOff) c.header(COMMUTE_HEADER, "unavailable");
}

/** Says what the words of a search were understood as. */
export function sayMeaning(c: Context<AppEnv>, meaning: SearchMeaning | null): void {
  if (meaning !== null) c.header(SEARCH_HEADER, encodeURIComponent(JSON.stringify(meaning)));
}

const { TOTAL, AT_LEAST, ROOMS } = COUNT_HEADERS;

/** The listings of a page of a list, with their number and what words were understood as in headers. */
export function headedListings(c: Context<AppEnv>, page: PublicPage): PublicListing[] {
  const counts = { [TOTAL]: page.total, [AT_LEAST]: page.atLeast, [ROOMS]: page.rooms };
  for (const [name, count] of Object.entries(counts)) if (count !== null) c.header(name, String(count));
  sayMeaning(c, page.meaning);
  sayCommuteOff(c, page);
  return page.listings;
}
