import { createMiddleware } from "hono/factory";
import type { AppEnv } from "../../platform/http.ts";
import { assertNotBanned } from "./bans.service.ts";

/**
 * Refuses public writes from banned networks. The moderators' login is exempt, so that moderators who ban their own
 * network can lift the ban.
 */
export const notBanned = createMiddleware<AppEnv>(async (c, next) => {
  await assertNotBanned(c.var.deps, c.var.client);
  await next();
});
