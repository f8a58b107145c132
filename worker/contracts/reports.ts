import type { Decision } from "./decisions.ts";
import type { ListingStatus } from "./listings.ts";
import { type Done, operation, type PageQuery, types } from "./operation.ts";

/**
 * Reasons for reporting a listing (docs/contract.md, Reports). The first has a button of its own in the detail dialog.
 */
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

/** Kinds of content that can be reported. */
export const REPORT_TARGETS = ["listing", "thread", "comment", "shortlist"] as const;
export type ReportTarget = (typeof REPORT_TARGETS)[number];

/** A reported listing as moderators see it. */
export interface ReportedListing {
  rent: string;
  status: ListingStatus;
  belowMarketPercent: number | null;
  /** The benchmark that the rent was compared with, in monthly dollars. */
  marketRent: number | null;
  /** True if the benchmark is derived. */
  marketIsEstimate: boolean;
  /** Signed URL of the first photo, valid for an hour; null without photos. */
  photo: string | null;
}

/** A reported post as moderators see it, whether deleted or not. */
export interface ReportedPost {
  threadId: number;
  threadSlug: string;
  threadTitle: string;
  /** The beginning of the reported text. */
  excerpt: string;
  authorId: number;
  authorName: string;
  /** IP address that the post came from; masked after 90 days, null for automated posts. */
  ipAddress: string | null;
  /** True if the post or its thread was deleted. */
  isDeleted: boolean;
}

/** A reported shortlist as moderators see it. */
export interface ReportedShortlist {
  title: string | null;
  /** Path of the shortlist's page. */
  path: string;
}

/** The listing, post or shortlist that reports are about. */
export interface ReportSubject {
  targetType: ReportTarget;
  targetId: number;
}

/** Maximum number of report ids in one request. */
export const DISMISSAL_MAX = 500;
/** Maximum number of reports in a group whose reasons, networks and ids are shown. The newest reports are shown. */
export const REPORTS_PER_GROUP = 200;

/** A target with open reports; dates are ISO 8601 UTC. */
export interface ReportGroup extends ReportSubject {
  /** Id of the newest report about the target. */
  id: number;
  /** Address of the listing or title of the discussion; null when it cannot be found. */
  title: string | null;
  /** Number of open reports about the target. */
  count: number;
  /**
   * Number of networks that the reports came from; each is an IPv4 address or an IPv6 /64. `networks`, `reasons` and
   * `ids` cover only the newest {@link REPORTS_PER_GROUP} reports.
   */
  networks: number;
  /** Reasons of the reports, most frequent first. */
  reasons: { reason: AdminReport["reason"]; count: number }[];
  firstReportedAt: string;
  lastReportedAt: string;
  /** True if reports currently hide the listing's phone number. Groups with a hidden phone number come first. */
  underReview: boolean;
  /** Ids of the reports, newest first. */
  ids: number[];
  latest: AdminReport;
}

/** A dismissal of several reports. */
export interface ReportsDismissed extends Decision, Done {
  /** Number of reports that were open before the dismissal. */
  dismissed: number;
}

/** A report as moderators see it. Dates are ISO 8601 UTC. */
export interface AdminReport extends ReportSubject {
  id: number;
  /** Id of the reported listing. The name is historical. Null for reports of posts, as are the next two fields. */
  propertyId: number | null;
  propertyAddress: string | null;
  propertyBedrooms: string | null;
  /** The reported listing, in reports of listings only; null if it is deleted. */
  listing?: ReportedListing | null;
  /** The reported post, in reports of posts only; null if it cannot be found. */
  post?: ReportedPost | null;
  /** The reported shortlist, in reports of shortlists only; null if it is deleted or older than 90 days. */
  shortlist?: ReportedShortlist | null;
  reason: ReportReason | PostReportReason;
  /** The reporter's own words. */
  details: string | null;
  reportedAt: string;
  /** IP address of the reporter. */
  ipAddress: string | null;
}

/** A reason, and the reporter's own words. */
interface ReportText<Reason extends string> {
  reason: Reason;
  details?: string | null;
}
type PostReport<Named> = { body: Named & ReportText<PostReportReason>; answer: Done };
/**
 * Reports a listing. A repeated report gets the same response as the first. 404 unless the listing is public. Reports
 * of posts and shortlists work in the same way.
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

/** Lists open reports, newest first: all reports, or the reports about one subject, given by both type and id. */
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
/** Dismisses individual reports, or all open reports about one subject. Skips reports that are not open. */
export const dismissReports = operation(
  "POST",
  "/api/admin/reports/dismiss",
  types<{ body: { ids: number[] } | ReportSubject; answer: ReportsDismissed }>,
);
/** Dismisses a report; 404 `report.not_found`, also if it was dismissed before. */
export const dismissReport = operation("DELETE", "/api/admin/reports/:id", types<{ answer: Done & Decision }>);
