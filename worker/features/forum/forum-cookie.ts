import type { Context } from "hono";
import { getCookie, setCookie } from "hono/cookie";
import type { AppEnv } from "../../platform/http.ts";

const NAME = "forum";
/** Browsers keep no cookie longer than 400 days. */
const LIFETIME_S = 400 * 24 * 60 * 60;

/** The cookie that holds the secret of an identity. Lax: links to a discussion from elsewhere find their reader. */
export const forumCookie = {
  read: (c: Context<AppEnv>): string | undefined =>
    c.var.deps.config.isDevelopment ? getCookie(c, NAME) : getCookie(c, NAME, "host"),
  set(c: Context<AppEnv>, secret: string): void {
    setCookie(c, NAME, secret, {
      path: "/",
      httpOnly: true,
      sameSite: "Lax",
      maxAge: LIFETIME_S,
      // Plain-http localhost gets no prefix and no Secure, which not every browser takes there.
      ...(!c.var.deps.config.isDevelopment && { secure: true, prefix: "host" as const }),
    });
  },
};
