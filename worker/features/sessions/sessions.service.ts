import { MINUTE_MS } from "../../contracts/days.ts";
import type { Client } from "../../platform/client-address.ts";
import type { Deps } from "../../platform/deps.ts";
import { sha256Hex } from "../../platform/tokens.ts";
import { checkPassword } from "./password-guesses.service.ts";
import {
  deleteSession,
  deleteSessionsCreatedBefore,
  insertSession,
  sessionByHash,
  touchSession,
} from "./sessions.repo.ts";

/** Seconds from login to the end of a session (docs/security.md, Who may do what). */
export const SESSION_S = 12 * 60 * 60;
const ABSOLUTE_MS = SESSION_S * 1000;
/** A moderator's session also ends after this long without a request. */
const IDLE_MS = 30 * MINUTE_MS;
/** last_seen_at is written at most this often. */
const TOUCH_MS = MINUTE_MS;

/**
 * Checks a moderator's password and opens a session.
 * @returns the signed value of the cookie
 * @throws AppError 401 `session.wrong_admin_password`, 429 after too many guesses, 503 when a secret is missing
 */
export async function logInAdmin(deps: Deps, password: string, client: Client): Promise<string> {
  await checkPassword(deps, "admin", password, client);
  return openAdminSession(deps);
}

/**
 * Opens a session for a verified moderator.
 * @returns the signed value of the cookie
 */
export async function openAdminSession(deps: Deps): Promise<string> {
  const id = deps.newId();
  await insertSession(deps, await sha256Hex(id));
  return deps.tokens.sign("admin", id);
}

/** The session of a cookie, or null when it is forged, ended or expired. */
export async function adminSessionOf(deps: Deps, cookie: string | undefined): Promise<string | null> {
  const id = cookie && deps.config.sessionSecret ? await deps.tokens.open("admin", cookie) : null;
  if (!id) return null;
  const idHash = await sha256Hex(id);
  const session = await sessionByHash(deps, idHash);
  if (!session) return null;
  const now = deps.now().getTime();
  const idle = now - session.lastSeenAt.getTime();
  if (idle > IDLE_MS || now - session.createdAt.getTime() > ABSOLUTE_MS) return null;
  if (idle > TOUCH_MS) await touchSession(deps, idHash);
  return idHash;
}

/** Ends a session immediately. */
export async function logOutAdmin(deps: Deps, cookie: string | undefined): Promise<void> {
  const id = cookie && deps.config.sessionSecret ? await deps.tokens.open("admin", cookie) : null;
  if (id) await deleteSession(deps, await sha256Hex(id));
}

/** Deletes sessions that have expired at `time`. */
export async function pruneSessions(deps: Deps, time: Date): Promise<void> {
  await deleteSessionsCreatedBefore(deps, new Date(time.getTime() - ABSOLUTE_MS));
}
