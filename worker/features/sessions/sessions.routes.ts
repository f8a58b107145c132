import type { Context } from "hono";
import { createMiddleware } from "hono/factory";
import { includesRole, LOGIN_CODE_MESSAGE, type Role } from "../../contracts/people.ts";
import {
  invitationAcceptance,
  loginCodeAnswer,
  loginCodeRequest,
  passkeyAssertion,
} from "../../contracts/people.schemas.ts";
import { type AdminSession, LOGIN_LINK_MESSAGE, passwordLogin } from "../../contracts/sessions.ts";
import { emailProblem } from "../../contracts/subscribers.schemas.ts";
import { body } from "../../platform/body.ts";
import { siteCookie } from "../../platform/cookies.ts";
import { AppError } from "../../platform/errors.ts";
import { type AppEnv, moderatorOf, router } from "../../platform/http.ts";
import { limited } from "../../platform/rate-limits.ts";
import { requestLoginCode, useLoginCode } from "../people/login-codes.service.ts";
import { passkeyQuestion, verifyPasskey } from "../people/passkeys.service.ts";
import { acceptInvitation, readInvitation } from "../people/people.service.ts";
import { logInByLink, mailLoginLink } from "./login-links.service.ts";
import { isKnownNetwork, rememberNetwork } from "./password-guesses.service.ts";
import { deviceOf } from "./device.ts";
import { SESSION_S } from "./session-ids.ts";
import {
  endSession,
  logInAdmin,
  logOutAdmin,
  openAdminSession,
  readOneSession,
  readSession,
  readSessions,
  requirePasswordLogin,
  staffOf,
} from "./sessions.service.ts";

const adminCookie = siteCookie("admin", "Strict", SESSION_S);

/** Whether a request belongs to somebody who works here; each role reads what moderators see. */
export const isModerator = async (c: Context<AppEnv>): Promise<boolean> =>
  (await staffOf(c.var.deps, adminCookie.read(c))) !== null;

/**
 * Guards the operations of the admin panel by the least role for them, and names who makes the request.
 * @throws AppError 401 `session.required`, 403 `session.forbidden`
 */
export const requireRole = (least: Role) =>
  createMiddleware<AppEnv>(async (c, next) => {
    const staff = await staffOf(c.var.deps, adminCookie.read(c));
    if (staff === null) throw new AppError("session.required");
    if (!includesRole(staff.role, least)) throw new AppError("session.forbidden");
    c.set("staff", staff);
    c.set("deps", { ...c.var.deps, person: staff.person });
    await next();
  });

const device = (c: Context<AppEnv>) => deviceOf(c.req.header("user-agent"));

/** Logs somebody in: opens a session, and remembers the network as one that moderators use. */
async function enter(c: Context<AppEnv>, login: Omit<Parameters<typeof openAdminSession>[1], "device">) {
  adminCookie.set(c, await openAdminSession(c.var.deps, { ...login, device: device(c) }));
  await rememberNetwork(c.var.deps, "admin", c.var.client);
  return c.json({ success: true });
}

/**
 * Login under /api/admin. With the shared password: POST /login, POST /login/link (the same answer whether or not a link
 * is mailed), POST /login/link/{token}. As a person: POST /login/passkey/options and /verify, POST /login/code and
 * /verify, POST /invitation/{token}. Then POST /logout, GET /session, and the list of sessions.
 */
export const sessionRoutes = router()
  .post("/login", body(passwordLogin), async (c) => {
    adminCookie.set(c, await logInAdmin(c.var.deps, c.req.valid("json").password, c.var.client, device(c)));
    return c.json({ success: true });
  })
  .post("/login/link", async (c) => {
    await requirePasswordLogin(c.var.deps);
    await mailLoginLink(c.var.deps);
    return c.json({ success: true, message: LOGIN_LINK_MESSAGE });
  })
  .post("/login/link/:token", async (c) => {
    await requirePasswordLogin(c.var.deps);
    adminCookie.set(c, await logInByLink(c.var.deps, c.req.param("token"), c.var.client, device(c)));
    return c.json({ success: true });
  })
  .post("/login/passkey/options", limited("writes", "passkey_logins"), async (c) =>
    c.json(await passkeyQuestion(c.var.deps)),
  )
  .post("/login/passkey/verify", limited("writes", "passkey_logins"), body(passkeyAssertion), async (c) =>
    enter(c, { method: "passkey", ...(await verifyPasskey(c.var.deps, c.req.valid("json"))) }),
  )
  .post("/login/code", limited("writes", "login_codes"), body(loginCodeRequest, emailProblem), async (c) => {
    const isKnown = await isKnownNetwork(c.var.deps, "admin", c.var.client);
    const request = await requestLoginCode(c.var.deps, c.req.valid("json").email, isKnown);
    return c.json({ success: true, message: LOGIN_CODE_MESSAGE, request });
  })
  .post("/login/code/verify", limited("writes", "login_code_tries"), body(loginCodeAnswer), async (c) => {
    const { request, code } = c.req.valid("json");
    return enter(c, { method: "code", personId: await useLoginCode(c.var.deps, request, code) });
  })
  .get("/invitation/:token", async (c) => c.json(await readInvitation(c.var.deps, c.req.param("token"))))
  .post("/invitation/:token", limited("writes"), body(invitationAcceptance), async (c) => {
    const { name } = c.req.valid("json");
    const { id } = await acceptInvitation(c.var.deps, c.req.param("token"), name, c.var.client.address);
    return enter(c, { method: "invitation", personId: id });
  })
  .post("/logout", async (c) => {
    await logOutAdmin(c.var.deps, adminCookie.read(c));
    adminCookie.clear(c);
    return c.json({ success: true });
  })
  .get("/session", async (c) => c.json((await readSession(c.var.deps, adminCookie.read(c))) satisfies AdminSession))
  .get("/sessions", async (c) => c.json(await readSessions(c.var.deps, c.var.staff)))
  .get("/sessions/:id", async (c) => c.json(await readOneSession(c.var.deps, c.var.staff, c.req.param("id"))))
  .delete("/sessions/:id", async (c) => {
    await endSession(c.var.deps, c.var.staff, c.req.param("id"), moderatorOf(c));
    return c.json({ success: true });
  });
