import { useQuery } from "@tanstack/react-query";
import { CircleCheck, MailQuestionMark, MailX } from "lucide-react";
import type { ReactNode } from "react";
import { nextEdition } from "../../worker/contracts/digest.ts";
import type { SubscriptionView } from "../../worker/contracts/subscribers.ts";
import { InvalidConfirmation } from "../features/emails/invalid-link.tsx";
import { subscriptionOf, useConfirmation } from "../features/subscribers/subscribers.queries.ts";
import { formatDateWithWeekday } from "../lib/format-time.ts";
import { isLinkInvalid } from "../lib/emailed-link-api.ts";
import { PATHS } from "../lib/paths.ts";
import { useRenderedAt } from "../lib/site.tsx";
import { fixedHead } from "../lib/use-document-head.ts";
import { Button, buttonClass } from "../ui/button.tsx";
import { Link } from "../ui/link.tsx";
import { Failure, EmailedLink, Outcome } from "../ui/emailed-link.tsx";
import { ConsentNote, Notice } from "../ui/notice.tsx";
import { tokenPage } from "./parts/token-page.tsx";

/**
 * Confirmation page for people whose email reply could not be verified. The page has a button to confirm, because mail
 * scanners open every link.
 * @param props.consent the consent text
 */
function ConfirmSubscription({ token, consent }: { token: string; consent: ReactNode }) {
  const confirmation = useConfirmation(token);
  const query = useQuery(subscriptionOf(token));
  if (isLinkInvalid(confirmation.error)) return <InvalidConfirmation />;
  return (
    <EmailedLink query={query} what="your subscription" invalid={<InvalidConfirmation />}>
      {(loaded) => {
        const view = confirmation.data ?? loaded;
        if (view.status === "confirmed") return <Confirmed view={view} isNew={confirmation.isSuccess} />;
        if (view.status !== "pending") return <Ended />;
        return (
          <Question
            email={view.email}
            isPending={confirmation.isPending}
            error={confirmation.error}
            consent={consent}
            onConfirm={() => confirmation.mutate()}
          />
        );
      }}
    </EmailedLink>
  );
}

interface QuestionProps {
  email: string;
  isPending: boolean;
  error: Error | null;
  consent: ReactNode;
  onConfirm(): void;
}

function Question({ email, isPending, error, consent, onConfirm }: QuestionProps) {
  return (
    <>
      <Notice
        icon={MailQuestionMark}
        level="h1"
        title="Confirm Your Subscription"
        actions={
          <Button size="lg" busy={isPending} onClick={onConfirm}>
            {isPending ? "Confirming..." : "Confirm"}
          </Button>
        }
      >
        <p>
          Someone, hopefully you, asked us to send below-market listings to{" "}
          <strong className="text-ink">{email}</strong>. Nothing is sent until you confirm. If it was not you, just
          close this page.
        </p>
      </Notice>
      <Failure error={error} />
      <div className="mx-auto max-w-xl text-center">{consent}</div>
    </>
  );
}

function Confirmed({ view, isNew }: { view: SubscriptionView; isNew: boolean }) {
  const { date } = nextEdition(useRenderedAt());
  const isWeekly = view.preferences.frequency === "weekly";
  return (
    <Outcome
      takesFocus={isNew}
      icon={CircleCheck}
      title={isNew ? "You are subscribed" : "You are already subscribed"}
      actions={
        <>
          {view.links.preferences !== undefined && (
            <Link to={view.links.preferences} className={buttonClass()}>
              Choose What You Get
            </Link>
          )}
          <Link to={PATHS.home} className={buttonClass({ variant: "secondary" })}>
            Browse Listings
          </Link>
        </>
      }
    >
      <p>
        {isWeekly ? (
          "New below-market listings come on Mondays at 10 a.m. Toronto time."
        ) : (
          <>
            The next email goes out on <strong className="text-ink">{formatDateWithWeekday(date)}</strong> at 10 a.m.
            Toronto time, then every Monday, Wednesday and Friday.
          </>
        )}{" "}
        If there is nothing new, we send nothing. Every email has a link to unsubscribe.
      </p>
    </Outcome>
  );
}

function Ended() {
  return (
    <Notice
      icon={MailX}
      level="h1"
      title="This subscription has ended"
      actions={
        <Link to={PATHS.join} className={buttonClass()}>
          Join Again
        </Link>
      }
    >
      <p>You can join again whenever you like.</p>
    </Notice>
  );
}

export const head = fixedHead("Confirm Your Subscription", "For a new subscriber.");

export const Component = tokenPage(head, {
  Page: ({ token }) => <ConfirmSubscription token={token} consent={<ConsentNote />} />,
  Invalid: InvalidConfirmation,
});
