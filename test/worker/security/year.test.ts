import { listDurableObjectIds, runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import retention from "../../../docs/data-retention.md?raw";
import { mailingOf } from "../../support/worker/own-objects.ts";
import { insertFollow } from "../../support/worker/follows.ts";
import { comment, startThread, visitor, vote } from "../../support/worker/forum.ts";
import { approve, publish, submit } from "../../support/worker/listings.ts";
import { mailsTo } from "../../support/worker/mailbox.ts";
import { operator } from "../../support/worker/operator.ts";
import { makeSite, type Site } from "../../support/worker/site.ts";
import { storeNames, tablesOf } from "../../support/worker/stores.ts";
import { linkIn, signUp, subscribe } from "../../support/worker/subscribers.ts";
import { everyShard, sessionId, track } from "../../support/worker/visitors.ts";
import { fullSize } from "../../support/worker/full-size.ts";
import { LONG_TESTS } from "../../support/time-limits.ts";

const DAY_MS = 86_400_000;
const START = Date.parse("2026-11-20T15:00:00Z");
/**
 * Days between two ticks, and days between two days with user actions. Data that is retained for months spans several
 * of these intervals.
 */
const TICK_DAYS = fullSize(8, 32);
const BUSY_DAYS = fullSize(16, 32);
/**
 * Days on which the data is checked. On both days, data that is retained for half a year has reached its full count.
 */
const CHECKED = [fullSize(208, 224), fullSize(400, 416)];

const namespaces = {
  AttemptCounter: env.ATTEMPTS,
  Mailing: env.MAILINGS,
  VisitorShard: env.VISITOR_SHARDS,
} as unknown as Record<string, DurableObjectNamespace>;

/** Performs every kind of action once on a day, each by a different user from a different network. */
async function liveADay(site: Site, day: number): Promise<void> {
  const headers = { "cf-connecting-ip": `198.51.${Math.floor(day / 200)}.${day % 200}` };
  const [address, email] = [`${day + 1} Oak St, Toronto, ON`, `person-${day}@example.com`];
  const moderator = await site.logIn();
  const { id } = await publish(site, { address, email });
  const rejected = await submit(site, { address: `${day + 1} Elm St, Toronto, ON`, email });
  await site.fetch(`/api/admin/listings/${rejected}/reject`, { json: { reason: "Not a home." }, as: moderator });
  await approve(site, id, false);
  await approve(site, id);
  await site.fetch("/api/report-property", { json: { propertyId: id, reason: "SCAM" }, headers });
  await site.fetch("/api/listing-links", { json: { email }, headers });
  const report = await env.DB.prepare("SELECT max(id) AS id FROM reports").first<number>("id");
  await site.fetch(`/api/admin/reports/${report}`, { method: "DELETE", as: moderator });
  await site.fetch(`/api/marketplace-listings/${id}/interest`, { json: { kind: "view" }, headers });
  await signUp(site, `never-${day}@example.com`, headers);
  await subscribe(site, email);
  const [welcome] = await mailsTo(site, email);
  await site.fetch(`/api/unsubscribe/${linkIn(welcome, "unsubscribe")}`, { method: "POST" });
  await site.fetch("/api/access/request-code", { json: { email: "vip@example.com" }, headers });
  await site.fetch("/api/privacy/request", { json: { email }, headers });
  await site.fetch("/api/admin/login", { json: { password: "a guess" }, headers });
  const author = await visitor(site, headers["cf-connecting-ip"]);
  const thread = await startThread(site, author);
  const { id: said } = await comment(site, author, thread.id);
  await vote(site, author, { comment: said }, 1);
  await insertFollow(site, thread.id, `asked-${day}@example.com`, headers["cf-connecting-ip"]);
  await visitor(site, headers["cf-connecting-ip"]);
  await track(site, { session: day + 1, from: headers["cf-connecting-ip"], page: `/listing/${id}` });
  await site.fetch("/api/advertisement-clicks", { json: { sessionId: sessionId(day + 1) }, headers });
}

async function fireAlarms(namespace: DurableObjectNamespace | undefined): Promise<void> {
  if (!namespace) return;
  for (const id of await listDurableObjectIds(namespace)) await runDurableObjectAlarm(namespace.get(id));
}

/**
 * Conditions for a shard's rows that are retained for less than a year: monthly counts are retained for 25 months, and
 * each of the 16 shards has two permanent rows about itself after its first visitor.
 */
const SHORT_LIVED: Readonly<Record<string, string>> = {
  counts: "WHERE period LIKE 'hour:%' OR period LIKE 'day:%'",
  meta: "WHERE name NOT IN ('months_until', 'rolled_up')",
};

/** Returns the row counts of every table and of every class of objects. */
async function sizes(): Promise<Record<string, number>> {
  const found: Record<string, number> = {};
  for (const table of await tablesOf(env.DB))
    found[table] = (await env.DB.prepare(`SELECT count(*) AS n FROM ${table}`).first<number>("n")) ?? 0;
  for (const [name, namespace] of Object.entries(namespaces)) {
    found[name] = 0;
    for (const id of await listDurableObjectIds(namespace))
      found[name] += await runInDurableObject(namespace.get(id), (_, { storage: { sql } }) =>
        sql
          .exec<{ name: string }>(
            "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE '\\_cf%' ESCAPE '\\'",
          )
          .toArray()
          .reduce(
            (sum, table) =>
              sum +
              // The 16 shards create their tables one after the other, at their first visit, and keep them.
              (name === "VisitorShard" ? 0 : 1) +
              sql.exec<{ n: number }>(`SELECT count(*) AS n FROM ${table.name} ${SHORT_LIVED[table.name] ?? ""}`).one()
                .n,
            0,
          ),
      );
  }
  const { objects } = await env.PHOTOS.list();
  found.PHOTOS = objects.length;
  return found;
}

describe("a year of a busy site", () => {
  it("lets only data grow that is retained on purpose", { tags: ["rest"], timeout: LONG_TESTS.year }, async () => {
    const site = makeSite({ now: new Date(START), vars: { RATE_LIMIT_SCALE: "1000" } });
    await env.DB.prepare(
      "INSERT INTO vip_subscriptions (id, customer_id, email_key, status, state_from, created_at) VALUES ('s', 'c', 'vip@example.com', 'active', 1, 1)",
    ).run();
    await subscribe(site, "vip@example.com");
    await site.fetch("/api/advertisement-settings", {
      method: "PUT",
      json: { title: "Movers", link: "https://movers.example", enabled: true },
      as: await operator(site),
    });
    const checks: Record<string, number>[] = [];
    const made: { day: number; key: string }[] = [];
    for (let day = 0; day <= Math.max(...CHECKED); day += TICK_DAYS) {
      site.clock.now = new Date(START + day * DAY_MS);
      await site.tick();
      for (let rounds = 0; rounds < 5 && site.queued.length > 0; rounds += 1) await site.runQueue();
      await site.runMailings();
      if (day % BUSY_DAYS === 0) {
        await liveADay(site, day);
        for (let rounds = 0; rounds < 5 && site.queued.length > 0; rounds += 1) await site.runQueue();
        site.clock.now = new Date(site.clock.now.getTime() + 130_000);
        await env.DB.prepare("UPDATE outbox SET relayed_at = NULL WHERE done_at IS NULL").run();
        await site.tick();
        await site.runQueue();
        await site.runMailings();
        const { results } = await env.DB.prepare("SELECT key FROM mailings").run<{ key: string }>();
        for (const { key } of results) if (!made.some((one) => one.key === key)) made.push({ day, key });
        // The platform's alarms use the real clock. In this test, they follow the site's clock.
        await fireAlarms(namespaces.AttemptCounter);
        // A shard does its upkeep once an hour by the real clock. In this test, the upkeep runs as often as the
        // simulated year requires.
        await everyShard((shard) => shard.maintain(site.clock.now.getTime()));
        for (const one of made.filter((mailing) => mailing.day <= day - 60))
          await runDurableObjectAlarm(mailingOf(one.key));
      }
      if (CHECKED.includes(day)) checks.push(await sizes());
    }
    const [early = {}, late = {}] = checks;
    console.log(JSON.stringify({ early, late }));
    const kept = new Set(
      storeNames(retention)
        .filter(({ isKept }) => isKept)
        .map(({ name }) => name),
    );
    const grown = Object.keys(late).filter((name) => (late[name] ?? 0) > (early[name] ?? 0) * 1.15 + 3);
    expect(grown.filter((name) => !kept.has(name) && name !== "PHOTOS")).toEqual([]);
    // The year must have produced data for each kind of activity.
    for (const name of ["listings", "consents", "audit_log", "forum_comments", "mailings"])
      expect(late[name], name).toBeGreaterThan((early[name] ?? 0) * 1.3);
    expect(late.AttemptCounter).toBe(0);
  });
});
