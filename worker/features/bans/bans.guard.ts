import { createMiddleware } from "hono/factory";
import type { AppEnv } from "../../platform/http.ts";
import { refuseBanned } from "./bans.service.ts";

/**
 * In front of every public write. The moderators' login is none of them: who bans their own network must be able to
 * come in and lift the ban.
 */
export const notBanned = createMiddleware<AppEnv>(async (c, next) => {
  await refuseBanned(c.var.deps, c.var.client);
  await next();
});
