import type { Deps } from "../../../worker/platform/deps.ts";

/**
 * Creates a limiter whose minute never ends. The platform's limiter uses the real clock, so a test could reach the next
 * minute.
 */
function endlessMinute(most: number): RateLimit {
  const calls = new Map<string, number>();
  return {
    async limit({ key }) {
      const count = (calls.get(key) ?? 0) + 1;
      calls.set(key, count);
      return { success: count <= most };
    },
  };
}

/** Returns dependencies with such limiters and the limits of wrangler.toml. */
export function endlessMinutes(): () => Partial<Deps> {
  const limiters = { writes: endlessMinute(120), uploads: endlessMinute(10), tracking: endlessMinute(1_500) };
  return () => ({ limiters });
}

/** Returns dependencies without limits per minute, for tests of other limits. */
export function withoutMinutes(): Partial<Deps> {
  const limit = async () => ({ success: true });
  return { limiters: { writes: { limit }, uploads: { limit }, tracking: { limit } } };
}
