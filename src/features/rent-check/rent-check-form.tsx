import { queryOptions } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { BEDROOMS, HOME_TYPE_NAMES, HOME_TYPES } from "../../../worker/contracts/bedrooms.ts";
import type { FieldErrors } from "../../../worker/contracts/errors.ts";
import { INCLUDED, checkRent, type RentCheckAnswer } from "../../../worker/contracts/rent-check.ts";
import { ApiError, call } from "../../lib/api.ts";
import { PATHS } from "../../lib/paths.ts";
import { Button } from "../../ui/button.tsx";
import { Disclosure } from "../../ui/disclosure.tsx";
import { Field, SelectField, TextInput, withText } from "../../ui/field.tsx";
import { MoneyInput } from "../../ui/money-input.tsx";

export const rentCheckKeys = { answer: (query: string) => ["rent-check", query] as const };

/**
 * Returns the query for the result of a rent check, whose input is a query string. Pages rendered by the server already
 * contain the result.
 */
export function rentCheckAnswer(query: string) {
  return queryOptions({
    queryKey: rentCheckKeys.answer(query),
    queryFn: async ({ signal }): Promise<RentCheckAnswer> => {
      if (query === "") return { check: null, problems: null };
      try {
        return { check: await call(checkRent, { query: new URLSearchParams(query) }, { signal }), problems: null };
      } catch (error) {
        const problems = error instanceof ApiError ? error.body?.fields : undefined;
        if (problems === undefined) throw error;
        return { check: null, problems };
      }
    },
  });
}

/** Maximum length of an address. */
const PLACE_MAX = 200;

interface RentCheckFormProps {
  /** The values in the page's address. */
  given: URLSearchParams;
  problems: FieldErrors | null;
}

/**
 * The rent check's form. The browser submits the form itself, so that it works without scripts, and by POST, so that no
 * URL contains a typed house number.
 */
export function RentCheckForm({ given, problems }: RentCheckFormProps) {
  const value = (name: string) => given.get(name) ?? "";
  const error = (name: string) => problems?.[name];
  const field = (name: string) => ({ name, defaultValue: value(name) });
  const isDetailed = ["homeType", "built", ...Object.keys(INCLUDED)].some(
    (name) => value(name) !== "" || error(name) !== undefined,
  );
  const isTenant = ["since", "noticeRent", "noticeFrom", "noticeGiven"].some(
    (name) => value(name) !== "" || error(name) !== undefined,
  );
  return (
    <form
      action={PATHS.rentCheck}
      method="post"
      className="grid gap-4 rounded-card border border-line bg-surface p-4 shadow-card sm:p-6"
    >
      {/* The year built that the City's register has for this block. For any other place, the server ignores or
          replaces it. */}
      {given.has("register") && <input type="hidden" name="register" value={value("register")} />}
      <div className="grid gap-x-3 gap-y-4 min-[22rem]:grid-cols-[10.5rem_1fr] sm:grid-cols-2">
        <div className="col-span-full">
          <Field
            label="Where"
            hint="An address, an intersection or a neighbourhood. We show only the block, never the house number."
            error={error("place")}
          >
            {(ids) => <TextInput {...ids} {...field("place")} autoComplete="off" maxLength={PLACE_MAX} />}
          </Field>
        </div>
        <SelectField
          label="Bedrooms"
          required
          error={error("type")}
          options={[["", "Please choose"], ...BEDROOMS.map(withText((type) => type))]}
          {...field("type")}
        />
        <Field label="Rent a month" required error={error("rent")}>
          {(ids) => <MoneyInput {...ids} {...field("rent")} placeholder="1,850" maxLength={60} />}
        </Field>
      </div>
      <Disclosure summary="More about the home (optional)" open={isDetailed}>
        <div className="grid gap-4 pt-2 sm:grid-cols-2">
          <SelectField
            label="Kind of home"
            error={error("homeType")}
            options={[["", "Not sure"], ...HOME_TYPES.map(withText((type) => HOME_TYPE_NAMES[type]))]}
            {...field("homeType")}
          />
          <Field
            label="Year built"
            hint="If you know it. It decides whether rent control applies."
            error={error("built")}
          >
            {(ids) => <TextInput {...ids} {...field("built")} inputMode="numeric" autoComplete="off" maxLength={4} />}
          </Field>
        </div>
        <fieldset className="mt-4">
          <legend className="mb-1 text-sm font-medium">The rent includes</legend>
          <div className="flex flex-wrap gap-x-6">
            {Object.entries(INCLUDED).map(([name, text]) => (
              <Check key={name} name={name} isChecked={value(name) !== ""}>
                {text}
              </Check>
            ))}
          </div>
        </fieldset>
      </Disclosure>
      <Disclosure summary="Already live there? See how much the rent may rise." open={isTenant}>
        <div className="grid gap-4 pt-2 sm:grid-cols-2">
          <DayField
            label="Last increase, or the day you moved in"
            hint="Whichever is later."
            {...field("since")}
            error={error("since")}
          />
          <p className="text-sm text-ink-muted sm:self-center">
            If you got a notice of an increase, fill these in too. The rent above is what you pay now.
          </p>
          <Field label="New rent in the notice" error={error("noticeRent")}>
            {(ids) => <MoneyInput {...ids} {...field("noticeRent")} maxLength={60} />}
          </Field>
          <DayField label="First day of the new rent" {...field("noticeFrom")} error={error("noticeFrom")} />
          <DayField label="Day you got the notice" {...field("noticeGiven")} error={error("noticeGiven")} />
        </div>
      </Disclosure>
      <div>
        <Button type="submit" size="lg" className="w-full sm:w-auto">
          Check This Rent
        </Button>
      </div>
    </form>
  );
}

function Check({ name, isChecked, children }: { name: string; isChecked: boolean; children: ReactNode }) {
  return (
    <label className="flex min-h-11 cursor-pointer items-center gap-2">
      <input
        type="checkbox"
        name={name}
        value="1"
        defaultChecked={isChecked}
        className="size-5 shrink-0 accent-accent"
      />
      {children}
    </label>
  );
}

interface DayFieldProps {
  label: string;
  hint?: string;
  name: string;
  defaultValue: string;
  error: string | undefined;
}

function DayField({ label, hint, error, ...input }: DayFieldProps) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(ids) => <TextInput {...ids} {...input} type="date" min="2000-01-01" />}
    </Field>
  );
}
