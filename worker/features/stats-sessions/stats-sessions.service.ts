import type { Client } from "../../platform/client-address.ts";
import type { Deps } from "../../platform/deps.ts";
import { sha256Hex } from "../../platform/tokens.ts";
import { checkPassword } from "../sessions/password-guesses.service.ts";

const TWELVE_HOURS_S = 12 * 60 * 60;
const TWELVE_HOURS_MS = TWELVE_HOURS_S * 1000;

/** What KV holds of a session. */
interface StoredSession {
  /** Unix milliseconds. */
  createdAt: number;
}

/**
 * Checks the operator's password and opens a session of 12 hours.
 * @returns the signed id, for the cookie and the headers
 * @throws AppError 401 `session.wrong_stats_password`, 429 after too many guesses, 503 when a secret is missing
 */
export async function logInOperator(deps: Deps, password: string, client: Client): Promise<string> {
  await checkPassword(deps, "stats", password, client);
  const id = deps.newId();
  const session: StoredSession = { createdAt: deps.now().getTime() };
  await deps.statsSessions.put(await sha256Hex(id), JSON.stringify(session), { expirationTtl: TWELVE_HOURS_S });
  return deps.tokens.sign("stats", id);
}

const revocationOf = (hash: string) => `revoked:stats:${hash}`;

/** The key of a signed id; null when it is not ours, so that junk never reads KV. */
async function hashOf(deps: Deps, signed: string): Promise<string | null> {
  const id = deps.config.sessionSecret ? await deps.tokens.open("stats", signed) : null;
  return id === null ? null : sha256Hex(id);
}

/**
 * Whether one of the presented ids is a session that runs. KV may show a session for 60 s after its logout, so the
 * logout is asked for where it is strongly consistent. Writes nothing: the dashboard polls every second.
 */
export async function hasOperatorSession(deps: Deps, presented: readonly string[]): Promise<boolean> {
  for (const signed of new Set(presented)) {
    const hash = await hashOf(deps, signed);
    const session = hash === null ? null : await deps.statsSessions.get<StoredSession>(hash, "json");
    if (hash === null || session === null) continue;
    if (deps.now().getTime() - session.createdAt > TWELVE_HOURS_MS) continue;
    if (!(await deps.attempts.seen(revocationOf(hash), TWELVE_HOURS_MS))) return true;
  }
  return false;
}

/** Ends the presented sessions at once, everywhere. */
export async function logOutOperator(deps: Deps, presented: readonly string[]): Promise<void> {
  for (const signed of new Set(presented)) {
    const hash = await hashOf(deps, signed);
    if (hash === null) continue;
    await deps.attempts.take(revocationOf(hash), { count: 1, windowMs: TWELVE_HOURS_MS });
    await deps.statsSessions.delete(hash);
  }
}
