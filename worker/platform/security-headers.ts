import type { MiddlewareHandler } from "hono";
import { mapOriginsOf } from "./config.ts";
import type { AppEnv } from "./http.ts";

/**
 * Pages whose address is a secret or whose visit is nobody's business. A form on such a page would be refused: without a
 * referrer browsers send no origin with it either.
 */
const PRIVATE_PATH = /^\/(?:manage|delete|confirm|unsubscribe|preferences|privacy|follow|admin|stats)(?:\/|$)/i;

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

/** Headers of every response (security.md E). `public/_headers` says the same for static assets. */
export const securityHeaders: MiddlewareHandler<AppEnv> = async (c, next) => {
  await next();
  c.header("Strict-Transport-Security", "max-age=63072000; includeSubDomains");
  c.header("X-Content-Type-Options", "nosniff");
  c.header("Cross-Origin-Opener-Policy", "same-origin");
  c.header("Permissions-Policy", "camera=(), microphone=(), geolocation=(), payment=()");
  c.header("Referrer-Policy", PRIVATE_PATH.test(c.req.path) ? "no-referrer" : "strict-origin-when-cross-origin");
  if (!c.res.headers.has("content-security-policy"))
    c.header(
      "Content-Security-Policy",
      contentSecurityPolicy(import.meta.env.DEV && import.meta.env.MODE !== "test", mapOriginsOf(c.env)),
    );
};
