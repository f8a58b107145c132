import { listDurableObjectIds, runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { beforeEach, describe, expect, it } from "vitest";
import { publish } from "../../support/worker/listings.ts";
import { makeSite } from "../../support/worker/site.ts";
import { subscribe } from "../../support/worker/subscribers.ts";
import { fullSize } from "../../support/worker/full-size.ts";

const idsOf = async (namespace: DurableObjectNamespace) => (await listDurableObjectIds(namespace)).map(String);
/** Objects that a reset left on a busy machine: they are another test's. */
let former = new Set<string>();
beforeEach(async () => {
  former = new Set([...(await idsOf(counters)), ...(await idsOf(mailings))]);
});

/** Tables of every object of a class that the test made. */
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

const counters = env.ATTEMPTS as unknown as DurableObjectNamespace;
const mailings = env.MAILINGS as unknown as DurableObjectNamespace;

describe("an attempt counter", () => {
  it("stores nothing after its alarm, and counts anew", async () => {
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

  it("is not created by a read", async () => {
    expect(await env.ATTEMPTS.get(env.ATTEMPTS.idFromName("asked")).seen(60_000)).toBe(false);
    expect(await tablesOfObjects(counters)).toEqual([]);
  });

  it("is cleaned up for hundreds of callers", async () => {
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
  it("without recipients creates no object", async () => {
    const site = makeSite();
    await publish(site);
    site.clock.now = new Date(site.clock.now.getTime() + 130_000);
    await site.runQueue();
    expect(await env.DB.prepare("SELECT status FROM mailings WHERE kind = 'alert'").first("status")).toBe("done");
    expect(await tablesOfObjects(mailings)).toEqual([]);
  });

  it("deletes its recipients, keeps its summary, and sends nothing again when it is found open later", async () => {
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
    // As in a database of the day before that was restored.
    await env.DB.prepare("UPDATE mailings SET status = 'sending' WHERE key = 'digest:2026-11-20'").run();
    site.clock.now = new Date("2027-01-25T15:30:00Z");
    await site.tick();
    await site.runMailings();
    expect(await summary()).toEqual({ status: "done", frozen: 1, sent: 1 });
    expect(await tablesOfObjects(mailings)).not.toContain("recipients");
  });
});
