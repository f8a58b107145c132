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

/** What can be reported. */
export type ReportTarget = "listing";

/** A report as moderators read it; dates are ISO 8601 UTC. */
export interface AdminReport {
  id: number;
  targetType: ReportTarget;
  targetId: number;
  /** The listing's id; the name that listings' reports always had. */
  propertyId: number | null;
  propertyAddress: string | null;
  propertyBedrooms: string | null;
  reason: ReportReason;
  reportedAt: string;
  ipAddress: string | null;
}
