import type { ReactNode } from "react";
import type { FieldErrors, UseFormRegister } from "react-hook-form";
import { BATHROOMS, BEDROOMS } from "../../../../worker/contracts/bedrooms.ts";
import type { ListingDraftInput } from "../../../../worker/contracts/listings.schemas.ts";
import {
  type ControlIds,
  Field,
  NativeSelect,
  SelectField,
  TextArea,
  TextInput,
  withText,
} from "../../../ui/field.tsx";
import { MoneyInput } from "../../../ui/money-input.tsx";
import { LISTED_ATTRIBUTES, type OptionalField, type SubmissionField } from "./form-fields.ts";
import { ChevronDown, Lock } from "lucide-react";
import { type AttributeKey, ATTRIBUTES } from "../../../../worker/contracts/attributes.ts";

interface SubmissionAttributesProps {
  register: UseFormRegister<ListingDraftInput>;
  errors: FieldErrors<ListingDraftInput>;
  /** True if initially open; `openAndFocusField` also opens it for a field with an error. */
  startsOpen: boolean;
}

/** The optional fields of a listing, collapsed unless `startsOpen`. */
function SubmissionAttributes({ register, errors, startsOpen }: SubmissionAttributesProps) {
  const error = (name: OptionalField) => errors[name]?.message;
  return (
    // `open` never changes, so React does not close what the user opened.
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

export interface SubmissionFieldsProps {
  register: UseFormRegister<ListingDraftInput>;
  errors: FieldErrors<ListingDraftInput>;
  phone: { required: boolean; hint?: string };
  /** True for a landlord's form, which asks for the name shown to renters and explains the rent. */
  isLandlord: boolean;
  /** True if the optional fields are open initially. */
  hasOptionalFields?: boolean;
  /** The photos, shown before the optional fields. */
  photos: ReactNode;
  /** Renders a field that replaces the plain address field. */
  renderAddress?: (ids: ControlIds) => ReactNode;
  /** Notes on the law, shown below the description. */
  lawNotes?: ReactNode;
  /** The rent as the site understood it, shown below the rent field. */
  rentInterpretation: ReactNode;
  /** The fields for the kind of home. */
  kind: ReactNode;
  /** The comparison with the market, shown below the fields that it depends on. */
  comparison?: ReactNode;
}

/** Returns '1 Bathroom', '2.5 Bathrooms' or '3+ Bathrooms'. */
export function bathroomsLabel(count: string): string {
  return `${count} ${count === "1" ? "Bathroom" : "Bathrooms"}`;
}

/** Hint for a phone number that the form does not require. */
export const PHONE_HINT = "We cannot publish without it, because renters call you.";

/** The fields of a listing in three groups: the home, the rent, and the contact. */
export function SubmissionFields({
  register,
  errors,
  phone,
  isLandlord,
  hasOptionalFields = false,
  photos,
  renderAddress,
  rentInterpretation,
  kind,
  comparison,
  lawNotes,
}: SubmissionFieldsProps) {
  const error = (name: SubmissionField) => errors[name]?.message;
  return (
    <>
      <FieldGroup title="The home">
        <div className="sm:col-span-2">
          <Field
            label="Address"
            required
            hint="Street, nearest intersection, or neighbourhood with its postal code."
            error={error("address")}
          >
            {renderAddress ?? ((ids) => <TextInput {...ids} {...register("address")} autoComplete="off" />)}
          </Field>
        </div>
        <div className="sm:col-span-2">
          <SelectField
            label="Shown on the site"
            hint="If you show only the street, we hide the number and put the pin mid-block."
            error={error("addressPrecision")}
            options={[
              ["exact", "The whole address"],
              ["street", "The street or corner only"],
            ]}
            {...register("addressPrecision")}
          />
        </div>
        <Field
          label="Bedrooms"
          required
          hint="A room or a bed in a shared home is a Private Room."
          error={error("bedrooms")}
        >
          {(ids) => (
            <NativeSelect {...ids} {...register("bedrooms", { deps: "homeType" })}>
              <option value="">Select bedrooms</option>
              {BEDROOMS.map((type) => (
                <option key={type}>{type}</option>
              ))}
            </NativeSelect>
          )}
        </Field>
        <SelectField
          label="Bathrooms"
          required
          error={error("bathrooms")}
          options={[["", "Select bathrooms"], ...BATHROOMS.map(withText(bathroomsLabel))]}
          {...register("bathrooms")}
        />
        {kind}
        <div className="sm:col-span-2">
          <Field
            label="Additional information (optional)"
            hint="Renters don't see email addresses in this text. They do see phone numbers."
            error={error("additionalInfo")}
          >
            {(ids) => <TextArea {...ids} {...register("additionalInfo")} />}
          </Field>
          {lawNotes}
        </div>
        <div className="sm:col-span-2">{photos}</div>
        <div className="sm:col-span-2">
          <SubmissionAttributes register={register} errors={errors} startsOpen={hasOptionalFields} />
        </div>
      </FieldGroup>
      <FieldGroup title="The rent">
        <Field
          label="Rent"
          required
          hint={
            <>
              {isLandlord && "Per month, in Canadian dollars. Units above market are not listed."}
              {rentInterpretation}
            </>
          }
          error={error("rent")}
        >
          {(ids) => <MoneyInput {...ids} {...register("rent")} placeholder="1,850" />}
        </Field>
        <Field label="Move-in date" required error={error("moveInDate")}>
          {(ids) => <TextInput {...ids} {...register("moveInDate")} type="date" />}
        </Field>
        {comparison !== undefined && <div className="sm:col-span-2">{comparison}</div>}
      </FieldGroup>
      <FieldGroup title={isLandlord ? "You" : "The landlord"}>
        {isLandlord && (
          <p className="flex items-start gap-2 text-sm sm:col-span-2">
            <Lock aria-hidden className="mt-0.5 size-4 shrink-0" />
            Your email stays private; renters see your phone number.
          </p>
        )}
        <Field label="Email" required error={error("email")}>
          {(ids) => <TextInput {...ids} {...register("email")} type="email" inputMode="email" autoComplete="email" />}
        </Field>
        <Field
          label={phone.required ? "Phone" : "Phone (optional)"}
          required={phone.required}
          hint={phone.hint}
          error={error("phone")}
        >
          {(ids) => <TextInput {...ids} {...register("phone")} type="tel" inputMode="tel" autoComplete="tel" />}
        </Field>
        {isLandlord && (
          <div className="sm:col-span-2">
            <Field label="Name shown to renters (optional)" error={error("landlordName")}>
              {(ids) => <TextInput {...ids} {...register("landlordName")} autoComplete="name" />}
            </Field>
          </div>
        )}
      </FieldGroup>
    </>
  );
}

function FieldGroup({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset>
      <legend className="mb-3">
        <h3 className="text-lg font-bold">{title}</h3>
      </legend>
      <div className="grid gap-4 sm:grid-cols-2">{children}</div>
    </fieldset>
  );
}
