import type { Context } from "hono";
import { createMiddleware } from "hono/factory";
import { DONE, type Done } from "../../contracts/operation.ts";
import { peopleRules } from "../../contracts/people.schemas.ts";
import { includesRole, LOGIN_CODE_MESSAGE, type Role } from "../../contracts/people.ts";
import { sessionRules } from "../../contracts/sessions.schemas.ts";
import { LOGIN_LINK_MESSAGE } from "../../contracts/sessions.ts";
import { siteCookie, type AppEnv, moderatorOf } from "../../platform/http.ts";
import { AppError } from "../../platform/errors.ts";
import { implement } from "../../platform/implement.ts";
import { acceptInvitation, readInvitation } from "../people/people.service.ts";
import { requestLoginCode, redeemLoginCode, passkeyLoginOptions, verifyPasskey } from "../people/sign-in.service.ts";
import { logInByLink, requestLoginLink } from "./login-links.service.ts";
import {
  isKnownNetwork,
  rememberNetwork,
  SESSION_S,
  endSession,
  logInAdmin,
  logOutAdmin,
  openAdminSession,
  readOneSession,
  readSession,
  readSessions,
  requirePasswordLogin,
  staffOf,
  logInOperator,
  logOutOperator,
  openDashboardSession,
  operatorOf,
} from "./sessions.service.ts";

/**
 * Browsers, each with a token that its user agent contains. A browser comes before the browser on which it is built,
 * whose token it also contains.
 */
const BROWSERS = [
  ["Edg", "Edge"],
  ["OPR/", "Opera"],
  ["SamsungBrowser/", "Samsung Internet"],
  ["Firefox/", "Firefox"],
  ["FxiOS/", "Firefox"],
  ["CriOS/", "Chrome"],
  ["Chrome/", "Chrome"],
  ["Safari/", "Safari"],
] as const;
const SYSTEMS = [
  ["iPhone", "iPhone"],
  ["iPad", "iPad"],
  ["Android", "Android"],
  ["CrOS", "ChromeOS"],
  ["Windows", "Windows"],
  ["Mac OS X", "Mac"],
  ["Linux", "Linux"],
] as const;

/** Maximum number of characters of a user agent that are read. */
const MAX_CHARACTERS = 500;

type Signs = readonly (readonly [sign: string, name: string])[];
const find = (names: Signs, agent: string) => names.find(([sign]) => agent.includes(sign))?.[1];

/**
 * Returns the common name for a user agent, such as "Firefox on Windows". Returns an empty text if neither the browser
 * nor the system is recognised.
 */
function deviceOf(userAgent: string | undefined): string {
  const agent = (userAgent ?? "").slice(0, MAX_CHARACTERS);
  const [browser, system] = [find(BROWSERS, agent), find(SYSTEMS, agent)];
  return browser && system ? `${browser} on ${system}` : (browser ?? system ?? "");
}

const adminCookie = siteCookie("admin", "Strict", SESSION_S);

/**
 * Returns whether a request comes from a person who works on the site. People in all roles can read moderators' data.
 */
export const isModerator = async (c: Context<AppEnv>): Promise<boolean> =>
  (await staffOf(c.var.deps, adminCookie.read(c))) !== null;

/**
 * Guards the operations of the admin panel: requires a minimum role, and stores in the context who makes the request.
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

/** Completes a login: opens a session, and records that a moderator logged in from this network. */
async function completeLogin(
  c: Context<AppEnv>,
  login: Omit<Parameters<typeof openAdminSession>[1], "device">,
): Promise<Done> {
  adminCookie.set(c, await openAdminSession(c.var.deps, { ...login, device: device(c) }));
  await rememberNetwork(c.var.deps, "admin", c.var.client);
  return DONE;
}

/** Returns the hexadecimal session number in the request's path. */
const sessionIn = (c: Context<AppEnv>): string => c.req.param("id") ?? "";

const logins = implement(sessionRules, {
  async logIn(c, { body }) {
    adminCookie.set(c, await logInAdmin(c.var.deps, body.password, c.var.client, device(c)));
    return DONE;
  },
  async requestLoginLink(c) {
    await requirePasswordLogin(c.var.deps);
    await requestLoginLink(c.var.deps);
    return { ...DONE, message: LOGIN_LINK_MESSAGE };
  },
  async logInByLink(c, { token }) {
    await requirePasswordLogin(c.var.deps);
    adminCookie.set(c, await logInByLink(c.var.deps, token, c.var.client, device(c)));
    return DONE;
  },
  startPasskeyLogin: (c) => passkeyLoginOptions(c.var.deps),
  logInByPasskey: async (c, { body }) =>
    completeLogin(c, { method: "passkey", ...(await verifyPasskey(c.var.deps, body)) }),
  async requestLoginCode(c, { body }) {
    const isKnown = await isKnownNetwork(c.var.deps, "admin", c.var.client);
    const request = await requestLoginCode(c.var.deps, body.email, isKnown);
    return { ...DONE, message: LOGIN_CODE_MESSAGE, request };
  },
  logInByCode: async (c, { body: { request, code } }) =>
    completeLogin(c, { method: "code", personId: await redeemLoginCode(c.var.deps, request, code) }),
  async logOut(c) {
    await logOutAdmin(c.var.deps, adminCookie.read(c));
    adminCookie.clear(c);
    return DONE;
  },
  getSession: (c) => readSession(c.var.deps, adminCookie.read(c)),
  listSessions: (c) => readSessions(c.var.deps, c.var.staff),
  getListedSession: (c) => readOneSession(c.var.deps, c.var.staff, sessionIn(c)),
  async endSession(c) {
    await endSession(c.var.deps, c.var.staff, sessionIn(c), moderatorOf(c));
    return DONE;
  },
});

const invitations = implement(peopleRules, {
  getInvitation: (c, { token }) => readInvitation(c.var.deps, token),
  async acceptInvitation(c, { token, body }) {
    const { id } = await acceptInvitation(c.var.deps, token, body.name, c.var.client.address);
    return completeLogin(c, { method: "invitation", personId: id });
  },
});

/** Routes for logging in to the admin panel, for logging out, and for the list of sessions. */
export const sessionRoutes = [...logins, ...invitations];

const statsCookie = siteCookie("stats", "Strict", SESSION_S);

/** Returns all session ids in a request, from the cookie and from two headers. */
function presentedSessionIds(c: Context<AppEnv>): string[] {
  return [statsCookie.read(c), c.req.header("x-stats-session"), c.req.header("x-session-id")].filter(
    (id): id is string => id !== undefined,
  );
}

/**
 * Guards the operations of the operator's dashboard.
 * @throws AppError `session.required`
 */
export const requireStats = createMiddleware<AppEnv>(async (c, next) => {
  const operator = await operatorOf(c.var.deps, presentedSessionIds(c));
  if (!operator) throw new AppError("session.required");
  c.set("deps", { ...c.var.deps, person: operator.person });
  await next();
});

/** Routes for logging in to the operator's dashboard and for logging out. */
export const statsSessionRoutes = implement(sessionRules, {
  async openDashboard(c, { body }) {
    const sessionId = await logInOperator(c.var.deps, body.password, c.var.client);
    statsCookie.set(c, sessionId);
    return { sessionId };
  },
  async openDashboardAsPerson(c) {
    const sessionId = await openDashboardSession(c.var.deps, c.var.staff);
    statsCookie.set(c, sessionId);
    return { sessionId };
  },
  async closeDashboard(c) {
    await logOutOperator(c.var.deps, presentedSessionIds(c));
    statsCookie.clear(c);
    return DONE;
  },
});
