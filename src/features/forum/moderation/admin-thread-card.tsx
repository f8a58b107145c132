import { ExternalLink } from "lucide-react";
import { type FormEvent, type KeyboardEvent, type Ref, useEffect, useId, useRef, useState } from "react";
import {
  BOT_BADGE,
  excerptOf,
  type Thread,
  threadPath,
  TITLE,
  type Comment,
} from "../../../../worker/contracts/forum.ts";
import { ApiError } from "../../../lib/api.ts";
import { formatMoment } from "../../../lib/format-time.ts";
import { plural } from "../../../lib/format.ts";
import { toastFailure } from "../../../lib/toast-failure.ts";
import { toast } from "../../../lib/toast.ts";
import { Button, buttonClass } from "../../../ui/button.tsx";
import { RoleButton } from "../../../ui/role-button.tsx";
import { Chip } from "../../../ui/chip.tsx";
import { Field, TextInput } from "../../../ui/field.tsx";
import { AdminAddress, RestoreButton, type Moderation, postAttribute } from "./use-moderation.tsx";
import { authorName, netVotesText, inTreeOrder } from "./moderation-text.ts";
import { type ThreadChange, useChangeThread, adminComments } from "./moderation.queries.ts";
import { useInfiniteQuery } from "@tanstack/react-query";
import { Disclosure } from "../../../ui/disclosure.tsx";
import { LoadFailure } from "../../../ui/notice.tsx";
import { LoadMoreButton } from "../../../ui/load-more-button.tsx";
import { RowsSkeleton } from "../../../ui/skeleton.tsx";
import { focusOn, useMoveFocus } from "../../../ui/return-focus.ts";

/** A thread's full text and its comments, including deleted ones. */
function AdminThreadComments({ thread, moderation }: { thread: Thread; moderation: Moderation }) {
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
            {query.hasNextPage ? "Showing first" : "All"} {plural(comments.length, "comment")}, including deleted ones
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

/** A comment as moderators see it. A deleted comment stays at its position, with its text folded. */
function AdminComment({ comment, moderation }: { comment: Comment; moderation: Moderation }) {
  const bylineId = useId();
  const post = { kind: "comment", id: comment.id } as const;
  const button = { size: "sm", variant: "secondary", "aria-describedby": bylineId } as const;
  return (
    <li
      tabIndex={-1}
      data-post={postAttribute(post)}
      style={{ paddingLeft: `${comment.depth * 0.75}rem` }}
      className="grid scroll-mt-24 grid-cols-1 gap-x-3 gap-y-1 py-2 sm:grid-cols-[1fr_auto] sm:items-center focus:outline-3 focus:-outline-offset-3 focus:outline-focus"
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
          <Disclosure summary="Show original text" isSmall>
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
          <RestoreButton kind="comment" post={comment} moderation={moderation} describedBy={bylineId} />
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

export function AdminThreadCard({ thread, moderation }: { thread: Thread; moderation: Moderation }) {
  const headingId = useId();
  const commentsId = useId();
  const [isEditing, setIsEditing] = useState(false);
  const [showsComments, setShowsComments] = useState(false);
  const editButton = useRef<HTMLButtonElement>(null);
  const moveFocus = useMoveFocus();
  const stopEditing = () => {
    setIsEditing(false);
    moveFocus(() => focusOn(editButton.current));
  };
  return (
    <article
      tabIndex={-1}
      data-post={postAttribute({ kind: "thread", id: thread.id })}
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
        <span translate="no" className="font-medium">
          {authorName(thread)}
        </span>
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

/** Edits a thread's title; Enter saves, Escape cancels. */
function AdminThreadTitle({ thread, onClose }: { thread: Thread; onClose(): void }) {
  const [title, setTitle] = useState(thread.title);
  const [problem, setProblem] = useState<string>();
  const input = useRef<HTMLInputElement>(null);
  const change = useChangeThread();
  useEffect(() => input.current?.select(), []);

  const isBlank = title.trim() === "";
  const save = (event: FormEvent) => {
    event.preventDefault();
    if (isBlank || change.isPending) return;
    setProblem(undefined);
    change.mutate(
      { id: thread.id, change: { title } },
      {
        onSuccess: () => {
          toast({ title: "Thread title updated successfully" });
          onClose();
        },
        onError: (error) => {
          toastFailure("Failed to update thread title", error);
          setProblem(error instanceof ApiError ? error.body?.fields?.title : undefined);
          input.current?.focus();
        },
      },
    );
  };
  const cancelByEscape = ({ key }: KeyboardEvent) => {
    if (key === "Escape" && !change.isPending) onClose();
  };

  return (
    <form noValidate onSubmit={save} className="grid min-w-0 flex-1 basis-72 gap-2">
      <Field label="Thread title" required error={problem}>
        {(ids) => (
          <TextInput
            {...ids}
            ref={input}
            value={title}
            maxLength={TITLE.max}
            autoComplete="off"
            readOnly={change.isPending}
            onChange={(event) => setTitle(event.target.value)}
            onKeyDown={cancelByEscape}
          />
        )}
      </Field>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" size="sm" disabled={isBlank} busy={change.isPending}>
          Save
        </Button>
        <Button size="sm" variant="secondary" disabled={change.isPending} onClick={onClose}>
          Cancel
        </Button>
      </div>
    </form>
  );
}

interface AdminThreadActionsProps {
  thread: Thread;
  moderation: Moderation;
  headingId: string;
  comments: { id: string; isShown: boolean; toggle(): void };
  edit: { isOpen: boolean; open(): void };
  editButton: Ref<HTMLButtonElement>;
}

/** Actions on a thread. A deleted thread has no public page and can only be restored. */
function AdminThreadActions({ thread, moderation, headingId, comments, edit, editButton }: AdminThreadActionsProps) {
  const change = useChangeThread();
  const apply = (wanted: ThreadChange, what: string) =>
    change.mutate(
      { id: thread.id, change: wanted },
      {
        onSuccess: () => toast({ title: `Thread ${what} updated successfully` }),
        onError: (error) => toastFailure(`Failed to update thread ${what}`, error),
      },
    );
  const post = { kind: "thread", id: thread.id } as const;
  const isSet = (name: string) => change.isPending && name in change.variables.change;
  const [isExpanded, setIsExpanded] = useState(false);
  const button = { size: "sm", variant: "secondary", "aria-describedby": headingId } as const;
  /** Class of a button that phones show only after More is pressed. */
  const rare = isExpanded || thread.isDeleted ? "" : "max-sm:hidden";
  return (
    <div className="mt-1 flex flex-wrap gap-2">
      <Button {...button} aria-expanded={comments.isShown} aria-controls={comments.id} onClick={comments.toggle}>
        {comments.isShown ? "Hide Comments" : "Show Comments"}
      </Button>
      {!thread.isDeleted && (
        <>
          {!edit.isOpen && (
            <RoleButton needs="moderator" {...button} ref={editButton} onClick={edit.open}>
              Edit Title
            </RoleButton>
          )}
          <RoleButton
            needs="moderator"
            {...button}
            busy={isSet("isSticky")}
            onClick={() => apply({ isSticky: !thread.isSticky }, "sticky status")}
          >
            {thread.isSticky ? "UNSTICK" : "STICK"}
          </RoleButton>
          <Button
            {...button}
            variant="ghost"
            className="sm:hidden"
            aria-expanded={isExpanded}
            onClick={() => setIsExpanded(!isExpanded)}
          >
            {isExpanded ? "Less" : "More"}
          </Button>
          <RoleButton
            needs="moderator"
            {...button}
            className={rare}
            busy={isSet("isLocked")}
            onClick={() => apply({ isLocked: !thread.isLocked }, "lock status")}
          >
            {thread.isLocked ? "Unlock" : "Lock"}
          </RoleButton>
          <a
            href={threadPath(thread)}
            target="_blank"
            rel="noopener"
            aria-describedby={headingId}
            className={`${buttonClass({ variant: "secondary", size: "sm" })} ${rare}`}
          >
            <ExternalLink aria-hidden className="size-4" />
            View Thread
            <span className="sr-only">(opens in a new tab)</span>
          </a>
        </>
      )}
      <Button {...button} className={rare} onClick={() => moderation.showAuthor(thread.authorId)}>
        Author History
      </Button>
      {thread.isDeleted ? (
        <RestoreButton kind="thread" post={thread} moderation={moderation} describedBy={headingId} />
      ) : (
        <RoleButton
          needs="moderator"
          {...button}
          variant="ghost"
          className={`text-danger hover:bg-danger-soft ${rare}`}
          onClick={() => moderation.askToDelete({ ...post, text: thread.title })}
        >
          Delete
        </RoleButton>
      )}
    </div>
  );
}
