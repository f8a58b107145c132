import { type MouseEvent, type ReactNode, useCallback, useEffect, useState } from "react";
import type { Comment, ForumUser, Thread } from "../../../../worker/contracts/forum.ts";
import { copyText } from "../../../lib/copy-text.ts";
import { truncateAtWord } from "../../../../worker/contracts/truncate-at-word.ts";
import { toast } from "../../../lib/toast.ts";
import { useHistoryEntry } from "../../../lib/use-history-entry.ts";
import { useLazyModule } from "../../../lib/use-lazy-module.ts";
import { Button, type ButtonProps } from "../../../ui/button.tsx";

export async function copyLink(path: string, what: string, { currentTarget }: MouseEvent): Promise<void> {
  const url = location.origin + path;
  if (await copyText(url, currentTarget))
    toast({ title: "Link Copied", description: `${what} URL has been copied to your clipboard` });
  else toast({ title: "Link Not Copied", description: `Please copy it from here: ${url}`, variant: "destructive" });
}

/** An action that opens a dialog. */
export type PostAction =
  | { kind: "report"; target: { threadId: number } | { commentId: number } }
  | { kind: "delete-comment"; comment: Comment }
  | { kind: "delete-thread" };

interface PostActionsOptions {
  thread: Thread;
  user: ForumUser | null;
  comments: readonly Comment[];
}

/** Length of the excerpt of the reported text in the dialog, in characters. */
const ABOUT_LENGTH = 120;

const loadDialogs = () => import("./post-dialogs.tsx");

/** Returns the dialogs of a thread; their code loads when the first one is opened. */
export function usePostActions({ thread, user, comments }: PostActionsOptions) {
  const { module: dialogs, request } = useLazyModule(loadDialogs);
  // The report dialog has its own history entry, so that the back button closes it. The entry's value is the comment's
  // id, or true for the thread.
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
  // After a reload the history entry is restored before the code is loaded.
  const awaitsCode = reported !== null && dialogs === null;
  useEffect(() => {
    if (awaitsCode) void request();
  }, [awaitsCode, request]);

  const comment = comments.find(({ id }) => id === reported);
  const about =
    reported === true
      ? thread.title
      : comment && `${comment.user.username}: “${truncateAtWord(comment.content, ABOUT_LENGTH)}”`;
  const dialog = dialogs && (
    <>
      {reported !== null && (
        <dialogs.ReportPostDialog
          target={reported === true ? { threadId: thread.id } : { commentId: reported }}
          about={about}
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

/** Keeps the buttons on one line. */
export function ActionSlot({ children }: { children: ReactNode }) {
  return <span className="inline-flex">{children}</span>;
}

interface PostButtonProps extends Omit<ButtonProps, "size" | "variant"> {
  /** Icon, hidden from screen readers. */
  icon: ReactNode;
  label: string;
  /** True to show only the icon on wide screens too. */
  isShort?: boolean;
  isDangerous?: boolean;
}

/** A small button under a post; phones show only its icon. */
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
