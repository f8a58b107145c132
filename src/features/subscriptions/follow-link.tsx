import { useQuery } from "@tanstack/react-query";
import { BellOff, BellRing, MailQuestionMark, MessagesSquare, Unlink } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { ERRORS } from "../../../worker/contracts/errors.ts";
import type { FollowView } from "../../../worker/contracts/follows.ts";
import { PATHS } from "../../lib/paths.ts";
import { Button, buttonClass } from "../../ui/button.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Failure, MailedLink, Outcome } from "./mailed-link.tsx";
import { followOf, isLinkInvalid, useFollowStep } from "./subscriptions.queries.ts";

/** What a mailed link to a followed discussion opens. Opening it changes nothing: mail scanners open every link. */
export function FollowLink({ token }: { token: string }) {
  const confirmation = useFollowStep(token, "confirm");
  const stopping = useFollowStep(token, "stop");
  // The link of the question ends with the follow.
  const query = useQuery({ ...followOf(token), enabled: !stopping.isSuccess });
  if (isLinkInvalid(confirmation.error) || isLinkInvalid(stopping.error)) return <InvalidFollowLink />;
  const isBusy = confirmation.isPending || stopping.isPending;
  const stop = (
    <Button variant="secondary" busy={stopping.isPending} disabled={isBusy} onClick={() => stopping.mutate()}>
      {stopping.isPending ? "Stopping..." : "Stop Following"}
    </Button>
  );
  return (
    <MailedLink query={query} what="what you follow" invalid={<InvalidFollowLink />}>
      {(view) => (
        <>
          {view.status === "stopped" && <Stopped view={view} isNew={stopping.isSuccess} />}
          {view.status === "following" && <Following view={view} isNew={confirmation.isSuccess} stop={stop} />}
          {view.status === "asked" && (
            <Question
              view={view}
              stop={stop}
              confirm={
                <Button size="lg" busy={confirmation.isPending} disabled={isBusy} onClick={() => confirmation.mutate()}>
                  {confirmation.isPending ? "Confirming..." : "Follow"}
                </Button>
              }
            />
          )}
          <Failure error={confirmation.error ?? stopping.error} />
        </>
      )}
    </MailedLink>
  );
}

const Discussion = ({ thread }: Pick<FollowView, "thread">) =>
  thread ? (
    <Link to={thread.path} className="font-semibold wrap-anywhere text-accent underline underline-offset-4">
      {thread.title}
    </Link>
  ) : (
    <>a discussion that was deleted</>
  );

const Address = ({ email }: Pick<FollowView, "email">) => <strong className="text-ink">{email}</strong>;

function Question({ view, confirm, stop }: { view: FollowView; confirm: ReactNode; stop: ReactNode }) {
  return (
    <Notice
      icon={MailQuestionMark}
      level="h1"
      title="Follow This Discussion?"
      actions={
        <>
          {view.canConfirm && confirm}
          {stop}
        </>
      }
    >
      <p>
        Somebody, we hope you, asked for the new comments of <Discussion thread={view.thread} /> to be sent to{" "}
        <Address email={view.email} />. Nothing is sent until you confirm. If it was not you, just close this page.
      </p>
    </Notice>
  );
}

function Following({ view, isNew, stop }: { view: FollowView; isNew: boolean; stop: ReactNode }) {
  return (
    <Outcome
      takesFocus={isNew}
      icon={BellRing}
      title={isNew ? "You follow this discussion now" : "You follow this discussion"}
      actions={
        <>
          {view.thread && (
            <Link to={view.thread.path} className={buttonClass()}>
              Go to the Discussion
            </Link>
          )}
          {stop}
        </>
      }
    >
      <p>
        New comments of <Discussion thread={view.thread} /> are sent to <Address email={view.email} />, together and at
        most every 15 minutes. Every email has a link to stop.
      </p>
    </Outcome>
  );
}

function Stopped({ view, isNew }: { view: FollowView; isNew: boolean }) {
  return (
    <Outcome
      takesFocus={isNew}
      icon={BellOff}
      title="You no longer follow this discussion"
      actions={
        <Link to={view.thread?.path ?? PATHS.forum} className={buttonClass({ variant: "secondary" })}>
          {view.thread ? "Go to the Discussion" : "All Discussions"}
        </Link>
      }
    >
      <p>
        <Address email={view.email} /> gets no more emails about <Discussion thread={view.thread} />. You can follow it
        again on its page whenever you like.
      </p>
    </Outcome>
  );
}

/** For links to a follow that ended, or is forgotten. */
export function InvalidFollowLink() {
  return (
    <Notice
      icon={Unlink}
      level="h1"
      title={ERRORS["follow.invalid_link"][1]}
      actions={
        <Link to={PATHS.forum} className={buttonClass()}>
          <MessagesSquare aria-hidden className="size-4" />
          All Discussions
        </Link>
      }
    >
      <p>
        The link is not complete, or you stopped following since. A question that is not answered is forgotten after 7
        days; you can ask again on the discussion’s page.
      </p>
    </Notice>
  );
}
