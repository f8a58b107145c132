import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { comment, deleteOwn, startThread, visitor, vote } from "../../support/worker/forum.ts";
import { type LimitedSite, siteWithLimitedPurges } from "../../support/worker/limited-purges.ts";
import { approve, publish, submit } from "../../support/worker/listings.ts";
import { mailsTo } from "../../support/worker/mailbox.ts";
import { purgeGate } from "../../support/worker/own-objects.ts";
import { makeSite, type Site } from "../../support/worker/site.ts";
import { fullSize } from "../../support/worker/full-size.ts";
import { LONG_TESTS } from "../../support/time-limits.ts";

const OPERATOR = "operator@example.com";
const SECOND_MS = 1_000;
const MINUTE_MS = 60_000;

async function started(site: Site) {
  const author = await visitor(site);
  const thread = await startThread(site, author);
  return { author, thread };
}

const openPurges = () =>
  env.DB.prepare("SELECT count(*) AS n FROM outbox WHERE kind = 'cache.purge' AND done_at IS NULL").first<number>("n");
const waitingTags = async ({ site }: LimitedSite) => (await purgeGate().budget(site.clock.now.getTime())).waiting;
const sorted = (calls: readonly { tags: readonly string[] }[]) => calls.map(({ tags }) => tags.toSorted());

/**
 * Checks the platform's limit: in any period, at most as many calls as the bucket holds, plus the calls that it regains
 * in that period.
 */
function expectWithinLimit(attempts: readonly { at: number }[]): void {
  for (const [from, { at: start }] of attempts.entries())
    for (const [to, { at: end }] of attempts.entries())
      if (to >= from) expect(to - from + 1).toBeLessThanOrEqual(25 + (end - start) / 12_000);
}

describe("purges", () => {
  it(
    "are called at once after an idle second, and otherwise together at the end of the second",
    { tags: ["rest"] },
    async () => {
      const limited = siteWithLimitedPurges();
      const { site, attempts, waiting, pass, settled } = limited;
      const { author, thread } = await started(site);
      expect(sorted(attempts)).toEqual([["forum", `thread:${thread.id}`]]);
      const start = attempts[0]?.at ?? 0;
      site.clock.now = new Date(start + 300);
      const other = await startThread(site, author);
      for (let n = 0; n < 5; n += 1) await comment(site, author, thread.id);
      await settled();
      expect(attempts).toHaveLength(1);
      expect(waiting.map(({ until }) => until)).toEqual([start + 1_000]);
      await pass(700);
      expect(attempts.map(({ at }) => at)).toEqual([start, start + 1_000]);
      expect(sorted(attempts)[1]).toEqual(["forum", `thread:${thread.id}`, `thread:${other.id}`]);
      await pass(MINUTE_MS);
      expect(attempts).toHaveLength(2);
      expect(await waitingTags(limited)).toBe(0);
    },
  );

  it("need only one call for many concurrent writes", { tags: ["rest"] }, async () => {
    const { site, attempts, waiting, pass, settled } = siteWithLimitedPurges();
    const { thread } = await started(site);
    const people = await Promise.all(Array.from({ length: 12 }, () => visitor(site)));
    await Promise.all(people.map((who) => comment(site, who, thread.id)));
    await settled();
    expect([attempts.length, waiting.length]).toEqual([1, 1]);
    await pass(1_000);
    expect(attempts).toHaveLength(2);
  });

  it("are not called for votes, whose counts may be as old as the page", { tags: ["rest"] }, async () => {
    const { site, attempts, pass } = siteWithLimitedPurges();
    const { author, thread } = await started(site);
    const reader = await visitor(site, "198.51.100.5");
    expect(await vote(site, reader, { thread: thread.id }, 1)).toMatchObject({ upvotes: 1, myVote: 1 });
    const { id } = await comment(site, author, thread.id);
    await pass(MINUTE_MS);
    const before = attempts.length;
    await vote(site, reader, { comment: id }, -1);
    await vote(site, reader, { thread: thread.id }, 0);
    await pass(MINUTE_MS);
    expect(attempts).toHaveLength(before);
  });

  it("stay within the platform's limit for any number of changes, and omit no tag", { tags: ["rest"] }, async () => {
    const limited = siteWithLimitedPurges();
    const { site, attempts, pass } = limited;
    const { author } = await started(site);
    const threads: number[] = [];
    for (let n = 0; n < 40; n += 1) {
      await pass((n * 397) % 2_000);
      threads.push((await startThread(site, author)).id);
    }
    await pass(5 * MINUTE_MS);
    expect(attempts.every(({ succeeded }) => succeeded)).toBe(true);
    expectWithinLimit(attempts);
    const purged = new Set(attempts.flatMap(({ tags }) => tags));
    for (const id of threads) expect(purged.has(`thread:${id}`)).toBe(true);
    // Ten calls are reserved for moderators and withdrawals.
    expect(attempts.length).toBeLessThanOrEqual(15 + Math.floor((40 * 1_000 + 5 * MINUTE_MS) / 12_000));
    expect(await waitingTags(limited)).toBe(0);
  });

  it("of withdrawals are called immediately while others wait for the limit", { tags: ["rest"] }, async () => {
    const { site, attempts, pass, settled } = siteWithLimitedPurges();
    const { author, thread } = await started(site);
    const as = await site.logIn();
    for (let n = 0; n < 25; n += 1) {
      await comment(site, author, thread.id);
      await pass(SECOND_MS);
    }
    const before = attempts.length;
    const { id } = await comment(site, author, thread.id);
    await settled();
    expect(attempts).toHaveLength(before);
    await site.fetch(`/api/discussion/admin/comment/${id}`, { method: "DELETE", as });
    expect(attempts).toHaveLength(before + 1);
    expect(attempts.at(-1)?.succeeded).toBe(true);
    await settled();
  });

  it(
    "of authors who delete their own posts leave the last available calls to moderators",
    { tags: ["rest"] },
    async () => {
      const limited = siteWithLimitedPurges();
      const { site, attempts, pass, settled } = limited;
      const { author } = await started(site);
      for (let n = 0; n < 30; n += 1) {
        await deleteOwn(site, author, { thread: (await startThread(site, author)).id });
        await pass(SECOND_MS);
      }
      expect((await purgeGate().budget(site.clock.now.getTime())).tokens).toBeGreaterThanOrEqual(5);
      expectWithinLimit(attempts);
      await settled();
    },
  );

  it("include at most a hundred tags, by priority and age", { tags: ["rest"] }, async () => {
    const { site, attempts, pass, settled } = siteWithLimitedPurges();
    const { author } = await started(site);
    const now = site.clock.now.getTime();
    const many = (from: number) => Array.from({ length: 60 }, (_, n) => `thread:${from + n}`);
    await purgeGate().ask(many(1_000), "change", now);
    const { turn } = await purgeGate().ask(many(2_000), "moderation", now);
    // Simulates that the platform refuses the purge, and that the caller that received these tags dies.
    await purgeGate().refused(turn, now);
    await startThread(site, author);
    await pass(13 * SECOND_MS);
    await site.goOnWithPurges();
    await pass(3 * MINUTE_MS);
    const carried = attempts.slice(1).map(({ tags }) => tags);
    expect(carried.map(({ length }) => length)).toEqual([100, 22]);
    expect(carried[0]).toEqual([...many(2_000), ...many(1_000).slice(0, 40)]);
    await settled();
  });

  it("empty the whole cache when more than a thousand tags are waiting", { tags: ["rest"] }, async () => {
    const limited = siteWithLimitedPurges();
    const { site, attempts, pass } = limited;
    await started(site);
    const tags = Array.from({ length: 1_500 }, (_, n) => `listing:${n}`);
    await purgeGate().ask(tags, "change", site.clock.now.getTime());
    await pass(MINUTE_MS);
    await site.tick();
    await pass(MINUTE_MS);
    expect(attempts.slice(1).map(({ isEverything }) => isEverything)).toEqual([true]);
    expect(await waitingTags(limited)).toBe(0);
  });

  it(
    "continue after the waiting isolate has died: by the queue, or by the tick when the queue lost its message",
    { tags: ["rest"] },
    async () => {
      const limited = siteWithLimitedPurges();
      const { site, attempts, die, pass, settled, loseMessages } = limited;
      const { author, thread } = await started(site);
      await comment(site, author, thread.id);
      await settled();
      die();
      await pass(10 * SECOND_MS);
      expect(attempts).toHaveLength(2);
      await pass(MINUTE_MS);
      await comment(site, author, thread.id);
      await comment(site, author, thread.id);
      await settled();
      die();
      loseMessages();
      await pass(MINUTE_MS);
      expect(attempts).toHaveLength(3);
      await site.tick();
      await pass(MINUTE_MS);
      expect(attempts).toHaveLength(4);
      expect(await waitingTags(limited)).toBe(0);
    },
  );

  it("are called directly when the gate is unreachable, and kept for the gate when that also fails", async () => {
    const purged: string[] = [];
    const faults = { gate: true, platform: false };
    const site = makeSite({
      deps: (deps) => ({
        purges: {
          ...deps.purges,
          ask: (...given) =>
            faults.gate ? Promise.reject(new Error("overloaded")) : purgeGate().ask(given[0], given[1], Date.now()),
        },
        cache: {
          ...deps.cache,
          purge: async (tags) => {
            if (faults.platform) throw new Error("purge limit");
            purged.push(...tags);
          },
        },
        log: { ...deps.log, error: () => {} },
      }),
    });
    const { author, thread } = await started(site);
    expect(purged.splice(0).toSorted()).toEqual(["forum", `thread:${thread.id}`]);
    faults.platform = true;
    const { id } = await startThread(site, author);
    expect([purged, await openPurges()]).toEqual([[], 1]);
    // The queue gives up, and the tick passes the purge to the gate.
    const outboxId = await env.DB.prepare("SELECT id FROM outbox WHERE kind = 'cache.purge'").first<number>("id");
    await site.runDeadQueue({ outboxId: outboxId ?? 0 });
    faults.platform = false;
    await site.tick();
    expect([purged, await openPurges()]).toEqual([[], 1]);
    faults.gate = false;
    site.clock.now = new Date(site.clock.now.getTime() + 15 * MINUTE_MS);
    await site.tick();
    expect(purged.toSorted()).toEqual(["forum", `thread:${id}`]);
    expect(await openPurges()).toBe(0);
  });
});

describe("a purge that the platform refuses", () => {
  const refusing = () => {
    const limited = siteWithLimitedPurges({ vars: { CONTACT_EMAIL: OPERATOR } });
    limited.platform.isDown = true;
    return limited;
  };

  it("does not affect the change, and is retried until it succeeds", async () => {
    const limited = refusing();
    const { site, attempts, platform, pass } = limited;
    const { id } = await publish(site);
    expect((await site.fetch(`/api/marketplace-listings/${id}`)).status).toBe(200);
    await pass(MINUTE_MS);
    expect(attempts.some(({ succeeded }) => succeeded)).toBe(false);
    platform.isDown = false;
    await pass(3 * MINUTE_MS);
    expect(sorted(limited.calls())).toEqual([[`listing:${id}`, "listings"]]);
    expect(await waitingTags(limited)).toBe(0);
  });

  it(
    "a hundred times in a row is tried at most once a minute, stored once, reported hourly, and never lost",
    { tags: ["rest"] },
    async () => {
      const limited = refusing();
      const { site, attempts, platform, pass } = limited;
      const { author, thread } = await started(site);
      const began = site.clock.now.getTime();
      while (attempts.length < 100) {
        await comment(site, author, thread.id);
        await pass(10 * MINUTE_MS);
      }
      expect(attempts.every(({ succeeded }) => !succeeded)).toBe(true);
      const hours = (site.clock.now.getTime() - began) / (60 * MINUTE_MS);
      expect(attempts.length).toBeLessThanOrEqual(60 * hours + 5);
      expect(await openPurges()).toBe(0);
      const told = (await mailsTo(site, OPERATOR)).filter(({ subject }) => subject.includes("refuses"));
      expect(told.length).toBeGreaterThanOrEqual(1);
      expect(told.length).toBeLessThanOrEqual(Math.ceil(hours));
      platform.isDown = false;
      await pass(3 * MINUTE_MS);
      expect(limited.calls().flatMap(({ tags }) => tags)).toEqual(expect.arrayContaining([`thread:${thread.id}`]));
      expect(await waitingTags(limited)).toBe(0);
      const before = attempts.length;
      await pass(60 * MINUTE_MS);
      expect(attempts).toHaveLength(before);
    },
  );

  it("is retried with withdrawals first", async () => {
    const limited = refusing();
    const { site, platform, pass } = limited;
    const { author } = await started(site);
    const now = site.clock.now.getTime();
    const many = Array.from({ length: 150 }, (_, n) => `thread:${1_000 + n}`);
    await purgeGate().ask(many, "change", now);
    const { id } = await startThread(site, author);
    const as = await site.logIn();
    await site.fetch(`/api/discussion/admin/thread/${id}`, { method: "DELETE", as });
    await pass(MINUTE_MS);
    platform.isDown = false;
    await pass(3 * MINUTE_MS);
    expect(limited.calls()[0]?.tags.slice(0, 2).toSorted()).toEqual(["forum", `thread:${id}`]);
    await pass(5 * MINUTE_MS);
    expect(await waitingTags(limited)).toBe(0);
  });

  it("is dropped when no cached copy can remain", { tags: ["rest"] }, async () => {
    const limited = refusing();
    const { site, platform, pass, settled, die, loseMessages } = limited;
    await started(site);
    await settled();
    die();
    loseMessages();
    await pass(25 * 60 * MINUTE_MS);
    platform.isDown = false;
    await site.tick();
    await pass(MINUTE_MS);
    expect(limited.calls()).toEqual([]);
    expect(await waitingTags(limited)).toBe(0);
  });
});

describe("a removed listing", () => {
  it(
    "is purged within ten seconds during a minute of votes, posts and approvals, and everything else later",
    { tags: ["rest"], timeout: LONG_TESTS.fullSize },
    async () => {
      const limited = siteWithLimitedPurges({ vars: { CONTACT_EMAIL: OPERATOR } });
      const { site, attempts, pass } = limited;
      const { thread } = await started(site);
      const people = await Promise.all(Array.from({ length: 10 }, (_, n) => visitor(site, `198.51.100.${n}`)));
      const approvals = fullSize(200, 15);
      const submitted: number[] = [];
      for (let n = 0; n < approvals; n += 1)
        submitted.push(await submit(site, { address: `${n + 1} Elm St, Toronto, ON` }));
      const removable: number[] = [];
      for (let n = 0; n < 5; n += 1) removable.push((await publish(site, { address: `${n + 1} Oak St, Toronto` })).id);
      await pass(10 * MINUTE_MS);
      attempts.length = 0;

      const removals: { id: number; at: number }[] = [];
      const as = await site.logIn();
      const steps = fullSize(1_000, 60);
      for (let step = 0; step < steps; step += 1) {
        await pass(MINUTE_MS / steps);
        const who = people[step % people.length];
        if (!who) throw new Error("Nobody votes.");
        await vote(site, who, { thread: thread.id }, step % 2 === 0 ? 1 : -1);
        if (step % 10 === 3) await comment(site, who, thread.id);
        for (const id of submitted.splice(0, Math.ceil(approvals / steps))) await approve(site, id);
        if (step % (steps / 5) !== steps / 5 - 1) continue;
        const id = removable.pop() ?? 0;
        const path = `/api/admin/listings/${id}`;
        expect((await site.fetch(path, { method: "DELETE", as })).status).toBe(200);
        removals.push({ id, at: site.clock.now.getTime() });
      }
      await pass(10 * MINUTE_MS);
      expect(removals).toHaveLength(5);
      for (const { id, at } of removals) {
        const call = attempts.find(({ tags, at: called }) => called >= at && tags.includes(`listing:${id}`));
        expect((call?.at ?? Infinity) - at).toBeLessThanOrEqual(10 * SECOND_MS);
      }
      expect(attempts.every(({ succeeded }) => succeeded)).toBe(true);
      expectWithinLimit(attempts);
      expect(attempts.length).toBeLessThanOrEqual(25 + 55);
      expect(await waitingTags(limited)).toBe(0);
      expect(await openPurges()).toBe(0);
      expect(await mailsTo(site, OPERATOR)).toEqual([]);
    },
  );

  it("is purged within ten seconds, even the thirtieth in two minutes", { tags: ["rest"] }, async () => {
    const { site, attempts, pass } = siteWithLimitedPurges();
    const { author } = await started(site);
    const as = await site.logIn();
    const threads: number[] = [];
    for (let n = 0; n < 30; n += 1) threads.push((await startThread(site, author)).id);
    await pass(10 * MINUTE_MS);
    attempts.length = 0;
    const removals: { id: number; at: number }[] = [];
    for (const id of threads) {
      await site.fetch(`/api/discussion/admin/thread/${id}`, { method: "DELETE", as });
      removals.push({ id, at: site.clock.now.getTime() });
      await pass(4 * SECOND_MS);
    }
    await pass(MINUTE_MS);
    for (const { id, at } of removals) {
      const call = attempts.find(({ tags, at: called }) => called >= at && tags.includes(`thread:${id}`));
      expect((call?.at ?? Infinity) - at).toBeLessThanOrEqual(10 * SECOND_MS);
    }
    expect(attempts.every(({ succeeded }) => succeeded)).toBe(true);
    expectWithinLimit(attempts);
  });
});
