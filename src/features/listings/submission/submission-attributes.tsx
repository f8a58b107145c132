import { ChevronDown } from "lucide-react";
import type { FieldErrors, UseFormRegister } from "react-hook-form";
import { type AttributeKey, ATTRIBUTES } from "../../../../worker/contracts/attributes.ts";
import type { ListingDraftInput } from "../../../../worker/contracts/listings.schemas.ts";
import { Field, NativeSelect, TextInput } from "../../../ui/field.tsx";
import { type AttributeField, LISTED_ATTRIBUTES } from "./attribute-fields.ts";

interface SubmissionAttributesProps {
  register: UseFormRegister<ListingDraftInput>;
  errors: FieldErrors<ListingDraftInput>;
  /** Also open when a field in it is refused: see `reveal`. */
  startsOpen: boolean;
}

/** What a landlord may say of the unit and may leave out. */
export function SubmissionAttributes({ register, errors, startsOpen }: SubmissionAttributesProps) {
  const error = (name: AttributeField) => errors[name]?.message;
  return (
    // Opened and closed by the browser: as `open` never changes, React leaves it alone.
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

/** A number is typed, anything else is chosen. */
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
    <Field label={attribute.label} error={error}>
      {(ids) => (
        <NativeSelect {...ids} {...register(name)}>
          <option value="">Not said</option>
          {Object.entries(attribute.texts).map(([value, text]) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </NativeSelect>
      )}
    </Field>
  );
}
