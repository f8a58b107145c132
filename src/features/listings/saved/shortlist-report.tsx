import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useId, useState } from "react";
import { POST_REPORT_REASONS, type PostReportReason, reportShortlist } from "../../../../worker/contracts/reports.ts";
import { call, failureText } from "../../../lib/api.ts";
import { POST_REPORT_TEXTS } from "../../../lib/post-report-texts.ts";
import { toast } from "../../../lib/toast.ts";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { ReportFields } from "../../../ui/report-fields.tsx";

/** Reports a shortlist; each of its homes has a report of its own. */
export function ShortlistReport({ token, onClose }: { token: string; onClose(): void }) {
  const formId = useId();
  const [reason, setReason] = useState<PostReportReason>(POST_REPORT_REASONS[0]);
  const [details, setDetails] = useState("");
  const report = useMutation({
    mutationFn: () => call(reportShortlist, { token, body: { reason, details } }),
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
        <ReportFields
          reasons={POST_REPORT_REASONS}
          texts={POST_REPORT_TEXTS}
          reason={reason}
          onReason={(value) => setReason(value)}
          details={details}
          onDetails={setDetails}
          isSending={report.isPending}
          problem={report.error ? failureText(report.error) : undefined}
        />
      </form>
    </Dialog>
  );
}
