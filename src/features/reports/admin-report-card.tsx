import { useId } from "react";
import type { AdminReport } from "../../../worker/contracts/reports.ts";
import { formatMoment } from "../../lib/format-moment.ts";
import { Button } from "../../ui/button.tsx";
import { Chip } from "../../ui/chip.tsx";
import { reasonText, reporterText, reportTitle } from "./admin-report-text.tsx";

interface AdminReportCardProps {
  report: AdminReport;
  isDismissing: boolean;
  onView(): void;
  onDismiss(): void;
}

/** One open report. It takes focus when the one before it was dismissed. */
export function AdminReportCard({ report, isDismissing, onView, onDismiss }: AdminReportCardProps) {
  const headingId = useId();
  return (
    <article
      tabIndex={-1}
      data-report-id={report.id}
      aria-labelledby={headingId}
      className="scroll-mt-24 rounded-card border border-line bg-surface p-4 shadow-card focus:outline-3 focus:outline-focus"
    >
      <div className="flex flex-wrap items-start justify-between gap-2">
        <h3 id={headingId} className="min-w-0 text-lg font-semibold wrap-anywhere">
          {reportTitle(report)}
        </h3>
        <Chip tone="danger">{reasonText(report)}</Chip>
      </div>
      <p className="mt-1 flex flex-wrap gap-x-5 text-sm text-ink-muted">
        <span>Reported: {formatMoment(report.reportedAt)}</span>
        <span className="min-w-0 wrap-anywhere">Reporter IP: {reporterText(report)}</span>
      </p>
      <div className="mt-3 flex flex-wrap gap-2">
        {report.propertyAddress !== null && (
          <Button size="sm" variant="secondary" aria-describedby={headingId} onClick={onView}>
            View Property
          </Button>
        )}
        <Button size="sm" variant="secondary" aria-describedby={headingId} busy={isDismissing} onClick={onDismiss}>
          Dismiss
        </Button>
      </div>
    </article>
  );
}
