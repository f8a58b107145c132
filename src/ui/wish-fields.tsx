import { useId, useRef, useState, type FormEvent } from "react";
import { type Area, AREAS, isInToronto } from "../../worker/contracts/areas.ts";
import { BEDROOMS } from "../../worker/contracts/bedrooms.ts";
import { parseDollars } from "../../worker/contracts/rents.ts";
import { MAX_RENT, MAX_RENT_PROBLEM, type SignUpWishes, addWishes } from "../../worker/contracts/subscribers.ts";
import { ApiError, call, failureText } from "../lib/api.ts";
import { areasText } from "../lib/format.ts";
import { signUpKey } from "../lib/subscribe.ts";
import { toast } from "../lib/toast.ts";
import { Button } from "./button.tsx";
import { Choice } from "./choice.tsx";
import { Dialog } from "./dialog.tsx";
import { Disclosure } from "./disclosure.tsx";
import { Field, FieldError, TextInput } from "./field.tsx";

/** Returns the chosen items after one was added or removed, in the order of `all`. */
function toggled<T>(all: readonly T[], chosen: readonly T[], item: T): T[] {
  return all.filter((known) => chosen.includes(known) !== (known === item));
}

/** Returns the state of {@link WishFields}. */
export function useWishFields(initial: SignUpWishes) {
  const [chosen, setChosen] = useState(initial);
  const [rent, setRent] = useState(initial.maxRent?.toString() ?? "");
  const [problems, setProblems] = useState<Record<string, string>>({});
  const rentInput = useRef<HTMLInputElement>(null);

  const refuse = (fields: Record<string, string>) => {
    setProblems(fields);
    if (fields.maxRent !== undefined) rentInput.current?.focus();
  };
  return {
    chosen,
    rent,
    problems,
    rentInput,
    setRent,
    change: (changes: Partial<SignUpWishes>) => setChosen({ ...chosen, ...changes }),
    /** Returns the chosen preferences; null if the rent is invalid, which shows an error. */
    read(): SignUpWishes | null {
      const maxRent = parseDollars(rent, MAX_RENT);
      if (maxRent === undefined) {
        refuse({ maxRent: MAX_RENT_PROBLEM });
        return null;
      }
      setProblems({});
      return { bedrooms: chosen.bedrooms, maxRent, areas: chosen.areas };
    },
    /** Fills in the stored preferences. */
    show(stored: SignUpWishes) {
      setChosen(stored);
      setRent(stored.maxRent?.toString() ?? "");
    },
    /** Shows errors at the fields that the server rejected. */
    refuseFor: (error: unknown) => refuse(error instanceof ApiError ? (error.body?.fields ?? {}) : {}),
  };
}

/** Shows as many columns as fit in a page or dialog, which is two on a phone. */
const columnsClass = "grid grid-cols-[repeat(auto-fill,minmax(9rem,1fr))] gap-x-4";

/** Fields for bedrooms, a maximum rent and areas. */
export function WishFields({ wishes }: { wishes: ReturnType<typeof useWishFields> }) {
  const { chosen, rent, problems, rentInput, setRent, change } = wishes;
  const hintId = useId();
  return (
    <>
      <fieldset aria-describedby={hintId}>
        <legend className="text-sm font-medium">Bedrooms</legend>
        <p id={hintId} className="text-sm text-ink-muted">
          None ticked means all.
        </p>
        <div className={`mt-1 ${columnsClass}`}>
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
    </>
  );
}

const sorted = (names: readonly Area[]) => names.toSorted((a, b) => a.localeCompare(b, "en"));
const GROUPS = [
  { title: "City of Toronto", names: sorted(AREAS.filter(isInToronto)) },
  { title: "Around Toronto", names: sorted(AREAS.filter((name) => !isInToronto(name))) },
];

interface AreaChoiceProps {
  chosen: readonly Area[];
  onChange(chosen: Area[]): void;
  problem: string | undefined;
}

/** Fields for areas, collapsed because most people want all areas or only a few. */
function AreaChoice({ chosen, onChange, problem }: AreaChoiceProps) {
  return (
    <fieldset>
      <legend className="mb-1 text-sm font-medium">Areas</legend>
      <Disclosure summary={areasText(chosen)}>
        <div className="grid grid-cols-1 gap-4">
          <p className="text-sm text-ink-muted">
            None ticked means all. A listing’s area is the one named in its address.
          </p>
          {GROUPS.map(({ title, names }) => (
            <fieldset key={title}>
              <legend className="text-sm font-semibold">{title}</legend>
              <div className={columnsClass}>
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

/** Title and description of the step. */
export const WISHES_TEXT = {
  title: "What are you looking for?",
  description: "Optional. Our emails then only include homes that match.",
};

interface WishesFormProps {
  /** The address that has just signed up. */
  email: string;
  /** Label of the button that skips the step. */
  skip: string;
  onDone(): void;
}

/** Form of the only optional step after joining. The form asks for bedrooms, a maximum rent and areas. */
export function WishesForm({ email, skip, onDone }: WishesFormProps) {
  const wishes = useWishFields({ bedrooms: [], maxRent: null, areas: [] });
  const [isSending, setIsSending] = useState(false);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isSending) return;
    const chosen = wishes.read();
    if (chosen === null) return;
    setIsSending(true);
    try {
      const { message } = await call(addWishes, { body: { email, signUpKey: signUpKey(), ...chosen } });
      toast({ title: "Thank You", description: message });
      onDone();
    } catch (error) {
      toast({ title: "Not Saved", description: failureText(error), variant: "destructive" });
      wishes.refuseFor(error);
      setIsSending(false);
    }
  };

  return (
    <form noValidate method="post" onSubmit={(event) => void submit(event)} className="grid grid-cols-1 gap-4">
      <WishFields wishes={wishes} />
      <div className="flex flex-wrap justify-end gap-2">
        <Button variant="secondary" onClick={onDone}>
          {skip}
        </Button>
        <Button type="submit" busy={isSending}>
          {isSending ? "Saving..." : "Save"}
        </Button>
      </div>
    </form>
  );
}

/** Dialog with only the {@link WishesForm}, for sign-up forms that stay on the page. */
export function WishesDialog({ email, onClose }: { email: string; onClose(): void }) {
  return (
    <Dialog open onOpenChange={onClose} size="sm" shape="sheet" initialFocus="input" {...WISHES_TEXT}>
      <WishesForm email={email} skip="Not now" onDone={onClose} />
    </Dialog>
  );
}
