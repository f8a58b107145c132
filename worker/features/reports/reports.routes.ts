import { REPORT_TARGETS } from "../../contracts/reports.ts";
import { postReport, propertyReport, reportsDismissal, shortlistReport } from "../../contracts/reports.schemas.ts";
import { body } from "../../platform/body.ts";
import { AppError } from "../../platform/errors.ts";
import { answerPage, moderatorOf, router } from "../../platform/http.ts";
import { readId, readPaging } from "../../platform/paging.ts";
import { limited } from "../../platform/rate-limits.ts";
import { notBanned } from "../bans/bans.guard.ts";
import { dismissReport, dismissReports, readReportGroups, readReports } from "./reports.moderation.service.ts";
import { reportListing, reportPost, reportShortlist } from "./reports.service.ts";

const guards = [limited("writes", "reports"), notBanned] as const;

/**
 * POST /api/report-property { propertyId, reason, details? } and POST /api/discussion/report { threadId | commentId,
 * reason, details? } and POST /api/shortlists/{token}/report { reason, details? } → 200 { success: true }, a repeated
 * report too.
 */
export const reportRoutes = router()
  .post("/report-property", ...guards, body(propertyReport), async (c) => {
    const { propertyId, ...words } = c.req.valid("json");
    await reportListing(c.var.deps, propertyId, words, c.var.client);
    return c.json({ success: true });
  })
  .post("/discussion/report", ...guards, body(postReport), async (c) => {
    const { reason, details, ...post } = c.req.valid("json");
    await reportPost(c.var.deps, post, { reason, details }, c.var.client);
    return c.json({ success: true });
  })
  .post("/shortlists/:token/report", ...guards, body(shortlistReport), async (c) => {
    await reportShortlist(c.var.deps, c.req.param("token"), c.req.valid("json"), c.var.client);
    return c.json({ success: true });
  });

/**
 * The list's target filter; `targetType` and `targetId` must be given together.
 * @throws AppError `request.unknown_filter`
 */
function readTarget({ targetType, targetId }: Record<string, string | undefined>) {
  if (targetType === undefined && targetId === undefined) return undefined;
  const type = REPORT_TARGETS.find((known) => known === targetType);
  const id = readId(targetId ?? "");
  if (!type || id === null) throw new AppError("request.unknown_filter");
  return { type, id };
}

/** Moderators' operations under /api/admin/reports: open reports singly and by target, and their dismissal. */
export const reportAdminRoutes = router()
  .get("/", async (c) => {
    const query = c.req.query();
    return answerPage(c, await readReports(c.var.deps, readPaging(query), readTarget(query)));
  })
  .get("/groups", async (c) => answerPage(c, await readReportGroups(c.var.deps, readPaging(c.req.query()))))
  .post("/dismiss", body(reportsDismissal), async (c) =>
    c.json(await dismissReports(c.var.deps, c.req.valid("json"), moderatorOf(c))),
  )
  .delete("/:id", async (c) =>
    c.json({ success: true, ...(await dismissReport(c.var.deps, readId(c.req.param("id")), moderatorOf(c))) }),
  );
