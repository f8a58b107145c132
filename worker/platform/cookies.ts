import type { Context } from "hono";
import { deleteCookie, getCookie, setCookie } from "hono/cookie";
import type { CookieOptions } from "hono/utils/cookie";
import type { AppEnv } from "./http.ts";

/**
 * A cookie for the whole site that scripts cannot read, with the prefix `__Host-`. On plain-http localhost it has neither
 * prefix nor Secure, which not every browser accepts there.
 * @param maxAge seconds
 */
export function siteCookie(name: string, sameSite: "Lax" | "Strict", maxAge: number) {
  const isLocal = (c: Context<AppEnv>) => c.var.deps.config.isDevelopment;
  const options = (c: Context<AppEnv>): CookieOptions => ({
    path: "/",
    httpOnly: true,
    sameSite,
    ...(!isLocal(c) && { secure: true, prefix: "host" as const }),
  });
  return {
    read: (c: Context<AppEnv>): string | undefined => (isLocal(c) ? getCookie(c, name) : getCookie(c, name, "host")),
    set: (c: Context<AppEnv>, value: string): void => setCookie(c, name, value, { ...options(c), maxAge }),
    clear: (c: Context<AppEnv>): void => void deleteCookie(c, name, options(c)),
  };
}
