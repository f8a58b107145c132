import { MINUTE_MS, DAY_MS } from "../../contracts/days.ts";
import type { ErrorCode } from "../../contracts/errors.ts";
import { includesRole } from "../../contracts/people.ts";
import { RETENTION_DAYS } from "../../contracts/retention.ts";
import type { AdminSession, LoginMethod, StaffSession } from "../../contracts/sessions.ts";
import type { AttemptLimit } from "../../platform/attempt-counter.do.ts";
import type { Client } from "../../platform/client-address.ts";
import type { Deps, ActingPerson } from "../../platform/deps.ts";
import { AppError } from "../../platform/errors.ts";
import type { Staff } from "../../platform/http.ts";
import { refundAttempt, networkLimits, requireAttempt } from "../../platform/rate-limits.ts";
import { sha256Hex, equalInConstantTime } from "../../platform/tokens.ts";
import { runAllOrNone } from "../../platform/run-all-or-none.ts";
import { auditEntry, type Moderator } from "../audit/audit.service.ts";
import { hasPeople, recordLogin } from "../people/people.service.ts";
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

/**
 * Kinds of sessions: "admin" for the admin panel, stored in D1, and "stats" for the operator's dashboard, stored in KV.
 */
type SessionKind = "admin" | "stats";

/** Seconds from login to the end of a session (docs/security.md, Who may do what). */
export const SESSION_S = 12 * 60 * 60;
const SESSION_MS = SESSION_S * 1000;

/** Returns whether a session has expired, because it is older than 12 hours. @param createdAt Unix milliseconds */
const isOver = (deps: Deps, createdAt: number): boolean => deps.now().getTime() - createdAt > SESSION_MS;

/**
 * Creates the id of a new session. Only the hash of the id is stored, so a copy of the storage cannot be used to log
 * in.
 * @returns the hash of the id, and the signed id for the cookie or header
 */
async function newSession(deps: Deps, kind: SessionKind): Promise<{ idHash: string; signed: string }> {
  const id = deps.newId();
  return { idHash: await sha256Hex(id), signed: await deps.tokens.sign(kind, id) };
}

/**
 * Returns the hash under which the session of a signed id is stored. Returns null if the signature is invalid, so a
 * forged id never causes a read.
 */
async function hashOfSession(deps: Deps, kind: SessionKind, signed: string | undefined): Promise<string | null> {
  const id = signed && deps.config.sessionSecret ? await deps.tokens.open(kind, signed) : null;
  return id ? sha256Hex(id) : null;
}

/** The account that a password belongs to. Wrong passwords are counted separately for each account. */
type PasswordHolder = "admin" | "stats";

/**
 * Limit on wrong passwords from all networks together (docs/security.md, Who may do what): 20 in 15 minutes, then one
 * every 30 s. The limits per network are in contracts/network-limits.ts.
 */
const GLOBAL_FAILURES = { part: "all", count: 20, windowMs: 15 * MINUTE_MS, trickleMs: 30_000 };
/** Time for which a network counts as known after a login. */
const KNOWN_NETWORK_MS = RETENTION_DAYS.knownNetwork * DAY_MS;

const WRONG: Record<PasswordHolder, ErrorCode> = {
  admin: "session.wrong_admin_password",
  stats: "session.wrong_stats_password",
};

type Caller = Pick<Client, "network" | "networks">;

/**
 * Checks a password. Each attempt is counted before the check; the attempt with a correct password is refunded.
 * @throws AppError 401 when the password is wrong, 429 after too many guesses, 503 when a secret is missing
 */
async function checkPassword(deps: Deps, who: PasswordHolder, password: string, client: Caller): Promise<void> {
  const { adminPassword, statsPassword, sessionSecret } = deps.config;
  const expected = { admin: adminPassword, stats: statsPassword }[who];
  if (!expected || !sessionSecret) throw new AppError("session.not_configured");
  const isKnown = await isKnownNetwork(deps, who, client);
  const limits = guessLimits(client, isKnown);
  await requireAttempt(deps, guessesOf(who), limits, "Too many attempts. Please wait and try again.");
  if (!(await equalInConstantTime(password, expected))) throw new AppError(WRONG[who]);
  await Promise.all([refundAttempt(deps, guessesOf(who), limits), rememberNetwork(deps, who, client)]);
}

/**
 * Returns the limits against which a guess at a password counts. One object counts all guesses and checks the global
 * limit first. A guess that any limit refuses counts against none of them, so strangers' guesses do not use up a
 * moderator's own limit. If a login from a network succeeded recently, only guesses from this network limit it.
 */
const guessLimits = (client: Caller, isKnown: boolean): AttemptLimit[] =>
  isKnown
    ? networkLimits("guesses", { networks: [client.network] })
    : [GLOBAL_FAILURES, ...networkLimits("guesses", client)];

const guessesOf = (who: PasswordHolder) => `login:${who}`;
/**
 * Returns the name of the one object that stores the logins of all networks. With an object per network, each guess
 * from a new network would create an object.
 */
const loginsOf = (who: PasswordHolder) => `login:${who}:success`;

/**
 * Returns whether a login from a network succeeded recently. Strangers' attempts do not count against such a network.
 */
export const isKnownNetwork = async (
  deps: Deps,
  who: PasswordHolder,
  { network }: Pick<Client, "network">,
): Promise<boolean> =>
  deps.config.rateLimitScale > 0 && (await deps.attempts.seen(loginsOf(who), KNOWN_NETWORK_MS, network));

/** Records that a login from a network succeeded. */
export async function rememberNetwork(
  deps: Deps,
  who: PasswordHolder,
  { network }: Pick<Client, "network">,
): Promise<void> {
  if (deps.config.rateLimitScale <= 0) return;
  const always = { part: network, count: Number.MAX_SAFE_INTEGER, windowMs: KNOWN_NETWORK_MS };
  await deps.attempts.take(loginsOf(who), always);
}

/** Time without a request after which a moderator's session ends. */
const IDLE_MS = 30 * MINUTE_MS;
/** Time after a login during which the session may make changes that outlast it. */
const RECENT_LOGIN_MS = 15 * MINUTE_MS;
/** Minimum interval between writes of a session's last_seen_at. */
const TOUCH_MS = MINUTE_MS;

/**
 * Returns whether sessions of the shared password are invalid, because the password is switched off and an operator can
 * log in without it.
 */
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

/** A login: the method, and who logged in. */
interface Login {
  method: LoginMethod;
  /** The person's id. Undefined for the shared password and for the emailed login link. */
  personId?: number;
  passkeyId?: number;
  device: string;
}

/**
 * Opens a session after a successful login.
 * @returns the signed value of the cookie
 * @throws AppError `session.required` when the person or passkey was removed in the meantime
 */
export async function openAdminSession(deps: Deps, login: Login): Promise<string> {
  const { idHash, signed } = await newSession(deps, "admin");
  if (!(await insertSession(deps, { idHash, ...login }))) throw new AppError("session.required");
  if (login.personId !== undefined) await recordLogin(deps, login.personId);
  return signed;
}

/**
 * Returns the person to whom a cookie's session belongs, with the person's current role. Returns null if the cookie is
 * forged, or the session has ended or expired.
 */
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

/** @throws AppError 403 `session.log_in_again` when the login was more than 15 minutes ago */
export function requireRecentLogin(deps: Deps, { since }: Pick<Staff, "since">): void {
  if (deps.now().getTime() - since.getTime() > RECENT_LOGIN_MS) throw new AppError("session.log_in_again");
}

/**
 * Returns the named operator to whom a session belongs, given the session's hash. Returns null unless the session is
 * less than 12 hours old and has not ended.
 */
async function operatorOfSession(deps: Deps, idHash: string): Promise<Staff["person"]> {
  const found = await sessionByHash(deps, idHash);
  if (!found?.person || !includesRole(found.person.role, "operator")) return null;
  if (isOver(deps, found.session.createdAt.getTime())) return null;
  const { id, name, email } = found.person;
  return { id, name, email };
}

/** Reads the state of a session for the admin panel. */
export async function readSession(deps: Deps, cookie: string | undefined): Promise<AdminSession> {
  const [staff, isOff] = await Promise.all([staffOf(deps, cookie), isPasswordOff(deps)]);
  // The response contains `isPasswordOff` even if there is a session, because the login page is shown again when the
  // session ends.
  const gate = isOff && { isPasswordOff: true };
  if (!staff) return { authenticated: false, ...gate };
  const { role, person } = staff;
  const needsFirstPerson = person === null && !(await hasPeople(deps));
  return { authenticated: true, role, person, ...(person === null && { needsFirstPerson }), ...gate };
}

/** Assigns a session that the shared password opened to the first person. */
export async function claimForPerson(deps: Deps, { session }: Staff, personId: number): Promise<void> {
  await claimSession(deps, session, personId);
  await recordLogin(deps, personId);
}

/** Ends a session immediately. */
export async function logOutAdmin(deps: Deps, cookie: string | undefined): Promise<void> {
  const idHash = await hashOfSession(deps, "admin", cookie);
  if (idHash !== null) await deleteSession(deps, idHash);
}

/**
 * Number of digits of a session's number in the admin panel. The number is half of the session's hash, which identifies
 * the session but does not give access to it.
 */
const NUMBER = 32;

/**
 * Returns sessions of the last 12 hours that still grant access, newest first: the person's own sessions, or all
 * sessions for an operator. An idle session can only open the dashboard, and only if it belongs to a named operator.
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

/**
 * Returns one of the sessions that {@link readSessions} lists.
 * @throws AppError 404 `session.not_found`
 */
export async function readOneSession(deps: Deps, staff: Staff, id: string): Promise<StaffSession> {
  const found = (await readSessions(deps, staff)).find((session) => session.id === id);
  if (!found) throw new AppError("session.not_found");
  return found;
}

/**
 * Ends a session immediately: one of the person's own sessions, or any session for an operator.
 * @throws AppError 404 `session.not_found`
 */
export async function endSession(deps: Deps, staff: Staff, id: string, by: Moderator): Promise<void> {
  const { person } = await readOneSession(deps, staff, id);
  const [ended] = await runAllOrNone(deps, [
    deleteSessionNumbered(deps, id),
    auditEntry(deps, {
      ...by,
      action: "session.end",
      targetType: "person",
      targetId: person?.id ?? "password",
    }),
  ]);
  if (ended.length === 0) throw new AppError("session.not_found");
}

/** Deletes sessions that have expired by `time`. */
export async function pruneSessions(deps: Deps, time: Date): Promise<void> {
  await deleteSessionsCreatedBefore(deps, new Date(time.getTime() - SESSION_MS));
}

/** A dashboard session as stored in KV. */
interface StoredSession {
  /** Time of creation in Unix milliseconds. */
  createdAt: number;
  /**
   * Hash of the admin panel session with which a named operator opened this session. Undefined if the password opened
   * it.
   */
  staffSession?: string;
}

/**
 * Checks the operator's password and opens a dashboard session of 12 hours.
 * @returns the signed id, for the cookie and the headers
 * @throws AppError 401 `session.wrong_stats_password`, 429 after too many guesses, 503 when a secret is missing
 */
export async function logInOperator(deps: Deps, password: string, client: Client): Promise<string> {
  await checkPassword(deps, "stats", password, client);
  return openSession(deps, {});
}

/**
 * Opens a dashboard session for a named operator who is logged in to the panel. The dashboard session ends with the
 * panel session, or when the person stops being an operator.
 * @returns the signed id, for the cookie and the headers
 * @throws AppError 403 `session.forbidden` for a session of the shared password, 503 when a secret is missing
 */
export async function openDashboardSession(deps: Deps, { session, person }: Staff): Promise<string> {
  if (person === null) throw new AppError("session.forbidden");
  return openSession(deps, { staffSession: session });
}

async function openSession(deps: Deps, by: Pick<StoredSession, "staffSession">): Promise<string> {
  const { idHash, signed } = await newSession(deps, "stats");
  const session: StoredSession = { createdAt: deps.now().getTime(), ...by };
  await deps.statsSessions.put(idHash, JSON.stringify(session), { expirationTtl: SESSION_S });
  return signed;
}

const revocationOf = (hash: string) => `revoked:stats:${hash}`;

/**
 * Finds the first valid dashboard session among session ids, and returns its person. Returns null if none is valid. KV
 * may return a session for up to 60 s after its logout, so a Durable Object records logouts. This function writes
 * nothing, because the dashboard polls every second.
 * @returns the named operator, or `person: null` for the shared password
 */
export async function operatorOf(
  deps: Deps,
  presented: readonly string[],
): Promise<{ person: ActingPerson | null } | null> {
  for (const signed of new Set(presented)) {
    const hash = await hashOfSession(deps, "stats", signed);
    const session = hash === null ? null : await deps.statsSessions.get<StoredSession>(hash, "json");
    if (hash === null || session === null) continue;
    if (isOver(deps, session.createdAt)) continue;
    if (await deps.attempts.seen(revocationOf(hash), SESSION_MS)) continue;
    if (session.staffSession === undefined) return { person: null };
    const person = await operatorOfSession(deps, session.staffSession);
    if (person) return { person };
  }
  return null;
}

/** Ends sessions immediately in all locations. */
export async function logOutOperator(deps: Deps, presented: readonly string[]): Promise<void> {
  for (const signed of new Set(presented)) {
    const hash = await hashOfSession(deps, "stats", signed);
    if (hash === null) continue;
    await deps.attempts.take(revocationOf(hash), { count: 1, windowMs: SESSION_MS });
    await deps.statsSessions.delete(hash);
  }
}
