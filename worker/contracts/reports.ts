import type { Decision } from "./decisions.ts";

/** Why somebody reports a listing (docs/contract.md, Reports); the first is the button of the detail dialog. */
export const REPORT_REASONS = [
  "NOT_BELOW_MARKET",
  "SCAM",
  "ALREADY_RENTED",
  "DUPLICATE",
  "DISCRIMINATORY",
  "WRONG_INFO",
] as const;
export type ReportReason = (typeof REPORT_REASONS)[number];

/** Why somebody reports a post of the forum, or a shared shortlist. */
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

/** Longest words of a reporter, in characters. */
export const REPORT_DETAILS_MAX = 500;

/** What can be reported. */
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
  /** Where it was posted from; masked after 90 days, and null for automated posts. */
  ipAddress: string | null;
  /** It, or the thread it is in. */
  isDeleted: boolean;
}

/** A reported shortlist, as moderators read it. */
export interface ReportedShortlist {
  title: string | null;
  /** Path of its page. */
  path: string;
}

/** Reports that one call can name. */
export const DISMISSAL_MAX = 500;
/** Reports of a group whose reasons, networks and ids are told, newest first. */
export const REPORTS_A_GROUP = 200;

/** What has open reports; dates are ISO 8601 UTC. */
export interface ReportGroup {
  /** Of its newest report. */
  id: number;
  targetType: ReportTarget;
  targetId: number;
  /** Address of the listing or title of the discussion; null when it is nowhere to be found. */
  title: string | null;
  /** Open reports. */
  count: number;
  /** How many networks they came from: an IPv4 address or an IPv6 /64 each. This, reasons and ids are of the newest {@link REPORTS_A_GROUP}. */
  networks: number;
  /** Most frequent first. */
  reasons: { reason: AdminReport["reason"]; count: number }[];
  firstReportedAt: string;
  lastReportedAt: string;
  /** Whether they hide the listing's phone number now; such groups come first. */
  underReview: boolean;
  /** Newest first. */
  ids: number[];
  latest: AdminReport;
}

/** Answer to a dismissal of several reports. */
export interface ReportsDismissed extends Decision {
  success: true;
  /** How many were open until then. */
  dismissed: number;
}

/** A report as moderators read it; dates are ISO 8601 UTC. */
export interface AdminReport {
  id: number;
  targetType: ReportTarget;
  targetId: number;
  /** The listing's id, the name that listings' reports always had; null for posts, as the two below. */
  propertyId: number | null;
  propertyAddress: string | null;
  propertyBedrooms: string | null;
  /** In reports of posts only; null when the post is nowhere to be found. */
  post?: ReportedPost | null;
  /** In reports of shortlists only; null when it is deleted or past its 90 days. */
  shortlist?: ReportedShortlist | null;
  reason: ReportReason | PostReportReason;
  /** The reporter's own words. */
  details: string | null;
  reportedAt: string;
  /** The reporter's. */
  ipAddress: string | null;
}
