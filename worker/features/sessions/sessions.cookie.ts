import type { Context } from "hono";
import { deleteCookie, getCookie, setCookie } from "hono/cookie";
import type { CookieOptions } from "hono/utils/cookie";
import type { AppEnv } from "../../platform/http.ts";

const NAME = "admin";
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

export function adminCookie(c: Context<AppEnv>): string | undefined {
  return c.var.deps.config.isDevelopment ? getCookie(c, NAME) : getCookie(c, NAME, "host");
}

export function setAdminCookie(c: Context<AppEnv>, value: string): void {
  setCookie(c, NAME, value, { ...cookieOptions(c), maxAge: TWELVE_HOURS_S });
}

export function clearAdminCookie(c: Context<AppEnv>): void {
  deleteCookie(c, NAME, cookieOptions(c));
}
