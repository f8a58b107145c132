import type { Context } from "hono";
import { createMiddleware } from "hono/factory";
import { operatorLogin, type OperatorSession } from "../../contracts/sessions.ts";
import { body } from "../../platform/body.ts";
import { siteCookie } from "../../platform/cookies.ts";
import { AppError } from "../../platform/errors.ts";
import { type AppEnv, router } from "../../platform/http.ts";
import { SESSION_S } from "./session-ids.ts";
import { logInOperator, logOutOperator, openForPerson, operatorOf } from "./stats-sessions.service.ts";

const statsCookie = siteCookie("stats", "Strict", SESSION_S);

/** All session ids that a request presents, in the cookie and two headers. */
function presentedBy(c: Context<AppEnv>): string[] {
  return [statsCookie.read(c), c.req.header("x-stats-session"), c.req.header("x-session-id")].filter(
    (id): id is string => id !== undefined,
  );
}

/**
 * Guards the operations of the operator's dashboard.
 * @throws AppError `session.required`
 */
export const requireStats = createMiddleware<AppEnv>(async (c, next) => {
  const operator = await operatorOf(c.var.deps, presentedBy(c));
  if (!operator) throw new AppError("session.required");
  c.set("deps", { ...c.var.deps, person: operator.person });
  await next();
});

/** The operator's login under /api/stats: POST /auth by password, POST /auth/person as who is logged in to the panel, POST /logout. */
export const statsSessionRoutes = router()
  .post("/auth", body(operatorLogin), async (c) => {
    const sessionId = await logInOperator(c.var.deps, c.req.valid("json").password, c.var.client);
    statsCookie.set(c, sessionId);
    return c.json({ sessionId } satisfies OperatorSession);
  })
  .post("/auth/person", async (c) => {
    const sessionId = await openForPerson(c.var.deps, c.var.staff);
    statsCookie.set(c, sessionId);
    return c.json({ sessionId } satisfies OperatorSession);
  })
  .post("/logout", async (c) => {
    await logOutOperator(c.var.deps, presentedBy(c));
    statsCookie.clear(c);
    return c.json({ success: true });
  });
