import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { drizzle } from "drizzle-orm/d1";
import { expect, it } from "vitest";
import type { VisitorStats } from "../../../worker/contracts/visitors.ts";
import type { PageView } from "../../../worker/features/visitors/visit-sessions.ts";
import { SHARDS, shardOf } from "../../../worker/features/visitors/shard-reading.ts";
import type { VisitorShard } from "../../../worker/features/visitors/visitor-shard.do.ts";
import type { Deps } from "../../../worker/platform/deps.ts";
import { makeSite, type Site } from "../../support/worker/site.ts";
import { manySubscribers } from "../../support/worker/subscribers.ts";
import { operator } from "../../support/worker/operator.ts";
import { DESKTOP, PHONE } from "../../support/worker/visitors.ts";
import type { HeartbeatMark, PollMark } from "../visitor-mark.ts";
import type { BareCounter } from "./bench-worker.ts";
import { countStatements } from "./counting-statements.ts";

const HEARTBEAT_MS = 15_000;
const SESSIONS = 10_000;
/** Number of concurrent requests. */
const AT_ONCE = 50;
const BLOCK = 2_000;
const BLOCKS = 10;

const ROUNDS = 40;
const WARM_UP = 5;
/** Number of sessions in each crowd, and the minute at which the crowd arrives. */
const CROWDS = [
  { sessions: 1_000, minute: 15 },
  { sessions: 10_000, minute: 30 },
  { sessions: 100_000, minute: 45 },
];

const bare = (env as unknown as { BARE_COUNTERS: DurableObjectNamespace<BareCounter> }).BARE_COUNTERS;
const bareCounter = (name: string) => bare.get(bare.idFromName(name));
const shardStub = (name: string) => env.VISITOR_SHARDS.get(env.VISITOR_SHARDS.idFromName(name));
const shard = (name: string) => shardStub(name) as unknown as Pick<VisitorShard, "track" | "see">;
const sessionOf = (n: number) => `session_1763650800000_${String(n).padStart(9, "s")}`;

/** Returns a visitor of a diverse crowd, with varying pages, sources and locations. */
function sighting(n: number): PageView {
  return {
    id: sessionOf(n),
    page: n % 3 === 0 ? "/" : `/listing/${1_000 + (n % 700)}`,
    referrer: n % 4 === 0 ? "Direct" : `source-${n % 300}.example.com`,
    campaign: n % 5 === 0 ? `campaign-${n % 20}` : "",
    city: ["Toronto", "Mississauga", "Richmond Hill", "Scarborough"][n % 4] ?? "",
    country: "Canada",
    address: n % 2 === 0 ? `203.0.113.${n % 256}` : `2001:db8:${(n % 65_536).toString(16)}:2:3:4:5:6`,
    userAgent: n % 3 === 1 ? PHONE : DESKTOP,
  };
}

async function fill(from: number, to: number, at: (n: number) => number): Promise<void> {
  for (let n = from; n < to; n += 200)
    await Promise.all(
      Array.from({ length: Math.min(200, to - n) }, (_, k) =>
        shard(String(shardOf(sessionOf(n + k)))).track(sighting(n + k), true, at(n + k)),
      ),
    );
}

/** Makes a KV store and a database that count their writes. */
function counting() {
  const count = { statements: 0, rowsWritten: 0, kvWrites: 0 };
  const kv = new Proxy(env.STATS_SESSIONS, {
    get(target, property) {
      if (property === "put" || property === "delete") count.kvWrites += 1;
      const value: unknown = Reflect.get(target, property);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
  return { count, kv, db: countStatements(env.DB, count) };
}

/** Does some work `times` times, {@link AT_ONCE} at a time. @returns milliseconds */
async function timed(times: number, work: (n: number) => Promise<unknown>): Promise<number> {
  const began = performance.now();
  for (let n = 0; n < times; n += AT_ONCE) await Promise.all(Array.from({ length: AT_ONCE }, (_, k) => work(n + k)));
  return performance.now() - began;
}

it("measures the cost of heartbeats", { timeout: 600_000 }, async () => {
  const { count, kv, db } = counting();
  const counted = { db: drizzle(db, { casing: "snake_case" }), statsSessions: kv };
  const site = makeSite({ deps: () => counted });
  const bareSite = makeSite({
    deps: ({ visitors }: Deps) => ({
      ...counted,
      visitors: { ...visitors, shard: bareCounter as unknown as typeof visitors.shard },
    }),
  });
  const start = site.clock.now.getTime();
  await fill(0, SESSIONS, () => start);

  /** Each session sends a heartbeat every 15 seconds. */
  const moment = (n: number) => start + (n * HEARTBEAT_MS) / SESSIONS;
  const through = (way: Site) => async (n: number) => {
    way.clock.now = new Date(moment(n));
    const response = await way.fetch("/api/analytics/heartbeat", { json: { sessionId: sessionOf(n % SESSIONS) } });
    expect(response.status).toBe(204);
  };
  const ways: { name: string; isWorker: boolean; beat: (n: number) => Promise<unknown> }[] = [
    { name: "the worker and a bare counter", isWorker: true, beat: through(bareSite) },
    { name: "the worker and the shards", isWorker: true, beat: through(site) },
    {
      name: "a bare counter, called",
      isWorker: false,
      beat: (n) => bareCounter(String(n % SHARDS)).see(sessionOf(n % SESSIONS), moment(n)),
    },
    {
      name: "the shards, called",
      isWorker: false,
      beat: (n) => shard(String(shardOf(sessionOf(n % SESSIONS)))).see(sessionOf(n % SESSIONS), moment(n)),
    },
  ];
  for (const { beat } of ways) await timed(BLOCK, beat);
  Object.assign(count, { statements: 0, rowsWritten: 0, kvWrites: 0 });
  const times = ways.map((): number[] => []);
  // The measurements alternate, because all must run under the same conditions.
  for (let block = 1; block <= BLOCKS; block += 1)
    for (const [index, { beat }] of ways.entries())
      times[index]?.push(await timed(BLOCK, (n) => beat(block * BLOCK + n)));
  for (const [index, { name, isWorker }] of ways.entries()) {
    const median = times[index]?.toSorted((a, b) => a - b)[BLOCKS / 2] ?? Number.NaN;
    const mark: HeartbeatMark = {
      kind: "heartbeats",
      name,
      perSecond: (BLOCK / median) * 1_000,
      databaseWrites: isWorker ? count.rowsWritten / (BLOCKS * BLOCK) : null,
      kvWrites: isWorker ? count.kvWrites / (BLOCKS * BLOCK) : null,
    };
    console.log(`VISITORS ${JSON.stringify(mark)}`);
  }
});

it("measures the cost of the dashboard's polls", { timeout: 1_200_000 }, async () => {
  const { count, kv, db } = counting();
  let shardCalls = 0;
  const site = makeSite({ deps: () => ({ statsSessions: kv, db: drizzle(db, { casing: "snake_case" }) }) });
  await manySubscribers(1_000, site.clock.now);
  const start = site.clock.now.getTime();
  const as = await operator(site);
  await site.fetch("/api/analytics/stats", { as });
  // Also counts the objects' writes, and how often the hub calls the shards.
  const shards = new Proxy(env.VISITOR_SHARDS, {
    get(target, property) {
      const value: unknown = Reflect.get(target, property);
      if (property !== "get") return typeof value === "function" ? value.bind(target) : value;
      return (id: DurableObjectId) => ({
        read: (now: number, listed: number) => {
          shardCalls += 1;
          return (target.get(id) as unknown as Pick<VisitorShard, "read">).read(now, listed);
        },
      });
    },
  });
  const watch = (stub: DurableObjectStub) =>
    runInDurableObject(stub, (instance) => {
      const object = instance as unknown as { env: object };
      object.env = { ...object.env, DB: db, STATS_SESSIONS: kv, VISITOR_SHARDS: shards };
    });
  await watch(env.VISITOR_HUB.get(env.VISITOR_HUB.idFromName("hub")));
  for (let n = 0; n < SHARDS; n += 1) await watch(shardStub(String(n)));

  let known = 0;
  let minute = 0;
  for (const crowd of CROWDS) {
    const from = { sessions: known, minute };
    const pace = ((crowd.minute - from.minute) * 60_000) / (crowd.sessions - from.sessions);
    const at = (n: number) => start + from.minute * 60_000 + Math.floor((n - from.sessions) * pace);
    await fill(from.sessions, crowd.sessions, at);
    ({ sessions: known, minute } = crowd);
    site.clock.now = new Date(start + minute * 60_000);
    const times: number[] = [];
    let body = "";
    for (let round = 0; round < WARM_UP + ROUNDS; round += 1) {
      if (round === WARM_UP) {
        Object.assign(count, { statements: 0, rowsWritten: 0, kvWrites: 0 });
        shardCalls = 0;
      }
      const began = performance.now();
      body = await (await site.fetch("/api/analytics/stats", { as })).text();
      if (round >= WARM_UP) times.push(performance.now() - began);
    }
    const stats = JSON.parse(body) as VisitorStats;
    expect(stats.hourlyVisitorCount).toBe(known);
    const mark: PollMark = {
      kind: "poll",
      sessions: known,
      here: stats.activeVisitors,
      ms: times.toSorted((a, b) => a - b)[ROUNDS / 2] ?? Number.NaN,
      bytes: new TextEncoder().encode(body).length,
      shardCalls: shardCalls / ROUNDS,
      databaseWrites: count.rowsWritten / ROUNDS,
      kvWrites: count.kvWrites / ROUNDS,
    };
    console.log(`VISITORS ${JSON.stringify(mark)}`);
  }
});
