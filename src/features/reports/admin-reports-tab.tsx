import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { ShieldCheck, ExternalLink } from "lucide-react";
import { useRef, useState, type ReactNode, useId } from "react";
import {
  type ReportGroup,
  type AdminReport,
  type ReportedPost,
  REPORTS_PER_GROUP,
} from "../../../worker/contracts/reports.ts";
import { formatCount, plural } from "../../lib/format.ts";
import { collectItems } from "../../lib/paged-list.ts";
import { LoadMoreButton } from "../../ui/load-more-button.tsx";
import { LoadFailure, Notice } from "../../ui/notice.tsx";
import { RowsSkeleton } from "../../ui/skeleton.tsx";
import { AdminReportNotice, reportTitle, postPath, reasonText, reporterText } from "./admin-report-text.tsx";
import {
  adminReportGroups,
  adminReportTotal,
  useInvalidateReports,
  useReportDismissal,
  adminReportsOf,
  useShortlistDeletion,
} from "./admin-reports.queries.ts";
import { AdminReportedPostActions } from "../forum/index.ts";
import {
  AdminReportedListing,
  AdminReportedListingActions,
  AdminReportedListingFacts,
  AdminReportedListingPhoto,
} from "../listings/index.ts";
import { formatMoment } from "../../lib/format-time.ts";
import { Button, buttonClass } from "../../ui/button.tsx";
import { RoleButton } from "../../ui/role-button.tsx";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { Chip } from "../../ui/chip.tsx";
import { focusOn, useMoveFocus } from "../../ui/return-focus.ts";

interface AdminReportCardProps {
  group: ReportGroup;
  isDismissing: boolean;
  /**
   * Renders the decisions on a reported listing or post. `describedBy` is the id of the element that names the listing
   * or post.
   */
  renderActions(describedBy: string): ReactNode;
  onView(): void;
  /** Dismisses all reports of the group. */
  onDismiss(): void;
}

/** Card of a reported listing or post. The card gets the focus when the card before it is dismissed. */
function AdminReportCard({ group, isDismissing, renderActions, onView, onDismiss }: AdminReportCardProps) {
  const headingId = useId();
  const [isOpen, setIsOpen] = useState(false);
  const { latest, count } = group;
  const { post, listing } = latest;
  return (
    <article
      tabIndex={-1}
      data-report-id={group.id}
      aria-labelledby={headingId}
      className="grid scroll-mt-24 grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-2 rounded-card border border-line bg-surface p-3 shadow-card focus:outline-3 focus:outline-focus xl:grid-cols-[auto_minmax(0,1fr)_auto]"
    >
      {listing && <AdminReportedListingPhoto listing={listing} />}
      <div className={`grid content-start gap-1 ${listing ? "" : "col-span-2"}`}>
        <h3 id={headingId} className="font-semibold wrap-anywhere">
          {reportTitle(latest)}
        </h3>
        {listing && <AdminReportedListingFacts listing={listing} reports={count} />}
        <p className="flex flex-wrap gap-2">
          {count === 1 ? (
            <Chip tone="danger">{reasonText(latest)}</Chip>
          ) : (
            group.reasons.map(({ reason, count: times }) => (
              <Chip key={reason} tone="danger">
                {reasonText({ targetType: group.targetType, reason })} <span className="sr-only">reported</span> ×
                {formatCount(times)}
              </Chip>
            ))
          )}
          {post?.isDeleted && <Chip>Deleted</Chip>}
        </p>
        {latest.details !== null && <ReporterWords details={latest.details} />}
        {post && <Post post={post} />}
        {latest.shortlist === null && <p className="text-sm text-ink-muted">This shortlist is no longer stored.</p>}
        {post === null && <p className="text-sm text-ink-muted">This post is no longer stored.</p>}
        {count === 1 ? (
          <p className="flex flex-wrap gap-x-5 text-sm text-ink-muted">
            <span>Reported: {formatMoment(latest.reportedAt)}</span>
            <span className="min-w-0 wrap-anywhere">Reporter IP: {reporterText(latest)}</span>
          </p>
        ) : (
          <p className="flex flex-wrap gap-x-5 text-sm text-ink-muted">
            <span className="font-semibold text-ink">
              {plural(count, "report")} from {plural(group.networks, "network")}
              {count > REPORTS_PER_GROUP && ` (of the latest ${REPORTS_PER_GROUP})`}
            </span>
            <span>First: {formatMoment(group.firstReportedAt)}</span>
            <span>Latest: {formatMoment(group.lastReportedAt)}</span>
          </p>
        )}
      </div>
      <div className="col-span-full flex flex-wrap gap-2 xl:col-span-1 xl:max-w-136 xl:justify-end xl:self-center">
        {latest.propertyAddress !== null && (
          <Button size="sm" variant="secondary" aria-describedby={headingId} onClick={onView}>
            View Property
          </Button>
        )}
        {post && !post.isDeleted && (
          <a
            href={postPath(latest, post)}
            target="_blank"
            rel="noopener"
            aria-describedby={headingId}
            className={buttonClass({ variant: "secondary", size: "sm" })}
          >
            <ExternalLink aria-hidden className="size-4" />
            View Post
            <span className="sr-only">(opens in a new tab)</span>
          </a>
        )}
        {renderActions(headingId)}
        {latest.shortlist && (
          <ShortlistActions id={latest.targetId} path={latest.shortlist.path} describedBy={headingId} />
        )}
        <Dismissal count={count} describedBy={headingId} isBusy={isDismissing} onDismiss={onDismiss} />
        {count > 1 && (
          <Button
            size="sm"
            variant="ghost"
            aria-describedby={headingId}
            aria-expanded={isOpen}
            onClick={() => setIsOpen(!isOpen)}
          >
            {isOpen ? "Hide Reports" : "Show Reports"}
          </Button>
        )}
      </div>
      {isOpen && count > 1 && (
        <div className="col-span-full">
          <AdminReportList group={group} />
        </div>
      )}
    </article>
  );
}

interface DismissalProps {
  count: number;
  describedBy?: string;
  isBusy: boolean;
  onDismiss(): void;
}

/** The button that dismisses all reports of a group. */
function Dismissal({ count, describedBy, isBusy, onDismiss }: DismissalProps) {
  return (
    <RoleButton
      needs="moderator"
      size="sm"
      variant="secondary"
      aria-describedby={describedBy}
      busy={isBusy}
      onClick={onDismiss}
    >
      {count === 1 ? "Dismiss" : `Dismiss All ${formatCount(count)}`}
    </RoleButton>
  );
}

/** A reporter's full text. */
function ReporterWords({ details }: { details: string }) {
  return (
    <p dir="auto" className="text-sm whitespace-pre-line wrap-anywhere">
      “{details}”
    </p>
  );
}

/** Buttons that open a reported shortlist or delete it for everybody. */
function ShortlistActions({ id, path, describedBy }: { id: number; path: string; describedBy: string }) {
  const deletion = useShortlistDeletion(id);
  const [isConfirming, setIsConfirming] = useState(false);
  return (
    <>
      <a
        href={path}
        target="_blank"
        rel="noopener"
        aria-describedby={describedBy}
        className={buttonClass({ variant: "secondary", size: "sm" })}
      >
        <ExternalLink aria-hidden className="size-4" />
        View Shortlist
        <span className="sr-only">(opens in a new tab)</span>
      </a>
      <RoleButton
        needs="moderator"
        size="sm"
        variant="danger"
        aria-describedby={describedBy}
        onClick={() => setIsConfirming(true)}
      >
        Delete Shortlist
      </RoleButton>
      <ConfirmDialog
        open={isConfirming}
        onOpenChange={setIsConfirming}
        title="Delete this shortlist?"
        description="Its link stops working for everyone. This cannot be undone."
        confirmLabel="Delete"
        busy={deletion.isPending}
        onConfirm={() => deletion.mutate(undefined, { onSettled: () => setIsConfirming(false) })}
      />
    </>
  );
}

function Post({ post: { excerpt, authorName, ipAddress } }: { post: ReportedPost }) {
  return (
    <>
      <blockquote className="border-l-2 border-line-strong pl-3 text-sm wrap-anywhere">{excerpt}</blockquote>
      <p className="flex flex-wrap gap-x-5 text-sm">
        <span>
          Author: <span translate="no">{authorName}</span>
        </span>
        <span className="min-w-0 wrap-anywhere">Author IP: {ipAddress ?? "None stored"}</span>
      </p>
    </>
  );
}

/** Lists the single reports of a group, each with its own Dismiss button. */
function AdminReportList({ group }: { group: ReportGroup }) {
  const query = useInfiniteQuery(adminReportsOf(group));
  const reports = collectItems(query.data);
  const list = useRef<HTMLUListElement>(null);
  const focusRow = (index: number) => {
    const rows = list.current?.querySelectorAll<HTMLElement>("li") ?? [];
    return focusOn(rows[Math.min(index, rows.length - 1)], { preventScroll: true });
  };
  const moveFocus = useMoveFocus();
  const { dismiss, busy } = useReportDismissal((gone) => {
    const index = reports.findIndex(({ id }) => id === gone);
    moveFocus(() => focusRow(index));
  });

  if (query.isPending) return <RowsSkeleton label="Loading reports" />;
  if (!query.data) {
    return <LoadFailure level="h3" title="Failed to fetch reports" onRetry={() => void query.refetch()} />;
  }
  return (
    <div className="grid gap-3">
      <ul ref={list} className="max-h-96 divide-y divide-line overflow-y-auto border-y border-line">
        {reports.map((report) => (
          <Row key={report.id} report={report} isDismissing={busy === report.id} onDismiss={() => dismiss(report)} />
        ))}
      </ul>
      <LoadMoreButton
        label="Load More Reports"
        what="reports"
        query={query}
        onLoaded={() => focusRow(reports.length)}
      />
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
      {report.details !== null && (
        <div className="order-1 w-full">
          <ReporterWords details={report.details} />
        </div>
      )}
      <RoleButton
        needs="moderator"
        size="sm"
        variant="ghost"
        className="ml-auto"
        aria-label={`Dismiss: ${reasonText(report)}, ${moment}`}
        busy={isDismissing}
        onClick={onDismiss}
      >
        Dismiss
      </RoleButton>
    </li>
  );
}

/** Tab label 'Reports (count)', red if there are any. */
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

/** Lists the open reports by group. */
export function AdminReportsTab() {
  const query = useInfiniteQuery(adminReportGroups());
  const invalidate = useInvalidateReports();
  const groups = collectItems(query.data);
  const [viewed, setViewed] = useState<ReportGroup | null>(null);
  const list = useRef<HTMLDivElement>(null);

  /** Focuses a card, or the list if there is none. */
  const focusCard = (index: number) => {
    const cards = list.current?.querySelectorAll<HTMLElement>("[data-report-id]") ?? [];
    return focusOn(cards[Math.min(index, cards.length - 1)] ?? list.current, { preventScroll: true });
  };
  const moveFocus = useMoveFocus();
  const listings = groups.filter(({ latest }) => latest.propertyAddress !== null);
  const at = listings.findIndex(({ targetId }) => targetId === viewed?.targetId);
  const { dismiss, dismissAll, busy } = useReportDismissal((gone) => {
    if (viewed?.id === gone) {
      const next = listings[at + 1] ?? listings[at - 1] ?? null;
      // Does not replace a listing that was opened meanwhile.
      setViewed((current) => (current?.id === gone ? next : current));
      if (next) return;
    }
    const index = groups.findIndex(({ id }) => id === gone);
    moveFocus(() => focusCard(index));
  });
  const isBusy = ({ id, targetType, targetId }: ReportGroup) =>
    typeof busy === "number" ? busy === id : busy?.targetType === targetType && busy.targetId === targetId;

  const dismissGroup = (group: ReportGroup) => (group.count === 1 ? dismiss(group.latest) : dismissAll(group));
  const actionsOf = (group: ReportGroup) => (describedBy: string) => {
    const { targetType, targetId } = group;
    const { post, propertyAddress } = group.latest;
    if (targetType === "listing" && propertyAddress !== null) {
      return (
        <AdminReportedListingActions
          id={targetId}
          reasons={group.reasons.map(({ reason }) => reason)}
          describedBy={describedBy}
          onTakenDown={() => dismissGroup(group)}
        />
      );
    }
    if (targetType === "listing" || targetType === "shortlist" || !post) return null;
    const onChanged = async () => {
      const index = groups.indexOf(group);
      await invalidate();
      // Needed if the clicked button disappeared with the post and took the focus with it.
      moveFocus(() => document.activeElement === document.body && focusCard(index));
    };
    const of = { kind: targetType, id: targetId, post, describedBy };
    return <AdminReportedPostActions {...of} onChanged={() => void onChanged()} />;
  };

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
      <div className="grid grid-cols-1 gap-3 empty:hidden">
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
      </div>
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
          dismissal={<Dismissal count={viewed.count} isBusy={isBusy(viewed)} onDismiss={() => dismissGroup(viewed)} />}
          notice={<AdminReportNotice report={viewed.latest} others={viewed.count - 1} />}
          turn={{ previous: toView(listings[at - 1]), next: at < 0 ? null : toView(listings[at + 1]) }}
          onClose={() => setViewed(null)}
        />
      )}
    </div>
  );
}
