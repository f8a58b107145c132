import { moderatorOf, router } from "../../platform/http.ts";
import { dropDeadLetter, retryDeadLetter } from "./dead-letters.service.ts";
import { readSystem } from "./system.service.ts";

/** The System tab under /api/admin/system, for moderators. */
export const systemAdminRoutes = router()
  .get("/", async (c) => c.json(await readSystem(c.var.deps)))
  .post("/dead/:id/retry", async (c) => {
    await retryDeadLetter(c.var.deps, c.req.param("id"), moderatorOf(c));
    return c.json({ success: true, message: "It is handed to its queue again." });
  })
  .delete("/dead/:id", async (c) => {
    await dropDeadLetter(c.var.deps, c.req.param("id"), moderatorOf(c));
    return c.json({ success: true });
  });
