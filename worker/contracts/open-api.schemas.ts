import * as z from "zod/mini";
import { ATTRIBUTE_FILTERS, ATTRIBUTE_KEYS, type AttributeKey } from "./attributes.ts";
import { BATHROOMS, BEDROOMS, HOME_TYPES } from "./bedrooms.ts";
import { SORTS, SUBWAY_LINES } from "./search.ts";

// Parameters and responses of the open API. These schemas check the requests, and the API document is generated from
// the schemas.

/** Maximum number of homes on a page of the response. */
const PAGE_MAX = 50;
export const PAGE_DEFAULT = 20;
/** Highest rent that a search accepts, the same as in the site's own lists. */
const RENT_MAX = 15_000;

const said = (text: string) => z.describe(text);
function whole(least: number, most: number, about: string) {
  const error = `Please give a whole number from ${least} to ${most}.`;
  return z.optional(z.coerce.number(error).check(z.int(error), z.gte(least, error), z.lte(most, error), said(about)));
}
const choice = <const Values extends readonly string[]>(values: Values, about: string) =>
  z.optional(z.enum(values, `Please give one of ${values.join(", ")}.`).check(said(about)));
const words = (most: number, about: string) => z.optional(z.string().check(z.maxLength(most), said(about)));
const only1 = (about: string) => z.optional(z.literal("1").check(said(about)));

/**
 * Query of GET /api/v1/listings. Unknown parameters are rejected, because a misspelt filter would match too many homes.
 */
export const homesQuery = z.strictObject({
  type: choice(BEDROOMS, "Number of bedrooms."),
  q: words(80, "Words in a listing, or names of its area."),
  with: words(
    200,
    `What the home must have, separated by commas: ${ATTRIBUTE_FILTERS.map(({ name }) => name).join(", ")}.`,
  ),
  minRent: whole(0, RENT_MAX, "Minimum rent, in dollars a month."),
  maxRent: whole(0, RENT_MAX, "Maximum rent, in dollars a month."),
  minDiscount: whole(0, 99, "Minimum percentage below the benchmark."),
  bathrooms: choice(BATHROOMS, "Minimum number of bathrooms."),
  homeType: choice(HOME_TYPES, "Kind of home."),
  municipality: words(80, "Name of the municipality; 'Toronto' means the whole city."),
  neighbourhood: words(80, "Name of the neighbourhood, as in /neighbourhoods."),
  station: words(80, "Name of the closest station, as in /stations."),
  line: choice(SUBWAY_LINES, "A subway line of the closest station."),
  maxSubway: whole(0, 20_000, "Maximum distance to the closest station, in metres."),
  controlled: only1("Only homes under rent control."),
  dropped: only1("Only homes whose rent was reduced in the last 30 days."),
  moveInBy: z.optional(z.iso.date().check(said("Latest move-in date."))),
  bbox: words(80, "west,south,east,north in degrees."),
  sort: choice(SORTS, "Sort order; newest first by default."),
  limit: whole(1, PAGE_MAX, `Homes per page; ${PAGE_DEFAULT} by default.`),
  cursor: z.optional(
    z
      .string()
      .check(
        z.regex(/^p[0-9a-z]{1,4}$/),
        said("Cursor of the next page, from the previous response; its format may change."),
      ),
  ),
});
export type HomesQuery = z.output<typeof homesQuery>;

/** The number in the path of GET /api/v1/listings/{id}. */
export const homePath = z.strictObject({
  id: z.coerce.number().check(z.int(), z.gte(1), z.lte(999_999_999), said("The listing's number.")),
});

/** Query of GET /api/v1/market. */
export const marketQuery = z.strictObject({
  neighbourhood: words(80, "`slug` of a neighbourhood, as in /neighbourhoods; the City of Toronto by default."),
});
export const noQuery = z.strictObject({});

const orNull = <Schema extends z.ZodMiniType>(schema: Schema) => z.nullable(schema);
const dollars = z.number().check(said("Canadian dollars a month."));
const moment = z.string().check(said("ISO 8601, UTC."));
const month = z.string().check(said("YYYY-MM."));
const link = z.string().check(said("A URL on this site."));

/** The benchmark that a rent is compared with, always with its source and month. */
const comparison = z
  .object({
    percentBelow: z
      .number()
      .check(said("Rounded; negative if the rent is above the benchmark. From 10 on, the site shows 'below market'.")),
    rent: dollars,
    month,
    area: z.string(),
    source: z.string(),
    kind: orNull(z.enum(["asking", "occupied", "own"])),
    isEstimate: z.boolean(),
    method: orNull(z.string().check(said("How the estimate was derived."))),
  })
  .check(said("Null if the rent cannot be compared, or if a moderator still has to confirm type and rent."));

/** Attributes except the home type, which has a separate field. */
export const API_ATTRIBUTES = ATTRIBUTE_KEYS.filter((key) => key !== "homeType");
const attribute = orNull(z.union([z.string(), z.number(), z.boolean()]));
const attributes = z.object(
  Object.fromEntries(API_ATTRIBUTES.map((key) => [key, attribute])) as Record<
    Exclude<AttributeKey, "homeType">,
    typeof attribute
  >,
);

const homeFields = {
  id: z.int(),
  url: link.check(said("The home's page, which shows the landlord's phone number.")),
  title: z.string(),
  type: z.enum(BEDROOMS),
  homeType: orNull(z.enum(HOME_TYPES)),
  bathrooms: z.enum(BATHROOMS),
  rent: orNull(dollars),
  rentText: z.string().check(said("As the landlord wrote it.")),
  moveIn: z.string(),
  address: z.string(),
  neighbourhood: orNull(z.string()),
  municipality: orNull(z.string()),
  latitude: orNull(z.number()),
  longitude: orNull(z.number()),
  market: orNull(comparison),
  isRentControlled: orNull(z.boolean()),
  rentControlConfidence: orNull(z.enum(["high", "medium", "low"])),
  yearBuilt: orNull(z.int()),
  subway: orNull(z.object({ station: z.string(), lines: z.array(z.string()), metres: orNull(z.number()) })),
  isUnderReview: z.boolean().check(said("True if renters reported the home as a scam and a moderator is checking it.")),
  attributes: attributes.check(said("Null means that the landlord did not state it.")),
  photos: z.array(link),
  approvedAt: orNull(moment),
  expiresAt: orNull(moment),
  reducedFrom: orNull(
    dollars.check(said("The rent before its latest reduction, while the site still shows that reduction.")),
  ),
};

/** A home in a list of the open API. */
export const home = z.object(homeFields);
export type ApiHome = z.output<typeof home>;

/** Response of GET /api/v1/listings/{id}. */
export const homeInFull = z.object({
  ...homeFields,
  description: z.string().check(said("The landlord's own words, unverified and without phone numbers.")),
});
export type ApiHomeInFull = z.output<typeof homeInFull>;

/** Response of GET /api/v1/listings. */
export const homesPage = z.object({
  homes: z.array(home),
  total: orNull(z.int().check(said("Null if there are too many homes to count."))),
  next: orNull(
    z.string().check(said("The cursor of the next page; null on the last page. A list ends at 10,000 homes.")),
  ),
  corrected: orNull(z.string().check(said("The words that were searched because the original words had no result."))),
});
export type ApiHomesPage = z.output<typeof homesPage>;

/** Response of GET /api/v1/neighbourhoods: neighbourhoods with public homes. */
export const neighbourhoods = z.object({
  neighbourhoods: z.array(
    z.object({ name: z.string(), slug: z.string(), aliases: z.array(z.string()), homes: z.int() }),
  ),
});

/** Response of GET /api/v1/stations: stations with public homes near them. */
export const stations = z.object({
  stations: z.array(z.object({ name: z.string(), lines: z.array(z.string()), homes: z.int() })),
});

const quartiles = z.object({ lower: dollars, median: dollars, upper: dollars });
const ofHomes = <Schema extends z.ZodMiniType>(value: Schema) => orNull(z.object({ value, homes: z.int() }));
const group = z.object({
  type: z.enum([...BEDROOMS, "all"]),
  rents: ofHomes(quartiles),
  rentControl: ofHomes(z.number()),
  discount: ofHomes(z.number()),
  pace: orNull(z.object({ medianDays: z.number(), known: z.int() })),
});

/** Response of GET /api/v1/market, similar to the response of GET /api/market. */
export const market = z.object({
  area: z.object({ kind: z.enum(["city", "neighbourhood"]), name: z.string(), slug: orNull(z.string()) }),
  benchmarks: z.array(
    z.object({
      type: z.enum(BEDROOMS),
      months: z.array(
        z.object({
          month,
          rent: dollars,
          kind: z.enum(["asking", "occupied"]),
          source: z.string(),
          isEstimate: z.boolean(),
        }),
      ),
    }),
  ),
  months: z.array(
    z.object({
      month,
      closedAt: orNull(moment.check(said("Null for the current month, which changes daily."))),
      groups: z.array(group),
      corrections: z.array(z.object({ at: moment, reason: z.string(), before: z.array(group) })),
    }),
  ),
  neighbourhoods: z.array(z.object({ name: z.string(), slug: z.string() })),
  licence: z.object({ name: z.string(), url: z.string() }),
});

const guideline = z.object({ year: z.int(), percent: z.number(), source: z.string(), confirmedOn: z.string() });
const notice = z.object({
  rent: dollars,
  from: z.string(),
  given: orNull(z.string()),
  guideline: orNull(guideline),
  highestRent: orNull(dollars),
  problems: z.array(z.enum(["too_soon", "short_notice", "above_guideline"])),
});

/** Response of GET /api/v1/rent-check, similar to the response of GET /api/rent-check. */
export const rentCheckAnswer = z.object({
  asked: z.object({
    type: z.enum(BEDROOMS),
    homeType: orNull(z.enum(HOME_TYPES)),
    rent: dollars,
    place: orNull(
      z.object({
        kind: z.enum(["block", "neighbourhood", "municipality"]),
        name: z.string(),
        neighbourhoods: z.array(z.string()),
        municipality: orNull(z.string()),
      }),
    ),
    built: orNull(z.int()),
    included: z.array(z.string()),
  }),
  asOf: z.string(),
  market: orNull(
    z.object({
      percentBelow: z.number(),
      standing: z.enum(["below", "about", "above"]),
      rent: dollars,
      area: z.string(),
      source: z.string(),
      kind: z.enum(["asking", "occupied", "own"]),
      asOf: month,
      ageMonths: z.int(),
      isEstimate: z.boolean(),
      method: orNull(z.string()),
    }),
  ),
  around: z.object({
    area: z.string(),
    homes: z.int(),
    isPartial: z.boolean().check(said("True if there are older homes that were not counted.")),
    quartiles: orNull(quartiles),
    percentBelow: orNull(z.number()),
    rents: z.array(dollars),
    comparable: z.array(
      z.object({
        id: z.int(),
        title: z.string(),
        path: z.string(),
        rent: dollars,
        neighbourhood: orNull(z.string()),
        approvedAt: moment,
      }),
    ),
  }),
  rentControl: z.object({
    isRentControlled: orNull(z.boolean()),
    confidence: z.enum(["high", "medium", "low"]),
    reason: z.string(),
    yearBuilt: orNull(z.int()),
  }),
  increase: orNull(
    z.object({
      asOf: z.string(),
      since: z.string(),
      earliest: z.string(),
      isLimited: orNull(z.boolean()),
      confidence: z
        .enum(["high", "medium", "low"])
        .check(
          said(
            "Confidence in isLimited. Below 'high', a known isLimited relies only on the building year in the request.",
          ),
        ),
      guideline: orNull(guideline),
      guidelineYear: z.int(),
      highestRent: orNull(dollars),
      form: z.enum(["N1", "N2"]),
      notice: orNull(notice),
    }),
  ),
});

/** Every error of the API (RFC 9457). */
export const problem = z.object({
  type: z.string().check(said("A stable URL that identifies the error.")),
  title: z.string(),
  status: z.int(),
  detail: z.string(),
  code: z.string(),
  errors: z.optional(z.record(z.string(), z.string())).check(said("What is wrong with each parameter.")),
});
export type ApiProblem = z.output<typeof problem>;
