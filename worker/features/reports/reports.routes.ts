import { postReport, propertyReport } from "../../contracts/reports.schemas.ts";
import { body } from "../../platform/body.ts";
import { router } from "../../platform/http.ts";
import { readId, readPaging } from "../../platform/paging.ts";
import { limited } from "../../platform/rate-limits.ts";
import { notBanned } from "../bans/bans.guard.ts";
import { dismissReport, readReports, reportListing, reportPost } from "./reports.service.ts";

const REPORTS_PER_DAY = 50;

const guards = [limited("writes", { name: "reports", aDay: REPORTS_PER_DAY }), notBanned] as const;

/**
 * POST /api/report-property { propertyId, reason } and POST /api/discussion/report { threadId | commentId, reason } →
 * 200 { success: true }, a repeated report too.
 */
export const reportRoutes = router()
  .post("/report-property", ...guards, body(propertyReport), async (c) => {
    const { propertyId, reason } = c.req.valid("json");
    await reportListing(c.var.deps, propertyId, reason, c.var.client);
    return c.json({ success: true });
  })
  .post("/discussion/report", ...guards, body(postReport), async (c) => {
    const { reason, ...post } = c.req.valid("json");
    await reportPost(c.var.deps, post, reason, c.var.client);
    return c.json({ success: true });
  });

/** Moderators' reports under /api/admin/reports: the open ones as an array, and their dismissal. */
export const reportAdminRoutes = router()
  .get("/", async (c) => {
    const { reports, total } = await readReports(c.var.deps, readPaging(c.req.query()));
    c.header("X-Total-Count", String(total));
    return c.json(reports);
  })
  .delete("/:id", async (c) => {
    await dismissReport(c.var.deps, readId(c.req.param("id")), { actor: "admin", ipAddress: c.var.client.address });
    return c.json({ success: true });
  });
