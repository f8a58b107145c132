import { ATTRIBUTE_KEYS, type AttributeKey, ATTRIBUTES } from "../../../../worker/contracts/attributes.ts";
import {
  FIELDS,
  FORM_KEYS,
  type FormKey,
  STATED_KEYS,
  type StatedFields,
} from "../../../../worker/contracts/listing-fields.ts";
import type { ListingDraftInput } from "../../../../worker/contracts/listings.schemas.ts";

/** Attributes that the form lists one after another. */
export const LISTED_ATTRIBUTES = ATTRIBUTE_KEYS.filter((key) => !ATTRIBUTES[key].isApart);
/** The fields under "More about the unit", in display order. */
const OPTIONAL_FIELDS = ["unit", ...LISTED_ATTRIBUTES, "yearBuilt"] as const;
export type OptionalField = (typeof OPTIONAL_FIELDS)[number];

export type SubmissionField = FormKey | AttributeKey;
/** The fields of the groups "The rent" and "You", which follow "The home". */
const RENT_AND_CONTACT_FIELDS = [
  "rent",
  "moveInDate",
  "email",
  "phone",
  "landlordName",
] as const satisfies SubmissionField[];
/** Fields in display order; the first one with an error gets the focus. */
export const FIELD_ORDER: readonly SubmissionField[] = [
  ...STATED_KEYS.filter((key) => key !== "addressRest").filter(
    (key) => !RENT_AND_CONTACT_FIELDS.some((other) => other === key),
  ),
  ...RENT_AND_CONTACT_FIELDS,
];

/** Returns a listing's values as texts for a form; "" for values that are not stated. */
export function fieldValues(listing: Partial<StatedFields>): ListingDraftInput {
  const standardOf = (key: FormKey) => (FIELDS[key].kind === "choice" ? FIELDS[key].standard : undefined);
  // The precision "area" results from the address and cannot be chosen.
  const stated = listing.addressPrecision === "area" ? { ...listing, addressPrecision: undefined } : listing;
  return Object.fromEntries([
    ...FORM_KEYS.map((key) => [key, String(stated[key] ?? standardOf(key) ?? "")]),
    ...ATTRIBUTE_KEYS.map((key) => [key, String(listing[key] ?? "")]),
  ]) as ListingDraftInput;
}

/** Returns whether any optional field is filled. */
export const hasOptionalFields = (listing: StatedFields): boolean =>
  OPTIONAL_FIELDS.some((name) => (listing[name] ?? "") !== "");
