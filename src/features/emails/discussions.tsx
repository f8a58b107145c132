import { useMutation } from "@tanstack/react-query";
import { BellOff, BellRing, MailQuestionMark } from "lucide-react";
import type { ComponentProps } from "react";
import { confirmFollow, stopFollow } from "../../../worker/contracts/forum-writing.ts";
import type { FollowedDiscussion } from "../../../worker/contracts/emails.ts";
import type { FollowView } from "../../../worker/contracts/subscribers.ts";
import { call } from "../../lib/api.ts";
import { PATHS } from "../../lib/paths.ts";
import { Button, buttonClass } from "../../ui/button.tsx";
import { Link } from "../../ui/link.tsx";
import { Failure, Outcome } from "../../ui/emailed-link.tsx";
import { PushChoice } from "../../ui/push-choice.tsx";
import { useEmailsChange } from "./emails.queries.ts";
import { Address, SuccessMessage, type EmailsProps, Title } from "./page-parts.tsx";

type Head = ComponentProps<typeof Outcome>;

const Discussion = ({ thread }: Pick<FollowView, "thread">) =>
  thread ? (
    <Link to={thread.path} className="font-semibold wrap-anywhere text-accent underline underline-offset-4">
      {thread.title}
    </Link>
  ) : (
    <>a discussion that was deleted</>
  );

/**
 * Head of the page opened by a link about a followed discussion. Asks the link's question, and then shows the result.
 */
export function FollowHead({ link, view, follow }: EmailsProps & { follow: FollowView }) {
  const confirmation = useEmailsChange(link, async () => ({ follow: await call(confirmFollow, { token: link }) }));
  const stopping = useEmailsChange(link, async (_why: "declined" | "left") => ({
    follow: await call(stopFollow, { token: link }),
  }));
  const { status, thread } = follow;
  if (status === "following" && view.canManage && !confirmation.isSuccess) return <Title email={view.email} />;
  const isBusy = confirmation.isPending || stopping.isPending;
  const about = (
    <>
      new comments in <Discussion thread={thread} /> to <Address email={view.email} />
    </>
  );
  const heads: Record<FollowView["status"], Head> = {
    asked: {
      takesFocus: false,
      icon: MailQuestionMark,
      title: "Follow This Discussion?",
      children: (
        <p>
          Someone, hopefully you, asked us to email {about}. We send nothing until you confirm. If it wasn’t you, just
          close this page.
        </p>
      ),
      actions: (
        <>
          {follow.canConfirm && (
            <Button size="lg" busy={confirmation.isPending} disabled={isBusy} onClick={() => confirmation.mutate()}>
              {confirmation.isPending ? "Confirming..." : "Follow"}
            </Button>
          )}
          <Button
            variant="ghost"
            size="lg"
            busy={stopping.isPending}
            disabled={isBusy}
            onClick={() => stopping.mutate("declined")}
          >
            No, Thanks
          </Button>
        </>
      ),
    },
    following: {
      takesFocus: confirmation.isSuccess,
      icon: BellRing,
      title: `You follow this discussion${confirmation.isSuccess ? " now" : ""}`,
      children: <p>We email {about}, at most every 15 minutes. Every email has a link to stop.</p>,
      actions: (
        <>
          {thread && (
            <Link to={thread.path} className={buttonClass()}>
              Go to the Discussion
            </Link>
          )}
          <Button variant="secondary" busy={stopping.isPending} onClick={() => stopping.mutate("left")}>
            {stopping.isPending ? "Stopping..." : "Stop Following"}
          </Button>
        </>
      ),
    },
    stopped: {
      takesFocus: stopping.isSuccess,
      icon: BellOff,
      title: `You ${stopping.variables === "declined" ? "do not" : "no longer"} follow this discussion`,
      children: (
        <p>
          We don’t email {about}. {thread && "You can follow it on its page at any time."}
        </p>
      ),
      actions: (
        <Link to={thread?.path ?? PATHS.forum} className={buttonClass({ variant: "secondary" })}>
          {thread ? "Go to the Discussion" : "All Discussions"}
        </Link>
      ),
    },
  };
  return (
    <>
      <Outcome key={status} {...heads[status]} />
      <Failure error={confirmation.error ?? stopping.error} />
    </>
  );
}

/** Lists the followed discussions, each with a button to stop following it. */
export const DiscussionsPart = ({ discussions }: { discussions: readonly FollowedDiscussion[] }) => (
  <>
    <ul className="grid divide-y divide-line">
      {discussions.map((followed) => (
        <Followed key={followed.token} {...followed} />
      ))}
    </ul>
    {discussions[0] && (
      <PushChoice
        topic="discussions"
        token={{ follow: discussions[0].token }}
        what="new comments in discussions that you follow"
      />
    )}
  </>
);

function Followed({ token, thread }: FollowedDiscussion) {
  const stopping = useMutation({ mutationFn: () => call(stopFollow, { token }) });
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2">
      <span className="min-w-0 flex-1 basis-48">
        <Discussion thread={thread} />
      </span>
      {stopping.isSuccess ? (
        <SuccessMessage>Stopped</SuccessMessage>
      ) : (
        <Button
          variant="secondary"
          aria-label={`Stop following ${thread?.title ?? "a discussion that was deleted"}`}
          busy={stopping.isPending}
          onClick={() => stopping.mutate()}
        >
          Stop
        </Button>
      )}
      {stopping.error && <Failure error={stopping.error} />}
    </li>
  );
}
