import { Flag } from "lucide-react";
import { commentAnchor, threadPath } from "../../../worker/contracts/forum.ts";
import type { AdminReport, PostReportReason, ReportedPost } from "../../../worker/contracts/reports.ts";
import { plural } from "../../lib/format.ts";
import { formatMoment } from "../../lib/format-time.ts";
import { POST_REPORT_TEXTS } from "../../ui/report-fields.tsx";

const isOfPosts = (reason: AdminReport["reason"]): reason is PostReportReason => reason in POST_REPORT_TEXTS;

/**
 * Returns the reason of a report: for posts the option's text, for listings its code as words (NOT_BELOW_MARKET → 'NOT
 * BELOW MARKET').
 */
export function reasonText({ targetType, reason }: Pick<AdminReport, "targetType" | "reason">): string {
  return targetType !== "listing" && isOfPosts(reason) ? POST_REPORT_TEXTS[reason] : reason.replaceAll("_", " ");
}

const NAMES = { listing: "Property", thread: "Discussion", comment: "Comment", shortlist: "Shortlist" } as const;

/** Returns the title of the reported item, such as a listing's address; its number if the item is gone. */
export function reportTitle({ targetType, targetId, propertyAddress, post, shortlist }: AdminReport): string {
  if (post) return `${targetType === "thread" ? "Discussion" : "Comment in"}: ${post.threadTitle}`;
  if (shortlist && shortlist.title !== null) return `Shortlist: ${shortlist.title}`;
  return propertyAddress ?? `${NAMES[targetType]} #${targetId}`;
}

/** Returns the public path of a reported post. */
export function postPath({ targetType, targetId }: AdminReport, { threadId, threadSlug }: ReportedPost): string {
  const path = threadPath({ id: threadId, seoSlug: threadSlug });
  return targetType === "comment" ? `${path}#${commentAnchor(targetId)}` : path;
}

/** Returns the reporter's IP address, or a text if it has been deleted. */
export function reporterText({ ipAddress }: AdminReport): string {
  return ipAddress ?? "No longer stored";
}

/** Notice above a reported listing that shows the report. */
export function AdminReportNotice({ report, others }: { report: AdminReport; others: number }) {
  return (
    <aside
      aria-label="Report"
      className="mb-5 flex gap-3 rounded-control border border-danger bg-danger-soft p-3 text-sm text-ink"
    >
      <Flag aria-hidden className="mt-0.5 size-5 shrink-0 text-danger" />
      <div className="min-w-0">
        <p className="font-semibold text-danger">Reported: {reasonText(report)}</p>
        {report.details !== null && <p className="whitespace-pre-line wrap-anywhere">“{report.details}”</p>}
        <p>Time: {formatMoment(report.reportedAt)}</p>
        <p className="wrap-anywhere">Reporter IP: {reporterText(report)}</p>
        {others > 0 && <p className="mt-1 font-semibold">And {plural(others, "other report")}</p>}
      </div>
    </aside>
  );
}
