import { ExternalLink } from "lucide-react";
import type { Ref } from "react";
import { type Thread, threadPath } from "../../../worker/contracts/forum.ts";
import { toastFailure } from "../../lib/toast-failure.ts";
import { toast } from "../../lib/toast.ts";
import { Button, buttonClass } from "../../ui/button.tsx";
import { type ThreadChange, useChangeThread } from "./moderation.queries.ts";
import type { Moderation } from "./use-moderation.tsx";
import { RestoreButton } from "./restore-button.tsx";

interface AdminThreadActionsProps {
  thread: Thread;
  moderation: Moderation;
  headingId: string;
  comments: { id: string; isShown: boolean; toggle(): void };
  edit: { isOpen: boolean; open(): void };
  editButton: Ref<HTMLButtonElement>;
}

/** Two stand side by side on a phone. */
const NARROW = "max-sm:px-1";

/** The buttons of a thread. A deleted one has no public page, and is only brought back. */
export function AdminThreadActions({
  thread,
  moderation,
  headingId,
  comments,
  edit,
  editButton,
}: AdminThreadActionsProps) {
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
            <Button {...button} ref={editButton} onClick={edit.open}>
              Edit Title
            </Button>
          )}
          <Button
            {...button}
            busy={isSet("isSticky")}
            onClick={() => apply({ isSticky: !thread.isSticky }, "sticky status")}
          >
            {thread.isSticky ? "UNSTICK" : "STICK"}
          </Button>
          <Button
            {...button}
            busy={isSet("isLocked")}
            onClick={() => apply({ isLocked: !thread.isLocked }, "lock status")}
          >
            {thread.isLocked ? "Unlock" : "Lock"}
          </Button>
          <Button
            {...button}
            variant="ghost"
            className="text-danger hover:bg-danger-soft"
            onClick={() => moderation.askToDelete({ ...post, text: thread.title })}
          >
            Delete
          </Button>
        </>
      )}
    </div>
  );
}
