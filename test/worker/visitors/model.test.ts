import { evictDurableObject, runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect, it } from "vitest";
import { CREATE_VISITS } from "../../../worker/features/visitors/visit-ledger.ts";
import { LazyTables } from "../../../worker/platform/lazy-tables.ts";
import { operator } from "../../support/worker/operator.ts";
import { makeSite } from "../../support/worker/site.ts";
import {
  deactivate,
  emptyShards,
  everyShard,
  heartbeat,
  sessionId,
  shardStubs,
  statsFor,
  track,
} from "../../support/worker/visitors.ts";
import { dayAt, dice, toldByShard, toldToOperator, VisitsModel } from "./visits-model.ts";
import { LONG_TESTS } from "../../support/time-limits.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const STEPS = 1_200;
/** Milliseconds between two runs that mask addresses and delete old sessions. */
const UPKEEP_MS = 10_000;
const PAGES = ["/", "/about", "/listing/1", "/listing/2", "/landlords"];

const BEGINNINGS: [name: string, begin: string, seed: number, nights: [string, string]][] = [
  ["the night that the clocks go back", "2026-10-31T23:00:00Z", 1, ["2026-11-01", "2026-11-02"]],
  ["the night that the clocks go forward", "2027-03-13T20:00:00Z", 2, ["2027-03-14", "2027-03-15"]],
  ["the end of a year", "2026-12-31T12:00:00Z", 3, ["2026-12-31", "2027-01-01"]],
];

it.each(BEGINNINGS)(
  "a shard matches the model for calls in any order, over %s",
  { tags: ["rest"], timeout: LONG_TESTS.many },
  async (_, begin, seed, nights) => {
    const { roll, below, pick } = dice(seed);
    const namespace = env.VISITOR_SHARDS;
    const shard = namespace.get(namespace.idFromName("7"));
    const model = new VisitsModel();
    let now = Date.parse(begin);
    let upkeepAt = now;
    // Starts the object, because only a running object can be evicted.
    await shard.maintain(now);
    const days = new Set<string>();
    const sessions = Array.from({ length: 40 }, (__, n) => sessionId(n));
    const referrers = ["Direct", "google.com", "reddit.com", "__proto__", "constructor"];
    for (let step = 0; step < STEPS; step += 1) {
      const jump = roll();
      if (jump < 0.002) now += 31 * DAY;
      else if (jump < 0.02) now += 7 * HOUR;
      else now += pick([0, 1, 900, 4_000, 14_000, 15_000, 30_000, MINUTE]);
      if (now - upkeepAt >= UPKEEP_MS) {
        await shard.maintain(now);
        model.maintain(now);
        upkeepAt = now;
      }
      days.add(dayAt(now));
      const id = pick(sessions);
      const what = roll();
      if (what < 0.35) {
        const sighting = { id, page: pick(PAGES), referrer: pick(referrers), campaign: "" };
        const from = { city: "Toronto", country: "Canada", address: "203.0.113.7", userAgent: "a browser" };
        const isKnown = model.sessions.has(id);
        const tracked = await shard.track({ ...sighting, ...from }, isKnown ? roll() < 0.5 : true, now);
        // The shard never learns in this test that a session's visitor was counted.
        expect(tracked).toBe("uncounted");
        model.track(id, sighting.page, sighting.referrer, now);
      } else if (what < 0.6) {
        await shard.see(id, now);
        model.see(id, now);
      } else if (what < 0.7) {
        await shard.leave(id, now);
        model.leave(id);
      } else if (what < 0.78) {
        const name = pick(["opened", "called", "signed_up"] as const);
        expect(await shard.step(id, name, now)).toBe(model.sessions.get(id)?.referrer ?? null);
        model.step(id, name, now);
      } else if (what < 0.95) {
        const visitor = below(30);
        await shard.countVisitor(`hash${visitor}`, visitor % 3 === 0, now);
        model.countVisitor(`hash${visitor}`, visitor % 3 === 0, now);
      } else {
        await evictDurableObject(shard);
        // An eviction loses nothing, not even the last time that a session was seen.
        for (const [session, lastAt] of await lastSeen(shard))
          expect(model.sessions.get(session)?.lastAt, `step ${step}`).toBe(lastAt);
      }
      expect(toldByShard(await shard.read(now, 100)), `step ${step} at ${new Date(now).toISOString()}`).toEqual(
        model.read(now),
      );
    }
    expect([...days]).toEqual(expect.arrayContaining(nights));
  },
);

async function lastSeen(shard: DurableObjectStub): Promise<[id: string, lastAt: number][]> {
  return runInDurableObject(shard, (__, state) =>
    // Without a session, there is no table either.
    new LazyTables(state.storage.sql, "sessions", CREATE_VISITS)
      .exec<{ id: string; last_at: number }>("SELECT id, last_at FROM sessions")
      .toArray()
      .map(({ id, last_at: lastAt }) => [id, lastAt]),
  );
}

it.each(BEGINNINGS)(
  "the statistics match the model, over %s",
  { tags: ["rest"], timeout: LONG_TESTS.many },
  async (_, begin, seed, nights) => {
    const { roll, below, pick } = dice(seed);
    await emptyShards();
    const site = makeSite({ now: new Date(begin) });
    const model = new VisitsModel();
    const days = new Set<string>();
    let as = "";
    let loggedInAt = 0;
    for (let step = 0; step < 140; step += 1) {
      const jump = roll();
      const isLate = step > 100;
      const wait = isLate && jump < 0.05 ? 31 * DAY : jump < 0.1 ? 7 * HOUR : pick([0, 900, 15_000, MINUTE]);
      const now = site.clock.now.getTime() + wait;
      site.clock.now = new Date(now);
      days.add(dayAt(now));
      if (wait >= HOUR) {
        await everyShard((shard) => shard.maintain(now));
        model.maintain(now);
      }
      const session = below(40);
      const id = sessionId(session);
      const what = roll();
      if (what < 0.5) {
        const [page, source] = [pick(PAGES), pick(["", "google.com", "reddit.com"])];
        const person = below(12);
        const isPhone = person % 3 === 0;
        const browser = isPhone ? "Mozilla/5.0 (iPhone) Mobile Safari/1" : "Mozilla/5.0 (X11; Linux x86_64) Firefox/9";
        const from = `198.51.100.${person}`;
        await track(site, { session, page, referrer: source && `https://${source}/a`, userAgent: browser, from });
        // The visitor is counted once per session and day.
        if (model.track(id, page, source || "Direct", now)) model.countVisitor(`${person}`, isPhone, now);
      } else if (what < 0.75) {
        await heartbeat(site, session);
        model.see(id, now);
      } else if (what < 0.95) {
        await deactivate(site, session);
        model.leave(id);
      } else {
        await everyShard((shard) => shard.maintain(now));
        for (const stub of shardStubs()) await evictDurableObject(stub);
      }
      if (now - loggedInAt >= 11 * HOUR) {
        as = await operator(site);
        loggedInAt = now;
      }
      expect(toldToOperator(await statsFor(site, as)), `step ${step} at ${site.clock.now.toISOString()}`).toEqual(
        model.read(now),
      );
    }
    expect([...days]).toEqual(expect.arrayContaining(nights));
  },
);
