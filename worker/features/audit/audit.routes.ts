import { answerPage, router } from "../../platform/http.ts";
import { readPaging } from "../../platform/paging.ts";
import { readAudit } from "./audit.service.ts";

/** GET /api/admin/audit → the audit log, newest first. */
export const auditRoutes = router().get("/", async (c) =>
  answerPage(c, await readAudit(c.var.deps, readPaging(c.req.query()))),
);
