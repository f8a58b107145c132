import { router } from "../../platform/http.ts";
import { readPaging } from "../../platform/paging.ts";
import { readAudit } from "./audit.service.ts";

/** GET /api/admin/audit → changes of moderators and operators, newest first. */
export const auditRoutes = router().get("/", async (c) => {
  const { entries, total } = await readAudit(c.var.deps, readPaging(c.req.query()));
  c.header("X-Total-Count", String(total));
  return c.json(entries);
});
