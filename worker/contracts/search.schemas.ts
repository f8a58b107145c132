import * as z from "zod/mini";
import { DEFAULT_COMMUTE, MAX_COMMUTE_PLACES } from "./commute.ts";
import { PLACE_PARAMETERS } from "./commute-search.ts";
import { CATEGORIES } from "./bedrooms.ts";
import { declare, type Declared, json } from "./operation-rules.ts";
import * as search from "./search.ts";
import { categoryList, SEARCH_PARAMETERS, type SearchParameter } from "./search.ts";

const PROBLEM = "This filter does not accept this value.";
/** Maximum length of a value. Every valid value is shorter. */
const TEXT_MAX = 400;
/** Maximum number of values of a parameter. Every valid parameter has fewer. */
const VALUES_MAX = 20;

const scalar = z.union([z.string().check(z.maxLength(TEXT_MAX)), z.number(), z.boolean()], PROBLEM);
const value = z.optional(z.nullable(z.union([scalar, z.array(scalar).check(z.maxLength(VALUES_MAX))], PROBLEM)));
const text = z.optional(z.string().check(z.maxLength(TEXT_MAX)));

const place = z.object({
  lat: z.number(),
  lng: z.number(),
  mode: text,
  day: text,
  from: text,
  until: text,
});
const places = z.array(z.union([place, z.string().check(z.maxLength(TEXT_MAX))]), PROBLEM);

type Values = Record<Exclude<SearchParameter, "commute"> | "filter" | "limit" | "offset", typeof value>;
const values = Object.fromEntries(
  ["filter", "limit", "offset", ...SEARCH_PARAMETERS.filter((name) => name !== "commute")].map((name) => [name, value]),
) as Values;

/**
 * The list parameters as JSON. Several values may be sent as an array, and destinations as objects with their own
 * times.
 */
export const listRequest = z.object({
  ...values,
  commute: z.optional(
    z.nullable(
      z.union(
        [z.string().check(z.maxLength(TEXT_MAX)), places.check(z.maxLength(MAX_COMMUTE_PLACES, PROBLEM))],
        PROBLEM,
      ),
    ),
  ),
});
export type ListRequest = z.output<typeof listRequest>;

type Value = ListRequest["filter"];
const partsOf = (given: Value): string[] =>
  [given ?? []].flat().flatMap((one) => (one === false ? [] : one === true ? "1" : String(one)));

/** Returns the URL parameters that are equivalent to a list request. */
export function parametersOfRequest({ commute, ...others }: ListRequest): URLSearchParams {
  const parameters = new URLSearchParams();
  for (const [name, given] of Object.entries(others)) {
    const parts = partsOf(given);
    if (parts.length > 0) parameters.set(name, parts.join(","));
  }
  const asked = typeof commute === "string" ? [commute] : (commute ?? []);
  for (const one of asked) parameters.append("commute", typeof one === "string" ? one : `${one.lat},${one.lng}`);
  for (const [name, key] of Object.entries(PLACE_PARAMETERS)) {
    const own = asked.map((one) => (typeof one === "string" ? undefined : one[key]));
    if (own.every((text) => text === undefined)) continue;
    const shared = parameters.get(name)?.split(",") ?? [DEFAULT_COMMUTE[key]];
    parameters.set(name, own.map((text, nth) => text ?? (shared.length === 1 ? shared[0] : shared[nth])).join(","));
  }
  return parameters;
}

const listBody = json(listRequest, { error: "request.unknown_filter" });

export const searchRules = declare(search, {
  listListings: { access: "public", tags: ["listings"] },
  searchListings: { access: "public", isQuestion: true, body: listBody },
  listOnMap: { access: "public", tags: ["listings"] },
  searchOnMap: { access: "public", isQuestion: true, body: listBody },
  listSearchPlaces: { access: "public", tags: ["listings"] },
});

/** The list of each category, with its bedroom type. */
export const CATEGORY_LISTS = CATEGORIES.map(({ api, bedrooms }) => ({
  operation: categoryList(api),
  rule: { access: "public", tags: ["listings"] } satisfies Declared["rule"],
  bedrooms,
}));
