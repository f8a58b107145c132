import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useId, useState } from "react";
import { POST_REPORT_REASONS, type PostReportReason } from "../../../../worker/contracts/reports.ts";
import { failureText } from "../../../lib/api.ts";
import { POST_REPORT_TEXTS } from "../../../lib/post-report-texts.ts";
import { toast } from "../../../lib/toast.ts";
import { Button } from "../../../ui/button.tsx";
import { Choice } from "../../../ui/choice.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { FieldError } from "../../../ui/field.tsx";
import { ReportDetails } from "../../../ui/report-details.tsx";
import { reportShortlist } from "./saved.queries.ts";

/** Reports a shortlist; each of its homes has a report of its own. */
export function ShortlistReport({ token, onClose }: { token: string; onClose(): void }) {
  const formId = useId();
  const [reason, setReason] = useState<PostReportReason>(POST_REPORT_REASONS[0]);
  const [details, setDetails] = useState("");
  const report = useMutation({
    mutationFn: () => reportShortlist(token, reason, details),
    onSuccess: () => {
      toast({ title: "Shortlist reported", description: "Thank you for the report. We'll review it." });
      onClose();
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!report.isPending) report.mutate();
  };
  return (
    <Dialog
      open
      onOpenChange={onClose}
      mayClose={!report.isPending}
      size="sm"
      title="Report this shortlist"
      description="Its title, or how it is used. To report one of the homes, please open it."
      footer={
        <>
          <Button variant="ghost" disabled={report.isPending} onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form={formId} busy={report.isPending}>
            Submit Report
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={submit}>
        <fieldset>
          <legend className="mb-1 font-semibold">What is wrong with it?</legend>
          {POST_REPORT_REASONS.map((value) => (
            <Choice
              key={value}
              type="radio"
              name="reason"
              value={value}
              checked={reason === value}
              onChange={() => setReason(value)}
            >
              {POST_REPORT_TEXTS[value]}
            </Choice>
          ))}
        </fieldset>
        <ReportDetails value={details} onChange={setDetails} isSending={report.isPending} />
        {report.error && <FieldError>{failureText(report.error)}</FieldError>}
      </form>
    </Dialog>
  );
}
