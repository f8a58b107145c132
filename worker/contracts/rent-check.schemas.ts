import * as z from "zod/mini";
import { ADDRESS_MAX } from "./addresses.ts";
import {
  BEDROOMS,
  type Bedrooms,
  parseBedrooms,
  fitsBedrooms,
  HOME_TYPES,
  type HomeType,
  ROOM_PROBLEM,
} from "./bedrooms.ts";
import { isDay } from "./days.ts";
import { formatCents } from "./listing-text.ts";
import { declare, json } from "./operation-rules.ts";
import { readRent } from "./read-rent.ts";
import * as rentCheck from "./rent-check.ts";
import { line, requiredLine, textOrNumber } from "./text.schemas.ts";

/** A field that may be missing or, as forms send it, blank. Its value is then null. */
const orNone = <Output>(schema: z.ZodMiniType<Output>) =>
  z.pipe(
    z.pipe(
      z.optional(z.nullable(z.union([z.string(), z.number()]))),
      z.transform((value) =>
        value === undefined || (typeof value === "string" && value.trim() === "") ? null : value,
      ),
    ),
    // The wrapper handles blank text before the schema sees the value, so the input type is still unknown.
    z.nullable(schema) as unknown as z.ZodMiniType<Output | null, string | number | null>,
  );

const RENT_PROBLEM = "Please enter a monthly rent in dollars, like 1850.";
const rentCents = z.pipe(
  textOrNumber(RENT_PROBLEM),
  z.transform((text, { issues }): number => {
    const { rentCents, monthlyCents } = readRent(text);
    if (rentCents !== null) return rentCents;
    // If the rent is for another period, the message asks about its monthly equivalent.
    const question =
      monthlyCents === null ? "" : `Is that ${formatCents(Math.round(monthlyCents / 100) * 100)} a month? `;
    issues.push({ code: "custom", message: question + RENT_PROBLEM, input: text });
    return z.NEVER;
  }),
);
const YEAR_PROBLEM = "Please enter the year as four digits.";
const year = z.pipe(
  z.pipe(textOrNumber(YEAR_PROBLEM), z.transform(Number)),
  z.number(YEAR_PROBLEM).check(z.int(YEAR_PROBLEM), z.gte(1790, YEAR_PROBLEM), z.lte(2100, YEAR_PROBLEM)),
);
const day = z.pipe(line(40), z.string().check(z.refine(isDay, "Please enter a day from 2000 on, like 2025-03-01.")));
const flag = z.pipe(
  line(10),
  z.transform((text) => ["1", "on", "true", "yes"].includes(text.toLowerCase())),
);
const TYPE_PROBLEM = "Please choose the number of bedrooms.";

const included = z.pipe(
  z.optional(z.nullable(flag)),
  z.transform((value) => value ?? null),
);

const IS_INCLUDED = z.describe("Whether the rent includes it: 1 or 0.");

const questionFields = {
  type: z
    .pipe(
      z.pipe(
        line(60, TYPE_PROBLEM),
        z.transform((text) => parseBedrooms(text)),
      ),
      z.custom<Bedrooms>((type) => type !== null, TYPE_PROBLEM),
    )
    .check(z.meta({ description: "Number of bedrooms.", enum: BEDROOMS })),
  homeType: orNone<HomeType>(z.enum(HOME_TYPES, "Please choose one of the kinds of home.")).check(
    z.describe(`Kind of home: ${HOME_TYPES.join(", ")}.`),
  ),
  /** The rent, parsed to cents. */
  rent: rentCents.check(z.describe("Canadian dollars a month, like 1850.")),
  /** URLs of results contain the block of the house at most, not its number. */
  place: orNone<string>(line(ADDRESS_MAX)).check(
    z.describe("An address, an intersection, a neighbourhood or a town; the City of Toronto by default."),
  ),
  built: orNone<number>(year).check(z.describe("Year in which the building was built, as four digits.")),
  /** Used only if the register has a building from that year on the block. */
  register: orNone<number>(year).check(
    z.describe("Year built of a building on the block in the City's register, as given in an earlier response."),
  ),
  // Fields for the keys of INCLUDED.
  utilities: included.check(IS_INCLUDED),
  parking: included.check(IS_INCLUDED),
  furnished: included.check(IS_INCLUDED),
  since: orNone<string>(day).check(z.describe("For tenants: day of the last increase or of moving in, YYYY-MM-DD.")),
  /** The new rent, parsed to cents. */
  noticeRent: orNone<number>(rentCents).check(z.describe("The new rent in a notice, in Canadian dollars a month.")),
  noticeFrom: orNone<string>(day).check(z.describe("First day of the new rent, YYYY-MM-DD.")),
  noticeGiven: orNone<string>(day).check(z.describe("Day on which the notice was given, YYYY-MM-DD.")),
};
type Question = z.output<z.ZodMiniObject<typeof questionFields>>;
const questionRules = [
  z.refine<Question>(({ type, homeType }) => fitsBedrooms(homeType, type), { error: ROOM_PROBLEM, path: ["homeType"] }),
  z.refine<Question>(({ since, noticeRent }) => noticeRent === null || since !== null, {
    error: "Please say when the rent last went up, or when the tenancy began.",
    path: ["since"],
  }),
  z.refine<Question>(({ noticeRent, noticeFrom }) => (noticeRent === null) === (noticeFrom === null), {
    error: "Please enter both the new rent and the day it takes effect.",
    path: ["noticeFrom"],
  }),
];

/**
 * Fields of a rent check: the parameters of its page and of the API, and the fields of the form. With `since`, a tenant
 * asks about the rent that they pay now.
 */
export const rentCheckQuery = z.object(questionFields).check(...questionRules);
export type RentCheckQuery = z.output<typeof rentCheckQuery>;
/** {@link rentCheckQuery} for programs, which rejects misspelt parameters instead of ignoring them. */
export const strictRentCheckQuery = z.strictObject(questionFields).check(...questionRules);

/** The year in the path of a guideline. Ontario has published guidelines since 1975. */
export const guidelineYear = z.pipe(
  z.pipe(z.string().check(z.regex(/^\d{4}$/, YEAR_PROBLEM)), z.transform(Number)),
  z.number().check(z.gte(1975, YEAR_PROBLEM), z.lte(2100, YEAR_PROBLEM)),
);

const PERCENT_PROBLEM = "Please enter a percentage from 0 to 10 with at most one decimal, like 2.5.";
export const guidelineDraft = z.object({
  percent: z.pipe(
    z.pipe(
      textOrNumber(PERCENT_PROBLEM),
      z.transform((text) => (/^\d{1,2}(?:\.\d)?$/.test(text.trim()) ? Number(text) : Number.NaN)),
    ),
    z.number(PERCENT_PROBLEM).check(z.gte(0, PERCENT_PROBLEM), z.lte(10, PERCENT_PROBLEM)),
  ),
  source: requiredLine(160),
  /** True if the operator has checked the percentage in its source. Only then is it shown. */
  isConfirmed: z.boolean("isConfirmed must be true or false."),
});
export type GuidelineDraft = z.output<typeof guidelineDraft>;

export const rentCheckRules = declare(rentCheck, {
  checkRent: { access: "public", query: rentCheckQuery },
  listGuidelines: { access: "reader" },
  setGuideline: { access: "operator", body: json(guidelineDraft) },
  removeGuideline: { access: "operator" },
});
