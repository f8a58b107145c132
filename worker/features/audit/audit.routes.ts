import { answerPage, router } from "../../platform/http.ts";
import { readPaging } from "../../platform/paging.ts";
import { auditCsv, type AuditTargets, readAuditPeople, searchAudit } from "./audit.search.service.ts";

/** The audit log at /api/admin/audit, newest first, as a list or as CSV, and the people whom it names. */
export const auditRoutes = (targets: AuditTargets) =>
  router()
    .get("/", async (c) =>
      answerPage(c, await searchAudit(c.var.deps, c.req.query(), readPaging(c.req.query()), targets)),
    )
    .get("/people", async (c) => c.json(await readAuditPeople(c.var.deps)))
    .get("/csv", async (c) => {
      const csv = await auditCsv(c.var.deps, c.req.query(), targets);
      return c.body(csv, 200, {
        "Content-Type": "text/csv; charset=utf-8",
        "Content-Disposition": 'attachment; filename="audit-log.csv"',
      });
    });
