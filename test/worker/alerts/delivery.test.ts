import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { fullSize } from "../../support/worker/full-size.ts";
import { publish } from "../../support/worker/listings.ts";
import { mailError, dyingDeps, postOffice } from "../../support/worker/post-office.ts";
import { makeSite, type Site } from "../../support/worker/site.ts";
import { watchedDb } from "../../support/worker/watched-db.ts";
import { startAfresh } from "../../support/worker/database.ts";
import { LONG_TESTS } from "../../support/time-limits.ts";

/** Friday, 10:10 a.m. in Toronto. */
const APPROVED = new Date("2026-11-20T15:10:00Z");
const SATURDAY_TEN = new Date("2026-11-21T15:00:00Z");
const QUARTER_MS = 900_000;

/** Inserts email addresses, each with an active search for all one-bedroom homes. */
async function manySearches(count: number): Promise<void> {
  const numbers = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?)";
  for (const insert of [
    `INSERT INTO alert_readers (email, email_key, address_hash, created_at)
      SELECT 'reader-' || i || '@example.com', 'reader-' || i || '@example.com', 'hash-' || i, 1 FROM n`,
    `INSERT INTO saved_searches (reader_id, type, query, search_hash, frequency, state, state_at, created_at, consent_version, wanted_at)
      SELECT i, '1 Bedroom', '', 'all', 'daily', 'active', 1, 1, 'x', 4102444800000 FROM n`,
    "INSERT INTO alert_keys (key, min_rent, max_rent, search_id) SELECT '1 Bedroom|*', 0, 1000000000, i FROM n",
  ])
    await env.DB.prepare(`${numbers} ${insert}`).bind(count).run();
}

/** Creates a confirmed subscriber with paid access, who is emailed every home at once. */
async function vip(email: string): Promise<void> {
  for (const insert of [
    `INSERT INTO subscribers (email, email_key, address_hash, status, created_at, confirmed_at)
      VALUES (?1, ?1, 'hash of a VIP', 'confirmed', 1, 1)`,
    `INSERT INTO vip_subscriptions (id, customer_id, email_key, status, state_from, created_at)
      VALUES ('sub', 'cus', ?1, 'active', 0, 0)`,
  ])
    await env.DB.prepare(insert).bind(email).run();
}

/** Advances a quarter-hour: a tick, then all work and mailings that are due. */
async function quarter(site: Site): Promise<void> {
  await site.tick();
  for (let round = 0; round < 40 && (round === 0 || site.queued.length + site.mailings.length > 0); round += 1) {
    await site.runQueue();
    await site.runMailings({ together: round % 2 === 0 });
  }
  site.clock.now = new Date(site.clock.now.getTime() + QUARTER_MS);
}

const open = () =>
  env.DB.prepare(
    "SELECT (SELECT count(*) FROM alert_matches) + (SELECT count(*) FROM mailings WHERE status IN ('freezing', 'sending')) AS n",
  ).first<number>("n");
const uncertain = () => env.DB.prepare("SELECT coalesce(sum(uncertain), 0) AS n FROM mailings").first<number>("n");

describe("the emails of thousands of searches", () => {
  it("reach each address once despite repeated crashes", { tags: ["rest"], timeout: LONG_TESTS.many }, async () => {
    const READERS = fullSize(5_000, 220);
    const DEATHS = fullSize(60, 6);
    const office = postOffice();
    let isMortal = false;
    let deaths = 0;
    let state = 7;
    const dies = () => {
      state = (state * 48_271) % 2_147_483_647;
      if (!isMortal || deaths >= DEATHS || state % fullSize(200, 40) !== 0) return false;
      deaths += 1;
      return true;
    };
    const site = makeSite({
      now: APPROVED,
      vars: { BULK_MAIL_LIMIT: "10000" },
      deps: (deps) => dyingDeps({ ...deps, ...office.deps() }, dies),
    });
    await manySearches(READERS);
    const { id } = await publish(site);
    isMortal = true;
    site.clock.now = new Date(APPROVED.getTime() + 180_000);
    for (let rounds = 0; rounds < 4; rounds += 1) await quarter(site);
    site.clock.now = SATURDAY_TEN;
    for (let rounds = 0; rounds < 40 && (rounds === 0 || ((await open()) ?? 0) > 0); rounds += 1) await quarter(site);
    expect(await open()).toBe(0);
    expect(deaths).toBeGreaterThan(DEATHS / 3);
    const news = office.sent.filter(({ kind }) => kind === "alerts.news");
    expect(news.every(({ text }) => text.includes(`/listing/${id}/`))).toBe(true);
    const reached = new Set(news.map(({ to }) => to));
    expect(news).toHaveLength(reached.size);
    const inDoubt = (await uncertain()) ?? 0;
    expect(inDoubt).toBeLessThanOrEqual(deaths);
    // Every reader who got no email must be recorded as one whose email has an unknown outcome.
    expect(READERS - reached.size).toBeLessThanOrEqual(inDoubt);
  });

  it(
    "are neither lost nor sent twice, wherever the work crashes",
    { tags: ["d1"], timeout: fullSize(LONG_TESTS.fullSize, LONG_TESTS.many) },
    async () => {
      // Three readers with a search, and a VIP.
      const READERS = 4;
      let kills = 0;
      const stride = fullSize(1, 35);
      for (let diesAt = 1; ; diesAt += stride) {
        const office = postOffice();
        const step = { count: 0, isMortal: false, isDead: false };
        const db = watchedDb(() => {
          if (!step.isMortal) return;
          step.count += 1;
          if (step.count === diesAt) step.isDead = true;
          if (step.isDead) throw new Error("The process was killed.");
        });
        const site = makeSite({
          now: APPROVED,
          deps: (real) => ({ db, log: { ...real.log, error: () => {}, warn: () => {} }, ...office.deps() }),
        });
        await manySearches(READERS - 1);
        await vip("vip@example.com");
        await publish(site);
        // The matching runs first, and then the mailing. An interrupted step resumes a quarter-hour later.
        for (const time of [APPROVED.getTime() + 180_000, SATURDAY_TEN.getTime()]) {
          site.clock.now = new Date(time);
          step.isMortal = true;
          await site.runJob("alerts.mail").catch(() => false);
          await site.runQueue().catch(() => {});
          await site.runMailings().catch(() => {});
          if (step.isDead) kills += 1;
          Object.assign(step, { isMortal: false, isDead: false });
          for (let rounds = 0; rounds < 2; rounds += 1) await quarter(site);
        }
        // Homes found too late for Saturday's email are sent on Sunday.
        site.clock.now = new Date(SATURDAY_TEN.getTime() + 86_400_000);
        for (let rounds = 0; rounds < 4 && ((await open()) ?? 0) > 0; rounds += 1) await quarter(site);
        const news = office.sent.filter(({ kind }) => kind === "alerts.news").map(({ to }) => to);
        expect(new Set(news).size, `told twice when killed at statement ${diesAt}`).toBe(news.length);
        const doubt = (await uncertain()) ?? 0;
        expect(READERS - news.length, `lost when killed at statement ${diesAt}`).toBeLessThanOrEqual(doubt);
        expect(doubt).toBeLessThanOrEqual(1);
        await startAfresh();
        if (step.count < diesAt) break;
      }
      expect(kills).toBeGreaterThan(fullSize(40, 1));
    },
  );

  it("wait while the email service's quota is used up, and go out once afterwards", { tags: ["rest"] }, async () => {
    let left = 2;
    const office = postOffice((mail) => {
      if (mail.kind === "alerts.news" && left-- <= 0) throw mailError("E_DAILY_LIMIT_EXCEEDED");
    });
    const site = makeSite({ now: APPROVED, deps: office.deps });
    await manySearches(5);
    await publish(site);
    site.clock.now = new Date(APPROVED.getTime() + 180_000);
    await quarter(site);
    site.clock.now = SATURDAY_TEN;
    await quarter(site);
    const news = () => office.sent.filter(({ kind }) => kind === "alerts.news").map(({ to }) => to);
    expect(news()).toHaveLength(2);
    left = 100;
    for (let rounds = 0; rounds < 6; rounds += 1) await quarter(site);
    expect(news().toSorted()).toEqual([1, 2, 3, 4, 5].map((n) => `reader-${n}@example.com`));
  });
});
