import { useId, useRef, useState } from "react";
import { BOT_BADGE } from "../../../worker/contracts/automation.ts";
import { excerptOf, type Thread } from "../../../worker/contracts/forum.ts";
import { formatMoment } from "../../lib/format-moment.ts";
import { plural } from "../../lib/format.ts";
import { Chip } from "../../ui/chip.tsx";
import { AdminAddress } from "./admin-address.tsx";
import { AdminThreadActions } from "./admin-thread-actions.tsx";
import { AdminThreadComments } from "./admin-thread-comments.tsx";
import { AdminThreadTitle } from "./admin-thread-title.tsx";
import { authorName, netVotesText } from "./moderation-text.ts";
import { type Moderation, postPlace } from "./use-moderation.tsx";

/** One thread with what moderators do with it. */
export function AdminThreadCard({ thread, moderation }: { thread: Thread; moderation: Moderation }) {
  const headingId = useId();
  const commentsId = useId();
  const [isEditing, setIsEditing] = useState(false);
  const [showsComments, setShowsComments] = useState(false);
  const editButton = useRef<HTMLButtonElement>(null);
  const stopEditing = () => {
    setIsEditing(false);
    // Once the button is there again.
    setTimeout(() => editButton.current?.focus());
  };
  return (
    <article
      tabIndex={-1}
      data-post={postPlace({ kind: "thread", id: thread.id })}
      aria-labelledby={headingId}
      className="grid min-w-0 scroll-mt-24 grid-cols-1 gap-2 rounded-card border border-line bg-surface p-4 shadow-card focus:outline-3 focus:outline-focus"
    >
      <div className="flex flex-wrap items-start justify-between gap-2">
        <h3 dir="auto" id={headingId} className={isEditing ? "sr-only" : "min-w-0 text-lg font-semibold wrap-anywhere"}>
          {thread.title}
        </h3>
        {isEditing && <AdminThreadTitle thread={thread} onClose={stopEditing} />}
        <Badges thread={thread} />
      </div>
      <p dir="auto" className="text-sm wrap-anywhere text-ink-muted">
        {excerptOf(thread.content)}
      </p>
      <p className="flex flex-wrap items-center gap-x-4 gap-y-1 text-sm">
        <span className="font-medium">{authorName(thread)}</span>
        <time dateTime={thread.createdAt}>{formatMoment(thread.createdAt)}</time>
        <span>{plural(thread.commentCount, "comment")}</span>
        <span>{netVotesText(thread)}</span>
        <span>
          <span className="text-ink-muted">IP:</span>{" "}
          <AdminAddress ipAddress={thread.ipAddress} onBan={moderation.askToBan} />
        </span>
      </p>
      <AdminThreadActions
        thread={thread}
        moderation={moderation}
        headingId={headingId}
        comments={{ id: commentsId, isShown: showsComments, toggle: () => setShowsComments(!showsComments) }}
        edit={{ isOpen: isEditing, open: () => setIsEditing(true) }}
        editButton={editButton}
      />
      <div id={commentsId} hidden={!showsComments}>
        {showsComments && <AdminThreadComments thread={thread} moderation={moderation} />}
      </div>
    </article>
  );
}

function Badges({ thread: { isDeleted, isSticky, isLocked, isAutomated } }: { thread: Thread }) {
  return (
    <span className="flex flex-wrap gap-2 empty:hidden">
      {isDeleted && <Chip tone="danger">Deleted</Chip>}
      {isSticky && <Chip tone="accent">Sticky</Chip>}
      {isLocked && <Chip tone="warn">Locked</Chip>}
      {isAutomated && <Chip>{BOT_BADGE}</Chip>}
    </span>
  );
}
