import { createMiddleware } from "hono/factory";
import type { AppEnv } from "./http.ts";

/** A token of a mailed link must not reach the logs. */
function withoutToken(path: string): string {
  return path.replace(/^(\/(?:api\/)?(?:manage|delete|unsubscribe|preferences|privacy)\/)[^/]+/, "$1:token");
}

/** Gives every answer its request id, and logs one line a request that was refused or failed. */
export const requestLog = createMiddleware<AppEnv>(async (c, next) => {
  await next();
  c.header("X-Request-Id", c.var.requestId);
  if (c.res.status >= 400)
    c.var.deps.log.info("request.refused", {
      method: c.req.method,
      path: withoutToken(c.req.path),
      status: c.res.status,
    });
});
