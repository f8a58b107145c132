import { createMiddleware } from "hono/factory";
import { AppError } from "../../platform/errors.ts";
import { type AppEnv, isRead } from "../../platform/http.ts";
import { isRestoring } from "./restore.service.ts";
import { logWithdrawalsSoon } from "./withdrawals.service.ts";

/** Seconds after which a refused caller should try again. */
const RETRY_AFTER_SECONDS = 300;

/**
 * Path of tracking requests. The guard ignores tracking requests, because they store nothing that a person could
 * withdraw, and every open page sends four of them a minute.
 */
const TRACKING = "/api/analytics/";

/**
 * Refuses writes while the database is being restored. Otherwise lets them run, then sends new withdrawals to the log.
 * @throws AppError `site.restoring`
 */
export const guardWrites = createMiddleware<AppEnv>(async (c, next) => {
  if (isRead(c.req.method, c.req.path) || c.req.path.startsWith(TRACKING)) return next();
  if (await isRestoring(c.get("deps"))) throw new AppError("site.restoring", { retryAfter: RETRY_AFTER_SECONDS });
  await next();
  if (c.res.status < 400) logWithdrawalsSoon(c.get("deps"));
});
