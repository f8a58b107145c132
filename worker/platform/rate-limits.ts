import type { MiddlewareHandler } from "hono";
import type { MinuteLimiter } from "./deps.ts";
import { AppError } from "./errors.ts";
import type { AppEnv } from "./http.ts";

const DAY_MS = 86_400_000;

/**
 * Limits a write per network: by the platform's limiter per minute, and exactly per day where `perDay` is given.
 * RATE_LIMIT_SCALE multiplies both. The platform's limit is fixed, so a caller is spread over that many keys: whole
 * scales from 1 up; below 1 only the daily limit shrinks.
 * @throws AppError `request.rate_limited` with Retry-After
 */
export function limited(
  limiter: MinuteLimiter,
  options: { perDay?: number; name?: string } = {},
): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    const { deps, client } = c.var;
    const scale = deps.config.rateLimitScale;
    if (scale > 0) {
      const share = scale > 1 ? `:${Math.floor(deps.random() * scale)}` : "";
      const { success } = await deps.limiters[limiter].limit({ key: `${client.network}${share}` });
      if (!success) throw new AppError("request.rate_limited", { retryAfter: 60 });
      if (options.perDay !== undefined) {
        const answer = await deps.attempts.take(`day:${options.name ?? limiter}:${client.network}`, {
          count: Math.ceil(options.perDay * scale),
          windowMs: DAY_MS,
        });
        if (!answer.allowed) throw new AppError("request.rate_limited", { retryAfter: answer.retryAfterSeconds });
      }
    }
    await next();
  };
}
