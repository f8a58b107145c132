import type { AttemptAnswer, AttemptLimit } from "./attempt-counter.do.ts";
import type { Deps } from "./deps.ts";
import { AppError } from "./errors.ts";
import { tellOperator } from "./operator-mail.ts";
import { takeAttempt } from "./rate-limits.ts";

const HOUR_MS = 3_600_000;
const WINDOWS = { hour: HOUR_MS, day: 24 * HOUR_MS } as const;
/** Refusals within this time of the first one belong to one opening, of which the operator is told once. */
const OPENING_MS = 6 * HOUR_MS;

/**
 * What the whole site takes in an hour and in a day, from all networks together. Generous for a site of one region on its
 * best day, and little against thousands of networks. RATE_LIMIT_SCALE multiplies the counts.
 */
export const BREAKERS = {
  /** Mails that anybody can cause by typing an address. */
  mails: { what: "mails to strangers", hour: 500, day: 3_000 },
  submissions: { what: "submissions", hour: 150, day: 600 },
  /** Uploaded pictures; a listing has up to five. */
  photos: { what: "photos", hour: 600, day: 2_400 },
  /** Reports that are stored; repeated ones are not. */
  reports: { what: "reports", hour: 200, day: 1_000 },
} as const;
export type Breaker = keyof typeof BREAKERS;

/**
 * Counts something against the limits of the whole site, exactly. While they are used up, nothing is counted and the
 * operator is told once.
 * @param amount how many there are of it
 */
export async function passBreaker(deps: Deps, breaker: Breaker, amount = 1): Promise<AttemptAnswer> {
  const limits = (["hour", "day"] as const).map((part): AttemptLimit => ({
    part,
    count: BREAKERS[breaker][part],
    windowMs: WINDOWS[part],
    weight: amount,
  }));
  const answer = await takeAttempt(deps, `breaker:${breaker}`, limits);
  if (!answer.allowed) deps.waitUntil(tellOnce(deps, breaker));
  return answer;
}

/**
 * {@link passBreaker} for what is answered.
 * @throws AppError `request.paused` (503) with Retry-After
 */
export async function requireBreaker(deps: Deps, breaker: Breaker, amount = 1): Promise<void> {
  const answer = await passBreaker(deps, breaker, amount);
  if (!answer.allowed) throw new AppError("request.paused", { retryAfter: answer.retryAfterSeconds });
}

async function tellOnce(deps: Deps, breaker: Breaker): Promise<void> {
  const key = `breaker:${breaker}:told`;
  if (!(await deps.attempts.take(key, { count: 1, windowMs: OPENING_MS })).allowed) return;
  const { what, hour, day } = BREAKERS[breaker];
  const [inHour, inDay] = [hour, day].map((count) => Math.ceil(count * deps.config.rateLimitScale));
  const then = breaker === "mails" ? "Receipts wait, and other ones are dropped" : "Further ones are answered with 503";
  try {
    await tellOperator(
      deps,
      `Too many ${what}`,
      `The site has taken as many ${what} as it does: ${inHour} in an hour or ${inDay} in a day. ${then} until there is room again. If this is an attack, ban the networks it comes from (Admin Panel, Discussions); a ban takes ranges such as 2001:db8::/48.`,
    );
  } catch (error) {
    deps.log.error("breaker.not_told", error, { breaker });
    await deps.attempts.giveBack(key);
  }
}
