import { useInfiniteQuery } from "@tanstack/react-query";
import { useId, useRef } from "react";
import { BOT_BADGE } from "../../../../worker/contracts/automation.ts";
import { type Comment, excerptOf, type Thread } from "../../../../worker/contracts/forum.ts";
import { formatMoment } from "../../../lib/format-time.ts";
import { plural } from "../../../lib/format.ts";
import { Button } from "../../../ui/button.tsx";
import { RoleButton } from "../../../ui/role-button.tsx";
import { Chip } from "../../../ui/chip.tsx";
import { Disclosure } from "../../../ui/disclosure.tsx";
import { LoadFailure } from "../../../ui/notice.tsx";
import { LoadMoreButton } from "../../../ui/load-more-button.tsx";
import { RowsSkeleton } from "../../../ui/skeleton.tsx";
import { AdminAddress, RestoreButton } from "./admin-post-parts.tsx";
import { authorName, inTreeOrder } from "./moderation-text.ts";
import { adminComments } from "./moderation.queries.ts";
import { type Moderation, postAttribute } from "./use-moderation.tsx";

/** A thread's full text and its comments, including deleted ones. */
export function AdminThreadComments({ thread, moderation }: { thread: Thread; moderation: Moderation }) {
  const query = useInfiniteQuery(adminComments(thread.id));
  const comments = query.data?.pages.flat() ?? [];
  const section = useRef<HTMLElement>(null);
  const focusFirstAfter = (last: number) => {
    const rows = [...(section.current?.querySelectorAll<HTMLElement>("[data-post]") ?? [])];
    rows.find(({ dataset }) => Number(dataset.post?.replace("comment-", "")) > last)?.focus();
  };
  return (
    <section ref={section} aria-label="Comments" className="mt-2 grid grid-cols-1 gap-3 border-t border-line pt-3">
      {excerptOf(thread.content) !== thread.content && (
        <p dir="auto" className="text-sm whitespace-pre-line wrap-anywhere">
          {thread.content}
        </p>
      )}
      {query.isPending && <RowsSkeleton label="Loading comments" />}
      {!query.isPending && !query.data && (
        <LoadFailure title="Failed to fetch thread comments" onRetry={() => void query.refetch()} />
      )}
      {query.data && comments.length === 0 && <p className="text-sm text-ink-muted">No comments yet.</p>}
      {comments.length > 0 && (
        <>
          <output className="text-sm text-ink-muted">
            {query.hasNextPage ? "Showing first" : "All"} {plural(comments.length, "comment")}, deleted ones counted
          </output>
          <ul className="divide-y divide-line">
            {inTreeOrder(comments).map((comment) => (
              <AdminComment key={comment.id} comment={comment} moderation={moderation} />
            ))}
          </ul>
        </>
      )}
      <LoadMoreButton
        label="Load More Comments"
        what="comments"
        query={query}
        onLoaded={() => focusFirstAfter(comments.at(-1)?.id ?? 0)}
      />
    </section>
  );
}

/** Indentation by depth from 0 to 6; less on a phone. */
const INDENTS = [
  "",
  "pl-2 sm:pl-4",
  "pl-4 sm:pl-8",
  "pl-6 sm:pl-12",
  "pl-8 sm:pl-16",
  "pl-10 sm:pl-20",
  "pl-12 sm:pl-24",
];

/** A deleted comment keeps its place, with its text folded away. */
function AdminComment({ comment, moderation }: { comment: Comment; moderation: Moderation }) {
  const bylineId = useId();
  const post = { kind: "comment", id: comment.id } as const;
  const isRestoring = moderation.restoring?.kind === "comment" && moderation.restoring.id === comment.id;
  const button = { size: "sm", variant: "secondary", "aria-describedby": bylineId } as const;
  return (
    <li
      tabIndex={-1}
      data-post={postAttribute(post)}
      className={`grid scroll-mt-24 grid-cols-1 gap-x-3 gap-y-1 py-2 sm:grid-cols-[1fr_auto] sm:items-center focus:outline-3 focus:-outline-offset-3 focus:outline-focus ${INDENTS[comment.depth] ?? INDENTS.at(-1)}`}
    >
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm">
        <span id={bylineId} className="contents">
          <span translate="no" className="font-medium">
            {authorName(comment)}
          </span>
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
      {/* Beside the byline on wide screens. */}
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
          <RoleButton
            needs="moderator"
            {...button}
            variant="ghost"
            className="text-danger hover:bg-danger-soft"
            onClick={() => moderation.askToDelete({ ...post, text: comment.content })}
          >
            Delete
          </RoleButton>
        )}
      </div>
    </li>
  );
}
