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

/** An operation of the open API, always GET: the same schemas check and document its parameters. */
export interface ApiOperation {
  /** Below {@link API_PATH}, in the document's spelling. */
  path: string;
  summary: string;
  description: string;
  parameters?: z.ZodMiniObject;
  query: z.ZodMiniObject | z.ZodMiniType;
  /** The answer's name in the document, and its schema. */
  answer: readonly [name: string, schema: z.ZodMiniType];
  /** Its own errors; every operation can also answer 429 and 503. */
  errors: readonly ErrorCode[];
  /** A path and query that anybody can try. */
  example: string;
}

/** Every operation; routes, document and page follow from it. */
export const API_OPERATIONS = {
  listHomes: {
    path: "/listings",
    summary: "Public homes",
    description:
      "Homes that a moderator approved, newest first, with the figure that each rent is compared with. The next page is at `next`, and in the header Link.",
    query: homesQuery,
    answer: ["Homes", homesPage],
    errors: ["request.invalid", "request.unknown_filter"],
    example: "/listings?type=1+Bedroom&maxRent=2000&limit=5",
  },
  getHome: {
    path: "/listings/{id}",
    summary: "One home",
    description: "With the landlord's own words. The phone number is on its page only.",
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
      "Published figures of the City and this site's own, from at least 20 homes, of Toronto or one neighbourhood. Closed months never change without a mark. CC BY 4.0.",
    query: marketQuery,
    answer: ["Market", market],
    errors: ["request.invalid", "market.area_not_found"],
    example: "/market",
  },
  listNeighbourhoods: {
    path: "/neighbourhoods",
    summary: "Neighbourhoods with public homes",
    description: "With what people call them, by name.",
    query: noQuery,
    answer: ["Neighbourhoods", neighbourhoods],
    errors: ["request.invalid"],
    example: "/neighbourhoods",
  },
  listStations: {
    path: "/stations",
    summary: "Subway stations with public homes",
    description: "Stations that are the closest one to a public home, by name.",
    query: noQuery,
    answer: ["Stations", stations],
    errors: ["request.invalid"],
    example: "/stations",
  },
  checkRent: {
    path: "/rent-check",
    summary: "Where a rent stands",
    description:
      "A rent against the published figure and the asking rents around it, rent control, and for tenants the largest lawful increase by the rules of the day. An address with a house number is answered with 303 and its block instead. Nothing is stored. No legal advice.",
    query: strictRentCheckQuery,
    answer: ["RentCheck", rentCheckAnswer],
    errors: ["request.invalid"],
    example: "/rent-check?type=1+Bedroom&rent=2100&place=Annex",
  },
} as const satisfies Record<string, ApiOperation>;
export type ApiOperationName = keyof typeof API_OPERATIONS;
