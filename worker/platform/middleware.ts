import type { Context, MiddlewareHandler } from "hono";
import { createMiddleware } from "hono/factory";
import { VERSION_HEADER } from "../contracts/page.ts";
import { operationOf } from "../contracts/operations.ts";
import { TOKEN_PAGES } from "../contracts/pages.ts";
import { mapOriginsOf, type Env } from "./config.ts";
import type { Deps } from "./deps.ts";
import { AppError } from "./errors.ts";
import { type AppEnv, setHeaders, isRead } from "./http.ts";
import { withoutToken } from "./log.ts";

/**
 * Paths with a secret in the URL, and paths of the admin panel and the dashboard. Pages there send no referrer and
 * cannot post plain forms: without a referrer, browsers send a null Origin.
 */
const PRIVATE_PATH = new RegExp(`^/(?:${TOKEN_PAGES.join("|")}|admin|stats)(?:/|$)`, "i");

/**
 * Returns the content security policy of pages. Only scripts of this origin are allowed, none inline. Inline styles are
 * allowed, because Radix emits style attributes and cached pages cannot contain nonces. `vite dev` needs its inline
 * preamble and web socket.
 * @param mapOrigins origins of map styles and tiles, allowed for data and images but not for code
 */
export function contentSecurityPolicy(isViteDev: boolean, mapOrigins: readonly string[] = []): string {
  const maps = mapOrigins.map((origin) => ` ${origin}`).join("");
  return [
    "default-src 'none'",
    `script-src 'self'${isViteDev ? " 'unsafe-inline'" : ""}`,
    "style-src 'self' 'unsafe-inline'",
    "font-src 'self'",
    "manifest-src 'self'",
    `img-src 'self' data: blob:${maps}`,
    `connect-src 'self'${maps}${isViteDev ? " ws:" : ""}`,
    "worker-src 'self' blob:",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join("; ");
}

/** Response headers with fixed values. */
const ALWAYS = {
  "Strict-Transport-Security": "max-age=63072000; includeSubDomains",
  "X-Content-Type-Options": "nosniff",
  "Cross-Origin-Opener-Policy": "same-origin",
  "Permissions-Policy": "camera=(), microphone=(), geolocation=(), payment=()",
};

/** Content security policies, cached by environment, because the bindings of an isolate do not change. */
const policies = new WeakMap<Env, string>();

function policyOf(env: Env): string {
  const known = policies.get(env);
  if (known !== undefined) return known;
  const policy = contentSecurityPolicy(import.meta.env.DEV && import.meta.env.MODE !== "test", mapOriginsOf(env));
  policies.set(env, policy);
  return policy;
}

/**
 * Returns the referrer policy. A URL that contains a destination is never sent as a referrer, not even within this
 * site.
 */
const referrerPolicy = (c: Context<AppEnv>) =>
  PRIVATE_PATH.test(c.req.path)
    ? "no-referrer"
    : c.req.query("commute") === undefined
      ? "strict-origin-when-cross-origin"
      : "strict-origin";

/**
 * Sets security headers on every response (docs/security.md, Headers). `public/_headers` sets the same headers for
 * static assets.
 */
export const securityHeaders: MiddlewareHandler<AppEnv> = async (c, next) => {
  await next();
  setHeaders(c, {
    ...ALWAYS,
    "Referrer-Policy": referrerPolicy(c),
    ...(!c.res.headers.has("content-security-policy") && { "Content-Security-Policy": policyOf(c.env) }),
  });
};

const SAFE_METHODS = new Set(["GET", "HEAD", "OPTIONS"]);

/**
 * Rejects writes from pages of other sites, whose Origin is not the site's own, or whose Sec-Fetch-Site is cross-site.
 * Requests with neither header do not come from a browser (docs/contract.md, Conventions). In development, other names
 * of this machine are also allowed.
 * @throws AppError `request.foreign_origin`
 */
export const refuseForeignWrites: MiddlewareHandler<AppEnv> = async (c, next) => {
  if (!SAFE_METHODS.has(c.req.method)) {
    const { siteUrl, isDevelopment } = c.get("deps").config;
    const origin = c.req.header("origin");
    const isOwn =
      origin === undefined ||
      origin === new URL(siteUrl).origin ||
      (isDevelopment && origin === new URL(c.req.url).origin);
    if (!isOwn || c.req.header("sec-fetch-site") === "cross-site") throw new AppError("request.foreign_origin");
  }
  await next();
};

const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"] as const;

/**
 * Rejects TRACE, which would echo a request with its cookies (RFC 9110, 9.3.8). The response lists the methods that the
 * path accepts.
 * @param isMethodAllowed returns whether the application handles a method at a path
 * @throws AppError `request.method_not_allowed`
 */
export const refuseTrace =
  (isMethodAllowed: (method: string, path: string) => boolean): MiddlewareHandler<AppEnv> =>
  async (c, next) => {
    if (c.req.method !== "TRACE") return next();
    const response = new AppError("request.method_not_allowed").toResponse();
    response.headers.set("Allow", METHODS.filter((method) => isMethodAllowed(method, c.req.path)).join(", "));
    return response;
  };

/** Adds the request id and the version to every response, and logs one line for each response of status 400 or more. */
export const requestLog = createMiddleware<AppEnv>(async (c, next) => {
  await next();
  setHeaders(c, { "X-Request-Id": c.get("requestId"), [VERSION_HEADER]: c.get("deps").version });
  if (c.res.status >= 400)
    c.get("deps").log.info("request.refused", {
      method: c.req.method,
      path: withoutToken(c.req.path),
      status: c.res.status,
    });
});

/** Paths of writes that a demonstration allows everyone: logging in and out, and accepting an invitation. */
const OPEN = ["/api/admin/login", "/api/admin/logout", "/api/admin/invitation", "/api/stats/auth", "/api/stats/logout"];
const isOpen = (path: string) => OPEN.some((open) => path === open || path.startsWith(`${open}/`));

/** Returns dependencies for a demonstration without its own domain. Its links use the origin of the request. */
export function withRequestOrigin(deps: Deps, url: string): Deps {
  const { config } = deps;
  if (!config.isDemo || !new URL(config.siteUrl).hostname.endsWith(".example")) return deps;
  return { ...deps, config: { ...config, siteUrl: new URL(url).origin } };
}

/** Keeps a demonstration out of search engines. */
export const hideDemo = createMiddleware<AppEnv>(async (c, next) => {
  await next();
  if (c.get("deps").config.isDemo) setHeaders(c, { "X-Robots-Tag": "noindex, nofollow" });
});

/**
 * Rejects writes by visitors of a demonstration: sign-ups, listings, posts, votes and reports. Anyone who is logged in
 * may write. Requests that pages send automatically get a normal response but are not stored, so that no page logs an
 * error.
 * @throws AppError `demo.closed`
 */
export const closeDemo = createMiddleware<AppEnv>(async (c, next) => {
  const { method, path } = c.req;
  const rule = operationOf(method, path)?.rule;
  if (!c.get("deps").config.isDemo || isRead(method, path) || isOpen(path) || rule?.access !== "public") return next();
  if (rule.minute === "tracking") return c.body(null, 204);
  throw new AppError("demo.closed");
});
