import type { MiddlewareHandler } from "hono";
import type { AttemptAnswer, AttemptLimit } from "./attempt-counter.do.ts";
import type { Deps, MinuteLimiter } from "./deps.ts";
import { AppError } from "./errors.ts";
import type { AppEnv } from "./http.ts";

const DAY_MS = 86_400_000;

/** So many in any 24 hours. */
export const perDay = (count: number): AttemptLimit => ({ count, windowMs: DAY_MS });

/** Counts one more of something exactly. RATE_LIMIT_SCALE multiplies the limit; at 0 everything is allowed. */
export async function takeAttempt(deps: Deps, key: string, limit: AttemptLimit): Promise<AttemptAnswer> {
  const scale = deps.config.rateLimitScale;
  return scale > 0 ? deps.attempts.take(key, { ...limit, count: Math.ceil(limit.count * scale) }) : { allowed: true };
}

/**
 * Counts one more of something exactly, and refuses one too many.
 * @throws AppError `request.rate_limited` with Retry-After
 */
export async function requireAttempt(deps: Deps, key: string, limit: AttemptLimit, message?: string): Promise<void> {
  const answer = await takeAttempt(deps, key, limit);
  if (answer.allowed) return;
  throw new AppError("request.rate_limited", {
    ...(message !== undefined && { message }),
    retryAfter: answer.retryAfterSeconds,
  });
}

/**
 * Limits a write per network: by the platform's limiter per minute, and exactly per day where `aDay` is given.
 * RATE_LIMIT_SCALE multiplies both. The platform's limit is fixed, so a caller is spread over that many keys: whole
 * scales from 1 up; below 1 only the daily limit shrinks.
 * @throws AppError `request.rate_limited` with Retry-After
 */
export function limited(
  limiter: MinuteLimiter,
  options: { aDay?: number; name?: string } = {},
): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    const { deps, client } = c.var;
    const scale = deps.config.rateLimitScale;
    if (scale > 0) {
      const share = scale > 1 ? `:${Math.floor(deps.random() * scale)}` : "";
      const { success } = await deps.limiters[limiter].limit({ key: `${client.network}${share}` });
      if (!success) throw new AppError("request.rate_limited", { retryAfter: 60 });
    }
    if (options.aDay !== undefined)
      await requireAttempt(deps, `day:${options.name ?? limiter}:${client.network}`, perDay(options.aDay));
    await next();
  };
}
