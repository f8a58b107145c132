import type { Decision } from "./decisions.ts";
import { type Done, operation, type PageQuery, types } from "./operation.ts";

/** Reasons for reporting a listing (docs/contract.md, Reports); the first is the button of the detail dialog. */
export const REPORT_REASONS = [
  "NOT_BELOW_MARKET",
  "SCAM",
  "ALREADY_RENTED",
  "DUPLICATE",
  "DISCRIMINATORY",
  "WRONG_INFO",
] as const;
export type ReportReason = (typeof REPORT_REASONS)[number];

/** Reasons for reporting a forum post or a shared shortlist. */
export const POST_REPORT_REASONS = [
  "SPAM",
  "HARASSMENT",
  "SCAM",
  "PERSONAL_INFO",
  "DISCRIMINATORY",
  "OFF_TOPIC",
  "OTHER",
] as const;
export type PostReportReason = (typeof POST_REPORT_REASONS)[number];

/** Maximum length of a reporter's own words, in characters. */
export const REPORT_DETAILS_MAX = 500;

/** Kinds of things that can be reported. */
export const REPORT_TARGETS = ["listing", "thread", "comment", "shortlist"] as const;
export type ReportTarget = (typeof REPORT_TARGETS)[number];

/** A reported post, as moderators read it, deleted or not. */
export interface ReportedPost {
  threadId: number;
  threadSlug: string;
  threadTitle: string;
  /** The beginning of what was reported. */
  excerpt: string;
  authorId: number;
  authorName: string;
  /** Address it was posted from; masked after 90 days, and null for automated posts. */
  ipAddress: string | null;
  /** True if the post, or the thread it is in, was deleted. */
  isDeleted: boolean;
}

/** A reported shortlist, as moderators read it. */
export interface ReportedShortlist {
  title: string | null;
  /** Path of its page. */
  path: string;
}

/** The subject of reports. */
export interface ReportSubject {
  targetType: ReportTarget;
  targetId: number;
}

/** Maximum number of reports that one call can name. */
export const DISMISSAL_MAX = 500;
/** Maximum number of reports in a group whose reasons, networks and ids are shown, newest first. */
export const REPORTS_A_GROUP = 200;

/** A target with open reports; dates are ISO 8601 UTC. */
export interface ReportGroup extends ReportSubject {
  /** Id of its newest report. */
  id: number;
  /** Address of the listing or title of the discussion; null when it cannot be found. */
  title: string | null;
  /** Open reports. */
  count: number;
  /**
   * Number of networks they came from: an IPv4 address or an IPv6 /64 each. This, reasons and ids cover only the newest
   * {@link REPORTS_A_GROUP}.
   */
  networks: number;
  /** Most frequent first. */
  reasons: { reason: AdminReport["reason"]; count: number }[];
  firstReportedAt: string;
  lastReportedAt: string;
  /** True if they hide the listing's phone number now; such groups come first. */
  underReview: boolean;
  /** Newest first. */
  ids: number[];
  latest: AdminReport;
}

/** A dismissal of several reports. */
export interface ReportsDismissed extends Decision, Done {
  /** Number of reports that were open until the dismissal. */
  dismissed: number;
}

/** A report as moderators read it; dates are ISO 8601 UTC. */
export interface AdminReport extends ReportSubject {
  id: number;
  /** The listing's id, under the name that reports of listings have always used; null for posts, like the next two. */
  propertyId: number | null;
  propertyAddress: string | null;
  propertyBedrooms: string | null;
  /** Present in reports of posts only; null when the post cannot be found. */
  post?: ReportedPost | null;
  /** Present in reports of shortlists only; null when it is deleted or past its 90 days. */
  shortlist?: ReportedShortlist | null;
  reason: ReportReason | PostReportReason;
  /** The reporter's own words. */
  details: string | null;
  reportedAt: string;
  /** Address of the reporter. */
  ipAddress: string | null;
}

/** A reason, and the reporter's own words. */
interface ReportText<Reason extends string> {
  reason: Reason;
  details?: string | null;
}
type PostReport<Named> = { body: Named & ReportText<PostReportReason>; answer: Done };
/**
 * Reports a listing. A repeated report gets the same answer. 404 unless it is public; the same holds for posts and
 * shortlists.
 */
export const reportListing = operation(
  "POST",
  "/api/report-property",
  types<{ body: { propertyId: number } & ReportText<ReportReason>; answer: Done }>,
);
/** Reports a thread or a comment, like {@link reportListing}. A reason in the reporter's own words counts as OTHER. */
export const reportPost = operation(
  "POST",
  "/api/discussion/report",
  types<PostReport<{ threadId: number } | { commentId: number }>>,
);
/** Reports a shared shortlist, like {@link reportListing}. */
export const reportShortlist = operation("POST", "/api/shortlists/:token/report", types<PostReport<unknown>>);

/** Lists open reports, newest first: all, or those of one subject, given by both type and id. */
export const listReports = operation(
  "GET",
  "/api/admin/reports",
  types<{ query: PageQuery & { targetType?: ReportTarget; targetId?: number }; answer: AdminReport[] }>,
);
/** Lists the subjects of open reports, most recently reported first. */
export const listReportGroups = operation(
  "GET",
  "/api/admin/reports/groups",
  types<{ query: PageQuery; answer: ReportGroup[] }>,
);
/** Dismisses some reports, or all open ones about one subject. Reports that are not open are skipped. */
export const dismissReports = operation(
  "POST",
  "/api/admin/reports/dismiss",
  types<{ body: { ids: number[] } | ReportSubject; answer: ReportsDismissed }>,
);
/** Dismisses a report; 404 `report.not_found`, also if it is dismissed already. */
export const dismissReport = operation("DELETE", "/api/admin/reports/:id", types<{ answer: Done & Decision }>);
