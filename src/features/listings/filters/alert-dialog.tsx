import { type FormEvent, type ReactNode, useEffect, useRef, useState } from "react";
import {
  alertConsentText,
  type AlertFrequency,
  changeSavedSearch,
  createSavedSearch,
  filterNameOf,
} from "../../../../worker/contracts/alerts.ts";
import { FILTERS } from "../../../../worker/contracts/bedrooms.ts";
import { searchParameters } from "../../../../worker/contracts/search.ts";
import { cleanLine, INVALID_EMAIL, isEmail } from "../../../../worker/contracts/text.ts";
import { ALERT_CHANGE, type AlertChange } from "../../../lib/alert-change.ts";
import { call, failureText } from "../../../lib/api.ts";
import { PATHS } from "../../../lib/paths.ts";
import { useSite } from "../../../lib/site.tsx";
import { readStorage, writeStorage } from "../../../lib/storage.ts";
import { isVipBrowser } from "../../../lib/subscribe.ts";
import { toast } from "../../../lib/toast.ts";
import { Button, buttonClass } from "../../../ui/button.tsx";
import { Choice } from "../../../ui/choice.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { EmailInput, Field } from "../../../ui/field.tsx";
import { Link } from "../../../ui/link.tsx";
import { useCommutes } from "../commute/commutes-store.ts";
import { activeFilters } from "./search-filters.ts";
import { ALERT_TEXT, type AlertedList } from "./alert-button.tsx";

const FREQUENCIES: readonly (readonly [AlertFrequency, string])[] = [
  ["daily", "Every day at 10 a.m. Toronto time"],
  ["weekly", "On Mondays at 10 a.m. Toronto time"],
  ["instant", "Within minutes"],
];

interface AlertDialogProps extends AlertedList {
  onClose(): void;
}

/** Returns the saved search that the visitor came here to change; null if there is none. */
function readAlertChange(): AlertChange | null {
  try {
    return JSON.parse(readStorage("session", ALERT_CHANGE) ?? "null") as AlertChange | null;
  } catch {
    return null;
  }
}

/** Dialog that asks for the email address to notify about new homes, and has a confirmation request sent to it. */
export function AlertDialog({ list, source, onClose }: AlertDialogProps) {
  const [asked, setAsked] = useState<string | null>(null);
  const [keepsPlaces, setKeepsPlaces] = useState(false);
  const [change, setChange] = useState(readAlertChange);
  const filter = source.bedrooms === undefined ? list.filter : filterNameOf(source.bedrooms);
  const hasPlaces = list.asked.maxCommute.length > 0;
  const search = () => {
    const kept = keepsPlaces ? list.asked : { ...list.asked, commute: [], maxCommute: [] };
    return { filter, ...Object.fromEntries(searchParameters({ ...kept, sort: "newest" })) };
  };
  const conditions = activeFilters(list, useCommutes())
    .filter(({ isCommute }) => !isCommute || keepsPlaces)
    .map(({ text }) => text);
  const summary = [filter === "all" ? "All homes, including private rooms" : FILTERS[filter], ...conditions].join(
    " · ",
  );
  const forgetChange = () => {
    writeStorage("session", ALERT_CHANGE, null);
    setChange(null);
  };
  const placesChoice = hasPlaces && (
    <Choice type="checkbox" checked={keepsPlaces} onChange={() => setKeepsPlaces(!keepsPlaces)}>
      <span>
        Keep these places with the alert
        <span className="block text-sm text-ink-muted">
          We store them encrypted and use them only to calculate trips. Without them, your travel-time limits don’t
          apply.
        </span>
      </span>
    </Choice>
  );
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={change ? "Change your saved search" : ALERT_TEXT}
      size="sm"
      shape="sheet"
      initialFocus={matchMedia("(pointer: coarse)").matches ? "h2" : "input[type=email]"}
    >
      <p className="mb-4 font-semibold wrap-anywhere">{summary}</p>
      {change !== null && (
        <ChangeForm change={change} search={search} onDone={forgetChange}>
          {placesChoice}
        </ChangeForm>
      )}
      {change === null && asked === null && (
        <AlertForm search={search} onSent={setAsked}>
          {placesChoice}
        </AlertForm>
      )}
      {change === null && asked !== null && <AlertRequested email={asked} onClose={onClose} />}
    </Dialog>
  );
}

interface FormProps {
  search(): Record<string, string>;
  /** Field that chooses which places to include. */
  children: ReactNode;
}

function AlertForm({ search, onSent, children }: FormProps & { onSent(email: string): void }) {
  const { name: siteName, postalAddress } = useSite();
  const [email, setEmail] = useState("");
  const [frequency, setFrequency] = useState<AlertFrequency>("daily");
  const [problem, setProblem] = useState<string>();
  const [isSending, setIsSending] = useState(false);
  const form = useRef<HTMLFormElement>(null);

  const refuse = (text: string) => {
    setProblem(text);
    form.current?.querySelector<HTMLInputElement>("[type=email]")?.focus();
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isSending) return;
    const address = cleanLine(email);
    if (!isEmail(address)) {
      refuse(INVALID_EMAIL);
      return;
    }
    setProblem(undefined);
    setIsSending(true);
    try {
      await call(createSavedSearch, { body: { email: address, search: search(), name: "", frequency } });
      onSent(address);
    } catch (error) {
      refuse(failureText(error));
    } finally {
      setIsSending(false);
    }
  };
  return (
    <form
      ref={form}
      noValidate
      method="post"
      onSubmit={(event) => void submit(event)}
      className="grid grid-cols-1 gap-4"
    >
      <Field label="Your email address" required error={problem}>
        {(ids) => (
          <EmailInput {...ids} value={email} readOnly={isSending} onChange={(event) => setEmail(event.target.value)} />
        )}
      </Field>
      <fieldset>
        <legend className="text-sm font-medium">How often</legend>
        {FREQUENCIES.filter(([value]) => value !== "instant" || isVipBrowser()).map(([value, text]) => (
          <Choice
            key={value}
            type="radio"
            name="frequency"
            checked={frequency === value}
            onChange={() => setFrequency(value)}
          >
            {text}
          </Choice>
        ))}
      </fieldset>
      {children}
      <Button type="submit" size="lg" busy={isSending}>
        {isSending ? "Sending..." : "Email Me"}
      </Button>
      <p className="text-legal leading-relaxed text-ink-muted">
        {alertConsentText(siteName)} Sender: {[siteName, postalAddress].filter(Boolean).join(", ")}.{" "}
        <Link to={PATHS.privacy} className="underline underline-offset-2 hover:text-accent">
          Privacy Policy
        </Link>
      </p>
    </form>
  );
}

/** Confirmation that replaces the form and takes its focus. Its text is the same for every address. */
function AlertRequested({ email, onClose }: { email: string; onClose(): void }) {
  const message = useRef<HTMLDivElement>(null);
  useEffect(() => message.current?.focus(), []);
  return (
    <div ref={message} tabIndex={-1} className="grid gap-3 outline-none">
      <p className="font-semibold text-accent">
        Check your inbox at <span className="wrap-anywhere">{email}</span> and click the link in our email to finish.
      </p>
      <p className="text-sm text-ink-muted">No email yet? Check your spam folder too.</p>
      <Button variant="secondary" onClick={onClose}>
        Done
      </Button>
    </div>
  );
}

interface ChangeFormProps extends FormProps {
  change: AlertChange;
  onDone(): void;
}

/** Form that replaces a saved search's conditions with those of the list. */
function ChangeForm({ change: { token, id, name }, search, onDone, children }: ChangeFormProps) {
  const [isSending, setIsSending] = useState(false);
  const [isSaved, setIsSaved] = useState(false);
  const page = `/alerts/${token}`;
  const save = async () => {
    setIsSending(true);
    try {
      await call(changeSavedSearch, { token, id, body: { search: search() } });
      writeStorage("session", ALERT_CHANGE, null);
      setIsSaved(true);
    } catch (error) {
      toast({ title: "Not Saved", description: failureText(error), variant: "destructive" });
    } finally {
      setIsSending(false);
    }
  };
  if (isSaved)
    return (
      <div className="grid gap-3">
        <output className="font-semibold text-accent">Your saved search now uses these filters.</output>
        <Link to={page} className={buttonClass()}>
          See Your Searches
        </Link>
      </div>
    );
  return (
    <div className="grid gap-3">
      <p>These filters replace the ones saved in “{name}”. To use other filters, choose them in the list first.</p>
      {children}
      <Button size="lg" busy={isSending} onClick={() => void save()}>
        {isSending ? "Saving..." : "Save Changes"}
      </Button>
      <Button variant="ghost" onClick={onDone}>
        Save a new search instead
      </Button>
    </div>
  );
}
