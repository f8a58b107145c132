import { useInfiniteQuery } from "@tanstack/react-query";
import { useRef } from "react";
import type { AdminReport, ReportGroup } from "../../../worker/contracts/reports.ts";
import { formatMoment } from "../../lib/format-moment.ts";
import { loadNextPage } from "../../lib/load-next-page.ts";
import { itemsOf } from "../../lib/paged-list.ts";
import { Button } from "../../ui/button.tsx";
import { LoadFailure } from "../../ui/load-failure.tsx";
import { LoadMoreButton } from "../../ui/load-more-button.tsx";
import { RowsSkeleton } from "../../ui/rows-skeleton.tsx";
import { reasonText, reporterText } from "./admin-report-text.tsx";
import { adminReportsOf } from "./admin-reports.queries.ts";
import { useReportDismissal } from "./use-report-dismissal.ts";

/** The reports of one thing one by one, each with its own dismissal. */
export function AdminReportList({ group }: { group: ReportGroup }) {
  const query = useInfiniteQuery(adminReportsOf(group));
  const reports = itemsOf(query.data);
  const list = useRef<HTMLUListElement>(null);
  const focusRow = (index: number) =>
    setTimeout(() => {
      const rows = list.current?.querySelectorAll<HTMLElement>("li") ?? [];
      rows[Math.min(index, rows.length - 1)]?.focus({ preventScroll: true });
    });
  const { dismiss, busy } = useReportDismissal((report) => focusRow(reports.findIndex(({ id }) => id === report)));
  const loadMore = async () => {
    if (await loadNextPage(query, "reports")) focusRow(reports.length);
  };

  if (query.isPending) return <RowsSkeleton label="Loading reports" />;
  if (!query.data) {
    return <LoadFailure level="h3" title="Failed to fetch reports" onRetry={() => void query.refetch()} />;
  }
  return (
    <div className="mt-3 grid gap-3">
      <ul ref={list} className="max-h-96 divide-y divide-line overflow-y-auto border-y border-line">
        {reports.map((report) => (
          <Row key={report.id} report={report} isDismissing={busy === report.id} onDismiss={() => dismiss(report)} />
        ))}
      </ul>
      <LoadMoreButton label="Load More Reports" query={query} onLoad={() => void loadMore()} />
    </div>
  );
}

interface RowProps {
  report: AdminReport;
  isDismissing: boolean;
  onDismiss(): void;
}

function Row({ report, isDismissing, onDismiss }: RowProps) {
  const moment = formatMoment(report.reportedAt);
  return (
    <li tabIndex={-1} className="flex flex-wrap items-center gap-x-4 gap-y-1 py-1 text-sm outline-offset-[-3px]">
      <span className="font-semibold">{reasonText(report)}</span>
      <span className="text-ink-muted">{moment}</span>
      <span className="min-w-0 wrap-anywhere text-ink-muted">Reporter IP: {reporterText(report)}</span>
      <Button
        size="sm"
        variant="ghost"
        className="ml-auto"
        aria-label={`Dismiss: ${reasonText(report)}, ${moment}`}
        busy={isDismissing}
        onClick={onDismiss}
      >
        Dismiss
      </Button>
    </li>
  );
}
