import { type FormEvent, useId, useRef, useState } from "react";
import { AREAS, isInToronto } from "../../../worker/contracts/areas.ts";
import { BEDROOMS } from "../../../worker/contracts/bedrooms.ts";
import { parseDollars } from "../../../worker/contracts/rents.ts";
import {
  type Frequency,
  MAX_RENT,
  MAX_RENT_PROBLEM,
  type Preferences,
  type SubscriberStatus,
  type SubscriptionView,
} from "../../../worker/contracts/subscribers.ts";
import { ApiError, failureText } from "../../lib/api.ts";
import { areasText } from "../../lib/format.ts";
import { toast } from "../../lib/toast.ts";
import { Button } from "../../ui/button.tsx";
import { Choice } from "../../ui/choice.tsx";
import { Disclosure } from "../../ui/disclosure.tsx";
import { Field, FieldError, TextInput } from "../../ui/field.tsx";
import { Link } from "../../ui/link.tsx";
import { useSavedPreferences } from "./subscribers.queries.ts";

const FREQUENCY_TEXT: Record<Frequency, string> = {
  every: "Every Monday, Wednesday and Friday",
  weekly: "Once a week, on Mondays",
};

/** Adds or removes an item, keeping the order of `all`. */
function toggled<T>(all: readonly T[], chosen: readonly T[], item: T): T[] {
  return all.filter((known) => chosen.includes(known) !== (known === item));
}

export function PreferencesForm({ token, view }: { token: string; view: SubscriptionView }) {
  const [chosen, setChosen] = useState<Preferences>(view.preferences);
  const [rent, setRent] = useState(view.preferences.maxRent?.toString() ?? "");
  const [problems, setProblems] = useState<Record<string, string>>({});
  const rentInput = useRef<HTMLInputElement>(null);
  const hintId = useId();
  const saving = useSavedPreferences(token);
  const change = (changes: Partial<Preferences>) => setChosen({ ...chosen, ...changes });

  const refuse = (fields: Record<string, string>) => {
    setProblems(fields);
    if (fields.maxRent !== undefined) rentInput.current?.focus();
  };

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (saving.isPending) return;
    const maxRent = parseDollars(rent, MAX_RENT);
    if (maxRent === undefined) {
      refuse({ maxRent: MAX_RENT_PROBLEM });
      return;
    }
    setProblems({});
    saving.mutate(
      { ...chosen, maxRent },
      {
        onSuccess: ({ preferences }) => {
          setChosen(preferences);
          setRent(preferences.maxRent?.toString() ?? "");
          toast({ title: "Preferences Saved", description: "They apply from the next email on." });
        },
        onError: (error) => {
          toast({ title: "Preferences Not Saved", description: failureText(error), variant: "destructive" });
          refuse(error instanceof ApiError ? (error.body?.fields ?? {}) : {});
        },
      },
    );
  };

  return (
    <form
      noValidate
      method="post"
      onSubmit={submit}
      className="grid grid-cols-1 gap-6 rounded-card border border-line bg-surface p-4 shadow-card sm:p-6"
    >
      <fieldset aria-describedby={hintId}>
        <legend className="text-sm font-medium">Bedrooms</legend>
        <p id={hintId} className="text-sm text-ink-muted">
          None ticked means all.
        </p>
        <div className="mt-1 grid grid-cols-2 gap-x-4 sm:grid-cols-3">
          {BEDROOMS.map((type) => (
            <Choice
              key={type}
              type="checkbox"
              checked={chosen.bedrooms.includes(type)}
              onChange={() => change({ bedrooms: toggled(BEDROOMS, chosen.bedrooms, type) })}
            >
              {type}
            </Choice>
          ))}
        </div>
        {problems.bedrooms && <FieldError>{problems.bedrooms}</FieldError>}
      </fieldset>
      <Field label="Maximum rent" hint="Dollars a month. Leave it empty for any rent." error={problems.maxRent}>
        {(ids) => (
          <TextInput
            {...ids}
            ref={rentInput}
            inputMode="numeric"
            autoComplete="off"
            maxLength={12}
            className="max-w-40"
            value={rent}
            onChange={(event) => setRent(event.target.value)}
          />
        )}
      </Field>
      <AreaChoice chosen={chosen.areas} onChange={(areas) => change({ areas })} problem={problems.areas} />
      <fieldset>
        <legend className="text-sm font-medium">How often</legend>
        {Object.entries(FREQUENCY_TEXT).map(([value, text]) => (
          <Choice
            key={value}
            type="radio"
            name="frequency"
            checked={chosen.frequency === value}
            onChange={() => change({ frequency: value as Frequency })}
          >
            {text}
          </Choice>
        ))}
        {problems.frequency && <FieldError>{problems.frequency}</FieldError>}
      </fieldset>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <Button type="submit" size="lg" busy={saving.isPending} className="max-sm:w-full">
          {saving.isPending ? "Saving..." : "Save Preferences"}
        </Button>
        {view.status !== "unsubscribed" && view.links.unsubscribe !== undefined && (
          <Link
            to={view.links.unsubscribe}
            className="inline-flex min-h-11 items-center font-semibold text-accent underline underline-offset-4"
          >
            Unsubscribe from all emails
          </Link>
        )}
      </div>
    </form>
  );
}

const sorted = (names: readonly string[]) => names.toSorted((a, b) => a.localeCompare(b, "en"));
const GROUPS = [
  { title: "City of Toronto", names: sorted(AREAS.filter(isInToronto)) },
  { title: "Around Toronto", names: sorted(AREAS.filter((name) => !isInToronto(name))) },
];

interface AreaChoiceProps {
  chosen: readonly string[];
  onChange(chosen: string[]): void;
  problem: string | undefined;
}

/** Folded, because most people want all areas or few. */
function AreaChoice({ chosen, onChange, problem }: AreaChoiceProps) {
  return (
    <fieldset>
      <legend className="mb-1 text-sm font-medium">Areas</legend>
      <Disclosure summary={areasText(chosen)}>
        <div className="grid grid-cols-1 gap-4">
          <p className="text-sm text-ink-muted">
            None ticked means all. A listing belongs to the area that its address names.
          </p>
          {GROUPS.map(({ title, names }) => (
            <fieldset key={title}>
              <legend className="text-sm font-semibold">{title}</legend>
              <div className="grid grid-cols-2 gap-x-4 sm:grid-cols-3">
                {names.map((name) => (
                  <Choice
                    key={name}
                    type="checkbox"
                    checked={chosen.includes(name)}
                    onChange={() => onChange(toggled(AREAS, chosen, name))}
                  >
                    {name}
                  </Choice>
                ))}
              </div>
            </fieldset>
          ))}
        </div>
      </Disclosure>
      {problem && <FieldError>{problem}</FieldError>}
    </fieldset>
  );
}

/** Why a subscription gets no mail; null if it does. */
export function statusText(status: SubscriberStatus): string | null {
  switch (status) {
    case "confirmed":
      return null;
    case "pending":
      return "This subscription is not confirmed yet: please reply to the email we sent you. Your preferences are kept until then.";
    case "unsubscribed":
      return "This address is unsubscribed, so nothing is sent to it. You can join again on the homepage, and your preferences are kept until then.";
    case "suppressed":
    default:
      return "Emails to this address came back or were refused, so we send it nothing any more. Please write to us if that is wrong.";
  }
}
