import { queryOptions, useMutation, useQuery } from "@tanstack/react-query";
import { BellOff, BellRing, MailQuestionMark, MessagesSquare } from "lucide-react";
import { type ReactNode, useState } from "react";
import { confirmFollow, getFollow, stopFollow } from "../../worker/contracts/forum-writing.ts";
import type { FollowView } from "../../worker/contracts/subscribers.ts";
import { call } from "../lib/api.ts";
import { UNCACHED, isLinkInvalid } from "../lib/mailed-link-api.ts";
import { PATHS } from "../lib/paths.ts";
import { fixedHead } from "../lib/use-document-head.ts";
import { Button, buttonClass } from "../ui/button.tsx";
import { Link } from "../ui/link.tsx";
import { Failure, InvalidLink, MailedLink, Outcome } from "../ui/mailed-link.tsx";
import { Notice } from "../ui/notice.tsx";
import { PushChoice } from "../ui/push-choice.tsx";
import { tokenPage } from "./parts/token-page.tsx";

function followOf(token: string) {
  return queryOptions({
    queryKey: ["follows", token] as const,
    queryFn: ({ signal }) => call(getFollow, { token }, { signal }),
    ...UNCACHED,
  });
}

const useFollowStep = (token: string, step: "confirm" | "stop") =>
  useMutation({ mutationFn: () => call(step === "stop" ? stopFollow : confirmFollow, { token }) });

/** Opened by a mailed link, which mail scanners open too: it changes nothing until a button is pressed. */
function FollowLink({ token }: { token: string }) {
  const confirmation = useFollowStep(token, "confirm");
  const stopping = useFollowStep(token, "stop");
  const [hasDeclined, setHasDeclined] = useState(false);
  // The answers show what came of it: the token of the question expires with the follow.
  const done = stopping.data ?? confirmation.data;
  const query = useQuery({ ...followOf(token), enabled: done === undefined });
  if (isLinkInvalid(confirmation.error) || isLinkInvalid(stopping.error)) return <InvalidFollowLink />;
  const isBusy = confirmation.isPending || stopping.isPending;
  const stop = (
    <Button variant="secondary" busy={stopping.isPending} disabled={isBusy} onClick={() => stopping.mutate()}>
      {stopping.isPending ? "Stopping..." : "Stop Following"}
    </Button>
  );
  const decline = () => {
    setHasDeclined(true);
    stopping.mutate();
  };
  return (
    <MailedLink query={{ ...query, data: done ?? query.data }} what="what you follow" invalid={<InvalidFollowLink />}>
      {(view) => (
        <>
          {view.status === "stopped" && <Stopped view={view} isNew={stopping.isSuccess} hasDeclined={hasDeclined} />}
          {view.status === "following" && <Following view={view} isNew={confirmation.isSuccess} stop={stop} />}
          {view.status === "asked" && (
            <Question
              view={view}
              decline={
                <Button variant="ghost" size="lg" busy={stopping.isPending} disabled={isBusy} onClick={decline}>
                  No, Thanks
                </Button>
              }
              confirm={
                <Button size="lg" busy={confirmation.isPending} disabled={isBusy} onClick={() => confirmation.mutate()}>
                  {confirmation.isPending ? "Confirming..." : "Follow"}
                </Button>
              }
            />
          )}
          <Failure error={confirmation.error ?? stopping.error} />
          {view.status === "following" && (
            <PushChoice
              topic="discussions"
              token={{ follow: token }}
              what="new comments in discussions that you follow"
            />
          )}
        </>
      )}
    </MailedLink>
  );
}

/** For a follow that ended or whose token expired. */
function InvalidFollowLink() {
  return (
    <InvalidLink
      code="follow.invalid_link"
      actions={
        <Link to={PATHS.forum} className={buttonClass()}>
          <MessagesSquare aria-hidden className="size-4" />
          All Discussions
        </Link>
      }
    >
      The link is not complete, or you stopped following since. A question that is not answered is forgotten after 7
      days; you can ask again on the discussion’s page.
    </InvalidLink>
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

function Question({ view, confirm, decline }: { view: FollowView; confirm: ReactNode; decline: ReactNode }) {
  return (
    <Notice
      icon={MailQuestionMark}
      level="h1"
      title="Follow This Discussion?"
      actions={
        <>
          {view.canConfirm && confirm}
          {decline}
        </>
      }
    >
      <p>
        <Address email={view.email} /> was entered on our site, to get the new comments of{" "}
        <Discussion thread={view.thread} /> by email. Nothing is sent until you confirm. If it was not you, just close
        this page.
      </p>
    </Notice>
  );
}

/** @param isNew it was confirmed just now */
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

interface StoppedProps {
  view: FollowView;
  isNew: boolean;
  /** The follow was never confirmed. */
  hasDeclined: boolean;
}

function Stopped({ view, isNew, hasDeclined }: StoppedProps) {
  return (
    <Outcome
      takesFocus={isNew}
      icon={BellOff}
      title={hasDeclined ? "You do not follow this discussion" : "You no longer follow this discussion"}
      actions={
        <Link to={view.thread?.path ?? PATHS.forum} className={buttonClass({ variant: "secondary" })}>
          {view.thread ? "Go to the Discussion" : "All Discussions"}
        </Link>
      }
    >
      <p>
        {hasDeclined ? "The" : "From now on the"} new comments of <Discussion thread={view.thread} /> are not sent to{" "}
        <Address email={view.email} />. {view.thread && "You can follow it on its page whenever you like."}
      </p>
    </Outcome>
  );
}

export const head = fixedHead("Follow a Discussion", "For a follower.");

export const Component = tokenPage(head, { Page: FollowLink, Invalid: InvalidFollowLink });
