import type { ErrorCode } from "../../contracts/errors.ts";
import { RETENTION_DAYS } from "../../contracts/retention.ts";
import type { AttemptLimit } from "../../platform/attempt-counter.do.ts";
import type { Client } from "../../platform/client-address.ts";
import type { Deps } from "../../platform/deps.ts";
import { AppError } from "../../platform/errors.ts";
import { refundAttempt, networkLimits, requireAttempt } from "../../platform/rate-limits.ts";
import { equalInConstantTime } from "../../platform/tokens.ts";

/** Whose password is guessed at: moderators' and the operator's guesses are counted apart. */
export type PasswordHolder = "admin" | "stats";

const MINUTE_MS = 60_000;
/**
 * Wrong passwords of everyone together (docs/security.md, Who may do what): 20 in 15 minutes, then one each 30 s. Those
 * of a network are in contracts/network-limits.ts.
 */
const FAILURES_OF_ALL = { part: "all", count: 20, windowMs: 15 * MINUTE_MS, trickleMs: 30_000 };
/** How long a network counts as known after a login. */
const KNOWN_NETWORK_MS = RETENTION_DAYS.knownNetwork * 24 * 60 * MINUTE_MS;

const WRONG: Record<PasswordHolder, ErrorCode> = {
  admin: "session.wrong_admin_password",
  stats: "session.wrong_stats_password",
};

type Caller = Pick<Client, "network" | "networks">;

/**
 * Checks a password. Every guess is counted before it is looked at, and a right one is taken back.
 * @throws AppError 401 when it is wrong, 429 after too many guesses, 503 when a secret is missing
 */
export async function checkPassword(deps: Deps, who: PasswordHolder, password: string, client: Caller): Promise<void> {
  const { adminPassword, statsPassword, sessionSecret, rateLimitScale } = deps.config;
  const expected = { admin: adminPassword, stats: statsPassword }[who];
  if (!expected || !sessionSecret) throw new AppError("session.not_configured");
  const isKnown = rateLimitScale > 0 && (await deps.attempts.seen(successOf(who, client.network), KNOWN_NETWORK_MS));
  const limits = guessLimits(client, isKnown);
  await requireAttempt(deps, guessesOf(who), limits, "Too many attempts. Please wait and try again.");
  if (!(await equalInConstantTime(password, expected))) throw new AppError(WRONG[who]);
  await Promise.all([refundAttempt(deps, guessesOf(who), limits), rememberNetwork(deps, who, client)]);
}

/**
 * What a guess is counted under, before it is looked at. All guesses are counted in one object, which asks the limit of
 * everyone first: a guess that any limit refuses counts for nobody, so strangers' guesses use up nothing of a
 * moderator's own. A network that logged in lately is bound by its own guesses alone, not by those of everyone or of the
 * networks around it.
 */
const guessLimits = (client: Caller, isKnown: boolean): AttemptLimit[] =>
  isKnown
    ? networkLimits("guesses", { networks: [client.network] })
    : [FAILURES_OF_ALL, ...networkLimits("guesses", client)];

const guessesOf = (who: PasswordHolder) => `login:${who}`;
const successOf = (who: PasswordHolder, network: string) => `login:${who}:success:${network}`;

/** Notes that somebody of a network logged in. */
export async function rememberNetwork(
  deps: Deps,
  who: PasswordHolder,
  { network }: Pick<Client, "network">,
): Promise<void> {
  if (deps.config.rateLimitScale <= 0) return;
  const always = { count: Number.MAX_SAFE_INTEGER, windowMs: KNOWN_NETWORK_MS };
  await deps.attempts.take(successOf(who, network), always);
}
