import type { Context } from "hono";
import { createMiddleware } from "hono/factory";
import { type AdminSession, LOGIN_LINK_MESSAGE, passwordLogin } from "../../contracts/sessions.ts";
import { body } from "../../platform/body.ts";
import { siteCookie } from "../../platform/cookies.ts";
import { AppError } from "../../platform/errors.ts";
import { type AppEnv, router } from "../../platform/http.ts";
import { logInByLink, mailLoginLink } from "./login-links.service.ts";
import { adminSessionOf, logInAdmin, logOutAdmin, SESSION_S } from "./sessions.service.ts";

const adminCookie = siteCookie("admin", "Strict", SESSION_S);

/** Whether a request belongs to a moderator's session. */
export const isModerator = async (c: Context<AppEnv>): Promise<boolean> =>
  (await adminSessionOf(c.var.deps, adminCookie.read(c))) !== null;

/**
 * Guards moderators' operations.
 * @throws AppError `session.required`
 */
export const requireAdmin = createMiddleware<AppEnv>(async (c, next) => {
  if (!(await isModerator(c))) throw new AppError("session.required");
  await next();
});

/**
 * Moderators' login under /api/admin: POST /login, POST /login/link (the same answer whether or not a link is mailed),
 * POST /login/link/{token}, POST /logout, GET /session.
 */
export const sessionRoutes = router()
  .post("/login", body(passwordLogin), async (c) => {
    adminCookie.set(c, await logInAdmin(c.var.deps, c.req.valid("json").password, c.var.client));
    return c.json({ success: true });
  })
  .post("/login/link", async (c) => {
    await mailLoginLink(c.var.deps);
    return c.json({ success: true, message: LOGIN_LINK_MESSAGE });
  })
  .post("/login/link/:token", async (c) => {
    adminCookie.set(c, await logInByLink(c.var.deps, c.req.param("token"), c.var.client));
    return c.json({ success: true });
  })
  .post("/logout", async (c) => {
    await logOutAdmin(c.var.deps, adminCookie.read(c));
    adminCookie.clear(c);
    return c.json({ success: true });
  })
  .get("/session", async (c) => c.json({ authenticated: await isModerator(c) } satisfies AdminSession));
