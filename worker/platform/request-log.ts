import { createMiddleware } from "hono/factory";
import { type AppEnv, setHeaders } from "./http.ts";
import { withoutToken } from "./log.ts";

/** Gives every answer its request id, and logs one line a request that was refused or failed. */
export const requestLog = createMiddleware<AppEnv>(async (c, next) => {
  await next();
  setHeaders(c, { "X-Request-Id": c.get("requestId") });
  if (c.res.status >= 400)
    c.var.deps.log.info("request.refused", {
      method: c.req.method,
      path: withoutToken(c.req.path),
      status: c.res.status,
    });
});
