import { ChevronDown, ExternalLink } from "lucide-react";
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
import {
  AdminAddress,
  AdminAddressBan,
  AdminAddressText,
  RestoreButton,
  type Moderation,
  postAttribute,
} from "./use-moderation.tsx";
import { authorName, netVotesText, sortDepthFirst } from "./moderation-text.ts";
import { type ThreadChange, useChangeThread, adminComments } from "./moderation.queries.ts";
import { useInfiniteQuery } from "@tanstack/react-query";
import { Disclosure } from "../../../ui/disclosure.tsx";
import { LoadFailure } from "../../../ui/notice.tsx";
import { LoadMoreButton } from "../../../ui/load-more-button.tsx";
import { RowsSkeleton } from "../../../ui/skeleton.tsx";
import { focusOn, useMoveFocus } from "../../../ui/return-focus.ts";

/** A thread's comments, including deleted ones. */
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
            {sortDepthFirst(comments).map((comment) => (
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

/** A comment as moderators see it. A deleted comment stays at its position, with its text collapsed. */
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

/**
 * Shows a thread in one row. Wide screens show its most frequent actions, and the rarer ones after a click on More.
 * Phones show all actions after a tap.
 */
export function AdminThreadCard({ thread, moderation }: { thread: Thread; moderation: Moderation }) {
  const headingId = useId();
  const commentsId = useId();
  const [isEditing, setIsEditing] = useState(false);
  const [showsComments, setShowsComments] = useState(false);
  const [isOpen, setIsOpen] = useState(false);
  const editButton = useRef<HTMLButtonElement>(null);
  const moveFocus = useMoveFocus();
  const stopEditing = () => {
    setIsEditing(false);
    moveFocus(() => focusOn(editButton.current));
  };
  const toggle = () => setIsOpen(!isOpen);
  /** Class of the parts that phones hide until a tap. */
  const folded = isOpen ? "" : "max-sm:hidden";
  return (
    <article
      tabIndex={-1}
      data-post={postAttribute({ kind: "thread", id: thread.id })}
      aria-labelledby={headingId}
      className="relative grid min-w-0 scroll-mt-24 grid-cols-1 gap-x-4 gap-y-1 border-b border-line px-3 py-2 last:border-b-0 focus:-outline-offset-3 focus:outline-3 focus:outline-focus xl:grid-cols-[minmax(0,1fr)_auto]"
    >
      <div className="grid min-w-0 grid-cols-1 content-start gap-0.5 max-sm:pr-10">
        <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <h3
            dir="auto"
            id={headingId}
            className={
              isEditing ? "sr-only" : `min-w-0 font-semibold wrap-anywhere ${isOpen ? "" : "max-sm:line-clamp-2"}`
            }
          >
            {thread.title}
          </h3>
          {isEditing && <AdminThreadTitle thread={thread} onClose={stopEditing} />}
          <Badges thread={thread} />
        </div>
        <p
          dir="auto"
          className={`text-sm wrap-anywhere text-ink-muted ${showsComments ? "whitespace-pre-line" : ""} ${folded}`}
        >
          {showsComments ? thread.content : excerptOf(thread.content)}
        </p>
        <p className="flex flex-wrap items-center gap-x-3 text-sm">
          <span translate="no" className="font-medium">
            {authorName(thread)}
          </span>
          <time dateTime={thread.createdAt}>{formatMoment(thread.createdAt)}</time>
          <span>{plural(thread.commentCount, "comment")}</span>
          <span>{netVotesText(thread)}</span>
          <span className={folded}>
            <span className="text-ink-muted">IP:</span> <AdminAddressText ipAddress={thread.ipAddress} />
          </span>
        </p>
      </div>
      <button
        type="button"
        aria-expanded={isOpen}
        aria-describedby={headingId}
        onClick={toggle}
        className={`absolute top-0 right-0 flex items-start justify-end rounded-control p-3 focus-visible:-outline-offset-3 sm:hidden ${isOpen ? "size-11" : "size-full"}`}
      >
        <ChevronDown aria-hidden className={`size-5 text-ink-muted ${isOpen ? "rotate-180" : ""}`} />
        <span className="sr-only">Actions</span>
      </button>
      <AdminThreadActions
        thread={thread}
        moderation={moderation}
        headingId={headingId}
        comments={{ id: commentsId, isShown: showsComments, toggle: () => setShowsComments(!showsComments) }}
        edit={{ isOpen: isEditing, open: () => setIsEditing(true) }}
        editButton={editButton}
        more={{ isOpen, toggle }}
      />
      <div id={commentsId} hidden={!showsComments} className={`xl:col-span-2 ${folded}`}>
        {showsComments && <AdminThreadComments thread={thread} moderation={moderation} />}
      </div>
    </article>
  );
}

function Badges({ thread: { isDeleted, isSticky, isLocked, isAutomated, reportCount = 0 } }: { thread: Thread }) {
  return (
    <span className="flex flex-wrap gap-2 empty:hidden">
      {reportCount > 0 && <Chip tone="danger">{plural(reportCount, "report")}</Chip>}
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
  /** Shows the rarer actions; on phones, all actions. */
  more: { isOpen: boolean; toggle(): void };
}

/** Actions on a thread. A deleted thread has no public page and can only be restored. */
function AdminThreadActions(props: AdminThreadActionsProps) {
  const { thread, moderation, headingId, comments, more } = props;
  const { change, apply } = useThreadChange(thread);
  const button = { size: "sm", variant: "secondary", "aria-describedby": headingId } as const;
  return (
    <>
      <div className={`flex flex-wrap gap-2 xl:justify-end xl:self-start ${more.isOpen ? "" : "max-sm:hidden"}`}>
        <Button {...button} aria-expanded={comments.isShown} aria-controls={comments.id} onClick={comments.toggle}>
          {comments.isShown ? "Hide Comments" : "Show Comments"}
        </Button>
        {thread.isDeleted ? (
          <RestoreButton kind="thread" post={thread} moderation={moderation} describedBy={headingId} />
        ) : (
          <>
            <RoleButton
              needs="moderator"
              {...button}
              busy={change.isPending && "isSticky" in change.variables.change}
              onClick={() => apply({ isSticky: !thread.isSticky }, "sticky status")}
            >
              {thread.isSticky ? "UNSTICK" : "STICK"}
            </RoleButton>
            <RoleButton
              needs="moderator"
              {...button}
              variant="ghost"
              className="text-danger hover:bg-danger-soft"
              onClick={() => moderation.askToDelete({ kind: "thread", id: thread.id, text: thread.title })}
            >
              Delete
            </RoleButton>
          </>
        )}
        <Button {...button} variant="ghost" className="max-sm:hidden" aria-expanded={more.isOpen} onClick={more.toggle}>
          {more.isOpen ? "Less" : "More"}
        </Button>
      </div>
      {more.isOpen && <AdminRareThreadActions {...props} />}
    </>
  );
}

/** The less frequent actions on a thread. */
function AdminRareThreadActions({ thread, moderation, headingId, edit, editButton }: AdminThreadActionsProps) {
  const { change, apply } = useThreadChange(thread);
  const button = { size: "sm", variant: "secondary", "aria-describedby": headingId } as const;
  return (
    <div className="flex flex-wrap items-center gap-2 xl:col-span-2">
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
            busy={change.isPending}
            onClick={() => apply({ isLocked: !thread.isLocked }, "lock status")}
          >
            {thread.isLocked ? "Unlock" : "Lock"}
          </RoleButton>
          <a
            href={threadPath(thread)}
            target="_blank"
            rel="noopener"
            aria-describedby={headingId}
            className={buttonClass({ variant: "secondary", size: "sm" })}
          >
            <ExternalLink aria-hidden className="size-4" />
            View Thread
            <span className="sr-only">(opens in a new tab)</span>
          </a>
        </>
      )}
      <Button {...button} onClick={() => moderation.showAuthor(thread.authorId)}>
        Author History
      </Button>
      <AdminAddressBan ipAddress={thread.ipAddress} onBan={moderation.askToBan} />
    </div>
  );
}

/** Returns functions that change a thread and show what was changed. */
function useThreadChange({ id }: Thread) {
  const change = useChangeThread();
  const apply = (wanted: ThreadChange, what: string) =>
    change.mutate(
      { id, change: wanted },
      {
        onSuccess: () => toast({ title: `Thread ${what} updated successfully` }),
        onError: (error) => toastFailure(`Failed to update thread ${what}`, error),
      },
    );
  return { change, apply };
}
