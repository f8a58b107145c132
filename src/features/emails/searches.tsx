import { useQuery } from "@tanstack/react-query";
import { BellOff, BellRing, MailQuestionMark } from "lucide-react";
import { type ComponentProps, type FormEvent, useState } from "react";
import {
  type AlertFrequency,
  type AlertsView,
  changeSavedSearch,
  confirmAlerts,
  getAlerts,
  getFoundHomes,
  removeSavedSearch,
  type SavedSearchView,
  SEARCH_NAME_MAX,
  SEARCHES_PER_ADDRESS,
  stopAlerts,
} from "../../../worker/contracts/alerts.ts";
import type { BodyOf } from "../../../worker/contracts/operation.ts";
import type { EmailsView } from "../../../worker/contracts/emails.ts";
import { belowMarketText, priceText } from "../../../worker/contracts/listing-text.ts";
import { listingPath } from "../../../worker/contracts/listings.ts";
import { searchFromUrl, listQuery } from "../../../worker/contracts/search.ts";
import { ALERT_CHANGE, type AlertChange } from "../../lib/alert-change.ts";
import { call, failureText } from "../../lib/api.ts";
import { plural } from "../../lib/format.ts";
import { UNCACHED } from "../../lib/emailed-link-api.ts";
import { PATHS } from "../../lib/paths.ts";
import { writeStorage } from "../../lib/storage.ts";
import { toast } from "../../lib/toast.ts";
import { untranslated } from "../../ui/untranslated.ts";
import { Button, buttonClass } from "../../ui/button.tsx";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { Disclosure } from "../../ui/disclosure.tsx";
import { Field, SelectField, TextInput } from "../../ui/field.tsx";
import { Link } from "../../ui/link.tsx";
import { Failure, Outcome } from "../../ui/emailed-link.tsx";
import { PushChoice } from "../../ui/push-choice.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { useEmailsChange } from "./emails.queries.ts";
import { Address, SuccessMessage, type EmailsProps, Title } from "./page-parts.tsx";

type Searches = NonNullable<EmailsView["searches"]>;

interface SearchesProps {
  /** Token in the page's address. */
  link: string;
  searches: Searches;
}

/** Returns a mutation that changes the saved searches of an address. */
const useAlertChange = ({ link, searches }: SearchesProps) =>
  useEmailsChange(link, async (change: () => Promise<AlertsView>) => {
    const { token, searchId } = searches;
    return { searches: { ...(await change()), token, searchId } };
  });
type AlertChanging = ReturnType<typeof useAlertChange>;

const STATES = {
  asked: "Waiting for your confirmation",
  // An active search needs no text: it has a Pause button, and the section's heading counts it.
  active: null,
  paused: "Paused",
  stopped: "Stopped",
} as const;

const FREQUENCIES: readonly (readonly [AlertFrequency, string])[] = [
  ["daily", "Every day"],
  ["weekly", "On Mondays"],
  ["instant", "Within minutes"],
];

interface CardProps extends SearchesProps {
  search: SavedSearchView;
}

/** A saved search with all its actions. */
function SavedSearchCard({ link, searches, search }: CardProps) {
  const { token, isVip } = searches;
  const { id, state, name, summary, frequency, hasPlaces } = search;
  const [isNaming, setIsNaming] = useState(false);
  const [isDeleting, setIsDeleting] = useState(false);
  const [showsFound, setShowsFound] = useState(false);
  const { mutate, isPending } = useAlertChange({ link, searches });
  const take = (change: () => Promise<AlertsView>) =>
    mutate(change, {
      onSuccess: () => setIsNaming(false),
      onError: (error) => toast({ title: "Not Saved", description: failureText(error), variant: "destructive" }),
    });
  const set = (body: BodyOf<typeof changeSavedSearch>) => take(() => call(changeSavedSearch, { token, id, body }));
  const title = name ?? summary;
  const list = PATHS.home + listQuery(search.filter, searchFromUrl(new URLSearchParams(search.query)));
  const isOn = state === "active";
  const offeredFrequencies = FREQUENCIES.filter(([value]) => value !== "instant" || isVip || frequency === "instant");
  return (
    <li className="grid min-w-0 grid-cols-1 gap-3 py-3">
      <div>
        <h3 className="text-lg font-semibold wrap-anywhere">{title}</h3>
        {name !== null && <p className="text-ink-muted">{summary}</p>}
        <p className="text-sm text-ink-muted">
          {[STATES[state], hasPlaces && "With commutes to your places"].filter(Boolean).join(" · ")}
        </p>
      </div>
      {state !== "asked" && (
        <SelectField
          label="How often"
          value={frequency}
          options={offeredFrequencies}
          onChange={(event) => set({ frequency: event.target.value as AlertFrequency })}
        />
      )}
      <div className="flex flex-wrap gap-2">
        {state === "asked" ? (
          <Button disabled={isPending} onClick={() => take(() => call(confirmAlerts, { token, body: { id } }))}>
            Confirm
          </Button>
        ) : (
          <Button variant={isOn ? "secondary" : "primary"} disabled={isPending} onClick={() => set({ paused: isOn })}>
            {isOn ? "Pause" : "Turn On"}
          </Button>
        )}
        <Button variant="secondary" aria-expanded={showsFound} onClick={() => setShowsFound(!showsFound)}>
          See Matches
        </Button>
      </div>
      <Disclosure isSmall summary="More">
        <div className="-ml-3 flex flex-wrap">
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
          <Button variant="ghost" disabled={isPending} onClick={() => setIsDeleting(true)}>
            Delete
          </Button>
        </div>
        {isNaming && <NameForm name={name ?? ""} isSaving={isPending} onSave={(text) => set({ name: text })} />}
      </Disclosure>
      {showsFound && <FoundHomes token={token} id={id} />}
      <ConfirmDialog
        open={isDeleting}
        onOpenChange={setIsDeleting}
        title="Delete this search?"
        description={`We won’t email you homes for “${title}” any more.`}
        confirmLabel="Delete"
        onConfirm={() => {
          setIsDeleting(false);
          take(() => call(removeSavedSearch, { token, id }));
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

/** Lists recent homes that match a search. */
function FoundHomes({ token, id }: { token: string; id: number }) {
  const { data, error } = useQuery({
    queryKey: ["found", token, id],
    queryFn: ({ signal }) => call(getFoundHomes, { token, id }, { signal }),
    ...UNCACHED,
  });
  if (error) return <p role="alert">{failureText(error)}</p>;
  if (!data) return <Skeleton className="h-20 w-full" />;
  return (
    <div>
      <output className="font-semibold">
        {plural(data.listings.length, "home")} in the last {data.days} days
      </output>
      <ul className="mt-2 grid gap-2">
        {data.listings.map((listing) => (
          <li key={listing.id} className="min-w-0">
            <Link
              to={listingPath(listing)}
              className="inline-flex min-h-6 flex-wrap gap-x-2 wrap-anywhere text-accent underline underline-offset-4"
            >
              <strong translate="no">{priceText(listing)}</strong> {untranslated(listing.title)}
            </Link>{" "}
            <span className="text-sm text-good">{belowMarketText(listing)}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Returns the saved search that the link asks to confirm. */
const searchToConfirm = ({ searches, searchId }: Searches) =>
  searches.find(({ id, state }) => id === searchId && state === "asked");
const countActiveSearches = ({ searches }: Searches) => searches.filter(({ state }) => state === "active").length;
/** Returns the number of active searches, which are those that send email. */
export const searchesState = (searches: Searches): string => `${countActiveSearches(searches) || "None"} on`;
/** Returns the saved searches of an address, without the search that the page asks about. */
export const otherSearches = (searches: Searches) =>
  searches.searches.filter(({ id }) => id !== searchToConfirm(searches)?.id);

async function stopAll(token: string): Promise<AlertsView> {
  await call(stopAlerts, { token });
  return call(getAlerts, { token });
}

const StopButton = ({ token, stopping }: { token: string; stopping: AlertChanging }) => (
  <Button variant="secondary" busy={stopping.isPending} onClick={() => stopping.mutate(() => stopAll(token))}>
    {stopping.isPending ? "Stopping..." : "Stop All Alerts"}
  </Button>
);

/**
 * Head of the page. Asks the question about a saved search and then shows the result; without a question, shows the
 * title.
 */
export function SearchesHead({ link, view, searches }: EmailsProps & SearchesProps) {
  const stopping = useAlertChange({ link, searches });
  const { error, isPending, isSuccess, mutate } = useAlertChange({ link, searches });
  const address = <Address email={view.email} />;
  const question = searchToConfirm(searches);
  const browse = (
    <Link to={PATHS.home} className={buttonClass({ variant: "secondary" })}>
      Browse Listings
    </Link>
  );
  const confirm = (label: string) => (
    <Button
      size="lg"
      busy={isPending}
      onClick={() => mutate(() => call(confirmAlerts, { token: link, body: { id: question?.id } }))}
    >
      {label}
    </Button>
  );
  const head = (): ComponentProps<typeof Outcome> | null => {
    if (question)
      return {
        takesFocus: false,
        icon: MailQuestionMark,
        title: "Email you new homes?",
        actions: confirm("Yes, Email Me"),
        children: (
          <p>
            Someone, hopefully you, asked us to email {address} new homes and lower rents:{" "}
            <strong>{question.summary}</strong>. We send nothing until you confirm. If it wasn’t you, just close this
            page.
          </p>
        ),
      };
    if (searches.canOnlyStop && searches.stoppedAt !== null)
      return {
        takesFocus: stopping.isSuccess,
        icon: BellOff,
        title: "All alerts are stopped",
        actions: browse,
        children: <p>We no longer email {address} about new homes and lower rents.</p>,
      };
    if (searches.canOnlyStop)
      return {
        takesFocus: false,
        icon: MailQuestionMark,
        title: "Stop all alerts?",
        actions: <StopButton token={searches.token} stopping={stopping} />,
        children: <p>We will no longer email {address} about new homes and lower rents.</p>,
      };
    if (searches.searches.some(({ isAskedAgain }) => isAskedAgain))
      return {
        takesFocus: false,
        icon: MailQuestionMark,
        title: "Still looking for a home?",
        actions: confirm("Yes, I Am Still Looking"),
        children: <p>If you don’t answer within two weeks of our email, we pause your searches.</p>,
      };
    if (!isSuccess || countActiveSearches(searches) === 0) return null;
    return {
      icon: BellRing,
      title: "We’ll email you new homes",
      actions: browse,
      children: <p>They come in one email to {address}, whenever there is anything new.</p>,
    };
  };
  const shown = head();
  if (shown === null) return <Title email={view.email} />;
  return (
    <>
      <Outcome key={shown.title} {...shown} />
      <Failure error={error ?? stopping.error} />
    </>
  );
}

/** The section with an address's saved searches. */
export function SearchesPart({ link, searches }: SearchesProps) {
  const stopping = useAlertChange({ link, searches });
  const activeCount = countActiveSearches(searches);
  return (
    <section aria-label="Saved searches" className="grid grid-cols-1 justify-items-start gap-4">
      <ul className="-my-3 grid w-full divide-y divide-line">
        {otherSearches(searches).map((search) => (
          <SavedSearchCard key={search.id} link={link} searches={searches} search={search} />
        ))}
      </ul>
      <p className="text-sm text-ink-muted">
        We keep up to {SEARCHES_PER_ADDRESS} searches. To save another one, search on the site and press “Email me new
        homes”.
      </p>
      {/* A single search already has a stop button. */}
      {activeCount > 1 && <StopButton token={searches.token} stopping={stopping} />}
      {activeCount === 0 && stopping.isSuccess && (
        <SuccessMessage>All alerts are stopped. You can turn a search on again above.</SuccessMessage>
      )}
      {stopping.error && <Failure error={stopping.error} />}
      {activeCount > 0 && (
        <PushChoice topic="alerts" token={{ alerts: searches.token }} what="new homes for your saved searches" />
      )}
    </section>
  );
}
