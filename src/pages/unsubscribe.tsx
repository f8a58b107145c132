import { useQuery } from "@tanstack/react-query";
import { MailCheck, MailMinus } from "lucide-react";
import type { UnsubscribeView } from "../../worker/contracts/subscribers.ts";
import { InvalidSubscriptionLink } from "../features/subscribers/invalid-subscription-link.tsx";
import { unsubscribeView, useUnsubscribing } from "../features/subscribers/subscribers.queries.ts";
import { isLinkInvalid } from "../lib/mailed-link-api.ts";
import { PATHS } from "../lib/paths.ts";
import { fixedHead } from "../lib/use-document-head.ts";
import { Button, buttonClass } from "../ui/button.tsx";
import { Link } from "../ui/link.tsx";
import { Failure, MailedLink, Outcome } from "../ui/mailed-link.tsx";
import { Notice } from "../ui/notice.tsx";
import { tokenPage } from "./parts/token-page.tsx";

const linkClass = "font-semibold text-accent underline underline-offset-4";

/** Unsubscribes by a button, because mail scanners open every link. */
function Unsubscribe({ token }: { token: string }) {
  const query = useQuery(unsubscribeView(token));
  const leaving = useUnsubscribing(token);
  if (isLinkInvalid(leaving.error)) return <InvalidSubscriptionLink />;
  return (
    <MailedLink query={query} what="your subscription" invalid={<InvalidSubscriptionLink />}>
      {(view) =>
        leaving.isSuccess || view.status === "unsubscribed" || view.status === "suppressed" ? (
          <Unsubscribed view={view} isNew={leaving.isSuccess} />
        ) : (
          <>
            <Notice
              icon={MailMinus}
              level="h1"
              title="Unsubscribe"
              actions={
                <Button busy={leaving.isPending} onClick={() => leaving.mutate()}>
                  {leaving.isPending ? "Unsubscribing..." : "Unsubscribe"}
                </Button>
              }
            >
              <p>
                <strong className="text-ink">{view.email}</strong> will get no more listings by email, from this moment
                on. To get fewer of them instead, follow “Choose what you get” in any of our emails.
              </p>
            </Notice>
            <Failure error={leaving.error} />
            <p className="text-center text-sm text-ink-muted">
              A paid VIP access is cancelled{" "}
              <Link to={PATHS.vip} className={linkClass}>
                on its own page
              </Link>
              .
            </p>
          </>
        )
      }
    </MailedLink>
  );
}

function Unsubscribed({ view, isNew }: { view: UnsubscribeView; isNew: boolean }) {
  return (
    <Outcome
      takesFocus={isNew}
      icon={MailCheck}
      title="You are unsubscribed"
      actions={
        <Link to={PATHS.join} className={buttonClass({ variant: "secondary" })}>
          Join Again
        </Link>
      }
    >
      <p>
        <strong className="text-ink">{view.email}</strong> gets no more listings by email. The site stays open to you,
        and you can join again whenever you like: your preferences are kept.
      </p>
    </Outcome>
  );
}

export const head = fixedHead("Unsubscribe", "For a subscriber.");

export const Component = tokenPage(head, { Page: Unsubscribe, Invalid: InvalidSubscriptionLink });
