import * as z from "zod/mini";
import { emailAddress, line, paragraph, positiveInteger, requiredLine, textOrNumber } from "./text.schemas.ts";
import { EMAIL_PROBLEM, NO_PLACE_PROBLEM, OUTSIDE_PROBLEM, addressKind } from "./address-check.ts";
import { holdsEmail } from "./hidden-emails.ts";
import { ADDRESS_MAX } from "./addresses.ts";
import { isOutsideArea } from "./municipalities.ts";
import { LAUNDRY, PARKING, PETS } from "./attributes.ts";
import { BATHROOMS, type Bathrooms, type Bedrooms } from "./bedrooms.ts";
import { parseBedrooms } from "./bedroom-names.ts";
import { HOME_TYPES, ROOM_PROBLEM, suitsBedrooms, type HomeType } from "./home-types.ts";
import { ADDRESS_PRECISIONS, UNIT_MAX, isPhone } from "./listings.ts";
import { withPlainDigits } from "./plain-digits.ts";
import { cleanLine, tooLong } from "./text.ts";

/** Body of POST /api/listing-links. */
export const lostLinks = z.object({ email: emailAddress });

// Apart from listings.ts, so that pages which only show listings load no validation code.

function isCalendarDate(text: string): boolean {
  if (!/^20\d\d-\d\d-\d\d$/.test(text)) return false;
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}

/** A field that may be absent, null or left blank. */
function optional<Schema extends z.ZodMiniType>(schema: Schema) {
  // Blank text is handled before the schema sees the value, so what goes in is not known to be its input yet.
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

/** A whole number, also as text. */
const wholeNumber = (min: number, max: number, problem: string) =>
  z.pipe(
    z.pipe(
      textOrNumber(),
      z.transform((text) => (text.trim() === "" ? Number.NaN : Number(text))),
    ),
    z.number(problem).check(z.int(problem), z.gte(min, problem), z.lte(max, problem)),
  );

/** Digits of every script are read as ours, so that no rule of addresses passes over them. */
const plainLine = z.pipe(
  z.pipe(requiredLine(ADDRESS_MAX), z.transform(withPlainDigits)),
  z.pipe(z.transform(cleanLine), z.string().check(z.maxLength(ADDRESS_MAX, tooLong(ADDRESS_MAX)))),
);
const address = z.pipe(
  plainLine,
  z.string().check(
    z.refine((text) => !holdsEmail(text), { error: EMAIL_PROBLEM, abort: true }),
    z.refine((text) => !isOutsideArea(text), { error: OUTSIDE_PROBLEM, abort: true }),
    z.refine((text) => addressKind(text) !== null, { error: NO_PLACE_PROBLEM, abort: true }),
  ),
);
const rent = z.pipe(textOrNumber(), requiredLine(60));
const moveInDate = z.pipe(requiredLine(40), z.string().check(z.refine(isCalendarDate, "Please choose a date.")));
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
const phoneProblem = "Please enter a valid phone number.";
const phoneOrBlank = z.optional(
  z.nullable(z.pipe(line(40), z.string().check(z.refine((text) => text === "" || isPhone(text), phoneProblem)))),
);
const phone = z.pipe(requiredLine(40), z.string().check(z.refine(isPhone, phoneProblem)));

/** Photos as sent: data URLs, or (in an edit) the listing's own photo addresses. */
const images = z.optional(z.nullable(z.array(z.string("A photo must be a text."), "Photos must be a list.")));

const choose = "Please choose one of the options.";
/** Yes or no, also as the text that a form's option holds. */
const flag = z.pipe(
  z.transform((value: unknown) => (value === "true" ? true : value === "false" ? false : value)),
  z.boolean(choose),
);
const attributes = {
  landlordName: z.optional(z.nullable(line(80))),
  yearBuilt: optional(wholeNumber(1790, 2100, "Please enter the year as four digits.")),
  /** Never public: it would tell a scammer where to claim to live. */
  unit: z.optional(z.nullable(line(UNIT_MAX))),
  pets: optional(z.enum(PETS, choose)),
  parking: optional(z.enum(PARKING, choose)),
  laundry: optional(z.enum(LAUNDRY, choose)),
  utilitiesIncluded: optional(flag),
  furnished: optional(flag),
  leaseMonths: optional(wholeNumber(0, 60, "Please enter the months of the lease, at most 60.")),
};

const core = {
  address,
  /** How much of it renters see; `exact` without a word. */
  addressPrecision: z.optional(z.enum(ADDRESS_PRECISIONS, choose)),
  rent,
  moveInDate,
  bedrooms,
  bathrooms,
  email: emailAddress,
  additionalInfo: z.optional(z.nullable(paragraph(10_000))),
  images,
  homeType: optional(z.enum(HOME_TYPES, choose)),
  ...attributes,
};

const isListedAsItIs = z.refine<{ bedrooms: Bedrooms; homeType?: HomeType | null | undefined }>(
  ({ bedrooms: type, homeType }) => suitsBedrooms(homeType ?? null, type),
  { error: ROOM_PROBLEM, path: ["homeType"] },
);

/** The /landlords form: phone optional. */
export const listingDraft = z.object({ ...core, phone: phoneOrBlank }).check(isListedAsItIs);
export type ListingDraft = z.output<typeof listingDraft>;
export type ListingDraftInput = z.input<typeof listingDraft>;

/** The marketplace and category forms: phone required as well. */
export const marketplaceListingDraft = z.object({ ...core, phone }).check(isListedAsItIs);

/** What a moderator or the landlord may change; fields left out stay. `images` is the complete new list when given. */
export const listingEdit = z.partial(z.object({ ...core, phone: phoneOrBlank }));
export type ListingEdit = z.output<typeof listingEdit>;

/** Body of PATCH /api/admin/listings/{id}: with `revision`, the listing as it was read, another one is not changed. */
export const moderatorsEdit = z.extend(listingEdit, { revision: z.optional(positiveInteger) });
export type ModeratorsEdit = z.output<typeof moderatorsEdit>;

/** Body of POST /api/marketplace-listings/{id}/interest. */
export const interestShown = z.object({
  kind: z.enum(["view", "call"], "kind must be view or call."),
  /** The visit it belongs to, where visits are counted; what is no session is nobody's. */
  sessionId: z.optional(z.nullable(line(60))),
});
