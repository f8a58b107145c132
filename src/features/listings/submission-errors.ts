import type { FieldErrors as FormErrors, UseFormReturn } from "react-hook-form";
import { ERRORS, type FieldErrors } from "../../../worker/contracts/errors.ts";
import type { ListingDraft, ListingDraftInput } from "../../../worker/contracts/listings.schemas.ts";
import { photoButtonId } from "./photo-picker.tsx";
import { FIELD_ORDER, type SubmissionField } from "./submission-fields.tsx";

/** The form of a listing, for landlords and moderators alike. */
export type ListingForm = UseFormReturn<ListingDraftInput, unknown, ListingDraft>;

/** Puts the server's messages beside their fields and moves focus to the first. */
export function showServerErrors(form: ListingForm, fields: FieldErrors, formId: string): void {
  const named = FIELD_ORDER.filter((name) => fields[name] !== undefined);
  for (const name of named) form.setError(name, { type: "server", message: fields[name] });
  const [first] = named;
  if (first) form.setFocus(first);
  else if (fields.images !== undefined) document.getElementById(photoButtonId(formId))?.focus();
}

/** What the toast says about a form that did not pass the schema. */
export function refusal(
  errors: FormErrors<ListingDraftInput>,
  values: ListingDraftInput,
  isPhoneRequired: boolean,
): { title: string; description: string } {
  const refused = FIELD_ORDER.filter((name) => errors[name]);
  const blank = refused.filter((name) => String(values[name] ?? "").trim() === "");
  const isContact = (name: SubmissionField) => isPhoneRequired && (name === "email" || name === "phone");
  if (blank.some((name) => !isContact(name)))
    return { title: "Missing Information", description: ERRORS["listing.missing_fields"][1] };
  if (blank.length > 0)
    return { title: "Contact Information Required", description: ERRORS["listing.missing_contact"][1] };
  const [only] = refused;
  const message = refused.length === 1 && only ? errors[only]?.message : undefined;
  return { title: "Check Your Listing", description: message ?? ERRORS["listing.invalid"][1] };
}
