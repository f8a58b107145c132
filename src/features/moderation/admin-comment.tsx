import { useId } from "react";
import { BOT_BADGE } from "../../../worker/contracts/automation.ts";
import type { Comment } from "../../../worker/contracts/forum.ts";
import { formatMoment } from "../../lib/format-moment.ts";
import { Button } from "../../ui/button.tsx";
import { Chip } from "../../ui/chip.tsx";
import { Disclosure } from "../../ui/disclosure.tsx";
import { AdminAddress } from "./admin-address.tsx";
import { authorName } from "./moderation-text.ts";
import { type Moderation, postPlace } from "./use-moderation.tsx";
import { RestoreButton } from "./restore-button.tsx";

/** How far a reply stands in, by its depth from 0 to 6; less on a phone. */
const INDENTS = [
  "",
  "pl-2 sm:pl-4",
  "pl-4 sm:pl-8",
  "pl-6 sm:pl-12",
  "pl-8 sm:pl-16",
  "pl-10 sm:pl-20",
  "pl-12 sm:pl-24",
];

/** One comment; a deleted one keeps its place, and its text behind a fold. */
export function AdminComment({ comment, moderation }: { comment: Comment; moderation: Moderation }) {
  const bylineId = useId();
  const post = { kind: "comment", id: comment.id } as const;
  const isRestoring = moderation.restoring?.kind === "comment" && moderation.restoring.id === comment.id;
  const button = { size: "sm", variant: "secondary", "aria-describedby": bylineId } as const;
  return (
    <li
      tabIndex={-1}
      data-post={postPlace(post)}
      className={`grid scroll-mt-24 grid-cols-1 gap-x-3 gap-y-1 py-2 sm:grid-cols-[1fr_auto] sm:items-center focus:outline-3 focus:-outline-offset-3 focus:outline-focus ${INDENTS[comment.depth] ?? INDENTS.at(-1)}`}
    >
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm">
        <span id={bylineId} className="contents">
          <span className="font-medium">{authorName(comment)}</span>
          {comment.depth > 0 && <Chip tone="accent">Reply (Level {comment.depth})</Chip>}
          {comment.isDeleted && <Chip tone="danger">Deleted</Chip>}
          {comment.isAutomated && <Chip>{BOT_BADGE}</Chip>}
          <time dateTime={comment.createdAt} className="text-ink-muted">
            {formatMoment(comment.createdAt)}
          </time>
        </span>
        <span>
          <span className="text-ink-muted">IP:</span>{" "}
          <AdminAddress ipAddress={comment.ipAddress} onBan={moderation.askToBan} />
        </span>
      </p>
      {comment.isDeleted ? (
        <div className="flex flex-wrap items-baseline gap-x-4 text-sm sm:col-span-2">
          <p className="text-ink-muted italic">This comment has been deleted</p>
          <Disclosure summary="What it said" isSmall>
            <p dir="auto" className="whitespace-pre-line wrap-anywhere">
              {comment.content}
            </p>
          </Disclosure>
        </div>
      ) : (
        <p dir="auto" className="text-sm whitespace-pre-line wrap-anywhere sm:col-span-2">
          {comment.content}
        </p>
      )}
      {/* Beside the byline where there is room. */}
      <div className="flex flex-wrap gap-2 sm:col-start-2 sm:row-start-1 sm:justify-end">
        <Button {...button} onClick={() => moderation.showAuthor(comment.authorId)}>
          Author History
        </Button>
        {comment.isDeleted ? (
          <RestoreButton
            post={comment}
            busy={isRestoring}
            describedBy={button["aria-describedby"]}
            onClick={() => moderation.restore(post)}
          />
        ) : (
          <Button
            {...button}
            variant="ghost"
            className="text-danger hover:bg-danger-soft"
            onClick={() => moderation.askToDelete({ ...post, text: comment.content })}
          >
            Delete
          </Button>
        )}
      </div>
    </li>
  );
}
