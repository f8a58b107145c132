import * as z from "zod/mini";
import { hasStreetNumber } from "./addresses.ts";
import { BATHROOMS, type Bathrooms, type Bedrooms, parseBedrooms } from "./bedrooms.ts";
import { isPhone } from "./listings.ts";
import { line, paragraph } from "./text.schemas.ts";
import { cleanLine, INVALID_EMAIL, isEmail } from "./text.ts";

// Apart from listings.ts, so that pages which only show listings load no validation code.

const required = "This field is required.";
function isCalendarDate(text: string): boolean {
  if (!/^20\d\d-\d\d-\d\d$/.test(text)) return false;
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}

const requiredLine = (max: number) => z.pipe(line(max), z.string().check(z.minLength(1, required)));
const optionalLine = (max: number) => z.optional(z.nullable(line(max)));

const address = z.pipe(
  requiredLine(200),
  z.string().check(z.refine(hasStreetNumber, { error: "Please include the street number.", abort: true })),
);
const rent = requiredLine(60);
const moveInDate = z.pipe(requiredLine(10), z.string().check(z.refine(isCalendarDate, "Please choose a date.")));
const bedrooms = z.pipe(
  z.pipe(
    requiredLine(60),
    z.transform((text) => parseBedrooms(text)),
  ),
  z.custom<Bedrooms>((type) => type !== null, "Please choose the number of bedrooms."),
);
const bathrooms = z.pipe(
  z.pipe(
    z.union([z.string(), z.number()], required),
    z.transform((value) => {
      const text = cleanLine(String(value)).replace(/\s*bath(?:room)?s?$/i, "");
      return /^\d+(?:\.\d+)?\+?$/.test(text) && Number.parseFloat(text) >= 3 ? "3+" : text.replace(/\.0$/, "");
    }),
  ),
  z.custom<Bathrooms>((text) => BATHROOMS.some((count) => count === text), "Please choose the number of bathrooms."),
);
const email = z.pipe(requiredLine(254), z.string().check(z.refine(isEmail, INVALID_EMAIL)));
const phoneProblem = "Please enter a valid phone number.";
const optionalPhone = z.optional(
  z.nullable(z.pipe(line(40), z.string().check(z.refine((text) => text === "" || isPhone(text), phoneProblem)))),
);
const requiredPhone = z.pipe(requiredLine(40), z.string().check(z.refine(isPhone, phoneProblem)));

/** Photos as sent: data URLs, or (in an edit) the listing's own photo addresses. */
const images = z.optional(z.nullable(z.array(z.string(), "Photos must be a list.")));

const currentYearLimit = 2100;

const attributes = {
  landlordName: optionalLine(80),
  yearBuilt: z.optional(z.nullable(z.coerce.number().check(z.int(), z.gte(1790), z.lte(currentYearLimit)))),
  /** Never public: it would tell a scammer where to claim to live. */
  unit: optionalLine(20),
  pets: z.optional(z.nullable(z.enum(["yes", "no", "limited"]))),
  parking: z.optional(z.nullable(z.enum(["included", "extra", "none"]))),
  laundry: z.optional(z.nullable(z.enum(["unit", "building", "none"]))),
  utilitiesIncluded: z.optional(z.nullable(z.boolean())),
  furnished: z.optional(z.nullable(z.boolean())),
  leaseMonths: z.optional(z.nullable(z.coerce.number().check(z.int(), z.gte(0), z.lte(60)))),
};

const core = {
  address,
  rent,
  moveInDate,
  bedrooms,
  bathrooms,
  email,
  additionalInfo: z.optional(z.nullable(paragraph(5000))),
  images,
  ...attributes,
};

/** The /landlords form: phone optional. */
export const listingDraft = z.object({ ...core, phone: optionalPhone });
export type ListingDraft = z.output<typeof listingDraft>;
export type ListingDraftInput = z.input<typeof listingDraft>;

/** The marketplace and category forms: phone required as well. */
export const marketplaceListingDraft = z.object({ ...core, phone: requiredPhone });

/** What a moderator may change; fields left out stay. `images` is the complete new list when given. */
export const listingEdit = z.partial(z.object({ ...core, phone: optionalPhone }));
export type ListingEdit = z.output<typeof listingEdit>;

/** Body of PATCH /api/admin/listings/{id}/status. */
export const listingStatusChange = z.object({ approved: z.boolean("approved must be true or false.") });
