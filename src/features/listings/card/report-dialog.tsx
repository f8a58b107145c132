import { useMutation } from "@tanstack/react-query";
import { useId, useState, type FormEvent } from "react";
import type { PublicListing } from "../../../../worker/contracts/listings.ts";
import { REPORT_REASONS, reportListing, type ReportReason } from "../../../../worker/contracts/reports.ts";
import { ApiError, call, errorText } from "../../../lib/api.ts";
import { toast } from "../../../lib/toast.ts";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { ReportFields } from "../../../ui/report-fields.tsx";

const LABELS: Record<ReportReason, string> = {
  NOT_BELOW_MARKET: "It is not below market",
  SCAM: "It looks like a scam",
  ALREADY_RENTED: "It is already rented",
  DUPLICATE: "It is listed more than once",
  DISCRIMINATORY: "It discriminates against renters",
  WRONG_INFO: "Some of its details are wrong",
};

/** Returns the error text. After a ban or rate limit it is the server's message, because 'Try again' would be wrong. */
function failureText(error: Error): string {
  const isRefusal = error instanceof ApiError && (error.status === 403 || error.status === 429);
  const text = "Failed to submit report. Please try again.";
  return isRefusal ? errorText(error, text) : text;
}

interface ReportDialogProps {
  listing: Pick<PublicListing, "id" | "title">;
  /** The preselected reason, which is first in the list. */
  first: ReportReason;
  onClose(): void;
}

export function ReportDialog({ listing, first, onClose }: ReportDialogProps) {
  const formId = useId();
  const [reason, setReason] = useState(first);
  const [details, setDetails] = useState("");
  const report = useMutation({
    mutationFn: () => call(reportListing, { body: { propertyId: listing.id, reason, details } }),
    onSuccess: () => {
      toast({ title: "Property reported", description: "Thank you for the report. We'll review this listing." });
      onClose();
    },
    onError: (error) => toast({ title: "Error", description: failureText(error), variant: "destructive" }),
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
      title="Report this listing"
      description={listing.title}
      footer={
        <>
          <Button variant="ghost" disabled={report.isPending} onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form={formId} busy={report.isPending}>
            {report.isPending ? "Submitting..." : "Submit Report"}
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={submit}>
        <ReportFields
          reasons={[...new Set([first, ...REPORT_REASONS])]}
          texts={LABELS}
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
