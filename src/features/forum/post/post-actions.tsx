import { type MouseEvent, type ReactNode, useCallback, useEffect, useState } from "react";
import type { Comment, ForumUser, Thread } from "../../../../worker/contracts/forum.ts";
import { copyText } from "../../../lib/copy-text.ts";
import { excerpt } from "../../../lib/format.ts";
import { toast } from "../../../lib/toast.ts";
import { useHistoryEntry } from "../../../lib/use-history-entry.ts";
import { useOnDemand } from "../../../lib/use-on-demand.ts";
import { Button, type ButtonProps } from "../../../ui/button.tsx";

/** Copies the address of a post. */
export async function copyLink(path: string, what: string, { currentTarget }: MouseEvent): Promise<void> {
  const url = location.origin + path;
  if (await copyText(url, currentTarget))
    toast({ title: "Link Copied", description: `${what} URL has been copied to your clipboard` });
  else toast({ title: "Link Not Copied", description: `Please copy it from here: ${url}`, variant: "destructive" });
}

/** What is asked about in a dialog before it is done. */
export type PostAction =
  | { kind: "report"; target: { threadId: number } | { commentId: number } }
  | { kind: "delete-comment"; comment: Comment }
  | { kind: "delete-thread" };

interface PostActionsOptions {
  thread: Thread;
  user: ForumUser | null;
  comments: readonly Comment[];
}

/** Characters of what is reported, so that one sees that it is the right one. */
const ABOUT_LENGTH = 120;

const loadDialogs = () => import("./post-dialogs.tsx");

/** The dialogs over a thread: their code is loaded with the first of them. */
export function usePostActions({ thread, user, comments }: PostActionsOptions) {
  const { module: dialogs, request } = useOnDemand(loadDialogs);
  // A report stands in a history entry of its own, so that the back button closes it: the comment's id, or the thread.
  const { value: reported, open, close: closeReport } = useHistoryEntry("report");
  const [deletion, setDeletion] = useState<Exclude<PostAction, { kind: "report" }> | null>(null);
  const act = useCallback(
    async (asked: PostAction) => {
      if (!(await request())) return;
      if (asked.kind === "report") open("commentId" in asked.target ? asked.target.commentId : true);
      else setDeletion(asked);
    },
    [request, open],
  );
  const close = () => setDeletion(null);
  // After a reload the entry is there, but not the code.
  const awaitsCode = reported !== null && dialogs === null;
  useEffect(() => {
    if (awaitsCode) void request();
  }, [awaitsCode, request]);

  const comment = comments.find(({ id }) => id === reported);
  const about =
    reported === true
      ? thread.title
      : comment && `${comment.user.username}: “${excerpt(comment.content, ABOUT_LENGTH)}”`;
  const dialog = dialogs && (
    <>
      {reported !== null && (
        <dialogs.ReportPostDialog
          target={reported === true ? { threadId: thread.id } : { commentId: reported }}
          {...(about !== undefined && { about })}
          onClose={closeReport}
        />
      )}
      {deletion?.kind === "delete-comment" && user && (
        <dialogs.DeleteCommentDialog comment={deletion.comment} user={user} onClose={close} />
      )}
      {deletion?.kind === "delete-thread" && user && (
        <dialogs.DeleteThreadDialog thread={thread} user={user} onClose={close} />
      )}
    </>
  );
  return { act, dialog };
}

/** What can be done to one's own post, or the report of another's: they stay on one line. */
export function ActionSlot({ children }: { children: ReactNode }) {
  return <span className="inline-flex">{children}</span>;
}

interface PostButtonProps extends Omit<ButtonProps, "size" | "variant"> {
  /** Says nothing to those who hear the page. */
  icon: ReactNode;
  label: string;
  /** On wide screens too there is room for the sign alone. */
  isShort?: boolean;
  /** Something is deleted by it. */
  isDangerous?: boolean;
}

/** A small button under a post: on phones its sign alone. */
export function PostButton({ icon, label, isShort = false, isDangerous = false, ...props }: PostButtonProps) {
  return (
    <Button
      {...props}
      variant="ghost"
      size="sm"
      title={label}
      className={isDangerous ? "btn-post text-danger hover:bg-danger-soft" : "btn-post"}
    >
      {isShort ? icon : <span className="sm:hidden">{icon}</span>}
      <span className={isShort ? "sr-only" : "max-sm:sr-only"}>{label}</span>
    </Button>
  );
}
