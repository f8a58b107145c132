import { MINUTE_MS } from "../../contracts/days.ts";
import { includesRole } from "../../contracts/people.ts";
import type { AdminSession, LoginMethod, StaffSession } from "../../contracts/sessions.ts";
import type { Client } from "../../platform/client-address.ts";
import type { Deps } from "../../platform/deps.ts";
import { AppError } from "../../platform/errors.ts";
import type { Staff } from "../../platform/http.ts";
import { auditIfChanged, type Moderator } from "../audit/audit.service.ts";
import { hasPeople, recordLogin } from "../people/people.service.ts";
import { checkPassword } from "./password-guesses.service.ts";
import { hashOfSession, isOver, newSession, SESSION_MS } from "./session-ids.ts";
import {
  claimSession,
  deleteSession,
  deleteSessionNumbered,
  deleteSessionsCreatedBefore,
  insertSession,
  sessionByHash,
  sessionsSince,
  touchSession,
} from "./sessions.repo.ts";

/** A moderator's session also ends after this long without a request. */
const IDLE_MS = 30 * MINUTE_MS;
/** How long after a login its session may make what outlives it. */
const RECENT_LOGIN_MS = 15 * MINUTE_MS;
/** last_seen_at is written at most this often. */
const TOUCH_MS = MINUTE_MS;

/** Whether sessions of the shared password are over: it is switched off, and an operator can log in instead. */
const isPasswordOff = async (deps: Deps): Promise<boolean> =>
  deps.config.isPasswordLoginOff && (await hasPeople(deps, "operator"));

/** @throws AppError 403 `session.password_off` */
export async function requirePasswordLogin(deps: Deps): Promise<void> {
  if (await isPasswordOff(deps)) throw new AppError("session.password_off");
}

/**
 * Checks the shared password and opens a session.
 * @returns the signed value of the cookie
 * @throws AppError 401 `session.wrong_admin_password`, 403 `session.password_off`, 429 after too many guesses, 503 when
 * a secret is missing
 */
export async function logInAdmin(deps: Deps, password: string, client: Client, device: string): Promise<string> {
  await requirePasswordLogin(deps);
  await checkPassword(deps, "admin", password, client);
  return openAdminSession(deps, { method: "password", device });
}

/** Who logged in, and how. */
interface Login {
  method: LoginMethod;
  /** None for the shared password and its link. */
  personId?: number;
  passkeyId?: number;
  device: string;
}

/**
 * Opens a session for whoever has proven who they are.
 * @returns the signed value of the cookie
 * @throws AppError `session.required` when the person or passkey was removed meanwhile
 */
export async function openAdminSession(deps: Deps, login: Login): Promise<string> {
  const { idHash, signed } = await newSession(deps, "admin");
  if (!(await insertSession(deps, { idHash, ...login }))) throw new AppError("session.required");
  if (login.personId !== undefined) await recordLogin(deps, login.personId);
  return signed;
}

/** Whose session a cookie is, with their present role; null when it is forged, ended or expired. */
export async function staffOf(deps: Deps, cookie: string | undefined): Promise<Staff | null> {
  const idHash = await hashOfSession(deps, "admin", cookie);
  const found = idHash === null ? null : await sessionByHash(deps, idHash);
  if (!found) return null;
  const { session, person } = found;
  const idle = deps.now().getTime() - session.lastSeenAt.getTime();
  if (idle > IDLE_MS || isOver(deps, session.createdAt.getTime())) return null;
  if (session.personId === null ? await isPasswordOff(deps) : person === null) return null;
  if (idle > TOUCH_MS) await touchSession(deps, session.idHash);
  return {
    session: session.idHash,
    role: person?.role ?? "operator",
    person: person && { id: person.id, name: person.name, email: person.email },
    since: session.createdAt,
  };
}

/** @throws AppError 403 `session.log_in_again` when the login is more than 15 minutes ago */
export function requireRecentLogin(deps: Deps, { since }: Pick<Staff, "since">): void {
  if (deps.now().getTime() - since.getTime() > RECENT_LOGIN_MS) throw new AppError("session.log_in_again");
}

/** The named operator of a session that was neither ended nor is 12 hours old, by its hash; null for anybody else. */
export async function operatorOfSession(deps: Deps, idHash: string): Promise<Staff["person"]> {
  const found = await sessionByHash(deps, idHash);
  if (!found?.person || !includesRole(found.person.role, "operator")) return null;
  if (isOver(deps, found.session.createdAt.getTime())) return null;
  const { id, name, email } = found.person;
  return { id, name, email };
}

/** What the panel learns of its session. */
export async function readSession(deps: Deps, cookie: string | undefined): Promise<AdminSession> {
  const [staff, isOff] = await Promise.all([staffOf(deps, cookie), isPasswordOff(deps)]);
  // Also with a session, because the gate is shown again when it ends.
  const gate = isOff && { isPasswordOff: true };
  if (!staff) return { authenticated: false, ...gate };
  const { role, person } = staff;
  const needsFirstPerson = person === null && !(await hasPeople(deps));
  return { authenticated: true, role, person, ...(person === null && { needsFirstPerson }), ...gate };
}

/** Makes a session of the shared password the first person's. */
export async function claimForPerson(deps: Deps, { session }: Staff, personId: number): Promise<void> {
  await claimSession(deps, session, personId);
  await recordLogin(deps, personId);
}

/** Ends a session immediately. */
export async function logOutAdmin(deps: Deps, cookie: string | undefined): Promise<void> {
  const idHash = await hashOfSession(deps, "admin", cookie);
  if (idHash !== null) await deleteSession(deps, idHash);
}

/** Digits of a session's number in the panel: half of its hash, which opens nothing and finds it. */
const NUMBER = 32;

/**
 * Sessions of the last 12 hours that still open something, newest first: one's own, or for an operator everybody's. An
 * idle one opens a dashboard at most, which only a named operator has.
 */
export async function readSessions(deps: Deps, staff: Staff): Promise<StaffSession[]> {
  const now = deps.now().getTime();
  const isOperator = includesRole(staff.role, "operator");
  const [rows, isOff] = await Promise.all([
    sessionsSince(deps, new Date(now - SESSION_MS), isOperator ? null : (staff.person?.id ?? 0)),
    isPasswordOff(deps),
  ]);
  const isIdle = ({ lastSeenAt }: (typeof rows)[number]["session"]) => now - lastSeenAt.getTime() > IDLE_MS;
  const open = rows.filter(({ session, person }) => {
    if (isIdle(session)) return person !== null && includesRole(person.role, "operator");
    return person !== null || !isOff;
  });
  return open.map(({ session, person }) => ({
    id: session.idHash.slice(0, NUMBER),
    person: person && { id: person.id, name: person.name },
    method: session.method,
    device: session.device,
    since: session.createdAt.toISOString(),
    lastSeenAt: session.lastSeenAt.toISOString(),
    isIdle: isIdle(session),
    isCurrent: session.idHash === staff.session,
  }));
}

/** One of {@link readSessions}. @throws AppError 404 `session.not_found` */
export async function readOneSession(deps: Deps, staff: Staff, id: string): Promise<StaffSession> {
  const found = (await readSessions(deps, staff)).find((session) => session.id === id);
  if (!found) throw new AppError("session.not_found");
  return found;
}

/**
 * Ends a session at once: one's own, or for an operator anybody's.
 * @throws AppError 404 `session.not_found`
 */
export async function endSession(deps: Deps, staff: Staff, id: string, by: Moderator): Promise<void> {
  const { person } = await readOneSession(deps, staff, id);
  const [ended] = await deps.db.batch([
    deleteSessionNumbered(deps, id),
    auditIfChanged(deps, {
      ...by,
      action: "session.end",
      targetType: "person",
      targetId: person?.id ?? "password",
    }),
  ]);
  if (ended.length === 0) throw new AppError("session.not_found");
}

/** Deletes sessions that have expired at `time`. */
export async function pruneSessions(deps: Deps, time: Date): Promise<void> {
  await deleteSessionsCreatedBefore(deps, new Date(time.getTime() - SESSION_MS));
}
