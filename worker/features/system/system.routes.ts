import type { Context } from "hono";
import { DONE } from "../../contracts/operation.ts";
import { systemRules } from "../../contracts/system.schemas.ts";
import { router, moderatorOf, type AppEnv } from "../../platform/http.ts";
import { implement } from "../../platform/implement.ts";
import { healthOf } from "./health.service.ts";
import { emptyCache, probeSystem, dropDeadLetter, retryDeadLetter, readSystem } from "./system.service.ts";

/** Handles GET /health for an uptime monitor. Responds with 503 only when the site is down. */
export const healthRoutes = router().get("/health", async (c) => {
  const health = await healthOf(c.var.deps);
  return c.json(health, health.status === "down" ? 503 : 200);
});

export const emptyCacheRoutes = implement(systemRules, {
  emptyCache: (c) => emptyCache(c.var.deps, moderatorOf(c)),
});

export const probeAdminRoutes = implement(systemRules, { probeSystem: (c) => probeSystem(c.var.deps) });

/**
 * Returns the id of a dead letter from the request's path. The id is not a number if the message was never in the
 * outbox.
 */
const deadLetterNameOf = (c: Context<AppEnv>): string => c.req.param("id") ?? "";

export const systemAdminRoutes = implement(systemRules, {
  getSystem: (c) => readSystem(c.var.deps),
  async retryDeadLetter(c) {
    await retryDeadLetter(c.var.deps, deadLetterNameOf(c), moderatorOf(c));
    return { ...DONE, message: "The job is back in its queue." };
  },
  async dropDeadLetter(c) {
    await dropDeadLetter(c.var.deps, deadLetterNameOf(c), moderatorOf(c));
    return DONE;
  },
});
