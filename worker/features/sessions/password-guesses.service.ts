import type { ErrorCode } from "../../contracts/errors.ts";
import type { Deps } from "../../platform/deps.ts";
import { AppError } from "../../platform/errors.ts";
import { requireAttempt } from "../../platform/rate-limits.ts";
import { equalInConstantTime } from "../../platform/tokens.ts";

/** Whose password is guessed at: moderators' and the operator's guesses are counted apart. */
export type PasswordHolder = "admin" | "stats";

const MINUTE_MS = 60_000;
/** Wrong passwords per network and for everyone together (security.md A3): 5 and 20 in 15 minutes, then one each 30 s. */
const FAILURES_PER_NETWORK = { count: 5, windowMs: 15 * MINUTE_MS };
const FAILURES_OF_ALL = { count: 20, windowMs: 15 * MINUTE_MS, trickleMs: 30_000 };
/** How long a network counts as known after a login. */
const KNOWN_NETWORK_MS = 30 * 24 * 60 * MINUTE_MS;

const WRONG: Record<PasswordHolder, ErrorCode> = {
  admin: "session.wrong_admin_password",
  stats: "session.wrong_stats_password",
};

/**
 * Checks a password. Every guess is counted before it is looked at, and a right one is taken back.
 * @throws AppError 401 when it is wrong, 429 after too many guesses, 503 when a secret is missing
 */
export async function checkPassword(deps: Deps, who: PasswordHolder, password: string, network: string): Promise<void> {
  const { adminPassword, statsPassword, sessionSecret, rateLimitScale } = deps.config;
  const expected = { admin: adminPassword, stats: statsPassword }[who];
  if (!expected || !sessionSecret) throw new AppError("session.not_configured");
  if (rateLimitScale > 0) await countGuess(deps, who, network);
  if (!(await equalInConstantTime(password, expected))) throw new AppError(WRONG[who]);
  if (rateLimitScale > 0) await rememberSuccess(deps, who, network);
}

const guessesOf = (who: PasswordHolder, network: string) => `login:${who}:${network}`;
const guessesOfAll = (who: PasswordHolder) => `login:${who}`;
const successOf = (who: PasswordHolder, network: string) => `login:${who}:success:${network}`;

/**
 * Counts a guess before it is looked at. The count of all networks together does not bind a network that logged in
 * lately: strangers who use it up lock nobody out.
 */
async function countGuess(deps: Deps, who: PasswordHolder, network: string): Promise<void> {
  const isKnown = await deps.attempts.seen(successOf(who, network), KNOWN_NETWORK_MS);
  const counters = [
    { key: guessesOf(who, network), limit: FAILURES_PER_NETWORK },
    ...(isKnown ? [] : [{ key: guessesOfAll(who), limit: FAILURES_OF_ALL }]),
  ];
  for (const { key, limit } of counters)
    await requireAttempt(deps, key, limit, "Too many attempts. Please wait and try again.");
}

async function rememberSuccess(deps: Deps, who: PasswordHolder, network: string): Promise<void> {
  const wasKnown = await deps.attempts.seen(successOf(who, network), KNOWN_NETWORK_MS);
  await Promise.all([
    deps.attempts.giveBack(guessesOf(who, network)),
    ...(wasKnown ? [] : [deps.attempts.giveBack(guessesOfAll(who))]),
    deps.attempts.take(successOf(who, network), { count: Number.MAX_SAFE_INTEGER, windowMs: KNOWN_NETWORK_MS }),
  ]);
}
