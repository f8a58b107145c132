import { expect } from "vitest";
import type { Deps } from "../../../worker/platform/deps.ts";
import { makeSite, type SiteOptions } from "./site.ts";

/**
 * Size of the bucket in a model of the platform's limit (/workers/cache/limitations/): 5 calls a minute, and 25 after a
 * quiet period.
 */
const BUCKET = 25;
const TOKEN_MS = 12_000;

interface PurgeAttempt {
  at: number;
  tags: readonly string[];
  isEverything: boolean;
  /** True if the platform accepted the call. */
  succeeded: boolean;
}

/**
 * Creates a site on a platform that refuses purges beyond its limit, and all purges while `isDown`. Time passes only
 * when the test advances it. When it does, background tasks that wait resume and queue messages arrive, in the order in
 * which they are due.
 */
export function siteWithLimitedPurges({ deps: others, ...options }: SiteOptions = {}) {
  const attempts: PurgeAttempt[] = [];
  const platform = { isDown: false, tokens: BUCKET, countedAt: 0 };
  const waiting: { until: number; go: () => void }[] = [];
  /** The number of background tasks that are running. */
  let running = 0;
  const start = options.now ?? new Date("2026-11-20T15:00:00Z");
  const nowMs = () => site.clock.now.getTime();
  const attempt = (tags: readonly string[], isEverything: boolean) => {
    platform.tokens = Math.min(BUCKET, platform.tokens + (nowMs() - platform.countedAt) / TOKEN_MS);
    platform.countedAt = nowMs();
    const succeeded = !platform.isDown && platform.tokens >= 1;
    if (succeeded) platform.tokens -= 1;
    attempts.push({ at: nowMs(), tags: [...tags], isEverything, succeeded });
    if (!succeeded) throw new Error("Purge failed: too many requests");
  };
  const at = (ms: number, go: () => void) => void waiting.push({ until: nowMs() + ms, go });
  const deps = (real: Deps): Partial<Deps> => ({
    ...others?.(real),
    cache: {
      purge: async (tags) => attempt(tags, false),
      purgeEverything: async () => attempt([], true),
    },
    wait: (ms) => new Promise((go) => at(ms, () => go())),
    // A request gets its response before its background tasks end.
    waitUntil: (work) => {
      running += 1;
      void work.catch(() => {}).finally(() => (running -= 1));
    },
    queue: {
      sendBatch: async (messages: MessageSendRequest<object>[]) => {
        const rest = messages.filter(({ body, delaySeconds = 0 }) => {
          if (!("purges" in body)) return true;
          delivered.push({ until: nowMs() + delaySeconds * 1_000 });
          return false;
        });
        return real.queue.sendBatch(rest);
      },
    } as unknown as Queue,
  });
  /** Messages about purges that have not been delivered yet. */
  const delivered: { until: number }[] = [];
  const site = makeSite({ ...options, now: start, deps });
  platform.countedAt = start.getTime();
  /** Waits until each background task has ended or is waiting for time to pass. */
  const settled = async () => {
    await expect.poll(() => running === waiting.length, { interval: 1, timeout: 20_000 }).toBe(true);
  };
  return {
    site,
    platform,
    /** Calls to the platform. */
    attempts,
    /** Calls that the platform accepted. */
    calls: () => attempts.filter(({ succeeded }) => succeeded),
    waiting,
    delivered,
    settled,
    /** Advances time: ends the waits and delivers the queue messages that are due, in order. */
    async pass(ms: number) {
      const end = nowMs() + ms;
      for (;;) {
        await settled();
        const next = [...waiting, ...delivered]
          .filter(({ until }) => until <= end)
          .reduce((first, one) => Math.min(first, one.until), Infinity);
        if (next === Infinity) break;
        site.clock.now = new Date(Math.max(next, nowMs()));
        const waiter = waiting.find(({ until }) => until === next);
        if (waiter) {
          waiting.splice(waiting.indexOf(waiter), 1);
          waiter.go();
          continue;
        }
        delivered.splice(
          delivered.findIndex(({ until }) => until === next),
          1,
        );
        await site.goOnWithPurges();
      }
      site.clock.now = new Date(end);
    },
    /** Simulates that the isolates of all earlier requests are terminated while their background tasks wait. */
    die() {
      running -= waiting.splice(0).length;
    },
    /** Loses the queue's messages about purges. */
    loseMessages() {
      delivered.length = 0;
    },
  };
}
export type LimitedSite = ReturnType<typeof siteWithLimitedPurges>;
