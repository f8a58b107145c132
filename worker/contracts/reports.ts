/** Why somebody reports a listing (decisions.md 3); the first is the button of the detail dialog. */
export const REPORT_REASONS = [
  "NOT_BELOW_MARKET",
  "SCAM",
  "ALREADY_RENTED",
  "DUPLICATE",
  "DISCRIMINATORY",
  "WRONG_INFO",
] as const;
export type ReportReason = (typeof REPORT_REASONS)[number];

/** Why somebody reports a post of the forum. */
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

/** What can be reported. */
export type ReportTarget = "listing" | "thread" | "comment";

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
  reason: ReportReason | PostReportReason;
  reportedAt: string;
  /** The reporter's. */
  ipAddress: string | null;
}
