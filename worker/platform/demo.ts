import { createMiddleware } from "hono/factory";
import { operationOf } from "../contracts/operations.ts";
import type { Deps } from "./deps.ts";
import { AppError } from "./errors.ts";
import { type AppEnv, isRead, setHeaders } from "./http.ts";

/** Writes that a demonstration allows to everybody: logging in and out, also by an invitation. */
const OPEN = ["/api/admin/login", "/api/admin/logout", "/api/admin/invitation", "/api/stats/auth", "/api/stats/logout"];
const isOpen = (path: string) => OPEN.some((open) => path === open || path.startsWith(`${open}/`));

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
 * Takes nothing from the visitors of a demonstration: neither sign-ups nor listings nor posts, votes and reports. Whoever
 * is logged in may write. What pages tell by themselves is answered and not stored, so that no page logs an error.
 * @throws AppError `demo.closed`
 */
export const closeDemo = createMiddleware<AppEnv>(async (c, next) => {
  const { method, path } = c.req;
  const rule = operationOf(method, path)?.rule;
  if (!c.var.deps.config.isDemo || isRead(method, path) || isOpen(path) || rule?.access !== "public") return next();
  if (rule.minute === "tracking") return c.body(null, 204);
  throw new AppError("demo.closed");
});
