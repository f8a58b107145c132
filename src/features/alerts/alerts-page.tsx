import { useQuery } from "@tanstack/react-query";
import { BellOff, BellRing, MailQuestionMark } from "lucide-react";
import { type ReactNode, useState } from "react";
import { type AlertsView, SEARCHES_PER_ADDRESS } from "../../../worker/contracts/alerts.ts";
import { isLinkInvalid } from "../../lib/mailed-link-api.ts";
import { PATHS } from "../../lib/paths.ts";
import { Button, buttonClass } from "../../ui/button.tsx";
import { Link } from "../../ui/link.tsx";
import { Failure, InvalidLink, MailedLink, Outcome } from "../../ui/mailed-link.tsx";
import { PushChoice } from "../../ui/push-choice.tsx";
import { alertsOf, useAlertStep, useStopAll } from "./alerts.queries.ts";
import { SavedSearchCard } from "./saved-search-card.tsx";

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
