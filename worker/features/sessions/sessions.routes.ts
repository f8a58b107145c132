import { createMiddleware } from "hono/factory";
import { type AdminSession, passwordLogin } from "../../contracts/sessions.ts";
import { body } from "../../platform/body.ts";
import { AppError } from "../../platform/errors.ts";
import { type AppEnv, router } from "../../platform/http.ts";
import { adminCookie } from "./sessions.cookie.ts";
import { adminSessionOf, logInAdmin, logOutAdmin } from "./sessions.service.ts";

/**
 * In front of every moderator's operation.
 * @throws AppError `session.required`
 */
export const requireAdmin = createMiddleware<AppEnv>(async (c, next) => {
  const session = await adminSessionOf(c.var.deps, adminCookie.read(c));
  if (!session) throw new AppError("session.required");
  await next();
});

/** Moderators' login under /api/admin: POST /login, POST /logout, GET /session. */
export const sessionRoutes = router()
  .post("/login", body(passwordLogin), async (c) => {
    adminCookie.set(c, await logInAdmin(c.var.deps, c.req.valid("json").password, c.var.client.network));
    return c.json({ success: true });
  })
  .post("/logout", async (c) => {
    await logOutAdmin(c.var.deps, adminCookie.read(c));
    adminCookie.clear(c);
    return c.json({ success: true });
  })
  .get("/session", async (c) => {
    const answer: AdminSession = { authenticated: (await adminSessionOf(c.var.deps, adminCookie.read(c))) !== null };
    return c.json(answer);
  });
