import { useQuery } from "@tanstack/react-query";
import { MessagesSquare, Unlink } from "lucide-react";
import { useState } from "react";
import { ERRORS } from "../../../worker/contracts/errors.ts";
import { PATHS } from "../../lib/paths.ts";
import { Button, buttonClass } from "../../ui/button.tsx";
import { Link } from "../../ui/link.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Following, Question, Stopped } from "./follow-states.tsx";
import { Failure, MailedLink } from "./mailed-link.tsx";
import { followOf, isLinkInvalid, useFollowStep } from "./subscriptions.queries.ts";

/** What a mailed link to a followed discussion opens. Opening it changes nothing: mail scanners open every link. */
export function FollowLink({ token }: { token: string }) {
  const confirmation = useFollowStep(token, "confirm");
  const stopping = useFollowStep(token, "stop");
  const [hasDeclined, setHasDeclined] = useState(false);
  // The link of the question ends with the follow.
  const query = useQuery({ ...followOf(token), enabled: !stopping.isSuccess });
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
    <MailedLink query={query} what="what you follow" invalid={<InvalidFollowLink />}>
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
        </>
      )}
    </MailedLink>
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
