import { ExternalLink } from "lucide-react";
import { type ReactNode, useId } from "react";
import type { AdminReport, ReportedPost } from "../../../worker/contracts/reports.ts";
import { formatMoment } from "../../lib/format-moment.ts";
import { Button, buttonClass } from "../../ui/button.tsx";
import { Chip } from "../../ui/chip.tsx";
import { postPath, reasonText, reporterText, reportTitle } from "./admin-report-text.tsx";

interface AdminReportCardProps {
  report: AdminReport;
  isDismissing: boolean;
  /** What is done with a reported post and its author, for the one that an element of this id names. */
  renderPostActions(describedBy: string): ReactNode;
  onView(): void;
  onDismiss(): void;
}

/** One open report. It takes focus when the one before it was dismissed. */
export function AdminReportCard({ report, isDismissing, renderPostActions, onView, onDismiss }: AdminReportCardProps) {
  const headingId = useId();
  const { post } = report;
  return (
    <article
      tabIndex={-1}
      data-report-id={report.id}
      aria-labelledby={headingId}
      className="scroll-mt-24 rounded-card border border-line bg-surface p-4 shadow-card focus:outline-3 focus:outline-focus"
    >
      <h3 id={headingId} className="text-lg font-semibold wrap-anywhere">
        {reportTitle(report)}
      </h3>
      <p className="mt-1 flex flex-wrap gap-2">
        <Chip tone="danger">{reasonText(report)}</Chip>
        {post?.isDeleted && <Chip>Deleted</Chip>}
      </p>
      {post && <Post post={post} />}
      {post === null && <p className="mt-1 text-sm text-ink-muted">This post is no longer stored.</p>}
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
        {post && !post.isDeleted && (
          <a
            href={postPath(report, post)}
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
          Dismiss
        </Button>
      </div>
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
