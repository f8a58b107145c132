import { ChevronDown } from "lucide-react";
import type { FieldErrors, UseFormRegister } from "react-hook-form";
import { type AttributeKey, ATTRIBUTES } from "../../../../worker/contracts/attributes.ts";
import type { ListingDraftInput } from "../../../../worker/contracts/listings.schemas.ts";
import { Field, SelectField, TextInput } from "../../../ui/field.tsx";
import { type AttributeField, LISTED_ATTRIBUTES } from "./attribute-fields.ts";

interface SubmissionAttributesProps {
  register: UseFormRegister<ListingDraftInput>;
  errors: FieldErrors<ListingDraftInput>;
  /** `reveal` also opens it for a field with an error. */
  startsOpen: boolean;
}

/** Optional fields of a listing. */
export function SubmissionAttributes({ register, errors, startsOpen }: SubmissionAttributesProps) {
  const error = (name: AttributeField) => errors[name]?.message;
  return (
    // Uncontrolled: `open` never changes, so React does not reset it.
    <details open={startsOpen} className="group rounded-control border border-line-strong">
      <summary className="flex min-h-11 items-center justify-between gap-4 rounded-control px-3 py-2 text-sm font-medium">
        More about the unit (optional)
        <ChevronDown
          aria-hidden
          className="size-5 shrink-0 text-ink-muted transition-transform group-open:rotate-180"
        />
      </summary>
      <div className="grid gap-4 px-3 pt-2 pb-4 sm:grid-cols-2">
        <Field label="Unit number" hint="Never shown to renters." error={error("unit")}>
          {(ids) => <TextInput {...ids} {...register("unit")} autoComplete="off" />}
        </Field>
        {LISTED_ATTRIBUTES.map((name) => (
          <AttributeInput key={name} name={name} register={register} error={error(name)} />
        ))}
        <Field label="Year built" hint="Helps tell whether rent control applies." error={error("yearBuilt")}>
          {(ids) => <TextInput {...ids} {...register("yearBuilt")} inputMode="numeric" autoComplete="off" />}
        </Field>
      </div>
    </details>
  );
}

interface AttributeInputProps {
  name: AttributeKey;
  register: UseFormRegister<ListingDraftInput>;
  error: string | undefined;
}

function AttributeInput({ name, register, error }: AttributeInputProps) {
  const attribute = ATTRIBUTES[name];
  if (attribute.kind === "number") {
    return (
      <Field label={attribute.field} hint={attribute.hint} error={error}>
        {(ids) => <TextInput {...ids} {...register(name)} inputMode="numeric" autoComplete="off" />}
      </Field>
    );
  }
  return (
    <SelectField
      label={attribute.label}
      error={error}
      options={[["", "Not said"], ...Object.entries(attribute.texts)]}
      {...register(name)}
    />
  );
}
