import type { MiddlewareHandler } from "hono";
import { TOKEN_PAGES } from "../contracts/pages.ts";
import { mapOriginsOf } from "./config.ts";
import type { Env } from "./env.ts";
import { type AppEnv, setHeaders } from "./http.ts";

/**
 * Pages whose address is a secret or whose visit is nobody's business. A form on such a page would be refused: without a
 * referrer browsers send no origin with it either.
 */
const PRIVATE_PATH = new RegExp(`^/(?:${TOKEN_PAGES.join("|")}|admin|stats)(?:/|$)`, "i");

/**
 * The content security policy of pages: scripts from this origin alone, none inline. Styles may be inline because
 * Radix emits style attributes and cached pages cannot carry nonces. `vite dev` needs its inline preamble and socket.
 * `mapOrigins` are those that the background of maps comes from: data and pictures, never code.
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

/** What every response says. */
const ALWAYS = {
  "Strict-Transport-Security": "max-age=63072000; includeSubDomains",
  "X-Content-Type-Options": "nosniff",
  "Cross-Origin-Opener-Policy": "same-origin",
  "Permissions-Policy": "camera=(), microphone=(), geolocation=(), payment=()",
};

/** The policy of a deployment's pages, written once in an isolate: bindings stay the same. */
const policies = new WeakMap<Env, string>();

function policyOf(env: Env): string {
  const known = policies.get(env);
  if (known !== undefined) return known;
  const policy = contentSecurityPolicy(import.meta.env.DEV && import.meta.env.MODE !== "test", mapOriginsOf(env));
  policies.set(env, policy);
  return policy;
}

/** Headers of every response (docs/security.md, Headers). `public/_headers` says the same for static assets. */
export const securityHeaders: MiddlewareHandler<AppEnv> = async (c, next) => {
  await next();
  setHeaders(c, {
    ...ALWAYS,
    "Referrer-Policy": PRIVATE_PATH.test(c.req.path) ? "no-referrer" : "strict-origin-when-cross-origin",
    ...(!c.res.headers.has("content-security-policy") && { "Content-Security-Policy": policyOf(c.env) }),
  });
};
