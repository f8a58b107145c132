import type { Client } from "../../platform/client-address.ts";
import type { ActingPerson, Deps } from "../../platform/deps.ts";
import { AppError } from "../../platform/errors.ts";
import type { Staff } from "../../platform/http.ts";
import { checkPassword } from "./password-guesses.service.ts";
import { hashOfSession, isOver, newSession, SESSION_MS, SESSION_S } from "./session-ids.ts";
import { operatorOfSession } from "./sessions.service.ts";

/** The value stored in KV. */
interface StoredSession {
  /** Unix milliseconds. */
  createdAt: number;
  /** The stored hash of the panel's session that opened it, of a named operator; none for the password. */
  staffSession?: string;
}

/**
 * Checks the operator's password and opens a session of 12 hours.
 * @returns the signed id, for the cookie and the headers
 * @throws AppError 401 `session.wrong_stats_password`, 429 after too many guesses, 503 when a secret is missing
 */
export async function logInOperator(deps: Deps, password: string, client: Client): Promise<string> {
  await checkPassword(deps, "stats", password, client);
  return openSession(deps, {});
}

/**
 * Opens a session for a named operator who is logged in to the panel. It ends with that session, or when the person is
 * no operator any more.
 * @returns the signed id, for the cookie and the headers
 * @throws AppError 403 `session.forbidden` for the panel's shared password, 503 when a secret is missing
 */
export async function openForPerson(deps: Deps, { session, person }: Staff): Promise<string> {
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
 * Who holds a valid session among the presented ids; null if none is. KV may return a session for 60 s after its logout,
 * so logouts are looked up in a Durable Object. Writes nothing, because the dashboard polls every second.
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

/** Ends the presented sessions immediately in all locations. */
export async function logOutOperator(deps: Deps, presented: readonly string[]): Promise<void> {
  for (const signed of new Set(presented)) {
    const hash = await hashOfSession(deps, "stats", signed);
    if (hash === null) continue;
    await deps.attempts.take(revocationOf(hash), { count: 1, windowMs: SESSION_MS });
    await deps.statsSessions.delete(hash);
  }
}
