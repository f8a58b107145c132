import type { Deps } from "../../platform/deps.ts";
import { AppError } from "../../platform/errors.ts";
import { equalInConstantTime, sha256Hex } from "../../platform/tokens.ts";
import {
  deleteSession,
  deleteSessionsCreatedBefore,
  insertSession,
  sessionByHash,
  touchSession,
} from "./sessions.repo.ts";

const MINUTE_MS = 60_000;
/** A moderator's session ends after this long without a request, and this long after login in any case (security.md E). */
const IDLE_MS = 30 * MINUTE_MS;
const ABSOLUTE_MS = 12 * 60 * MINUTE_MS;
/** last_seen_at is written at most this often. */
const TOUCH_MS = MINUTE_MS;

/** Wrong passwords per network and for everyone together (security.md A3): 5 and 20 in 15 minutes, then one each 30 s. */
const FAILURES_PER_NETWORK = { count: 5, windowMs: 15 * MINUTE_MS };
const FAILURES_OF_ALL = { count: 20, windowMs: 15 * MINUTE_MS, trickleMs: 30_000 };
/** How long a network counts as known after a login. */
const KNOWN_NETWORK_MS = 30 * 24 * 60 * MINUTE_MS;

/**
 * Checks a moderator's password and opens a session. Every guess is counted before it is looked at, and a right one is
 * taken back.
 * @returns the signed value of the cookie
 * @throws AppError 401 `session.wrong_admin_password`, 429 after too many guesses, 503 when a secret is missing
 */
export async function logInAdmin(deps: Deps, password: string, network: string): Promise<string> {
  const { adminPassword, sessionSecret, rateLimitScale } = deps.config;
  if (!adminPassword || !sessionSecret) throw new AppError("session.not_configured");
  if (rateLimitScale > 0) await countGuess(deps, network);
  if (!(await equalInConstantTime(password, adminPassword))) throw new AppError("session.wrong_admin_password");
  if (rateLimitScale > 0) await rememberSuccess(deps, network);
  const id = deps.newId();
  await insertSession(deps, await sha256Hex(id));
  return deps.tokens.sign("admin", id);
}

const guessesOf = (network: string) => `login:admin:${network}`;
const GUESSES_OF_ALL = "login:admin";
const successOf = (network: string) => `login:admin:success:${network}`;

/**
 * Counts a guess before it is looked at. The count of all networks together does not bind a network that logged in
 * lately: strangers who use it up lock no moderator out.
 */
async function countGuess(deps: Deps, network: string): Promise<void> {
  const isKnown = await deps.attempts.seen(successOf(network), KNOWN_NETWORK_MS);
  const counters = [
    { key: guessesOf(network), limit: FAILURES_PER_NETWORK },
    ...(isKnown ? [] : [{ key: GUESSES_OF_ALL, limit: FAILURES_OF_ALL }]),
  ];
  for (const { key, limit } of counters) {
    const count = Math.ceil(limit.count * deps.config.rateLimitScale);
    const answer = await deps.attempts.take(key, { ...limit, count });
    if (!answer.allowed) {
      const message = "Too many attempts. Please wait and try again.";
      throw new AppError("request.rate_limited", { message, retryAfter: answer.retryAfterSeconds });
    }
  }
}

async function rememberSuccess(deps: Deps, network: string): Promise<void> {
  const wasKnown = await deps.attempts.seen(successOf(network), KNOWN_NETWORK_MS);
  await Promise.all([
    deps.attempts.giveBack(guessesOf(network)),
    ...(wasKnown ? [] : [deps.attempts.giveBack(GUESSES_OF_ALL)]),
    deps.attempts.take(successOf(network), { count: Number.MAX_SAFE_INTEGER, windowMs: KNOWN_NETWORK_MS }),
  ]);
}

/** The session a cookie stands for, or null when it is forged, logged out or over. */
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

/** Ends a session at once. */
export async function logOutAdmin(deps: Deps, cookie: string | undefined): Promise<void> {
  const id = cookie && deps.config.sessionSecret ? await deps.tokens.open("admin", cookie) : null;
  if (id) await deleteSession(deps, await sha256Hex(id));
}

/** Forgets sessions that are over at `time`. */
export async function pruneSessions(deps: Deps, time: Date): Promise<void> {
  await deleteSessionsCreatedBefore(deps, new Date(time.getTime() - ABSOLUTE_MS));
}
