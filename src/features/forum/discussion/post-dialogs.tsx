import { useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useId, useRef, useState } from "react";
import { useNavigate } from "react-router";
import { type Comment, commentAnchor, type ForumUser, type Thread } from "../../../../worker/contracts/forum.ts";
import { deleteOwnThread } from "../../../../worker/contracts/forum-writing.ts";
import { POST_REPORT_REASONS, type PostReportReason, reportPost } from "../../../../worker/contracts/reports.ts";
import { ApiError, call, errorText } from "../../../lib/api.ts";
import { PATHS } from "../../../lib/paths.ts";
import { POST_REPORT_TEXTS, ReportFields } from "../../../ui/report-fields.tsx";
import { dismissToasts, toast } from "../../../lib/toast.ts";
import { Button } from "../../../ui/button.tsx";
import { ConfirmDialog } from "../../../ui/confirm-dialog.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { focusOn, moveFocusOnClose } from "../../../ui/return-focus.ts";
import { useDeleteComment } from "./comment-mutations.ts";
import { forumKeys, credentials } from "../forum.queries.ts";

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

/** Returns the id of the element to focus after a deletion: the next comment, else the parent, else the heading. */
function nextFocusId(comment: Comment): string {
  const places = [...document.querySelectorAll<HTMLElement>("article[data-comment]")].map(({ id }) => id);
  const next = places[places.indexOf(commentAnchor(comment.id)) + 1];
  const answered = comment.parentId === null ? null : commentAnchor(comment.parentId);
  // The parent may be on an earlier page.
  return next ?? (answered !== null && document.getElementById(answered) ? answered : "comments");
}

interface DeleteCommentDialogProps {
  comment: Comment;
  user: ForumUser;
  onClose(): void;
}

export function DeleteCommentDialog({ comment, user, onClose }: DeleteCommentDialogProps) {
  const { mutateAsync } = useDeleteComment();
  const remove = async () => {
    const place = nextFocusId(comment);
    await mutateAsync({ user, comment });
    // The clicked button is removed with the comment, so the focus moves to a neighbour.
    moveFocusOnClose(() => focusOn(document.getElementById(place), { preventScroll: true }));
  };
  const deletion = useDeletion("Comment", remove, onClose);
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title="Delete this comment?"
      description="It disappears for everyone. Replies stay."
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

/** Dialog that deletes a thread and then opens the list. */
export function DeleteThreadDialog({ thread, user, onClose }: DeleteThreadDialogProps) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const remove = async () => {
    await call(deleteOwnThread, { id: thread.id, body: credentials(user) });
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
      description="It disappears for everyone, with all its comments."
      confirmLabel="Delete"
      {...deletion}
    />
  );
}

/**
 * Returns the error text. For a 4xx status it is the server's message, because "try again" would be wrong after a ban
 * or rate limit.
 */
function reportFailure(error: unknown): string {
  const text = "Failed to submit report. Please try again.";
  return error instanceof ApiError && error.status < 500 ? errorText(error, text) : text;
}

interface ReportPostDialogProps {
  target: { threadId: number } | { commentId: number };
  /** Excerpt of the reported post, if it is loaded. */
  about: string | undefined;
  onClose(): void;
}

export function ReportPostDialog({ target, about, onClose }: ReportPostDialogProps) {
  const formId = useId();
  const form = useRef<HTMLFormElement>(null);
  const [reason, setReason] = useState<PostReportReason | null>(null);
  const [details, setDetails] = useState("");
  const [isSending, setIsSending] = useState(false);
  const [problem, setProblem] = useState<string>();
  const choose = (value: PostReportReason) => {
    setReason(value);
    if (problem !== undefined) dismissToasts();
    setProblem(undefined);
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isSending) return;
    if (reason === null) {
      setProblem("Please choose a reason.");
      form.current?.querySelector("input")?.focus();
      return;
    }
    setIsSending(true);
    setProblem(undefined);
    try {
      await call(reportPost, { body: { ...target, reason, details } });
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
      initialFocus="input"
      title={"commentId" in target ? "Report this comment" : "Report this discussion"}
      description={about && <span translate="no">{about}</span>}
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
      <form id={formId} ref={form} onSubmit={(event) => void submit(event)}>
        <ReportFields
          reasons={POST_REPORT_REASONS}
          texts={POST_REPORT_TEXTS}
          reason={reason}
          onReason={choose}
          details={details}
          onDetails={setDetails}
          isSending={isSending}
          problem={problem}
        />
      </form>
    </Dialog>
  );
}
