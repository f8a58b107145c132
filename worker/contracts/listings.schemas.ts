import * as z from "zod/mini";
import { emailAddress, line, paragraph, positiveInteger, requiredLine, textOrNumber } from "./text.schemas.ts";
import { isDay } from "./days.ts";
import { addressKind } from "./address-check.ts";
import { type ErrorCode, ERRORS } from "./errors.ts";
import { containsEmail } from "./public-text.ts";
import { ADDRESS_MAX } from "./addresses.ts";
import { isOutsideArea } from "./municipalities.ts";
import { type AttributeKey, ATTRIBUTES, eachAttribute, type ListingAttributes } from "./attributes.ts";
import {
  BATHROOMS,
  type Bathrooms,
  type Bedrooms,
  parseBedrooms,
  ROOM_PROBLEM,
  fitsBedrooms,
  type HomeType,
} from "./bedrooms.ts";
import * as listings from "./listings.ts";
import { CHOSEN_PRECISIONS, type ListingFacts, PLAIN_FIELDS, type PlainKey } from "./listing-fields.ts";
import { declare, json } from "./operation-rules.ts";
import { containsPhone, isPhone } from "./phones.ts";
import { applicableAreas } from "./market.ts";
import { withPlainDigits, cleanLine, tooLongMessage } from "./text.ts";

// A separate module from listings.ts, so that pages that only show listings load no validation code.

/** A field that may be missing, null or blank. */
function optional<Schema extends z.ZodMiniType>(schema: Schema) {
  // The wrapper handles blank text before the schema sees the value, so the input type is still unknown.
  const inner = z.nullable(schema) as unknown as z.ZodMiniType<z.output<Schema> | null>;
  return z.optional(
    z.nullable(
      z.pipe(
        z.transform((value: unknown) => (value === "" ? null : value)),
        inner,
      ),
    ),
  );
}

/** A whole number, which may be sent as text. */
const wholeNumber = (min: number, max: number, problem: string) =>
  z.pipe(
    z.pipe(
      textOrNumber(),
      z.transform((text) => (text.trim() === "" ? Number.NaN : Number(text))),
    ),
    z.number(problem).check(z.int(problem), z.gte(min, problem), z.lte(max, problem)),
  );

/** Converts digits of every script to ASCII, so that address rules apply to these digits. */
const plainLine = z.pipe(
  z.pipe(requiredLine(ADDRESS_MAX), z.transform(withPlainDigits)),
  z.pipe(z.transform(cleanLine), z.string().check(z.maxLength(ADDRESS_MAX, tooLongMessage(ADDRESS_MAX)))),
);
/** Options that reject a value with a given error code. */
const refusedAs = (code: ErrorCode) => ({ error: ERRORS[code][1], abort: true, params: { code } });
const address = z.pipe(
  plainLine,
  z.string().check(
    z.refine((text) => !containsEmail(text), refusedAs("listing.email_in_address")),
    z.refine((text) => !containsPhone(text), refusedAs("listing.phone_in_address")),
    z.refine((text) => !isOutsideArea(text), refusedAs("listing.outside_area")),
    z.refine((text) => addressKind(text) !== null, refusedAs("listing.no_street_number")),
  ),
);
const rent = z.pipe(textOrNumber(), requiredLine(60));
const moveInDate = z.pipe(requiredLine(40), z.string().check(z.refine(isDay, "Please choose a date.")));
const bedrooms = z.pipe(
  z.pipe(
    requiredLine(60),
    z.transform((text) => parseBedrooms(text)),
  ),
  z.custom<Bedrooms>((type) => type !== null, "Please choose the number of bedrooms."),
);
const bathrooms = z.pipe(
  z.pipe(
    z.pipe(textOrNumber(), requiredLine(20)),
    z.transform((text) => {
      const count = text.replace(/(?<!\s)\s*bath(?:room)?s?$/i, "");
      return /^\d+(?:\.\d+)?\+?$/.test(count) && Number.parseFloat(count) >= 3 ? "3+" : count.replace(/\.0$/, "");
    }),
  ),
  z.custom<Bathrooms>((text) => BATHROOMS.some((count) => count === text), "Please choose the number of bathrooms."),
);
const description = paragraph(10_000);
const phoneProblem = "Please enter a valid phone number.";
const phoneOrBlank = z.optional(
  z.nullable(z.pipe(line(40), z.string().check(z.refine((text) => text === "" || isPhone(text), phoneProblem)))),
);
const phone = z.pipe(requiredLine(40), z.string().check(z.refine(isPhone, phoneProblem)));

/** Photos as sent: data URLs, or the listing's own photo URLs in an edit. */
const images = z.optional(
  z.nullable(z.array(z.string("A photo must be a data URL or a photo URL."), "Photos must be a list.")),
);

const choose = "Please choose one of the options.";
/** A boolean, which may be sent as the text of a form option. */
const flag = z.pipe(
  z.transform((value: unknown) => (value === "true" ? true : value === "false" ? false : value)),
  z.boolean(choose),
);
function attributeSchema(key: AttributeKey) {
  const attribute = ATTRIBUTES[key];
  if (attribute.kind === "number") return wholeNumber(attribute.min, attribute.max, attribute.problem);
  return attribute.kind === "boolean" ? flag : z.enum(Object.keys(attribute.texts), choose);
}
type AttributeFields = {
  [Key in AttributeKey]: ReturnType<typeof optional<z.ZodMiniType<NonNullable<ListingAttributes[Key]>>>>;
};
/** The cast is needed because TypeScript cannot infer that the kind of an attribute determines its type. */
export const attributeFields = eachAttribute<AttributeFields>(
  (key) => optional<z.ZodMiniType>(attributeSchema(key)) as AttributeFields[typeof key],
);
const { homeType, ...attributes } = attributeFields;

type PlainFields = { [Key in PlainKey]: ReturnType<typeof optional<z.ZodMiniType<NonNullable<ListingFacts[Key]>>>> };
/** The cast is needed because TypeScript cannot infer that the kind of a field determines its type. */
const plainFields = Object.fromEntries(
  Object.entries(PLAIN_FIELDS).map(([key, field]) => [
    key,
    optional(field.kind === "number" ? wholeNumber(field.min, field.max, field.problem) : line(field.max)),
  ]),
) as PlainFields;

const core = {
  address,
  /** How much of the address renters see; `exact` by default. */
  addressPrecision: z.optional(z.enum(CHOSEN_PRECISIONS, choose)),
  rent,
  moveInDate,
  bedrooms,
  bathrooms,
  email: emailAddress,
  additionalInfo: z.optional(z.nullable(description)),
  images,
  homeType,
  ...plainFields,
  ...attributes,
};

const isListedAsItIs = z.refine<{ bedrooms: Bedrooms; homeType?: HomeType | null | undefined }>(
  ({ bedrooms: type, homeType }) => fitsBedrooms(homeType ?? null, type),
  { error: ROOM_PROBLEM, path: ["homeType"] },
);

/**
 * The form of /landlords. Its schema has an optional phone number, although the form requires one
 * (docs/decisions/0054-required-phone.md).
 */
export const listingDraft = z.object({ ...core, phone: phoneOrBlank }).check(isListedAsItIs);
export type ListingDraft = z.output<typeof listingDraft>;
export type ListingDraftInput = z.input<typeof listingDraft>;

/** A description that a landlord is still writing. */
const lawQuestion = z.object({ additionalInfo: description });

/** The form fields that determine the comparison. */
const rentQuery = z
  .object({
    rent,
    bedrooms,
    homeType,
    /** The municipality named in the address. If the municipality is missing or empty, the location is unknown. */
    municipality: z.optional(
      z.pipe(
        line(40),
        z.string().check(z.refine((name) => name === "" || applicableAreas(name).length > 0, "Unknown municipality.")),
      ),
    ),
  })
  .check(isListedAsItIs);
export type RentQuery = z.output<typeof rentQuery>;

/** The marketplace and category forms, with a required phone. */
export const marketplaceListingDraft = z.object({ ...core, phone }).check(isListedAsItIs);

/**
 * Fields that a moderator or the landlord may change. Missing fields stay unchanged. `images` is the complete new list.
 */
export const listingEdit = z.partial(z.object({ ...core, phone: phoneOrBlank }));
export type ListingEdit = z.output<typeof listingEdit>;

/** If `revision` is given, the edit applies only to that revision. */
export const moderatorEdit = z.extend(listingEdit, { revision: z.optional(positiveInteger) });
export type ModeratorEdit = z.output<typeof moderatorEdit>;

const interestInput = z.object({
  kind: z.enum(["view", "call"], "kind must be view or call."),
  /** The analytics session of the visit. Invalid values are ignored. */
  sessionId: z.optional(z.nullable(line(60))),
});

export const listingRules = declare(listings, {
  submitProperty: {
    access: "public",
    minute: "uploads",
    limit: "submissions",
    status: 201,
    body: { kind: "form" },
  },
  submitListing: { access: "public", minute: "uploads", limit: "submissions", status: 201, body: { kind: "form" } },
  compareRent: { access: "public", limit: "rent_comparisons", query: rentQuery },
  checkLaw: { access: "public", isQuestion: true, limit: "rent_comparisons", body: json(lawQuestion) },
  countListings: { access: "public", tags: ["listings"] },
  getListing: { access: "public", tags: ["listing:{id}"] },
  listSimilar: { access: "public", tags: ["listings"] },
  recordInterest: { access: "public", minute: "tracking", worksWhenBanned: true, body: json(interestInput) },
  sendListingLinks: {
    access: "public",
    worksWhenBanned: true,
    limit: "links",
    body: json(z.object({ email: emailAddress }), { error: "listing.invalid_email" }),
  },
});
