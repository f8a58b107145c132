import type { Context } from "hono";
import { deleteCookie, getCookie, setCookie } from "hono/cookie";
import type { CookieOptions } from "hono/utils/cookie";
import type { AppEnv } from "../../platform/http.ts";

const TWELVE_HOURS_S = 12 * 60 * 60;

/** Plain-http localhost gets no prefix and no Secure, which not every browser takes there. */
function cookieOptions(c: Context<AppEnv>): CookieOptions {
  return {
    path: "/",
    httpOnly: true,
    sameSite: "Strict",
    ...(!c.var.deps.config.isDevelopment && { secure: true, prefix: "host" as const }),
  };
}

/** The cookie of a session that a password opened: for this site's own requests only, 12 hours. */
function sessionCookie(name: "admin" | "stats") {
  return {
    read: (c: Context<AppEnv>): string | undefined =>
      c.var.deps.config.isDevelopment ? getCookie(c, name) : getCookie(c, name, "host"),
    set(c: Context<AppEnv>, value: string): void {
      setCookie(c, name, value, { ...cookieOptions(c), maxAge: TWELVE_HOURS_S });
    },
    clear(c: Context<AppEnv>): void {
      deleteCookie(c, name, cookieOptions(c));
    },
  };
}

export const adminCookie = sessionCookie("admin");
export const statsCookie = sessionCookie("stats");
