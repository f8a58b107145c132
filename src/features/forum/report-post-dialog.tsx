import { type FormEvent, useId, useRef, useState } from "react";
import { POST_REPORT_REASONS, type PostReportReason } from "../../../worker/contracts/reports.ts";
import { ApiError, errorText, sendJson } from "../../lib/api.ts";
import { POST_REPORT_TEXTS } from "../../lib/post-report-texts.ts";
import { dismissToasts, toast } from "../../lib/toast.ts";
import { Button } from "../../ui/button.tsx";
import { Choice } from "../../ui/choice.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { FieldError } from "../../ui/field.tsx";
import { API } from "./forum.queries.ts";

/** To somebody who is banned or too fast, 'try again' would be wrong: they read what the server says. */
function reportFailure(error: unknown): string {
  const text = "Failed to submit report. Please try again.";
  return error instanceof ApiError && error.status < 500 ? errorText(error, text) : text;
}

interface ReportPostDialogProps {
  target: { threadId: number } | { commentId: number };
  /** What is reported, in a few words; nothing while it is not known. */
  about?: string;
  onClose(): void;
}

/** Asks why a post is reported, and tells the moderators. */
export function ReportPostDialog({ target, about, onClose }: ReportPostDialogProps) {
  const formId = useId();
  const problemId = useId();
  const form = useRef<HTMLFormElement>(null);
  const [reason, setReason] = useState<PostReportReason | null>(null);
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
      startsAt="input"
      title={"commentId" in target ? "Report this comment" : "Report this discussion"}
      {...(about !== undefined && { description: about })}
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
        <fieldset aria-describedby={problem === undefined ? undefined : problemId}>
          <legend className="mb-1 font-semibold">What is wrong with it?</legend>
          {POST_REPORT_REASONS.map((value) => (
            <Choice key={value} type="radio" name="reason" checked={reason === value} onChange={() => choose(value)}>
              {POST_REPORT_TEXTS[value]}
            </Choice>
          ))}
        </fieldset>
        <div role="alert">{problem !== undefined && <FieldError id={problemId}>{problem}</FieldError>}</div>
      </form>
    </Dialog>
  );
}
