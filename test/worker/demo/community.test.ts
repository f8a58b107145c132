import { createExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { runCalls, type ShardCall, seedCommunity } from "../../../scripts/demo/workerd/seed-community.ts";
import { makeDeps } from "../../../worker/platform/deps.ts";
import { commentsOf, threadsOf } from "../../support/worker/forum.ts";
import { approve, submit } from "../../support/worker/listings.ts";
import { json, makeSite, type Site } from "../../support/worker/site.ts";
import { operator } from "../../support/worker/operator.ts";
import { statsFor } from "../../support/worker/visitors.ts";

const NOW = new Date("2026-11-20T19:40:00Z");

/** Seeds the demo's community as `npm run seed` does, but calls the shards one after the other. */
function seed(site: Site) {
  const shardNamed = (name: string) => env.VISITOR_SHARDS.get(env.VISITOR_SHARDS.idFromName(name));
  const runAll = (name: string, calls: readonly ShardCall[]) => runCalls(shardNamed(name), calls);
  return seedCommunity(makeDeps(env, createExecutionContext()), site.clock.now.getTime(), runAll);
}

describe("the first start", () => {
  it(
    "creates 15 discussions marked as samples, by several people over weeks, with answers and votes",
    { tags: ["rest"] },
    async () => {
      const site = makeSite({ now: NOW });
      expect((await seed(site)).discussions).toBe(15);
      const list = await threadsOf(site, "?limit=100");
      const { threads } = list;
      expect(threads).toHaveLength(15);
      for (const { title, content } of threads)
        expect([title, content].every((text) => /\bsample\b/.test(text))).toBe(true);
      expect(threads.filter(({ isSticky }) => isSticky)).toHaveLength(1);
      expect(new Set(threads.map(({ user }) => user.username)).size).toBeGreaterThan(10);
      expect(threads.every(({ commentCount, upvotes }) => commentCount > 0 && upvotes > 0)).toBe(true);
      expect(new Set(threads.map(({ createdAt }) => createdAt.slice(0, 10))).size).toBeGreaterThan(10);
      const comments = (await Promise.all(threads.map(({ id }) => commentsOf(site, id)))).flat();
      expect(Math.max(...comments.map(({ depth }) => depth))).toBeGreaterThanOrEqual(3);
      expect(comments.every(({ createdAt }) => new Date(createdAt) < NOW)).toBe(true);

      // A second start adds nothing.
      expect(await seed(site)).toEqual({ discussions: 0, visits: 0 });
      expect(await threadsOf(site, "?limit=100")).toEqual(list);
    },
  );

  it(
    "creates visits of 30 days, preview images after the first tick, and no pending email",
    { tags: ["rest"] },
    async () => {
      const site = makeSite({ now: new Date(NOW.getTime() - 40 * 86_400_000) });
      const id = await submit(site);
      await approve(site, id);
      site.clock.now = NOW;
      // Simulates stored demo listings, for which no work is pending.
      await env.DB.batch([env.DB.prepare("DELETE FROM outbox"), env.DB.prepare("UPDATE listings SET preview = NULL")]);
      await seed(site);
      await site.tick();
      await site.runQueue();
      expect(
        await env.DB.prepare("SELECT preview FROM listings WHERE id = ?").bind(id).first("preview"),
      ).not.toBeNull();
      expect(await json(site.fetch("/api/dev/mailbox"))).toEqual([]);

      const stats = await statsFor(site, await operator(site));
      expect(stats.todayVisits).toBeGreaterThan(5);
      expect(stats.yesterdayVisits).toBeGreaterThan(10);
      expect(stats.monthVisits).toBeGreaterThan(stats.todayVisits + stats.yesterdayVisits);
      expect(stats.uniqueVisitorsToday).toBeLessThanOrEqual(stats.todayVisits);
      expect(stats.hourlySeries.filter(({ visits }) => visits > 0).length).toBeGreaterThan(10);
      expect(stats.days.every(({ visits }) => visits > 0)).toBe(true);
      expect(stats.monthReferrerStats.map(({ referrer }) => referrer)).toEqual(
        expect.arrayContaining(["google.com", "reddit.com", "Direct"]),
      );
      expect(stats.pageVisitStatsToday.length).toBeGreaterThan(2);
      expect(stats.subscriberCount).toBeGreaterThan(5);
      expect(stats.pendingSubscriberCount).toBeGreaterThan(0);
      expect(stats.subscriberSourceStats.length).toBeGreaterThan(2);
      expect(stats.funnel.some(({ listingsOpened, signedUp }) => listingsOpened > 0 && signedUp > 0)).toBe(true);
    },
  );
});
