import type { PostReportReason } from "../../worker/contracts/reports.ts";

/** Reasons for a report, as reporters and moderators see them. */
export const POST_REPORT_TEXTS: Record<PostReportReason, string> = {
  SPAM: "It is spam or advertising",
  HARASSMENT: "It attacks or harasses somebody",
  SCAM: "It looks like a scam",
  PERSONAL_INFO: "It shows somebody's personal information",
  DISCRIMINATORY: "It discriminates against people",
  OFF_TOPIC: "It has nothing to do with renting here",
  OTHER: "Something else",
};
