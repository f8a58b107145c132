import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { ShieldCheck } from "lucide-react";
import { type ReactNode, useRef, useState } from "react";
import type { ReportedPost, ReportGroup } from "../../../worker/contracts/reports.ts";
import { formatCount } from "../../lib/format.ts";
import { loadNextPage } from "../../lib/load-next-page.ts";
import { itemsOf } from "../../lib/paged-list.ts";
import { LoadMoreButton } from "../../ui/load-more-button.tsx";
import { LoadFailure, Notice } from "../../ui/notice.tsx";
import { RowsSkeleton } from "../../ui/skeleton.tsx";
import { AdminReportCard } from "./admin-report-card.tsx";
import { AdminReportNotice, reportTitle } from "./admin-report-text.tsx";
import { adminReportGroups, adminReportTotal, useRenewReports, useReportDismissal } from "./admin-reports.queries.ts";

/** 'Reports (count)', the count red when there are any. */
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
  const query = useInfiniteQuery(adminReportGroups());
  const renew = useRenewReports();
  const groups = itemsOf(query.data);
  const [viewed, setViewed] = useState<ReportGroup | null>(null);
  const list = useRef<HTMLDivElement>(null);

  /** The next card, or the list when there is none. */
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
  const loadMore = async () => {
    if (await loadNextPage(query, "reports")) focusCard(groups.length);
  };

  const postActions = (group: ReportGroup) => (describedBy: string) => {
    const { targetType, targetId } = group;
    const { post } = group.latest;
    if (targetType === "listing" || !post) return null;
    const onChanged = async () => {
      const index = groups.indexOf(group);
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
          renderPostActions={postActions(group)}
          onView={() => setViewed(group)}
          onDismiss={() => (group.count === 1 ? dismiss(group.latest) : dismissAll(group))}
        />
      ))}
      <LoadMoreButton label="Load More Reports" query={query} onLoad={() => void loadMore()} />
      {viewed &&
        renderListing({
          id: viewed.targetId,
          title: reportTitle(viewed.latest),
          notice: <AdminReportNotice report={viewed.latest} others={viewed.count - 1} />,
          onClose: () => setViewed(null),
        })}
    </div>
  );
}
