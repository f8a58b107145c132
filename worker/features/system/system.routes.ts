import { router } from "../../platform/http.ts";
import { healthOf } from "./health.service.ts";

/** GET /health, for an uptime monitor: 503 only when the site is down. */
export const healthRoutes = router().get("/health", async (c) => {
  const health = await healthOf(c.var.deps);
  return c.json(health, health.status === "down" ? 503 : 200);
});
