import { createMiddleware } from "hono/factory";
import type { Deps } from "./deps.ts";
import { AppError } from "./errors.ts";
import { type AppEnv, isRead, setHeaders } from "./http.ts";

/** Writes that a demonstration allows: logging in and out. */
const OPEN = /^\/api\/(?:admin\/(?:login|logout)|stats\/(?:auth|logout))(?:\/|$)/;
/** What moderators and the operator do once they are logged in; the routes themselves ask for their session. */
const STAFF = /^\/api\/(?:admin|discussion\/(?:admin|automation)|advertisement-settings)(?:\/|$)/;
/** What pages tell by themselves, answered and not stored, so that no page logs an error. */
const TOLD = /^\/api\/(?:analytics\/|advertisement-clicks$|marketplace-listings\/[^/]+\/interest$)/;
/** Whether a write to a path is open, as to staff, or is what pages tell by themselves; null for what is closed. */
export const demoWrite = (path: string): "open" | "told" | null =>
  OPEN.test(path) || STAFF.test(path) ? "open" : TOLD.test(path) ? "told" : null;

/** Until a demonstration has a domain of its own, its links lead to where it was asked for. */
export function ofThisAddress(deps: Deps, url: string): Deps {
  const { config } = deps;
  if (!config.isDemo || !new URL(config.siteUrl).hostname.endsWith(".example")) return deps;
  return { ...deps, config: { ...config, siteUrl: new URL(url).origin } };
}

/** Keeps a demonstration out of search engines. */
export const hideDemo = createMiddleware<AppEnv>(async (c, next) => {
  await next();
  if (c.var.deps.config.isDemo) setHeaders(c, { "X-Robots-Tag": "noindex, nofollow" });
});

/**
 * Takes nothing from the visitors of a demonstration: neither sign-ups nor listings nor posts, votes and reports.
 * @throws AppError `demo.closed`
 */
export const closeDemo = createMiddleware<AppEnv>(async (c, next) => {
  const { method, path } = c.req;
  const write = demoWrite(path);
  if (!c.var.deps.config.isDemo || isRead(method, path) || write === "open") return next();
  if (write === "told") return c.body(null, 204);
  throw new AppError("demo.closed");
});
