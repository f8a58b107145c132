import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { useNavigate } from "react-router";
import { type Comment, commentAnchor, type ForumUser, type Thread } from "../../../worker/contracts/forum.ts";
import { errorText, sendJson } from "../../lib/api.ts";
import { PATHS } from "../../lib/paths.ts";
import { toast } from "../../lib/toast.ts";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { API, forumKeys, signed } from "./forum.queries.ts";

export { ReportPostDialog } from "./report-post-dialog.tsx";

/** Asks, deletes, and says how it went. */
function useDeletion(what: "Comment" | "Thread", remove: () => Promise<void>, onClose: () => void) {
  const [busy, setBusy] = useState(false);
  const onConfirm = async () => {
    setBusy(true);
    try {
      await remove();
      toast({
        title: `${what} Deleted`,
        description: what === "Thread" ? "Your discussion is gone." : "Your comment is gone.",
      });
      onClose();
    } catch (error) {
      setBusy(false);
      toast({
        title: `Error Deleting ${what}`,
        description: errorText(error, "It could not be deleted. Please try again."),
        variant: "destructive",
      });
    }
  };
  return { busy, onConfirm: () => void onConfirm() };
}

/** Where one reads on after a comment was deleted: the next, else the one that it answered, else the heading. */
function placeAfter(comment: Comment): string {
  const places = [...document.querySelectorAll<HTMLElement>("article[data-comment]")].map(({ id }) => id);
  const next = places[places.indexOf(commentAnchor(comment.id)) + 1];
  const answered = comment.parentId === null ? null : commentAnchor(comment.parentId);
  // What it answered may stand on an earlier page.
  return next ?? (answered !== null && document.getElementById(answered) ? answered : "comments");
}

interface DeleteCommentDialogProps {
  comment: Comment;
  onDelete(): Promise<void>;
  onClose(): void;
}

export function DeleteCommentDialog({ comment, onDelete, onClose }: DeleteCommentDialogProps) {
  const next = useRef<string | null>(null);
  const remove = async () => {
    const place = placeAfter(comment);
    await onDelete();
    next.current = place;
  };
  // The button that was pressed is gone with the comment: the keyboard goes on where one reads on.
  useEffect(
    () => () => {
      const place = next.current;
      // Once the comments are drawn without it.
      if (place !== null)
        setTimeout(() => requestAnimationFrame(() => document.getElementById(place)?.focus({ preventScroll: true })));
    },
    [],
  );
  const deletion = useDeletion("Comment", remove, onClose);
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title="Delete this comment?"
      description="It disappears for everybody. Replies to it stay."
      confirmLabel="Delete"
      {...deletion}
    />
  );
}

interface DeleteThreadDialogProps {
  thread: Thread;
  user: ForumUser;
  onClose(): void;
}

/** Leads to the list when the thread is gone. */
export function DeleteThreadDialog({ thread, user, onClose }: DeleteThreadDialogProps) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const remove = async () => {
    await sendJson("DELETE", `${API}/user/threads/${thread.id}`, signed(user));
    void client.invalidateQueries({ queryKey: forumKeys.lists });
    await navigate(PATHS.forum, { replace: true });
    client.setQueryData(forumKeys.thread(thread.id), null);
  };
  const deletion = useDeletion("Thread", remove, onClose);
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title="Delete this discussion?"
      description="It disappears for everybody, with all its comments."
      confirmLabel="Delete"
      {...deletion}
    />
  );
}
