import type { Context } from "hono";
import { createMiddleware } from "hono/factory";
import { DONE } from "../../contracts/operation.ts";
import { sessionRules } from "../../contracts/sessions.schemas.ts";
import { siteCookie } from "../../platform/cookies.ts";
import { AppError } from "../../platform/errors.ts";
import type { AppEnv } from "../../platform/http.ts";
import { implement } from "../../platform/implement.ts";
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

/** Logging in to the dashboard and out of it. */
export const statsSessionRoutes = implement(sessionRules, {
  async openDashboard(c, { body }) {
    const sessionId = await logInOperator(c.var.deps, body.password, c.var.client);
    statsCookie.set(c, sessionId);
    return { sessionId };
  },
  async openDashboardAsPerson(c) {
    const sessionId = await openForPerson(c.var.deps, c.var.staff);
    statsCookie.set(c, sessionId);
    return { sessionId };
  },
  async closeDashboard(c) {
    await logOutOperator(c.var.deps, presentedBy(c));
    statsCookie.clear(c);
    return DONE;
  },
});
