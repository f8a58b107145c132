import { DAY_MS, MINUTE_MS } from "../../contracts/days.ts";
import type { ErrorCode } from "../../contracts/errors.ts";
import { RETENTION_DAYS } from "../../contracts/retention.ts";
import type { AttemptLimit } from "../../platform/attempt-counter.do.ts";
import type { Client } from "../../platform/client-address.ts";
import type { Deps } from "../../platform/deps.ts";
import { AppError } from "../../platform/errors.ts";
import { refundAttempt, networkLimits, requireAttempt } from "../../platform/rate-limits.ts";
import { equalInConstantTime } from "../../platform/tokens.ts";

/** The account of a password; guesses are counted separately for each. */
export type PasswordHolder = "admin" | "stats";

/**
 * Wrong passwords of all networks together (docs/security.md, Who may do what): 20 in 15 minutes, then one every 30 s.
 * The limits per network are in contracts/network-limits.ts.
 */
const GLOBAL_FAILURES = { part: "all", count: 20, windowMs: 15 * MINUTE_MS, trickleMs: 30_000 };
/** How long a network is known after a login. */
const KNOWN_NETWORK_MS = RETENTION_DAYS.knownNetwork * DAY_MS;

const WRONG: Record<PasswordHolder, ErrorCode> = {
  admin: "session.wrong_admin_password",
  stats: "session.wrong_stats_password",
};

type Caller = Pick<Client, "network" | "networks">;

/**
 * Checks a password. Each guess is counted before it is checked; a correct one is refunded.
 * @throws AppError 401 when it is wrong, 429 after too many guesses, 503 when a secret is missing
 */
export async function checkPassword(deps: Deps, who: PasswordHolder, password: string, client: Caller): Promise<void> {
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
 * The limits that a guess counts against. One object counts all guesses and checks the global limit first: a guess
 * refused by any limit counts against none, so strangers' guesses use up nothing of a moderator's own. A network that
 * logged in recently is limited by its own guesses only.
 */
const guessLimits = (client: Caller, isKnown: boolean): AttemptLimit[] =>
  isKnown
    ? networkLimits("guesses", { networks: [client.network] })
    : [GLOBAL_FAILURES, ...networkLimits("guesses", client)];

const guessesOf = (who: PasswordHolder) => `login:${who}`;
/** One object for the logins of all networks: one for each network would be created by every guess that asks it. */
const loginsOf = (who: PasswordHolder) => `login:${who}:success`;

/** Whether somebody logged in from a network lately, so that strangers' tries do not count against it. */
export const isKnownNetwork = async (
  deps: Deps,
  who: PasswordHolder,
  { network }: Pick<Client, "network">,
): Promise<boolean> =>
  deps.config.rateLimitScale > 0 && (await deps.attempts.seen(loginsOf(who), KNOWN_NETWORK_MS, network));

/** Remembers that somebody logged in from a network. */
export async function rememberNetwork(
  deps: Deps,
  who: PasswordHolder,
  { network }: Pick<Client, "network">,
): Promise<void> {
  if (deps.config.rateLimitScale <= 0) return;
  const always = { part: network, count: Number.MAX_SAFE_INTEGER, windowMs: KNOWN_NETWORK_MS };
  await deps.attempts.take(loginsOf(who), always);
}
