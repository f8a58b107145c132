import { useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useEffect, useId, useRef, useState } from "react";
import { useNavigate } from "react-router";
import { type Comment, commentAnchor, type ForumUser, type Thread } from "../../../worker/contracts/forum.ts";
import { POST_REPORT_REASONS, type PostReportReason } from "../../../worker/contracts/reports.ts";
import { ApiError, errorText, sendJson } from "../../lib/api.ts";
import { PATHS } from "../../lib/paths.ts";
import { toast } from "../../lib/toast.ts";
import { Button } from "../../ui/button.tsx";
import { Choice } from "../../ui/choice.tsx";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { FieldError } from "../../ui/field.tsx";
import { API, forumKeys, signed } from "./forum.queries.ts";

const REASON_TEXT: Record<PostReportReason, string> = {
  SPAM: "It is spam or advertising",
  HARASSMENT: "It attacks or harasses somebody",
  SCAM: "It looks like a scam",
  PERSONAL_INFO: "It shows somebody's personal information",
  DISCRIMINATORY: "It discriminates against people",
  OFF_TOPIC: "It has nothing to do with renting here",
  OTHER: "Something else",
};

/** To somebody who is banned or too fast, 'try again' would be wrong: they read what the server says. */
function reportFailure(error: unknown): string {
  const text = "Failed to submit report. Please try again.";
  return error instanceof ApiError && error.status < 500 ? errorText(error, text) : text;
}

interface ReportPostDialogProps {
  target: { threadId: number } | { commentId: number };
  onClose(): void;
}

/** Asks why a post is reported, and tells the moderators. */
export function ReportPostDialog({ target, onClose }: ReportPostDialogProps) {
  const formId = useId();
  const [reason, setReason] = useState<PostReportReason>("SPAM");
  const [isSending, setIsSending] = useState(false);
  const [problem, setProblem] = useState<string>();
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isSending) return;
    setIsSending(true);
    setProblem(undefined);
    try {
      await sendJson("POST", `${API}/report`, { ...target, reason });
      toast({ title: "Post reported", description: "Thank you for the report. A moderator will look at this post." });
      onClose();
    } catch (error) {
      const text = reportFailure(error);
      setProblem(text);
      setIsSending(false);
      toast({ title: "Error", description: text, variant: "destructive" });
    }
  };

  return (
    <Dialog
      open
      onOpenChange={onClose}
      mayClose={!isSending}
      size="sm"
      title={"commentId" in target ? "Report this comment" : "Report this discussion"}
      footer={
        <>
          <Button variant="ghost" disabled={isSending} onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form={formId} busy={isSending}>
            {isSending ? "Submitting..." : "Submit Report"}
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={(event) => void submit(event)}>
        <fieldset>
          <legend className="mb-1 font-semibold">What is wrong with it?</legend>
          {POST_REPORT_REASONS.map((value) => (
            <Choice key={value} type="radio" name="reason" checked={reason === value} onChange={() => setReason(value)}>
              {REASON_TEXT[value]}
            </Choice>
          ))}
        </fieldset>
        {problem !== undefined && <FieldError>{problem}</FieldError>}
      </form>
    </Dialog>
  );
}

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
  return next ?? (comment.parentId === null ? "comments" : commentAnchor(comment.parentId));
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
