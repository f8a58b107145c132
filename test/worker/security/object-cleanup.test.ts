import { listDurableObjectIds, runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { beforeEach, describe, expect, it } from "vitest";
import { operator } from "../../support/worker/operator.ts";
import { mailingOf, purgeGate } from "../../support/worker/own-objects.ts";
import { publish } from "../../support/worker/listings.ts";
import { makeSite } from "../../support/worker/site.ts";
import { deactivate, heartbeat, shardStubs } from "../../support/worker/visitors.ts";
import { subscribe } from "../../support/worker/subscribers.ts";
import { withoutMinutes } from "../../support/worker/limiters.ts";
import { NETWORK_LIMITS } from "../../../worker/contracts/network-limits.ts";
import { fullSize } from "../../support/worker/full-size.ts";

const idsOf = async (namespace: DurableObjectNamespace) => (await listDurableObjectIds(namespace)).map(String);
/** Objects left over from a reset on a busy machine, which belong to another test. */
let former = new Set<string>();
beforeEach(async () => {
  former = new Set((await Promise.all(Object.values(namespaces).map(idsOf))).flat());
});

/** Returns the tables of every object of a class that the test created. */
async function tablesOfObjects(namespace: DurableObjectNamespace): Promise<string[]> {
  const ids = (await listDurableObjectIds(namespace)).filter((id) => !former.has(String(id)));
  const found = await Promise.all(
    ids.map((id) =>
      runInDurableObject(namespace.get(id), (_, state) =>
        state.storage.sql
          .exec<{ name: string }>(
            "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE '\\_cf\\_%' ESCAPE '\\'",
          )
          .toArray()
          .map(({ name }) => name),
      ),
    ),
  );
  return found.flat();
}

async function fireAlarms(namespace: DurableObjectNamespace): Promise<number> {
  let fired = 0;
  for (const id of await listDurableObjectIds(namespace))
    if (await runDurableObjectAlarm(namespace.get(id))) fired += 1;
  return fired;
}

const isNamespace = (entry: [string, unknown]): entry is [string, DurableObjectNamespace] =>
  Object.prototype.toString.call(entry[1]) === "[object DurableObjectNamespace]";
/** The namespaces of wrangler.toml. */
const namespaces = Object.fromEntries(Object.entries(env).filter(isNamespace));
const counters = env.ATTEMPTS as unknown as DurableObjectNamespace;
const mailings = env.MAILINGS as unknown as DurableObjectNamespace;
const shards = env.VISITOR_SHARDS as unknown as DurableObjectNamespace;
const gates = env.PURGES as unknown as DurableObjectNamespace;

describe("objects of every class", () => {
  it("store nothing when they are only read", async () => {
    const site = makeSite({ vars: { RATE_LIMIT_SCALE: "1" } });
    const as = await operator(site);
    await fireAlarms(counters);
    expect((await site.fetch("/api/analytics/stats", { as })).status).toBe(200);
    await heartbeat(site);
    await deactivate(site);
    await purgeGate().take();
    await purgeGate().budget();
    await mailingOf("digest:2026-11-20").check(0);
    await env.ATTEMPTS.get(env.ATTEMPTS.idFromName("asked")).seen(60_000);
    await env.ATTEMPTS.get(env.ATTEMPTS.idFromName("asked")).refund();
    for (const shard of shardStubs()) await shard.maintain(site.clock.now.getTime());
    await fireAlarms(shards);
    const stored = await Promise.all(Object.values(namespaces).map(tablesOfObjects));
    expect(Object.fromEntries(Object.keys(namespaces).map((name, n) => [name, stored[n]]))).toEqual({
      ATTEMPTS: [],
      MAILINGS: [],
      PURGES: [],
      TRANSIT: [],
      VISITOR_HUB: [],
      VISITOR_SHARDS: [],
    });
  });

  it("create their tables again after they are emptied", { tags: ["rest"] }, async () => {
    const gate = purgeGate();
    const { turn } = await gate.ask(["listings"], "change", 10_000);
    await gate.done(turn, 10_000);
    expect((await tablesOfObjects(gates)).toSorted()).toEqual(["gate", "tags"]);
    await fireAlarms(gates);
    expect(await tablesOfObjects(gates)).toEqual([]);
    expect(await gate.ask(["listings"], "change", 20_000)).toMatchObject({ call: { tags: ["listings"] } });
    // Tags that have not been purged yet are retained.
    await fireAlarms(gates);
    expect((await tablesOfObjects(gates)).toSorted()).toEqual(["gate", "tags"]);
  });
});

describe("an attempt counter", () => {
  it("stores nothing after its alarm, and then counts from zero", { tags: ["rest"] }, async () => {
    const limit = { count: 2, windowMs: 60_000 };
    const counter = env.ATTEMPTS.get(env.ATTEMPTS.idFromName("guesses"));
    expect(
      [await counter.take(limit), await counter.take(limit), await counter.take(limit)].map(({ allowed }) => allowed),
    ).toEqual([true, true, false]);
    expect(await tablesOfObjects(counters)).toEqual(["tries"]);
    await fireAlarms(counters);
    expect(await tablesOfObjects(counters)).toEqual([]);
    expect(await counter.seen(60_000)).toBe(false);
    await counter.refund();
    expect(await tablesOfObjects(counters)).toEqual([]);
    expect((await counter.take(limit)).allowed).toBe(true);
  });

  it("is not created by a read, or by an attempt that no limit allows", async () => {
    const counter = env.ATTEMPTS.get(env.ATTEMPTS.idFromName("asked"));
    expect(await counter.seen(60_000)).toBe(false);
    expect((await counter.take({ count: 1, windowMs: 60_000, weight: 2 })).allowed).toBe(false);
    expect(await tablesOfObjects(counters)).toEqual([]);
  });

  it(
    "exists once for each limit and /48, no matter how many IP or email addresses one network uses",
    { tags: ["rest"] },
    async () => {
      const site = makeSite({ vars: { RATE_LIMIT_SCALE: "0.05" }, deps: withoutMinutes });
      const { id } = await publish(site);
      const before = new Set(await idsOf(counters));
      const tries = fullSize(600, 60);
      for (let n = 0; n < tries; n += 1) {
        const headers = { "cf-connecting-ip": `2001:db8:5:${n.toString(16)}::${n}` };
        const email = `typed${n}@example.com`;
        const write = (path: string, json: unknown) => site.fetch(path, { json, headers });
        await write("/api/subscribe", { email });
        await write("/api/verify-subscription", { email });
        await write("/api/access/request-code", { email });
        await write("/api/access/verify-code", { email, code: "123456" });
        await write("/api/listing-links", { email });
        await write("/api/privacy/request", { email });
        await write("/api/discussion/threads/1/follow", { email });
        await write("/api/report-property", { propertyId: id + n, reason: "SCAM" });
        await write("/api/discussion/report", { threadId: n, reason: "SPAM" });
        await write("/api/admin/login", { password: "a guess" });
        await write("/api/analytics/track", {
          sessionId: `session_1763712345678_${String(n).padStart(9, "a")}`,
          page: "/",
        });
        await site.fetch(`/api/marketplace-listings?q=word${n}`, { headers });
        await site.fetch(`/api/confirm/${n}.junk`, { method: "POST", headers });
        await site.fetch(`/api/manage/${n}.junk`, { method: "DELETE", headers });
      }
      const made = (await idsOf(counters)).filter((one) => !before.has(one));
      // One counter for each limit, and one for each email address that the /48 can cause emails to: three addresses
      // for each of five kinds.
      expect(made.length).toBeLessThanOrEqual(Object.keys(NETWORK_LIMITS).length + 5 * 3 + 5);
      expect(made.length).toBeLessThan(2 * tries);
    },
  );

  it("is cleaned up for hundreds of callers", { tags: ["rest"] }, async () => {
    const site = makeSite({ vars: { RATE_LIMIT_SCALE: "1" } });
    const callers = fullSize(40, 12);
    for (let n = 0; n < callers; n += 1) {
      const headers = { "cf-connecting-ip": `198.51.100.${n}` };
      await site.fetch("/api/subscribe", { json: { email: `a${n}@example.com` }, headers });
      await site.fetch("/api/admin/login", { json: { password: "a guess" }, headers });
      await site.fetch("/api/access/request-code", { json: { email: `a${n}@example.com` }, headers });
    }
    expect((await tablesOfObjects(counters)).length).toBeGreaterThan(2.5 * callers);
    expect(await fireAlarms(counters)).toBeGreaterThan(2.5 * callers);
    expect(await tablesOfObjects(counters)).toEqual([]);
  });
});

describe("a mailing", () => {
  it("without recipients creates no object", { tags: ["rest"] }, async () => {
    const site = makeSite();
    await publish(site);
    site.clock.now = new Date(site.clock.now.getTime() + 130_000);
    await site.runQueue();
    expect(await env.DB.prepare("SELECT count(*) AS n FROM mailings").first("n")).toBe(0);
    expect(await tablesOfObjects(mailings)).toEqual([]);
  });

  it(
    "deletes its recipients, keeps its summary, and sends nothing again when it is found open later",
    { tags: ["rest"] },
    async () => {
      const site = makeSite({ now: new Date("2026-11-19T15:00:00Z") });
      await subscribe(site, "reader@example.com");
      await publish(site);
      site.clock.now = new Date("2026-11-20T15:00:00Z");
      await site.tick();
      await site.runMailings();
      const summary = () =>
        env.DB.prepare("SELECT status, frozen, sent FROM mailings WHERE key = 'digest:2026-11-20'").first();
      expect(await summary()).toEqual({ status: "done", frozen: 1, sent: 1 });
      expect((await tablesOfObjects(mailings)).toSorted()).toEqual(["meta", "recipients"]);
      await fireAlarms(mailings);
      expect(await tablesOfObjects(mailings)).toEqual([]);
      // Simulates that the database was restored to a state before the edition was sent.
      await env.DB.prepare("UPDATE mailings SET status = 'sending' WHERE key = 'digest:2026-11-20'").run();
      site.clock.now = new Date("2027-01-25T15:30:00Z");
      await site.tick();
      await site.runMailings();
      expect(await summary()).toEqual({ status: "done", frozen: 1, sent: 1 });
      expect(await tablesOfObjects(mailings)).not.toContain("recipients");
    },
  );
});
