import type { MiddlewareHandler } from "hono";
import { AppError } from "./errors.ts";
import type { AppEnv } from "./http.ts";

const SAFE_METHODS = new Set(["GET", "HEAD", "OPTIONS"]);

/**
 * Refuses writes that another site's page makes: a foreign Origin, or Sec-Fetch-Site: cross-site. A request with
 * neither header comes from no browser (docs/contract.md, Conventions).
 * @throws AppError `request.foreign_origin`
 */
export const refuseForeignWrites: MiddlewareHandler<AppEnv> = async (c, next) => {
  if (!SAFE_METHODS.has(c.req.method)) {
    const origin = c.req.header("origin");
    const own = [new URL(c.req.url).origin, c.var.deps.config.siteUrl];
    // TLS may end before the worker: the host is what counts.
    const isOwn = origin === undefined || own.includes(origin) || hostOf(origin) === c.req.header("host");
    if (!isOwn || c.req.header("sec-fetch-site") === "cross-site") throw new AppError("request.foreign_origin");
  }
  await next();
};

function hostOf(origin: string): string | null {
  return URL.canParse(origin) ? new URL(origin).host : null;
}
