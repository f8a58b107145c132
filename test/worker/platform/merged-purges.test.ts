import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import type { Deps } from "../../../worker/platform/deps.ts";
import { comment, startThread, visitor, vote } from "../../support/worker/forum.ts";
import { json, makeSite, type Site } from "../../support/worker/site.ts";

interface PurgeCall {
  at: number;
  tags: string[];
}

/** A site whose purge calls are noted with their time, and where waiting lasts until the test lets time pass. */
function watchedSite(fails: (call: PurgeCall) => boolean = () => false) {
  const calls: PurgeCall[] = [];
  const waiting: { until: number; go: () => void }[] = [];
  /** What goes on behind the requests. */
  let running = 0;
  const clock: { of: Site["clock"] | null } = { of: null };
  const nowMs = () => clock.of?.now.getTime() ?? 0;
  const deps = (): Partial<Deps> => ({
    cache: {
      purge: async (tags) => {
        const call = { at: nowMs(), tags: [...tags] };
        calls.push(call);
        if (fails(call)) throw new Error("purge limit");
      },
    },
    wait: (ms) =>
      new Promise((go) => {
        waiting.push({ until: nowMs() + ms, go });
      }),
    // A request is answered before what goes on behind it ends.
    waitUntil: (work) => {
      running += 1;
      void work.catch(() => {}).finally(() => (running -= 1));
    },
  });
  const site = makeSite({ deps });
  clock.of = site.clock;
  /** Until all that goes on behind the requests is done, or waits for time to pass. */
  const settled = async () => {
    await expect.poll(() => running === waiting.length, { interval: 1 }).toBe(true);
  };
  return {
    site,
    calls,
    waiting,
    settled,
    /** Lets time pass: whoever waits until then goes on, in turn. */
    async pass(ms: number) {
      const end = nowMs() + ms;
      for (;;) {
        await settled();
        const [next] = waiting.filter(({ until }) => until <= end).sort((a, b) => a.until - b.until);
        if (!next) break;
        waiting.splice(waiting.indexOf(next), 1);
        site.clock.now = new Date(next.until);
        next.go();
      }
      site.clock.now = new Date(end);
    },
    /** The process behind the requests so far dies while it waits. */
    die() {
      running -= waiting.splice(0).length;
    },
  };
}

async function started(site: Site) {
  const author = await visitor(site);
  const thread = await startThread(site, author);
  return { author, thread };
}

describe("purges for public writes", () => {
  it("are sent at once after an idle second, otherwise together at its end", async () => {
    const { site, calls, waiting, pass, settled } = watchedSite();
    const { author, thread } = await started(site);
    expect(calls.map(({ tags }) => tags.toSorted())).toEqual([["forum", `thread:${thread.id}`]]);
    const start = calls[0]?.at ?? 0;
    site.clock.now = new Date(start + 300);
    const other = await startThread(site, author);
    for (let n = 0; n < 5; n += 1) await comment(site, author, thread.id);
    await vote(site, author, { thread: other.id }, 1);
    await settled();
    expect(calls).toHaveLength(1);
    expect(waiting.map(({ until }) => until)).toEqual([start + 1_000]);
    await pass(700);
    expect(calls.map(({ at }) => at)).toEqual([start, start + 1_000]);
    expect(calls[1]?.tags.toSorted()).toEqual(["forum", `thread:${thread.id}`, `thread:${other.id}`]);
    await pass(5_000);
    expect(calls).toHaveLength(2);
    await comment(site, author, other.id);
    expect(calls.slice(2).map(({ tags }) => tags.toSorted())).toEqual([["forum", `thread:${other.id}`]]);
    await settled();
  });

  it("are sent at most once a second, within a second of each change", async () => {
    const { site, calls, pass } = watchedSite();
    const { author, thread } = await started(site);
    const changes: number[] = [];
    for (let n = 0; n < 40; n += 1) {
      await pass((n * 97) % 400);
      await vote(site, author, { thread: thread.id }, n % 2 === 0 ? 1 : -1);
      changes.push(site.clock.now.getTime());
    }
    await pass(2_000);
    const times = calls.map(({ at }) => at);
    for (const [n, at] of times.entries()) if (n > 0) expect(at - (times[n - 1] ?? 0)).toBeGreaterThanOrEqual(1_000);
    for (const changed of changes) expect(times.some((at) => at >= changed && at <= changed + 1_000)).toBe(true);
    expect(calls.length).toBeLessThan(changes.length);
  });

  it("are one call for many concurrent writes", async () => {
    const { site, calls, waiting, pass, settled } = watchedSite();
    const { thread } = await started(site);
    const people = await Promise.all(Array.from({ length: 12 }, () => visitor(site)));
    await Promise.all(people.map((who) => vote(site, who, { thread: thread.id }, 1)));
    await settled();
    expect([calls.length, waiting.length]).toEqual([1, 1]);
    await pass(1_000);
    expect(calls).toHaveLength(2);
  });

  it("that the platform refuses are retried by the queue with all tags", async () => {
    let isDown = true;
    const { site, calls, pass } = watchedSite(() => isDown);
    const { author, thread } = await started(site);
    await comment(site, author, thread.id);
    await pass(1_000);
    expect(calls).toHaveLength(2);
    isDown = false;
    await site.tick();
    await site.runQueue();
    expect(calls.slice(2).map(({ tags }) => tags.toSorted())).toEqual([
      ["forum", `thread:${thread.id}`],
      ["forum", `thread:${thread.id}`],
    ]);
    expect(await env.DB.prepare("SELECT count(*) AS n FROM outbox WHERE done_at IS NULL").first("n")).toBe(0);
  });

  it("survive the end of the waiting request: the next change or tick sends them", async () => {
    const { site, calls, waiting, die, pass, settled } = watchedSite();
    const { author, thread } = await started(site);
    await comment(site, author, thread.id);
    await settled();
    die();
    await pass(4_000);
    expect(calls).toHaveLength(1);
    const other = await startThread(site, author);
    expect(calls[1]?.tags.toSorted()).toEqual(["forum", `thread:${thread.id}`, `thread:${other.id}`]);
    await comment(site, author, other.id);
    await settled();
    expect(waiting).toHaveLength(1);
    die();
    await pass(60_000);
    await site.tick();
    expect(calls[2]?.tags.toSorted()).toEqual(["forum", `thread:${other.id}`]);
    await pass(900_000);
    await site.tick();
    expect(calls).toHaveLength(3);
    await settled();
  });

  it("by a moderator are sent at once, whatever is pending", async () => {
    const { site, calls, settled } = watchedSite();
    const { author, thread } = await started(site);
    await comment(site, author, thread.id);
    expect(calls).toHaveLength(1);
    const as = await site.logIn();
    const answer = await site.fetch(`/api/discussion/admin/thread/${thread.id}/sticky`, {
      method: "PUT",
      json: { isSticky: true },
      as,
    });
    expect(await json(answer)).toBeTruthy();
    expect(calls).toHaveLength(2);
    expect(calls[1]?.tags.toSorted()).toEqual(["forum", `thread:${thread.id}`]);
    await settled();
  });

  it("send at most a hundred tags per call, the rest a second later", async () => {
    const { site, calls, pass } = watchedSite();
    const { author } = await started(site);
    const gate = env.PURGES.get(env.PURGES.idFromName("forum"));
    await gate.ask(
      Array.from({ length: 230 }, (_, n) => `thread:${n + 1_000}`),
      site.clock.now.getTime(),
    );
    site.clock.now = new Date(site.clock.now.getTime() + 10_000);
    await startThread(site, author);
    await pass(2_500);
    expect(calls.slice(1).map(({ tags }) => tags.length)).toEqual([100, 100, 32]);
    expect(new Set(calls.slice(1).flatMap(({ tags }) => tags)).size).toBe(232);
  });

  it("are sent unmerged when the gate is unavailable", async () => {
    const purged: string[] = [];
    const site = makeSite({
      deps: (deps) => ({
        purges: { ...deps.purges, ask: () => Promise.reject(new Error("overloaded")) },
        cache: { purge: async (tags) => void purged.push(...tags) },
        log: { ...deps.log, error: () => {} },
      }),
    });
    const { thread } = await started(site);
    expect(purged.sort()).toEqual(["forum", `thread:${thread.id}`]);
  });
});
