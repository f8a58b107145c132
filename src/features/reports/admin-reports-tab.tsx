import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { ShieldCheck } from "lucide-react";
import { useRef, useState } from "react";
import type { ReportGroup } from "../../../worker/contracts/reports.ts";
import { formatCount } from "../../lib/format.ts";
import { itemsOf } from "../../lib/paged-list.ts";
import { LoadMoreButton } from "../../ui/load-more-button.tsx";
import { LoadFailure, Notice } from "../../ui/notice.tsx";
import { RowsSkeleton } from "../../ui/skeleton.tsx";
import { AdminReportCard } from "./admin-report-card.tsx";
import { AdminReportNotice, reportTitle } from "./admin-report-text.tsx";
import {
  adminReportGroups,
  adminReportTotal,
  useInvalidateReports,
  useReportDismissal,
} from "./admin-reports.queries.ts";
import { AdminReportedPostActions } from "../forum/index.ts";
import { AdminReportedListing, AdminReportedListingActions } from "../listings/index.ts";

/** 'Reports (count)', red if there are any. */
export function AdminReportsTabLabel() {
  const { data: total = null } = useQuery(adminReportTotal());
  if (total === null) return <>Reports</>;
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

/** Open reports. */
export function AdminReportsTab() {
  const query = useInfiniteQuery(adminReportGroups());
  const invalidate = useInvalidateReports();
  const groups = itemsOf(query.data);
  const [viewed, setViewed] = useState<ReportGroup | null>(null);
  const list = useRef<HTMLDivElement>(null);

  /** Focuses a card, or the list if there is none. */
  const focusCard = (index: number) => {
    setTimeout(() => {
      const cards = list.current?.querySelectorAll<HTMLElement>("[data-report-id]") ?? [];
      (cards[Math.min(index, cards.length - 1)] ?? list.current)?.focus({ preventScroll: true });
    });
  };
  const { dismiss, dismissAll, busy } = useReportDismissal((gone) =>
    focusCard(groups.findIndex(({ id }) => id === gone)),
  );
  const isBusy = ({ id, targetType, targetId }: ReportGroup) =>
    typeof busy === "number" ? busy === id : busy?.targetType === targetType && busy.targetId === targetId;

  const dismissGroup = (group: ReportGroup) => (group.count === 1 ? dismiss(group.latest) : dismissAll(group));
  const actionsOf = (group: ReportGroup) => (describedBy: string) => {
    const { targetType, targetId } = group;
    const { post, propertyAddress } = group.latest;
    if (targetType === "listing" && propertyAddress !== null) {
      return (
        <AdminReportedListingActions id={targetId} describedBy={describedBy} onTakenDown={() => dismissGroup(group)} />
      );
    }
    if (targetType === "listing" || targetType === "shortlist" || !post) return null;
    const onChanged = async () => {
      const index = groups.indexOf(group);
      await invalidate();
      // The pressed button disappears with the post and would lose the focus.
      setTimeout(() => document.activeElement === document.body && focusCard(index), 20);
    };
    const of = { kind: targetType, id: targetId, post, describedBy };
    return <AdminReportedPostActions {...of} onChanged={() => void onChanged()} />;
  };

  const listings = groups.filter(({ latest }) => latest.propertyAddress !== null);
  const at = listings.findIndex(({ targetId }) => targetId === viewed?.targetId);
  const toView = (group: ReportGroup | undefined) => (group ? () => setViewed(group) : null);

  if (query.isPending) return <RowsSkeleton label="Loading reports" />;
  if (!query.data) {
    return <LoadFailure level="h2" title="Failed to fetch reports" onRetry={() => void query.refetch()} />;
  }
  return (
    <div ref={list} tabIndex={-1} className="grid grid-cols-1 gap-4 outline-none">
      <h2 className="sr-only">Reports</h2>
      {groups.length === 0 && (
        <Notice icon={ShieldCheck} title="No reports">
          All clear! No properties have been reported.
        </Notice>
      )}
      {groups.map((group) => (
        <AdminReportCard
          key={`${group.targetType} ${group.targetId}`}
          group={group}
          isDismissing={isBusy(group)}
          renderActions={actionsOf(group)}
          onView={() => setViewed(group)}
          onDismiss={() => dismissGroup(group)}
        />
      ))}
      <LoadMoreButton
        label="Load More Reports"
        what="reports"
        query={query}
        onLoaded={() => focusCard(groups.length)}
      />
      {viewed && (
        <AdminReportedListing
          id={viewed.targetId}
          title={reportTitle(viewed.latest)}
          notice={<AdminReportNotice report={viewed.latest} others={viewed.count - 1} />}
          turn={{ previous: toView(listings[at - 1]), next: at < 0 ? null : toView(listings[at + 1]) }}
          onClose={() => setViewed(null)}
        />
      )}
    </div>
  );
}
