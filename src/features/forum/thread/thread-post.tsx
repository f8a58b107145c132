import { Flag, Pencil, Share2, Trash2 } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { type ForumUser, HOT_ABOVE, type Thread, threadPath } from "../../../../worker/contracts/forum.ts";
import { plural } from "../../../lib/format.ts";
import { useInBrowser } from "../../../lib/use-browser.ts";
import { useLazyModule } from "../../../lib/use-lazy-module.ts";
import { Button } from "../../../ui/button.tsx";
import { Chip } from "../../../ui/chip.tsx";
import { DRAFT, hasDraft } from "../discussion/drafts.ts";
import { ActionSlot, copyLink, type PostAction, PostButton } from "../discussion/post-actions.tsx";
import { Byline, Avatar } from "../discussion/post-author.tsx";
import { PostText } from "../discussion/post-text.tsx";
import { VoteBox } from "../discussion/vote-box.tsx";

const hasThreadDraft = (threadId: number) =>
  hasDraft(threadId, DRAFT.threadTitle) || hasDraft(threadId, DRAFT.threadContent);

const loadForm = () => import("./thread-edit-form.tsx");

interface ThreadPostProps {
  thread: Thread;
  user: ForumUser | null;
  /** Why it can no longer be edited; null while it can. */
  closed: string | null;
  onAct(action: PostAction): void;
}

/** The opening post of a thread. */
export function ThreadPost({ thread, user, closed, onAct }: ThreadPostProps) {
  const { module: form, request, prepare } = useLazyModule(loadForm);
  const [editing, setEditing] = useState<"by hand" | "begun before" | null>(null);
  const editButton = useRef<HTMLButtonElement>(null);
  const inBrowser = useInBrowser();
  const isOwn = user !== null && user.id === thread.authorId;
  const isEditing = editing !== null && form !== null && (closed === null || hasThreadDraft(thread.id));

  // A draft from before a reload.
  useEffect(() => {
    if (isOwn && hasThreadDraft(thread.id))
      void request().then((isThere) => isThere && setEditing((known) => known ?? "begun before"));
  }, [isOwn, thread.id, request]);
  // Returns the focus to the button that opened the form.
  const wasEditing = useRef(false);
  useEffect(() => {
    if (wasEditing.current && !isEditing) editButton.current?.focus();
    wasEditing.current = isEditing;
  }, [isEditing]);

  return (
    <article className="mt-2 rounded-card border border-line bg-surface p-4 shadow-card sm:p-5">
      <header className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <Avatar username={thread.user.username} />
        <div className="min-w-0 flex-1 basis-44">
          <Byline post={thread} verb="Posted" />
          <p className="text-sm text-ink-muted">{plural(thread.commentCount, "comment")}</p>
        </div>
        <div className="flex flex-wrap gap-1.5">
          {thread.isSticky && <Chip tone="accent">Sticky</Chip>}
          {thread.commentCount > HOT_ABOVE && <Chip tone="warn">Hot</Chip>}
          {thread.isLocked && <Chip>Locked</Chip>}
        </div>
      </header>
      <h1 dir="auto" className="mt-4 text-2xl font-extrabold tracking-tight sm:text-3xl">
        {thread.title}
      </h1>
      <div className="mt-3">
        {isEditing && user ? (
          <form.ThreadEditForm
            thread={thread}
            user={user}
            closed={closed}
            takesFocus={editing === "by hand"}
            onClose={() => setEditing(null)}
          />
        ) : (
          <PostText text={thread.content} />
        )}
      </div>
      <div className="action-row mt-3">
        <VoteBox target={{ threadId: thread.id, commentId: null }} counts={thread} user={user} />
        <div className={`contents ${inBrowser ? "" : "invisible"}`}>
          <Button
            variant="secondary"
            size="sm"
            className="mx-1"
            onClick={(event) => void copyLink(threadPath(thread), "Discussion", event)}
          >
            <Share2 aria-hidden="true" className="size-4" />
            Share
          </Button>
          <ActionSlot>
            {isOwn && closed === null && !isEditing && (
              <PostButton
                ref={editButton}
                icon={<Pencil className="size-4" />}
                label="Edit Thread"
                onPointerEnter={prepare}
                onFocus={prepare}
                onClick={() => void request().then((isThere) => setEditing(isThere ? "by hand" : null))}
              />
            )}
            {isOwn && (
              <PostButton
                icon={<Trash2 className="size-4" />}
                label="Delete Thread"
                isDangerous
                onClick={() => onAct({ kind: "delete-thread" })}
              />
            )}
            {!isOwn && (
              <PostButton
                icon={<Flag className="size-4" />}
                label="Report"
                onClick={() => onAct({ kind: "report", target: { threadId: thread.id } })}
              />
            )}
          </ActionSlot>
        </div>
      </div>
    </article>
  );
}
