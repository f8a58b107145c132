import type * as z from "zod/mini";
import type { ErrorCode } from "./errors.ts";
import {
  homeInFull,
  homePath,
  homesPage,
  homesQuery,
  market,
  marketQuery,
  neighbourhoods,
  noQuery,
  rentCheckAnswer,
  stations,
} from "./open-api.schemas.ts";
import { strictRentCheckQuery } from "./rent-check.schemas.ts";

/** An operation of the open API. The method is always GET. The same schemas check and document its parameters. */
export interface ApiOperation {
  /** Path below {@link API_PATH}, in the spelling of the API document. */
  path: string;
  summary: string;
  description: string;
  parameters?: z.ZodMiniObject;
  query: z.ZodMiniObject | z.ZodMiniType;
  /** The response's name in the API document, and its schema. */
  answer: readonly [name: string, schema: z.ZodMiniType];
  /** Error codes of this operation. Every operation can also return 429 and 503. */
  errors: readonly ErrorCode[];
  /** An example path and query that anyone can try. */
  example: string;
}

/**
 * All operations of the open API. The routes, the API document and the reference page are derived from these
 * operations.
 */
export const API_OPERATIONS = {
  listHomes: {
    path: "/listings",
    summary: "Public homes",
    description:
      "Homes that a moderator approved, newest first, each with the benchmark that its rent is compared with. `next` and the Link header lead to the next page.",
    query: homesQuery,
    answer: ["Homes", homesPage],
    errors: ["request.invalid", "request.unknown_filter"],
    example: "/listings?type=1+Bedroom&maxRent=2000&limit=5",
  },
  getHome: {
    path: "/listings/{id}",
    summary: "One home",
    description: "Includes the landlord's own words. Only the home's page shows the phone number.",
    parameters: homePath,
    query: noQuery,
    answer: ["HomeInFull", homeInFull],
    errors: ["request.invalid", "listing.not_found"],
    example: "/listings/1",
  },
  getMarket: {
    path: "/market",
    summary: "Rents by type and month",
    description:
      "Published benchmarks of the City, and this site's own statistics based on at least 20 homes, for Toronto or one neighbourhood. Corrections of closed months are marked. CC BY 4.0.",
    query: marketQuery,
    answer: ["Market", market],
    errors: ["request.invalid", "market.area_not_found"],
    example: "/market",
  },
  listNeighbourhoods: {
    path: "/neighbourhoods",
    summary: "Neighbourhoods with public homes",
    description: "Sorted by name, each with its other common names.",
    query: noQuery,
    answer: ["Neighbourhoods", neighbourhoods],
    errors: ["request.invalid"],
    example: "/neighbourhoods",
  },
  listStations: {
    path: "/stations",
    summary: "Subway stations with public homes",
    description: "Stations that are closest to at least one public home, sorted by name.",
    query: noQuery,
    answer: ["Stations", stations],
    errors: ["request.invalid"],
    example: "/stations",
  },
  checkRent: {
    path: "/rent-check",
    summary: "How a rent compares",
    description:
      "Compares a rent with the published benchmark and with asking rents nearby, and states whether rent control applies. For tenants, it also states the largest increase that today's rules allow. If the address has a house number, the response is a 303 to the same request for its block. Nothing is stored. This is not legal advice.",
    query: strictRentCheckQuery,
    answer: ["RentCheck", rentCheckAnswer],
    errors: ["request.invalid"],
    example: "/rent-check?type=1+Bedroom&rent=2100&place=Annex",
  },
} as const satisfies Record<string, ApiOperation>;
export type ApiOperationName = keyof typeof API_OPERATIONS;
