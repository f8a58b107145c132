import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect, it } from "vitest";
import { bulkInsertSql } from "../../../scripts/demo/bulk-sql.ts";
import { FORUM_PATH, threadPath } from "../../../worker/contracts/forum.ts";
import type { PublicListing } from "../../../worker/contracts/listings.ts";
import { shardOf } from "../../../worker/features/visitors/shard-reading.ts";
import { bulkComments, bulkThreads } from "../../support/worker/forum-bulk.ts";
import { comment, startThread, visitor, vote } from "../../support/worker/forum.ts";
import { dataUrl, room } from "../../support/worker/images.ts";
import { submit } from "../../support/worker/listings.ts";
import { operator } from "../../support/worker/operator.ts";
import { importOpenData } from "../../support/worker/places.ts";
import { json } from "../../support/worker/site.ts";
import { manySubscribers, replyTo, signUp } from "../../support/worker/subscribers.ts";
import { sessionId, track } from "../../support/worker/visitors.ts";
import type { DeedMark, RowMark } from "../cost-mark.ts";
import { makeCostMeter } from "./cost-meter.ts";
import { countedSite, sameShard } from "./counted-site.ts";

/** Friday, 9:00 a.m. in New York: an hour before an edition. */
const NINE = new Date("2026-11-20T14:00:00Z");
const WARM_UP = 2;
const MEASURED = 5;
const TIMED = 15;
const RECIPIENTS = 400;
/** Number of visits stored in one shard to measure how much it grows. */
const VISITS = 500;

/** A user action, performed each time by a different user. `prepare` is not measured. */
interface Deed {
  name: string;
  prepare?: (n: number) => Promise<unknown>;
  act: (n: number, prepared: never) => Promise<unknown>;
}

const tell = (mark: DeedMark | RowMark) => console.log(`COSTS ${JSON.stringify(mark)}`);

const databaseBytes = async () => (await env.DB.prepare("SELECT 1").all()).meta.size_after;

async function grow(name: string, count: number, fill: () => Promise<unknown>): Promise<void> {
  const before = await databaseBytes();
  await fill();
  tell({ kind: "row", name, bytes: Math.round(((await databaseBytes()) - before) / count) });
}

it("reports the cost of each user action", { timeout: 600_000 }, async () => {
  const meter = makeCostMeter();
  const from = { network: "23.0.0.1" };
  const site = countedSite(meter, NINE, from);
  await meter.watchObjects();
  await importOpenData();
  await grow("listing", 1_000, () => env.DB.prepare(bulkInsertSql(1, 1_000, NINE.getTime())).run());
  await grow("thread", 1_000, () => bulkThreads(1_000));
  const author = await visitor(site, "23.0.0.2");
  const thread = await startThread(site, author);
  await grow("comment", 1_000, () => bulkComments(thread.id, 1_000));
  const admin = await site.logIn();
  const stats = await operator(site);

  const drain = async () => {
    while (site.queued.length > 0) await site.runQueue();
  };
  const submitted = async (n: number) => {
    const images = await Promise.all([1, 2, 3].map(async (k) => dataUrl(await room({ seed: n * 7 + k }))));
    return submit(site, {
      address: `${1_000 + n} Queen Street West, Toronto`,
      email: `owner-${n}@example.com`,
      images,
    });
  };
  const approved = async (id: number) => {
    const path = `/api/admin/listings/${id}/status`;
    const change = { approved: true, confirmScam: true };
    const response = await site.fetch(path, { method: "PATCH", json: change, as: admin });
    expect(response.status).toBe(200);
    await drain();
  };
  const reads = (path: string) => async () => {
    const response = await site.fetch(path);
    expect(response.status, path).toBe(200);
  };
  const polls = (path: string) => async () => {
    const response = await site.fetch(path, { as: stats });
    expect(response.status, path).toBe(200);
    await response.text();
  };
  const shard = (n: number) => env.VISITOR_SHARDS.get(env.VISITOR_SHARDS.idFromName(String(shardOf(sessionId(n)))));
  const analytics = (what: string) => async (n: number) => {
    const response = await site.fetch(`/api/analytics/${what}`, { json: { sessionId: sessionId(n) } });
    expect(response.status).toBe(204);
  };
  const writer = () => visitor(site, from.network);

  const id = await submitted(0);
  await drain();
  await approved(id);
  const home = await json<PublicListing>(site.fetch(`/api/marketplace-listings/${id}`));
  const shell = await (await site.fetch("/")).text();
  const script = /src="(\/assets\/[^"]+)"/.exec(shell)?.[1] ?? "";

  // Each shard creates its tables once.
  for (let first = 100_000; first < 100_200; first += 1) await track(site, { session: first });
  const storedBytes = () => runInDurableObject(shard(0), (_, { storage }) => storage.sql.databaseSize);
  const before = await storedBytes();
  for (let k = 0; k < VISITS; k += 1) await track(site, { session: sameShard(0, k) });
  tell({ kind: "row", name: "visit", bytes: Math.round(((await storedBytes()) - before) / VISITS) });

  const deeds: Deed[] = [
    { name: "home page", act: reads("/") },
    { name: "listing page", act: reads(`/listing/${id}/${home.slug}`) },
    { name: "forum list page", act: reads(FORUM_PATH) },
    { name: "thread page", act: reads(threadPath(thread)) },
    { name: "list of listings (API)", act: reads("/api/marketplace-listings?limit=8") },
    { name: "listing (API)", act: reads(`/api/marketplace-listings/${id}`) },
    { name: "listing's facts (API)", act: reads(`/api/marketplace-listings/${id}/facts`) },
    { name: "photo", act: reads(`${home.images[0]}?w=400`) },
    { name: "script or style", act: reads(script) },
    { name: "visit: first page", act: (n) => track(site, { session: n }) },
    {
      name: "visit: place and further page",
      prepare: (n) => track(site, { session: n }),
      act: (n) => track(site, { session: n, page: FORUM_PATH, city: "Toronto", country: "Canada" }),
    },
    { name: "visit: where from", act: reads("/api/geo") },
    { name: "visit: heartbeat", prepare: (n) => track(site, { session: n }), act: analytics("heartbeat") },
    { name: "visit: leave", prepare: (n) => track(site, { session: n }), act: analytics("deactivate") },
    {
      name: "submission with 3 photos",
      act: async (n) => {
        await submitted(n);
        await drain();
      },
    },
    {
      name: "approval, look-up, photo widths",
      prepare: async (n) => {
        const pending = await submitted(n + 500);
        await drain();
        return pending;
      },
      act: (_n, pending: number) => approved(pending),
    },
    { name: "new thread", prepare: writer, act: (_n, who: never) => startThread(site, who) },
    { name: "new comment", prepare: writer, act: (_n, who: never) => comment(site, who, thread.id) },
    { name: "vote", prepare: writer, act: (_n, who: never) => vote(site, who, { thread: thread.id }, 1) },
    {
      name: "sign-up and its mail",
      act: async (n) => {
        await signUp(site, `new-${n}@example.com`);
        await drain();
      },
    },
    {
      name: "reply that confirms",
      prepare: async (n) => {
        await signUp(site, `person-${n}@example.com`);
        await drain();
        return meter.sent.findLast(({ to }) => to === `person-${n}@example.com`);
      },
      act: async (_n, mail: never) => {
        expect(await site.receive(replyTo(mail))).toBeNull();
        await drain();
      },
    },
    {
      name: "ad click",
      act: (n) => site.fetch("/api/advertisement-clicks", { json: { sessionId: sessionId(n) } }),
    },
    { name: "dashboard poll", prepare: meter.watchHub, act: polls("/api/analytics/stats") },
    { name: "dashboard: range", prepare: meter.watchHub, act: polls("/api/analytics/stats?range=today&compare=1") },
    {
      name: "dashboard: goal",
      prepare: meter.watchHub,
      act: polls("/api/analytics/goals?goal=confirmed&range=24h&compare=1"),
    },
    {
      name: "dashboard: searches",
      prepare: meter.watchHub,
      act: polls("/api/analytics/searches?range=24h&compare=1"),
    },
    { name: "dashboard: site", prepare: meter.watchHub, act: polls("/api/analytics/site") },
    { name: "dashboard: audience", act: polls("/api/mailchimp/audience") },
    { name: "dashboard: VIPs", act: polls("/api/stripe/subscriptions") },
    { name: "dashboard: listings", act: polls("/api/marketplace-listings/count") },
    { name: "dashboard: ad", act: polls("/api/analytics/advertisement") },
    { name: "dashboard: ad clicks", act: polls("/api/advertisement-stats") },
    { name: "tick with nothing due", prepare: () => site.tick(), act: () => site.tick() },
  ];

  let n = 0;
  for (const { name, prepare, act } of deeds) {
    const once = async (): Promise<() => Promise<unknown>> => {
      n += 1;
      const mine = n;
      const come = () => (from.network = `23.1.${mine >> 8}.${mine & 255}`);
      come();
      const prepared = (await prepare?.(mine)) as never;
      return () => {
        come();
        return act(mine, prepared);
      };
    };
    for (let run = 0; run < WARM_UP; run += 1) await (await once())();
    const works: (() => Promise<unknown>)[] = [];
    for (let run = 0; run < MEASURED; run += 1) works.push(await once());
    const cost = await meter.measure(async () => {
      for (const work of works) await work();
    });
    const times: number[] = [];
    for (let run = 0; run < TIMED; run += 1) {
      const work = await once();
      const began = performance.now();
      await work();
      times.push(performance.now() - began);
    }
    tell({
      kind: "deed",
      name,
      times: MEASURED,
      cost,
      ms: times.toSorted((a, b) => a - b)[(TIMED - 1) / 2] ?? Number.NaN,
    });
  }

  await grow("subscriber", 10_000, () => manySubscribers(10_000, NINE));
  await env.DB.prepare("DELETE FROM subscribers WHERE id NOT IN (SELECT id FROM subscribers ORDER BY id DESC LIMIT ?1)")
    .bind(RECIPIENTS)
    .run();
  // Excludes other due work from the edition's cost.
  for (const minutes of [15, 30, 45, 59]) {
    site.clock.now = new Date(NINE.getTime() + minutes * 60_000);
    await site.tick();
    await drain();
  }
  meter.sent.length = 0;
  site.clock.now = new Date(NINE.getTime() + 3_600_000);
  const began = performance.now();
  const cost = await meter.measure(async () => {
    await site.tick();
    while (site.mailings.length > 0) await site.runMailings();
  });
  expect(meter.sent.length).toBeGreaterThanOrEqual(RECIPIENTS);
  tell({ kind: "deed", name: "edition", times: RECIPIENTS, cost, ms: (performance.now() - began) / RECIPIENTS });
});
