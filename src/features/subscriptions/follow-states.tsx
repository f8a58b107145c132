import { BellOff, BellRing, MailQuestionMark } from "lucide-react";
import type { ReactNode } from "react";
import type { FollowView } from "../../../worker/contracts/follows.ts";
import { PATHS } from "../../lib/paths.ts";
import { buttonClass } from "../../ui/button.tsx";
import { Link } from "../../ui/link.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Outcome } from "./mailed-link.tsx";

const Discussion = ({ thread }: Pick<FollowView, "thread">) =>
  thread ? (
    <Link to={thread.path} className="font-semibold wrap-anywhere text-accent underline underline-offset-4">
      {thread.title}
    </Link>
  ) : (
    <>a discussion that was deleted</>
  );

const Address = ({ email }: Pick<FollowView, "email">) => <strong className="text-ink">{email}</strong>;

/** Nothing is sent yet, and nothing ever is without a yes. */
export function Question({ view, confirm, decline }: { view: FollowView; confirm: ReactNode; decline: ReactNode }) {
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

/** New comments are sent. @param isNew it was confirmed just now */
export function Following({ view, isNew, stop }: { view: FollowView; isNew: boolean; stop: ReactNode }) {
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
  /** It was never confirmed. */
  hasDeclined: boolean;
}

/** Nothing is sent, or no more. */
export function Stopped({ view, isNew, hasDeclined }: StoppedProps) {
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
