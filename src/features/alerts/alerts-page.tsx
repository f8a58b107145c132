import { useQuery, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { BellOff, BellRing, MailQuestionMark } from "lucide-react";
import { type ReactNode, useState, type FormEvent } from "react";
import {
  type AlertsView,
  SEARCHES_PER_ADDRESS,
  type AlertFrequency,
  type SavedSearchView,
  SEARCH_NAME_MAX,
  changeSavedSearch,
  confirmAlerts,
  getAlerts,
  getFoundHomes,
  removeSavedSearch,
  stopAlerts,
} from "../../../worker/contracts/alerts.ts";
import { belowMarketText, priceText } from "../../../worker/contracts/listing-text.ts";
import { listingPath } from "../../../worker/contracts/listings.ts";
import { lenientSearch, listQuery } from "../../../worker/contracts/search.ts";
import { ALERT_CHANGE, type AlertChange } from "../../lib/alert-change.ts";
import { failureText, call } from "../../lib/api.ts";
import { plural } from "../../lib/format.ts";
import { isLinkInvalid, UNCACHED } from "../../lib/mailed-link-api.ts";
import { PATHS } from "../../lib/paths.ts";
import { writeStorage } from "../../lib/storage.ts";
import { toast } from "../../lib/toast.ts";
import { asWritten } from "../../ui/as-written.ts";
import { Button, buttonClass } from "../../ui/button.tsx";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { Field, SelectField, TextInput } from "../../ui/field.tsx";
import { Link } from "../../ui/link.tsx";
import { Failure, InvalidLink, MailedLink, Outcome } from "../../ui/mailed-link.tsx";
import { PushChoice } from "../../ui/push-choice.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";

const alertsKey = (token: string) => ["alerts", token] as const;

function alertsOf(token: string) {
  return queryOptions({
    queryKey: alertsKey(token),
    queryFn: ({ signal }) => call(getAlerts, { token }, { signal }),
    ...UNCACHED,
  });
}

/** Queries the homes that a saved search would have found in the last days. */
function foundBy(token: string, id: number) {
  return queryOptions({
    queryKey: [...alertsKey(token), "found", id],
    queryFn: ({ signal }) => call(getFoundHomes, { token, id }, { signal }),
    ...UNCACHED,
  });
}

/** A step of the holder of a link. */
type AlertStep =
  | { step: "confirm"; id?: number }
  | { step: "delete"; id: number }
  | { step: "change"; id: number; change: { name?: string; frequency?: AlertFrequency; paused?: boolean } };

function send(token: string, asked: AlertStep): Promise<AlertsView> {
  const { id } = asked;
  if (asked.step === "confirm") return call(confirmAlerts, { token, body: { id } });
  if (asked.step === "delete") return call(removeSavedSearch, { token, id: asked.id });
  return call(changeSavedSearch, { token, id: asked.id, body: asked.change });
}

function useAlertStep(token: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (asked: AlertStep) => send(token, asked),
    // Not the homes that its searches find, whose keys begin with the same.
    onSuccess: () => client.invalidateQueries({ queryKey: alertsKey(token), exact: true }),
  });
}

function useStopAll(token: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call(stopAlerts, { token }),
    onSuccess: () => client.invalidateQueries({ queryKey: alertsKey(token) }),
  });
}

const STATES = {
  asked: "Waits for your confirmation",
  active: "On",
  paused: "Paused",
  stopped: "Stopped",
} as const;

const OFTEN: readonly (readonly [AlertFrequency, string])[] = [
  ["daily", "Every day"],
  ["weekly", "On Mondays"],
  ["instant", "Within minutes"],
];

interface CardProps {
  token: string;
  search: SavedSearchView;
  isVip: boolean;
}

/** A saved search with everything that its holder can do with it. */
function SavedSearchCard({ token, search, isVip }: CardProps) {
  const { id, state, name, summary, frequency, hasPlaces } = search;
  const [isNaming, setIsNaming] = useState(false);
  const [isDeleting, setIsDeleting] = useState(false);
  const [showsFound, setShowsFound] = useState(false);
  const { mutate, isPending, variables } = useAlertStep(token);
  const take = (step: AlertStep, onSuccess?: () => void) =>
    mutate(step, {
      ...(onSuccess && { onSuccess }),
      onError: (error) => toast({ title: "Not Saved", description: failureText(error), variant: "destructive" }),
    });
  const isBusy = (step: AlertStep["step"]) => isPending && variables.step === step;
  const title = name ?? summary;
  const list = PATHS.home + listQuery(search.filter, lenientSearch(new URLSearchParams(search.query)));
  const isOn = state === "active";
  const oftens = OFTEN.filter(([value]) => value !== "instant" || isVip || frequency === "instant");
  return (
    <li className="grid min-w-0 grid-cols-1 gap-3 rounded-card border border-line bg-surface p-4 shadow-card sm:p-6">
      <div>
        <h2 className="text-lg font-semibold wrap-anywhere">{title}</h2>
        {name !== null && <p className="text-ink-muted">{summary}</p>}
        <p className="text-sm text-ink-muted">
          {STATES[state]}
          {hasPlaces && " · with the ways to your places"}
        </p>
      </div>
      {isNaming && (
        <NameForm
          name={name ?? ""}
          isSaving={isBusy("change")}
          onSave={(text) => take({ step: "change", id, change: { name: text } }, () => setIsNaming(false))}
        />
      )}
      {state !== "asked" && (
        <SelectField
          label="How often"
          value={frequency}
          options={oftens}
          onChange={(event) =>
            take({ step: "change", id, change: { frequency: event.target.value as AlertFrequency } })
          }
        />
      )}
      <div className="flex flex-wrap gap-2">
        {state === "asked" ? (
          <Button busy={isBusy("confirm")} onClick={() => take({ step: "confirm", id })}>
            Confirm
          </Button>
        ) : (
          <Button
            variant={isOn ? "secondary" : "primary"}
            busy={isBusy("change") && !isNaming}
            onClick={() => take({ step: "change", id, change: { paused: isOn } })}
          >
            {isOn ? "Pause" : "Turn On"}
          </Button>
        )}
        <Button variant="secondary" aria-expanded={showsFound} onClick={() => setShowsFound(!showsFound)}>
          What It Finds
        </Button>
        <Button variant="ghost" aria-expanded={isNaming} onClick={() => setIsNaming(!isNaming)}>
          Rename
        </Button>
        <Link
          to={list}
          onClick={() =>
            writeStorage("session", ALERT_CHANGE, JSON.stringify({ token, id, name: title } satisfies AlertChange))
          }
          className={buttonClass({ variant: "ghost" })}
        >
          Change
        </Link>
        <Button variant="ghost" busy={isBusy("delete")} onClick={() => setIsDeleting(true)}>
          Delete
        </Button>
      </div>
      {showsFound && <Found token={token} id={id} />}
      <ConfirmDialog
        open={isDeleting}
        onOpenChange={setIsDeleting}
        title="Delete this search?"
        description={`You hear no more of “${title}”.`}
        confirmLabel="Delete"
        onConfirm={() => {
          setIsDeleting(false);
          take({ step: "delete", id });
        }}
      />
    </li>
  );
}

function NameForm({ name, isSaving, onSave }: { name: string; isSaving: boolean; onSave(name: string): void }) {
  const [text, setText] = useState(name);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSave(text);
  };
  return (
    <form onSubmit={submit} className="flex flex-wrap items-end gap-2">
      <div className="min-w-0 flex-1 basis-48">
        <Field label="Name of the search">
          {(ids) => (
            <TextInput
              {...ids}
              value={text}
              autoComplete="off"
              maxLength={SEARCH_NAME_MAX}
              onChange={(event) => setText(event.target.value)}
            />
          )}
        </Field>
      </div>
      <Button type="submit" busy={isSaving}>
        Save Name
      </Button>
    </form>
  );
}

/** Lists the homes that the search would have found. */
function Found({ token, id }: { token: string; id: number }) {
  const { data, error } = useQuery(foundBy(token, id));
  if (error) return <p role="alert">{failureText(error)}</p>;
  if (!data) return <Skeleton className="h-20 w-full" />;
  return (
    <div>
      <output className="font-semibold">
        {plural(data.listings.length, "home")} of the last {data.days} days
      </output>
      <ul className="mt-2 grid gap-2">
        {data.listings.map((listing) => (
          <li key={listing.id} className="min-w-0">
            <Link
              to={listingPath(listing)}
              className="inline-flex min-h-6 flex-wrap gap-x-2 wrap-anywhere text-accent underline underline-offset-4"
            >
              <strong translate="no">{priceText(listing)}</strong> {asWritten(listing.title)}
            </Link>{" "}
            <span className="text-sm text-good">{belowMarketText(listing)}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Opened by a mailed link, which mail scanners open too: it changes nothing until a button is pressed. */
export function Alerts({ token }: { token: string }) {
  const query = useQuery(alertsOf(token));
  const confirmation = useAlertStep(token);
  const stopping = useStopAll(token);
  const [wasConfirmed, setWasConfirmed] = useState(false);
  if (isLinkInvalid(confirmation.error) || isLinkInvalid(stopping.error)) return <InvalidAlertsLink />;
  const confirm = () => confirmation.mutate({ step: "confirm" }, { onSuccess: () => setWasConfirmed(true) });
  const stop = (
    <Button variant="secondary" busy={stopping.isPending} onClick={() => stopping.mutate()}>
      {stopping.isPending ? "Stopping..." : "Stop All Alerts"}
    </Button>
  );
  return (
    <MailedLink query={query} what="your searches" invalid={<InvalidAlertsLink />}>
      {(view) => (
        <>
          <Head
            view={view}
            wasConfirmed={wasConfirmed}
            wasStopped={stopping.isSuccess}
            actions={<Steps view={view} isConfirming={confirmation.isPending} onConfirm={confirm} stop={stop} />}
          />
          <Failure error={confirmation.error ?? stopping.error} />
          {!view.canOnlyStop && isOn(view) && view.stoppedAt === null && (
            <PushChoice topic="alerts" token={{ alerts: token }} what="what your searches find" />
          )}
          <Searches token={token} view={view} />
        </>
      )}
    </MailedLink>
  );
}

/** The search that the link asks about. */
const asked = ({ searches, searchId }: AlertsView) =>
  searches.find(({ id, state }) => id === searchId && state === "asked");
const isAskedAgain = ({ searches }: AlertsView) => searches.some((search) => search.isAskedAgain);
const isOn = ({ searches }: AlertsView) => searches.some(({ state }) => state === "active");

interface HeadProps {
  view: AlertsView;
  wasConfirmed: boolean;
  wasStopped: boolean;
  actions: ReactNode;
}

function Head({ view, wasConfirmed, wasStopped, actions }: HeadProps) {
  const address = <strong className="text-ink">{view.email}</strong>;
  const question = asked(view);
  if (question)
    return (
      <Outcome
        key="asked"
        takesFocus={false}
        actions={actions}
        icon={MailQuestionMark}
        title="Tell you about new ones?"
      >
        <p>
          {address} was entered on our site, to hear of new homes and lower rents: <strong>{question.summary}</strong>.
          Nothing is sent until you confirm. If it was not you, just close this page.
        </p>
      </Outcome>
    );
  if (view.stoppedAt !== null)
    return (
      <Outcome key="stopped" takesFocus={wasStopped} actions={actions} icon={BellOff} title="All alerts are stopped">
        <p>
          {address} hears no more of new homes and lower rents.
          {!view.canOnlyStop && view.searches.length > 0 && " You can turn a search on again below."}
        </p>
      </Outcome>
    );
  if (view.canOnlyStop)
    return (
      <Outcome key="stop" takesFocus={false} actions={actions} icon={MailQuestionMark} title="Stop all alerts?">
        <p>{address} would hear no more of new homes and lower rents.</p>
      </Outcome>
    );
  if (isAskedAgain(view))
    return (
      <Outcome
        key="again"
        takesFocus={false}
        actions={actions}
        icon={MailQuestionMark}
        title="Still looking for a home?"
      >
        <p>Without your answer we pause your searches two weeks after we asked.</p>
      </Outcome>
    );
  return (
    <Outcome
      key="on"
      takesFocus={wasConfirmed}
      actions={actions}
      icon={isOn(view) ? BellRing : BellOff}
      title={wasConfirmed ? "We tell you about new ones" : "Your saved searches"}
    >
      <p>
        {isOn(view)
          ? "What they find comes in one email, whenever anything is new: "
          : "None of them is on, so nothing is sent to "}
        {address}.
      </p>
    </Outcome>
  );
}

interface StepsProps {
  view: AlertsView;
  isConfirming: boolean;
  onConfirm(): void;
  stop: ReactNode;
}

function Steps({ view, isConfirming, onConfirm, stop }: StepsProps) {
  const isQuestion = asked(view) !== undefined;
  const isAgain = !isQuestion && isAskedAgain(view) && view.stoppedAt === null;
  const mayStop = !isQuestion && view.stoppedAt === null && (view.canOnlyStop || isOn(view));
  return (
    <>
      {(isQuestion || isAgain) && (
        <Button size="lg" busy={isConfirming} onClick={onConfirm}>
          {isQuestion ? "Yes, Tell Me" : "Yes, I Am Still Looking"}
        </Button>
      )}
      {mayStop && stop}
      {!isQuestion && (
        <Link to={PATHS.home} className={buttonClass({ variant: "secondary" })}>
          Browse Listings
        </Link>
      )}
    </>
  );
}

function Searches({ token, view }: { token: string; view: AlertsView }) {
  const question = asked(view);
  const shown = view.searches.filter(({ id }) => id !== question?.id);
  if (shown.length === 0) return null;
  return (
    <section aria-label="Saved searches" className="mx-auto mt-8 max-w-2xl">
      <ul className="grid gap-4">
        {shown.map((search) => (
          <SavedSearchCard key={search.id} token={token} search={search} isVip={view.isVip} />
        ))}
      </ul>
      <p className="mt-4 text-sm text-ink-muted">
        We keep {SEARCHES_PER_ADDRESS} searches for an address. To save another one, search on the site and press “Tell
        me about new ones”.
      </p>
    </section>
  );
}

/** For a search that is deleted, or a token that is not complete. */
export function InvalidAlertsLink() {
  return (
    <InvalidLink
      code="alerts.invalid_link"
      actions={
        <Link to={PATHS.home} className={buttonClass()}>
          Browse Listings
        </Link>
      }
    >
      The link is not complete, or the search was deleted since. A question that is not answered is forgotten after 7
      days; you can save the search again.
    </InvalidLink>
  );
}
