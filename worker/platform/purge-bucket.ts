import type { PurgePriority } from "./caching.ts";

/**
 * Cloudflare's limit for purges of Workers Cache, whatever the plan (/workers/cache/limitations/, "Purge rate limits"):
 * 5 calls a minute, and 25 at once after a quiet time.
 */
const BUCKET_TOKENS = 25;
const TOKEN_MS = 12_000;

/** Tokens that a purge leaves to those with a higher priority. */
const LEFT_FOR_OTHERS: Record<PurgePriority, number> = { withdrawal: 0, moderation: 5, change: 10 };
/** With fewer tokens, purges of withdrawals are merged for longer. */
const FEW_TOKENS = 12;
/** Minimum milliseconds between two calls for the same priority. */
const INTERVAL_MS = 1_000;
/**
 * The same for withdrawals when few tokens are left: a token comes back every 12 seconds, so twelve of them allow a call
 * every 8 seconds for almost five minutes.
 */
const SPARING_INTERVAL_MS = 8_000;
/** After a refusal, the next try waits for a token, then twice as long each time, at most this long. */
const LONGEST_BACK_OFF_MS = 60_000;

/** The estimate of the platform's token bucket, and what the pace depends on. Times are milliseconds. */
export interface PurgeBucket {
  tokens: number;
  /** When the tokens were counted. */
  countedAt: number;
  /** Time of the last call, of the last with a withdrawal, and of the last with a moderator's change. */
  calledAt: number;
  withdrawnAt: number;
  moderatedAt: number;
  /** Refusals in a row. */
  refusals: number;
  refusedAt: number | null;
  /** Not before this time, because of refusals. */
  notBefore: number;
}

export const FULL_BUCKET: PurgeBucket = {
  tokens: BUCKET_TOKENS,
  countedAt: 0,
  calledAt: 0,
  withdrawnAt: 0,
  moderatedAt: 0,
  refusals: 0,
  refusedAt: null,
  notBefore: 0,
};

/** The bucket with the tokens that came back until `now`; a clock that was set back brings none. */
export function refilled(bucket: PurgeBucket, now: number): PurgeBucket {
  const gained = Math.max(0, now - bucket.countedAt) / TOKEN_MS;
  return { ...bucket, tokens: Math.min(BUCKET_TOKENS, bucket.tokens + gained), countedAt: now };
}

/** When a purge of a priority may be called; possibly now. @param bucket refilled at `now` */
export function dueAt(bucket: PurgeBucket, priority: PurgePriority, now: number): number {
  const missing = LEFT_FOR_OTHERS[priority] + 1 - bucket.tokens;
  const [last, interval] = paceOf(bucket, priority);
  return Math.max(
    now,
    now + Math.ceil(missing * TOKEN_MS),
    // Capped, in case the clock was set back.
    Math.min(last, now) + interval,
    Math.min(bucket.notBefore, now + LONGEST_BACK_OFF_MS),
  );
}

/** The last call that a purge keeps its distance from, and the distance. */
function paceOf(bucket: PurgeBucket, priority: PurgePriority): [last: number, interval: number] {
  if (priority === "withdrawal")
    return [bucket.withdrawnAt, bucket.tokens < FEW_TOKENS ? SPARING_INTERVAL_MS : INTERVAL_MS];
  return [priority === "moderation" ? bucket.moderatedAt : bucket.calledAt, INTERVAL_MS];
}

/** The bucket after a call that carried tags of some priorities. @param bucket refilled at `now` */
export function afterCall(bucket: PurgeBucket, carried: ReadonlySet<PurgePriority>, now: number): PurgeBucket {
  return {
    ...bucket,
    tokens: Math.max(0, bucket.tokens - 1),
    calledAt: now,
    ...(carried.has("withdrawal") && { withdrawnAt: now }),
    ...(carried.has("moderation") && { moderatedAt: now }),
  };
}

/**
 * The bucket after a refusal: the platform's is empty, or somebody else in the account empties it, or purging is out of
 * order; all three ask for patience. @param bucket refilled at `now`
 */
export function afterRefusal(bucket: PurgeBucket, now: number): PurgeBucket {
  const backOff = Math.min(LONGEST_BACK_OFF_MS, TOKEN_MS * 2 ** Math.min(bucket.refusals, 10));
  return { ...bucket, tokens: 0, refusals: bucket.refusals + 1, refusedAt: now, notBefore: now + backOff };
}

export const afterSuccess = (bucket: PurgeBucket): PurgeBucket => ({ ...bucket, refusals: 0, notBefore: 0 });
