import { ExternalLink } from "lucide-react";
import { type FormEvent, type KeyboardEvent, type Ref, useEffect, useId, useRef, useState } from "react";
import { BOT_BADGE } from "../../../../worker/contracts/automation.ts";
import { excerptOf, type Thread, threadPath, TITLE } from "../../../../worker/contracts/forum.ts";
import { ApiError } from "../../../lib/api.ts";
import { formatMoment } from "../../../lib/format-time.ts";
import { plural } from "../../../lib/format.ts";
import { toastFailure } from "../../../lib/toast-failure.ts";
import { toast } from "../../../lib/toast.ts";
import { Button, buttonClass } from "../../../ui/button.tsx";
import { RoleButton } from "../../../ui/role-button.tsx";
import { Chip } from "../../../ui/chip.tsx";
import { Field, TextInput } from "../../../ui/field.tsx";
import { AdminAddress, RestoreButton } from "./admin-post-parts.tsx";
import { AdminThreadComments } from "./admin-thread-comments.tsx";
import { authorName, netVotesText } from "./moderation-text.ts";
import { type ThreadChange, useChangeThread } from "./moderation.queries.ts";
import { type Moderation, postAttribute } from "./use-moderation.tsx";

export function AdminThreadCard({ thread, moderation }: { thread: Thread; moderation: Moderation }) {
  const headingId = useId();
  const commentsId = useId();
  const [isEditing, setIsEditing] = useState(false);
  const [showsComments, setShowsComments] = useState(false);
  const editButton = useRef<HTMLButtonElement>(null);
  const stopEditing = () => {
    setIsEditing(false);
    // The button must be rendered first.
    setTimeout(() => editButton.current?.focus());
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
        <Button size="sm" variant="ghost" disabled={change.isPending} onClick={onClose}>
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

/** Fits two buttons side by side on a phone. */
const NARROW = "max-sm:px-1";

/** A deleted thread has no public page and can only be restored. */
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
  const isRestoring = moderation.restoring?.kind === "thread" && moderation.restoring.id === thread.id;
  const isSet = (name: string) => change.isPending && name in change.variables.change;
  const button = { size: "sm", variant: "secondary", "aria-describedby": headingId, className: NARROW } as const;
  return (
    <div className="mt-1 grid grid-cols-2 gap-2 sm:flex sm:flex-wrap">
      {!thread.isDeleted && (
        <a
          href={threadPath(thread)}
          target="_blank"
          rel="noopener"
          aria-describedby={headingId}
          className={`${buttonClass({ variant: "secondary", size: "sm" })} ${NARROW}`}
        >
          <ExternalLink aria-hidden className="size-4" />
          View Thread
          <span className="sr-only">(opens in a new tab)</span>
        </a>
      )}
      <Button {...button} aria-expanded={comments.isShown} aria-controls={comments.id} onClick={comments.toggle}>
        {comments.isShown ? "Hide Comments" : "Show Comments"}
      </Button>
      <Button {...button} onClick={() => moderation.showAuthor(thread.authorId)}>
        Author History
      </Button>
      {thread.isDeleted ? (
        <RestoreButton
          post={thread}
          busy={isRestoring}
          describedBy={headingId}
          onClick={() => moderation.restore(post)}
        />
      ) : (
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
          <RoleButton
            needs="moderator"
            {...button}
            busy={isSet("isLocked")}
            onClick={() => apply({ isLocked: !thread.isLocked }, "lock status")}
          >
            {thread.isLocked ? "Unlock" : "Lock"}
          </RoleButton>
          <RoleButton
            needs="moderator"
            {...button}
            variant="ghost"
            className="text-danger hover:bg-danger-soft"
            onClick={() => moderation.askToDelete({ ...post, text: thread.title })}
          >
            Delete
          </RoleButton>
        </>
      )}
    </div>
  );
}
