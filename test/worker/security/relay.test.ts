import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import type { Deps } from "../../../worker/platform/deps.ts";
import { publish, submit } from "../../support/worker/listings.ts";
import { makeSite, type Site, type SiteOptions } from "../../support/worker/site.ts";

const SECOND_MS = 1_000;

interface Handed {
  queue: "quick" | "slow";
  id: number;
  delaySeconds: number;
}

/** Creates a site whose queues record their messages in order, and can fail or lose messages. */
function watchedSite(options: SiteOptions & { fails?: () => boolean } = {}) {
  const handed: Handed[] = [];
  const calls: number[] = [];
  const queues = (real: Deps): Partial<Deps> => {
    const noting = (queue: Handed["queue"], given: Queue): Queue =>
      ({
        sendBatch: async (messages: MessageSendRequest<{ outboxId?: number }>[]) => {
          if (options.fails?.()) throw new Error("queue is down");
          calls.push(messages.length);
          for (const { body, delaySeconds = 0 } of messages)
            if (body.outboxId !== undefined) handed.push({ queue, id: body.outboxId, delaySeconds });
          return given.sendBatch(messages);
        },
      }) as unknown as Queue;
    return { queue: noting("quick", real.queue), slowQueue: noting("slow", real.slowQueue) };
  };
  return { site: makeSite({ ...options, deps: queues }), handed, calls };
}

/** Stores work as features do, without enqueuing it. @returns the ids */
async function store(kind: string, count: number, at = 1, dueAt: number | null = null): Promise<number[]> {
  const { results } = await env.DB.prepare(
    `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?1)
     INSERT INTO outbox (kind, payload, created_at, due_at) SELECT ?2, '{"listingId":0,"listingIds":[]}', ?3, ?4 FROM n RETURNING id`,
  )
    .bind(count, kind, at, dueAt)
    .run<{ id: number }>();
  return results.map(({ id }) => id);
}

const later = (site: Site, seconds: number) => {
  site.clock.now = new Date(site.clock.now.getTime() + seconds * SECOND_MS);
};
const untouched = () =>
  env.DB.prepare("SELECT count(*) AS n FROM outbox WHERE relayed_at IS NULL AND done_at IS NULL").first<number>("n");
const asleep = (site: Site) => site.onward.filter(({ body, delaySeconds }) => "relay" in body && delaySeconds > 0);
/** Delivers only the messages with which the relay continues immediately. */
async function goOn(site: Site): Promise<void> {
  for (;;) {
    const next = site.onward.findIndex(({ delaySeconds }) => delaySeconds === 0);
    if (next === -1) return;
    await site.goOnWith(site.onward.splice(next, 1)[0]?.body);
  }
}
/** Delivers the message of the sleeping chain, as the queue does when its delay ends. */
async function wake(site: Site): Promise<void> {
  const [message, ...others] = asleep(site);
  if (!message || others.length > 0) throw new Error(`Not one chain: ${others.length + (message ? 1 : 0)}`);
  site.onward.splice(site.onward.indexOf(message), 1);
  later(site, message.delaySeconds);
  await site.goOnWith(message.body);
}

describe("the outbox relay", () => {
  it("enqueues a request's own entries at once, no matter what is waiting", async () => {
    const { site, handed } = watchedSite();
    const waiting = new Set(await store("listing.draw_previews", 3_000));
    await submit(site);
    const own = await env.DB.prepare("SELECT id FROM outbox WHERE kind <> 'listing.draw_previews'").all<{
      id: number;
    }>();
    const first = handed.slice(0, 100);
    for (const { id } of own.results) expect(first.map((message) => message.id)).toContain(id);
    // Emails and look-ups come before slow work.
    expect(first.findIndex(({ queue }) => queue === "slow")).toBe(own.results.length);
    expect(first.filter(({ id }) => waiting.has(id))).toHaveLength(100 - own.results.length);
  });

  it("continues in further invocations until nothing is left, each with few statements", { tags: ["d1"] }, async () => {
    const { site, handed, calls } = watchedSite();
    await store("listing.draw_previews", 9_000);
    const quick = new Set(await store("cache.purge", 150));
    await submit(site);
    const invocations: number[] = [];
    while (site.onward.some(({ delaySeconds }) => delaySeconds === 0)) {
      const next = site.onward.findIndex(({ delaySeconds }) => delaySeconds === 0);
      const [message] = site.onward.splice(next, 1);
      const { sent } = await site.measured(() => site.goOnWith(message?.body));
      invocations.push(sent);
    }
    expect(await untouched()).toBe(0);
    expect(new Set(handed.map(({ id }) => id)).size).toBe(handed.length);
    expect(handed.length).toBeGreaterThan(9_150);
    for (const { queue, id } of handed) if (quick.has(id)) expect(queue).toBe("quick");
    expect(invocations.length).toBeGreaterThan(2);
    expect(Math.max(...invocations)).toBeLessThan(30);
    expect(Math.max(...calls)).toBeLessThanOrEqual(100);
    expect(asleep(site)).toHaveLength(1);
  });

  it("runs one chain for any number of requests that store work", { tags: ["rest"] }, async () => {
    const { site, handed } = watchedSite();
    await store("cache.purge", 9_000);
    await Promise.all(Array.from({ length: 6 }, (_, n) => submit(site, { address: `${n + 1} Oak St, Toronto, ON` })));
    const awake = site.onward.filter(({ delaySeconds }) => delaySeconds === 0);
    expect(awake).toHaveLength(1);
    const [message] = site.onward.splice(0);
    await Promise.all(Array.from({ length: 5 }, () => site.goOnWith(message?.body)));
    expect(site.onward).toHaveLength(1);
    await goOn(site);
    expect(new Set(handed.map(({ id }) => id)).size).toBe(handed.length);
    expect(await untouched()).toBe(0);
  });

  it("restarts when its message is lost, or a step fails", { tags: ["rest"] }, async () => {
    let fails = false;
    const { site } = watchedSite({ fails: () => fails });
    await store("cache.purge", 5_000);
    await submit(site);
    site.onward.length = 0;
    later(site, 30);
    await submit(site, { address: "2 Oak St, Toronto, ON" });
    expect(site.onward, "it may still come").toHaveLength(0);
    later(site, 180);
    await submit(site, { address: "3 Oak St, Toronto, ON" });
    expect(site.onward).toHaveLength(1);
    fails = true;
    await expect(site.goOnWith(site.onward.splice(0)[0]?.body)).resolves.toBeUndefined();
    expect(await untouched()).toBeGreaterThan(3_000);
    fails = false;
    await site.tick();
    expect(await untouched()).toBe(0);
  });

  it("wakes a sleeping chain when a request stores more than it enqueues", async () => {
    const { site } = watchedSite();
    await submit(site);
    await site.runQueue();
    await submit(site, { address: "2 Oak St, Toronto, ON" });
    expect(asleep(site)).toHaveLength(1);
    await store("cache.purge", 500);
    await submit(site, { address: "3 Oak St, Toronto, ON" });
    const [sleeper] = asleep(site);
    await goOn(site);
    expect(await untouched()).toBe(0);
    const before = site.onward.length;
    await site.goOnWith(sleeper?.body);
    expect(site.onward, "the former chain is over").toHaveLength(before);
  });

  it("re-enqueues a lost message within five minutes, but not completed work", async () => {
    const { site, handed } = watchedSite();
    // Without a postal code, nothing is known about the location, and the preview is drawn once.
    const { id } = await publish(site, { address: "85 Main Street, Toronto, ON" });
    expect(id).toBeGreaterThan(0);
    // Work that is due later is not delivered early.
    await env.DB.prepare("UPDATE outbox SET done_at = 1 WHERE due_at IS NOT NULL").run();
    const lost = handed.filter(({ delaySeconds }) => delaySeconds === 0).slice(0, 2);
    site.queued.splice(0, Infinity, ...site.queued.filter(({ outboxId }) => !lost.some((one) => one.id === outboxId)));
    await site.runQueue();
    const began = site.clock.now.getTime();
    const before = handed.length;
    while (handed.length === before) await wake(site);
    expect(site.clock.now.getTime() - began).toBeLessThanOrEqual(300 * SECOND_MS);
    expect(new Set(handed.slice(before).map((one) => one.id))).toEqual(new Set(lost.map((one) => one.id)));
    await site.runQueue();
    for (let looks = 0; looks < 20 && asleep(site).length > 0; looks += 1) await wake(site);
    expect(handed.length).toBe(before + lost.length);
    expect(site.onward, "at rest nothing asks for anything").toEqual([]);
  });

  it("re-enqueues entries of a long queue increasingly rarely", { tags: ["rest"] }, async () => {
    const { site, handed } = watchedSite();
    await store("listing.draw_previews", 1, site.clock.now.getTime());
    await site.tick();
    const began = site.clock.now.getTime();
    while (site.clock.now.getTime() - began < 3 * 3_600_000) {
      if (asleep(site).length > 0) await wake(site);
      else {
        later(site, 900);
        await site.tick();
      }
    }
    expect(handed.length).toBeGreaterThan(4);
    expect(handed.length).toBeLessThan(10);
  });

  it("ignores entries that are in progress, are being retried, or are not due", { tags: ["rest"] }, async () => {
    const { site, handed } = watchedSite();
    const now = site.clock.now.getTime();
    const [leased = 0, failed = 0] = await store("cache.purge", 2, now);
    const [due = 0] = await store("alerts.match", 1, now, now + 600 * SECOND_MS);
    await site.tick();
    expect(handed.find(({ id }) => id === due)?.delaySeconds).toBe(600);
    await env.DB.prepare("UPDATE outbox SET leased_until = ? WHERE id = ?")
      .bind(now + 900 * SECOND_MS, leased)
      .run();
    await env.DB.prepare("UPDATE outbox SET relayed_at = ? WHERE id = ?")
      .bind(now + 480 * SECOND_MS, failed)
      .run();
    const before = handed.length;
    later(site, 599);
    await site.tick(new Date(now + 900 * SECOND_MS));
    expect(handed.slice(before)).toEqual([]);
    later(site, 402);
    await site.tick(new Date(now + 1_800 * SECOND_MS));
    expect(new Set(handed.slice(before).map(({ id }) => id))).toEqual(new Set([leased, failed, due]));
  });

  it("sends two statements per idle tick", { tags: ["rest"] }, async () => {
    const { site } = watchedSite();
    await site.tick();
    later(site, 900);
    const { sent } = await site.measured(() => site.runJob("outbox.relay"));
    // One UPDATE each for new and overdue work, two writes of the job's own row, and a read of this row by the test.
    expect(sent).toBeLessThanOrEqual(6);
  });
});
