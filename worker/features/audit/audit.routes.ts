import { auditRules } from "../../contracts/audit.schemas.ts";
import { pageRows } from "../../platform/http.ts";
import { implement } from "../../platform/implement.ts";
import { readPaging } from "../../platform/paging.ts";
import { auditCsv, type AuditTargets, readAuditPeople, searchAudit } from "./audit.service.ts";

/** Routes for the audit log, as a list or as CSV, and for the people whom it names. */
export const auditRoutes = (targets: AuditTargets) =>
  implement(auditRules, {
    listAudit: async (c) =>
      pageRows(c, await searchAudit(c.var.deps, c.req.query(), readPaging(c.req.query()), targets)),
    listAuditPeople: (c) => readAuditPeople(c.var.deps),
    async exportAudit(c) {
      const csv = await auditCsv(c.var.deps, c.req.query(), targets);
      return c.body(csv, 200, {
        "Content-Type": "text/csv; charset=utf-8",
        "Content-Disposition": 'attachment; filename="audit-log.csv"',
      });
    },
  });
