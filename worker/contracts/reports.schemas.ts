import * as z from "zod/mini";
import { declare, json } from "./operation-rules.ts";
import * as reports from "./reports.ts";
import { idOf, line, paragraph } from "./text.schemas.ts";
import {
  DISMISSAL_MAX,
  POST_REPORT_REASONS,
  REPORT_DETAILS_MAX,
  REPORT_REASONS,
  REPORT_TARGETS,
  type PostReportReason,
  type ReportReason,
} from "./reports.ts";

const NO_REASON = "Please choose a reason.";

/** The reporter's own words; null if there are none. */
const details = z.pipe(
  z.optional(z.nullable(paragraph(REPORT_DETAILS_MAX))),
  z.transform((text) => text || null),
);

const propertyReport = z.object({
  propertyId: idOf("Please name the listing."),
  reason: z.enum(REPORT_REASONS, NO_REASON),
  details,
});

const NO_POST = "Please name the discussion or the comment, and not both.";
const post = z.optional(z.nullable(idOf(NO_POST)));

/** Maximum length of a reason in the reporter's own words, in characters. Such reasons are stored as OTHER. */
const OWN_WORDS_MAX = 500;

/**
 * The reason for reporting a post. Accepts any reason for posts or listings in any spelling: both "personal info" and
 * PERSONAL_INFO. Unknown reasons become OTHER, so that no report is rejected.
 */
const postReason = z.pipe(
  z.pipe(z.string(NO_REASON), z.pipe(line(OWN_WORDS_MAX), z.string().check(z.minLength(1, NO_REASON)))),
  z.transform((text): PostReportReason | ReportReason => {
    const name = text.toUpperCase().replace(/[\s-]+/g, "_");
    return [...POST_REPORT_REASONS, ...REPORT_REASONS].find((reason) => reason === name) ?? "OTHER";
  }),
);

/** A report of a thread or of a comment. */
export const postReport = z.pipe(
  z.object({ threadId: post, commentId: post, reason: postReason, details }).check(
    z.refine(({ threadId, commentId }) => (threadId == null) !== (commentId == null), {
      error: NO_POST,
      path: ["threadId"],
    }),
  ),
  z.transform(({ threadId, commentId, reason, details }) =>
    threadId == null
      ? { kind: "comment" as const, id: commentId ?? 0, reason, details }
      : { kind: "thread" as const, id: threadId, reason, details },
  ),
);

const shortlistReport = z.object({ reason: z.enum(POST_REPORT_REASONS, NO_REASON), details });

const NO_REPORTS = "Please name the reports by their ids, or what they are about.";

/** Individual reports, or all open reports about one subject. */
const reportsDismissal = z.union(
  [
    z.pipe(
      z.object({
        ids: z.array(idOf(NO_REPORTS)).check(z.minLength(1, NO_REPORTS), z.maxLength(DISMISSAL_MAX)),
        targetType: z.optional(z.undefined()),
        targetId: z.optional(z.undefined()),
      }),
      z.transform(({ ids }) => ids),
    ),
    z.pipe(
      z.object({
        ids: z.optional(z.undefined()),
        targetType: z.enum(REPORT_TARGETS),
        targetId: idOf(NO_REPORTS),
      }),
      z.transform(({ targetType, targetId }) => ({ type: targetType, id: targetId })),
    ),
  ],
  NO_REPORTS,
);

export const reportRules = declare(reports, {
  reportListing: { access: "public", limit: "reports", body: json(propertyReport) },
  reportPost: { access: "public", limit: "reports", body: json(postReport) },
  reportShortlist: { access: "public", limit: "reports", body: json(shortlistReport) },
  listReports: { access: "reader" },
  listReportGroups: { access: "reader" },
  dismissReports: { access: "moderator", body: json(reportsDismissal) },
  dismissReport: { access: "moderator" },
});
