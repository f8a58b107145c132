import { useInfiniteQuery } from "@tanstack/react-query";
import { ShieldCheck } from "lucide-react";
import { useRef, useState, type ReactNode } from "react";
import type { AdminReport, ReportedPost } from "../../../worker/contracts/reports.ts";
import { formatCount } from "../../lib/format.ts";
import { loadNextPage } from "../../lib/load-next-page.ts";
import { itemsOf, totalOf } from "../../lib/paged-list.ts";
import { toastFailure } from "../../lib/toast-failure.ts";
import { toast } from "../../lib/toast.ts";
import { LoadFailure } from "../../ui/load-failure.tsx";
import { Notice } from "../../ui/notice.tsx";
import { RowsSkeleton } from "../../ui/rows-skeleton.tsx";
import { AdminReportCard } from "./admin-report-card.tsx";
import { AdminReportNotice, reportTitle } from "./admin-report-text.tsx";
import { adminReports, useDismissReport, useRenewReports } from "./admin-reports.queries.ts";
import { LoadMoreButton } from "../../ui/load-more-button.tsx";

/** 'Reports (count)', the count red when there are any. */
export function AdminReportsTabLabel() {
  const total = totalOf(useInfiniteQuery(adminReports()).data);
  if (total === undefined) return <>Reports</>;
  const isRed = total > 0;
  return (
    <span>
      Reports{" "}
      <span className={isRed ? "rounded-full bg-danger px-2 py-0.5 text-sm text-danger-ink" : undefined}>
        ({formatCount(total)})
      </span>
    </span>
  );
}

export interface ReportedListing {
  id: number;
  title: string;
  /** What was reported about it. */
  notice: ReactNode;
  onClose(): void;
}

/** A reported post, and what moderators do with it. */
export interface ReportedPostActions {
  kind: "thread" | "comment";
  id: number;
  post: ReportedPost;
  /** Id of what names the post. */
  describedBy: string;
  /** To be told when it may have been deleted. */
  onChanged(): void;
}

interface AdminReportsTabProps {
  renderListing(listing: ReportedListing): ReactNode;
  renderPostActions(actions: ReportedPostActions): ReactNode;
}

/** What visitors reported and nobody has dismissed yet. */
export function AdminReportsTab({ renderListing, renderPostActions }: AdminReportsTabProps) {
  const query = useInfiniteQuery(adminReports());
  const dismissal = useDismissReport();
  const renew = useRenewReports();
  const reports = itemsOf(query.data);
  const [viewed, setViewed] = useState<AdminReport | null>(null);
  const list = useRef<HTMLDivElement>(null);

  /** The next card, or the list when there is none. */
  const focusCard = (index: number) => {
    setTimeout(() => {
      const cards = list.current?.querySelectorAll<HTMLElement>("[data-report-id]") ?? [];
      (cards[Math.min(index, cards.length - 1)] ?? list.current)?.focus({ preventScroll: true });
    });
  };
  const dismiss = ({ id }: AdminReport) => {
    if (dismissal.isPending) return;
    dismissal.mutate(id, {
      onSuccess: () => {
        toast({ title: "Report dismissed" });
        focusCard(reports.findIndex((report) => report.id === id));
      },
      onError: (error) => toastFailure("Failed to dismiss report", error),
    });
  };
  const loadMore = async () => {
    if (await loadNextPage(query, "reports")) focusCard(reports.length);
  };

  const postActions = (report: AdminReport) => (describedBy: string) => {
    const { targetType, targetId, post } = report;
    if (targetType === "listing" || !post) return null;
    const onChanged = async () => {
      const index = reports.indexOf(report);
      await renew();
      // The button that was pressed goes with the post, and the focus with it.
      setTimeout(() => document.activeElement === document.body && focusCard(index), 20);
    };
    return renderPostActions({ kind: targetType, id: targetId, post, describedBy, onChanged: () => void onChanged() });
  };

  if (query.isPending) return <RowsSkeleton label="Loading reports" />;
  if (!query.data) {
    return <LoadFailure level="h2" title="Failed to fetch reports" onRetry={() => void query.refetch()} />;
  }
  return (
    <div ref={list} tabIndex={-1} className="grid grid-cols-1 gap-4 outline-none">
      <h2 className="sr-only">Reports</h2>
      {reports.length === 0 && (
        <Notice icon={ShieldCheck} title="No reports">
          All clear! No properties have been reported.
        </Notice>
      )}
      {reports.map((report) => (
        <AdminReportCard
          key={report.id}
          report={report}
          isDismissing={dismissal.isPending && dismissal.variables === report.id}
          renderPostActions={postActions(report)}
          onView={() => setViewed(report)}
          onDismiss={() => dismiss(report)}
        />
      ))}
      <LoadMoreButton label="Load More Reports" query={query} onLoad={() => void loadMore()} />
      {viewed &&
        renderListing({
          id: viewed.targetId,
          title: reportTitle(viewed),
          notice: <AdminReportNotice report={viewed} />,
          onClose: () => setViewed(null),
        })}
    </div>
  );
}
