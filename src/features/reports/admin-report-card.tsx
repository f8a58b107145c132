import { ExternalLink } from "lucide-react";
import { type ReactNode, useId, useState } from "react";
import { REPORTS_A_GROUP, type ReportedPost, type ReportGroup } from "../../../worker/contracts/reports.ts";
import { formatMoment } from "../../lib/format-moment.ts";
import { formatCount, plural } from "../../lib/format.ts";
import { Button, buttonClass } from "../../ui/button.tsx";
import { Chip } from "../../ui/chip.tsx";
import { AdminReportList } from "./admin-report-list.tsx";
import { postPath, reasonText, reporterText, reportTitle } from "./admin-report-text.tsx";

interface AdminReportCardProps {
  group: ReportGroup;
  isDismissing: boolean;
  /** What is done with a reported post and its author, for the one that an element of this id names. */
  renderPostActions(describedBy: string): ReactNode;
  onView(): void;
  /** Dismisses the one report, or all of them. */
  onDismiss(): void;
}

/** What was reported, once or by many. It takes focus when the one before it was dismissed. */
export function AdminReportCard({ group, isDismissing, renderPostActions, onView, onDismiss }: AdminReportCardProps) {
  const headingId = useId();
  const [isOpen, setIsOpen] = useState(false);
  const { latest, count } = group;
  const { post } = latest;
  return (
    <article
      tabIndex={-1}
      data-report-id={group.id}
      aria-labelledby={headingId}
      className="scroll-mt-24 rounded-card border border-line bg-surface p-4 shadow-card focus:outline-3 focus:outline-focus"
    >
      <h3 id={headingId} className="text-lg font-semibold wrap-anywhere">
        {reportTitle(latest)}
      </h3>
      <p className="mt-1 flex flex-wrap gap-2">
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
      {post && <Post post={post} />}
      {post === null && <p className="mt-1 text-sm text-ink-muted">This post is no longer stored.</p>}
      {count === 1 ? (
        <p className="mt-1 flex flex-wrap gap-x-5 text-sm text-ink-muted">
          <span>Reported: {formatMoment(latest.reportedAt)}</span>
          <span className="min-w-0 wrap-anywhere">Reporter IP: {reporterText(latest)}</span>
        </p>
      ) : (
        <p className="mt-1 flex flex-wrap gap-x-5 text-sm text-ink-muted">
          <span className="font-semibold text-ink">
            {plural(count, "report")} from {plural(group.networks, "network")}
            {count > REPORTS_A_GROUP && ` (of the latest ${REPORTS_A_GROUP})`}
          </span>
          <span>First: {formatMoment(group.firstReportedAt)}</span>
          <span>Latest: {formatMoment(group.lastReportedAt)}</span>
        </p>
      )}
      <div className="mt-3 flex flex-wrap gap-2">
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
        {post && renderPostActions(headingId)}
        <Button size="sm" variant="secondary" aria-describedby={headingId} busy={isDismissing} onClick={onDismiss}>
          {count === 1 ? "Dismiss" : `Dismiss All ${formatCount(count)}`}
        </Button>
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
      {isOpen && count > 1 && <AdminReportList group={group} />}
    </article>
  );
}

/** What was reported, by whom it was written, and from where. */
function Post({ post: { excerpt, authorName, ipAddress } }: { post: ReportedPost }) {
  return (
    <>
      <blockquote className="mt-2 border-l-2 border-line-strong pl-3 text-sm wrap-anywhere">{excerpt}</blockquote>
      <p className="mt-2 flex flex-wrap gap-x-5 text-sm">
        <span>Author: {authorName}</span>
        <span className="min-w-0 wrap-anywhere">Author IP: {ipAddress ?? "None stored"}</span>
      </p>
    </>
  );
}
