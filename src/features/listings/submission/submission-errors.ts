import type { FieldErrors as FormErrors, UseFormReturn } from "react-hook-form";
import { ERRORS, type FieldErrors } from "../../../../worker/contracts/errors.ts";
import type { ListingDraft, ListingDraftInput } from "../../../../worker/contracts/listings.schemas.ts";
import { focusFirstField } from "../../../lib/first-field.ts";
import { toast } from "../../../lib/toast.ts";
import { photoButtonId } from "../photos/photo-picker.tsx";
import { FIELD_ORDER, type SubmissionField } from "./form-fields.ts";

export type ListingForm = UseFormReturn<ListingDraftInput, unknown, ListingDraft>;

/** Opens the details elements around these fields, so that their errors are visible, and focuses the first field. */
function openAndFocusField(formId: string, names: readonly SubmissionField[]): void {
  const form = document.getElementById(formId);
  for (const name of names) form?.querySelector(`[name="${name}"]`)?.closest("details")?.setAttribute("open", "");
  focusFirstField(form, names);
}

/** Shows the server's errors at their fields and focuses the first. */
export function showServerErrors(form: ListingForm, fields: FieldErrors, formId: string): void {
  const named = FIELD_ORDER.filter((name) => fields[name] !== undefined);
  for (const name of named) form.setError(name, { type: "server", message: fields[name] });
  openAndFocusField(formId, named);
  if (named.length === 0 && fields.images !== undefined) document.getElementById(photoButtonId(formId))?.focus();
}

/**
 * Shows a toast for validation errors, and focuses the first field with an error. react-hook-form would use its own
 * order.
 */
export function refuse(
  errors: FormErrors<ListingDraftInput>,
  values: ListingDraftInput,
  { formId, isPhoneRequired }: { formId: string; isPhoneRequired: boolean },
): void {
  const refused = FIELD_ORDER.filter((name) => errors[name]);
  openAndFocusField(formId, refused);
  toast({ ...refusal(errors, values, refused, isPhoneRequired), variant: "destructive" });
}

const isBlank = (value: unknown) => typeof value !== "string" || value.trim() === "";

function refusal(
  errors: FormErrors<ListingDraftInput>,
  values: ListingDraftInput,
  refused: readonly SubmissionField[],
  isPhoneRequired: boolean,
): { title: string; description: string } {
  const blank = refused.filter((name) => isBlank(values[name]));
  const isContact = (name: SubmissionField) => isPhoneRequired && (name === "email" || name === "phone");
  if (blank.some((name) => !isContact(name)))
    return { title: "Missing Information", description: ERRORS["listing.missing_fields"][1] };
  if (blank.length > 0)
    return { title: "Contact Information Required", description: ERRORS["listing.missing_contact"][1] };
  const [only] = refused;
  const message = refused.length === 1 && only ? errors[only]?.message : undefined;
  return { title: "Check Your Listing", description: message ?? ERRORS["listing.invalid"][1] };
}
