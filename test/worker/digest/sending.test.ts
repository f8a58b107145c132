import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import type { DigestOverview } from "../../../worker/contracts/digest.ts";
import { publish } from "../../support/worker/listings.ts";
import { mailsTo } from "../../support/worker/mailbox.ts";
import { mailError, postOffice } from "../../support/worker/post-office.ts";
import { json, makeSite, type Site } from "../../support/worker/site.ts";
import { manySubscribers, subscribe } from "../../support/worker/subscribers.ts";

/** Friday, 10:00 a.m. in New York. */
const TEN = new Date("2026-11-20T15:00:00Z");
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const OPERATOR = "operator@example.com";

/** Returns a site with a listing and readers, at the time of the edition. */
async function siteAtTen(readers: number, office = postOffice()): Promise<Site> {
  const site = makeSite({
    now: new Date(TEN.getTime() - HOUR_MS),
    deps: office.deps,
    vars: { CONTACT_EMAIL: OPERATOR, BULK_MAIL_LIMIT: "5000" },
  });
  await publish(site);
  await manySubscribers(readers, site.clock.now);
  site.queued.length = 0;
  site.clock.now = TEN;
  return site;
}

const edition = async (site: Site) => {
  const { editions } = await json<DigestOverview>(site.fetch("/api/admin/digest", { as: await site.logIn() }));
  return editions[0];
};
const pause = async (site: Site, paused: boolean) =>
  site.fetch("/api/admin/digest/pause", { json: { paused }, as: await site.logIn() });
const isToReader = ({ to }: { to: string }) => to.startsWith("reader");

describe("an edition that is being sent", () => {
  it("continues from message to message without a tick", { tags: ["rest"] }, async () => {
    const office = postOffice();
    const site = await siteAtTen(2_150, office);
    await site.tick();
    for (let round = 0; round < 5; round += 1) await site.runMailings();
    expect(await edition(site)).toMatchObject({ status: "done", sent: 2_150, skipped: 0, uncertain: 0 });
    expect(office.sent.filter(isToReader)).toHaveLength(2_150);
    expect(site.mailings).toEqual([]);
  });

  it("waits for increasing minutes when rate-limited, then resumes by itself", { tags: ["rest"] }, async () => {
    let isTooFast = true;
    const office = postOffice((mail) => {
      if (isTooFast && isToReader(mail)) throw mailError("E_RATE_LIMIT_EXCEEDED");
    });
    const site = await siteAtTen(3, office);
    await site.tick();
    const waits: number[] = [];
    for (let round = 0; round < 6; round += 1) {
      await site.runMailings({ times: 2, together: true });
      const until = Date.parse((await edition(site))?.pausedUntil ?? "");
      waits.push((until - site.clock.now.getTime()) / MINUTE_MS);
      site.clock.now = new Date(until);
    }
    expect(waits).toEqual([1, 2, 4, 8, 15, 15]);
    isTooFast = false;
    await site.runMailings();
    expect(await edition(site)).toMatchObject({ status: "done", sent: 3, uncertain: 0, problem: null });
    expect(office.counts().has(OPERATOR)).toBe(false);
  });

  it("stops immediately when moderators pause editions, and resumes later", { tags: ["rest"] }, async () => {
    const holder: { site?: Site } = {};
    const office = postOffice(async (mail, sentSoFar) => {
      if (holder.site && isToReader(mail) && sentSoFar === 12) await pause(holder.site, true);
    });
    const site = await siteAtTen(50, office);
    holder.site = site;
    await site.tick();
    await site.runMailings();
    expect(await edition(site)).toMatchObject({ status: "sending", sent: 13, frozen: 50 });
    await pause(site, false);
    await site.runMailings();
    expect(await edition(site)).toMatchObject({ status: "done", sent: 50, skipped: 0, uncertain: 0 });
  });

  it("notifies the operator again if it pauses after being resumed", { tags: ["rest"] }, async () => {
    let isUsedUp = true;
    const office = postOffice((mail) => {
      if (isUsedUp && isToReader(mail)) throw mailError("E_DAILY_LIMIT_EXCEEDED");
    });
    const site = await siteAtTen(3, office);
    const resume = async () =>
      site.fetch("/api/admin/digest/editions/2026-11-20/resume", { method: "POST", as: await site.logIn() });
    await site.tick();
    await site.runMailings();
    expect((await edition(site))?.problem).toContain("quota");
    expect(office.counts().get(OPERATOR)).toBe(1);
    await resume();
    expect((await edition(site))?.problem).toBeNull();
    site.clock.now = new Date(TEN.getTime() + HOUR_MS);
    await site.runMailings();
    expect(office.counts().get(OPERATOR)).toBe(2);
    isUsedUp = false;
    await resume();
    await site.runMailings();
    expect(await edition(site)).toMatchObject({ status: "done", sent: 3, problem: null });
  });

  it("clears the pause reason after an hour of sending", { tags: ["rest"] }, async () => {
    let left = 0;
    const office = postOffice((mail) => {
      if (isToReader(mail) && left-- <= 0) throw mailError("E_DAILY_LIMIT_EXCEEDED");
    });
    const site = await siteAtTen(3, office);
    await site.tick();
    await site.runMailings();
    site.clock.now = new Date(TEN.getTime() + 2 * HOUR_MS);
    await site.tick();
    expect(await edition(site)).toMatchObject({ status: "sending", problem: null });
    left = 100;
    await site.runMailings();
    expect(await edition(site)).toMatchObject({ status: "done", sent: 3 });
  });
});

describe("the operator", () => {
  it("is notified once per edition, no matter how many messages fail", { tags: ["rest"] }, async () => {
    const office = postOffice();
    const site = await siteAtTen(3, office);
    await site.tick();
    for (let n = 0; n < 3; n += 1) await site.runDeadQueue({ mailing: "digest:2026-11-20" });
    expect(office.counts().get(OPERATOR)).toBe(1);
    await site.runMailings();
    expect(await edition(site)).toMatchObject({ status: "done", sent: 3, problem: null });
  });

  it("is notified after an email outage about editions that were abandoned", { tags: ["rest"] }, async () => {
    let isDown = true;
    const office = postOffice(() => {
      if (isDown) throw mailError("E_INTERNAL_SERVER_ERROR");
    });
    const site = await siteAtTen(1, office);
    await env.DB.prepare(
      "INSERT INTO mailings (key, kind, scheduled_at, status) VALUES ('digest:2026-11-18', 'digest', ?, 'freezing')",
    )
      .bind(TEN.getTime() - 48 * HOUR_MS)
      .run();
    const entry = await env.DB.prepare("SELECT id FROM outbox WHERE done_at IS NULL LIMIT 1").first<{ id: number }>();
    await site.tick();
    await site.runDeadQueue({ outboxId: entry?.id ?? 0 });
    expect(await env.DB.prepare("SELECT status FROM mailings WHERE key = 'digest:2026-11-18'").first("status")).toBe(
      "failed",
    );
    isDown = false;
    for (let quarter = 1; quarter <= 8; quarter += 1) {
      site.clock.now = new Date(TEN.getTime() + quarter * 15 * MINUTE_MS);
      await site.tick();
    }
    const notices = office.sent.filter(({ to }) => to === OPERATOR);
    // This test does not deliver the queue's messages, so the site also sends a notice that work is overdue.
    const told = notices
      .map(({ subject }) => subject.split("] ")[1])
      .filter((what) => what !== "Something needs attention");
    expect(notices.length - told.length).toBe(1);
    expect(new Set(told)).toEqual(new Set(["A job failed too often", "The digest of 2026-11-18 failed"]));
    expect(told).toHaveLength(2);
  });
});

describe("an alert", () => {
  /** Returns a site whose VIPs are due to be notified of a listing. */
  async function siteWithVips(count: number, office: ReturnType<typeof postOffice>): Promise<Site> {
    const site = makeSite({ now: new Date("2026-11-19T12:00:00Z"), deps: office.deps });
    await manySubscribers(count, site.clock.now);
    await env.DB.prepare(
      `INSERT INTO vip_subscriptions (id, customer_id, email_key, status, state_from, created_at)
       SELECT email_key, email_key, email_key, 'active', 0, 0 FROM subscribers`,
    ).run();
    await publish(site);
    site.clock.now = new Date(site.clock.now.getTime() + 3 * MINUTE_MS);
    // Finds the VIPs, and stores the entry that sends their emails.
    await site.runQueue();
    return site;
  }

  it("notifies few VIPs in its own message", { tags: ["rest"] }, async () => {
    const office = postOffice();
    const site = await siteWithVips(3, office);
    await site.runQueue();
    expect(office.sent.filter(isToReader)).toHaveLength(3);
    expect(site.mailings).toEqual([]);
  });

  it("leaves many VIPs, and those that it could not notify, to batch messages", { tags: ["rest"] }, async () => {
    const office = postOffice();
    const site = await siteWithVips(21, office);
    await site.runQueue();
    expect(office.sent.filter(isToReader)).toEqual([]);
    await site.runMailings();
    expect(office.sent.filter(isToReader)).toHaveLength(21);
  });

  it("notifies each VIP once even if the email service is busy at first", async () => {
    let isTooFast = true;
    const office = postOffice((mail) => {
      if (isTooFast && isToReader(mail)) throw mailError("E_RATE_LIMIT_EXCEEDED");
    });
    const site = await siteWithVips(3, office);
    await site.runQueue(2);
    expect(office.sent.filter(isToReader)).toEqual([]);
    isTooFast = false;
    site.clock.now = new Date(site.clock.now.getTime() + 15 * MINUTE_MS);
    await site.runMailings({ times: 2 });
    expect(office.sent.filter(isToReader)).toHaveLength(3);
  });
});

describe("an interrupted alert", () => {
  const halfMade = (nth: number, at: Date) =>
    env.DB.prepare(
      "INSERT INTO mailings (key, kind, scheduled_at, status) VALUES ('searches:' || ?1, 'searches', ?2, 'freezing')",
    )
      .bind(nth, at.getTime())
      .run();

  it("does not delay editions, and is closed when it is too old", { tags: ["rest"] }, async () => {
    const office = postOffice();
    const site = await siteAtTen(3, office);
    await site.tick();
    site.mailings.length = 0;
    for (let nth = 1; nth <= 25; nth += 1) await halfMade(nth, new Date(TEN.getTime() - 7 * HOUR_MS));
    site.clock.now = new Date(TEN.getTime() + 15 * MINUTE_MS);
    await site.tick();
    await site.runMailings();
    expect(await edition(site)).toMatchObject({ status: "done", sent: 3 });
    site.clock.now = new Date(TEN.getTime() + 30 * MINUTE_MS);
    await site.tick();
    expect(await env.DB.prepare("SELECT count(*) AS n FROM mailings WHERE status = 'freezing'").first("n")).toBe(0);
  });

  it("is completed by a tick", { tags: ["rest"] }, async () => {
    const site = makeSite({ now: new Date("2026-11-19T12:00:00Z") });
    await subscribe(site, "vip@example.com");
    await env.DB.prepare(
      "INSERT INTO vip_subscriptions (id, customer_id, email_key, status, state_from, created_at) VALUES ('s', 'c', 'vip@example.com', 'active', 0, 0)",
    ).run();
    const { title } = await publish(site);
    site.clock.now = new Date(site.clock.now.getTime() + 3 * MINUTE_MS);
    await site.runQueue(1);
    expect(await env.DB.prepare("SELECT count(*) AS n FROM alert_matches").first("n")).toBe(1);
    await env.DB.prepare("UPDATE outbox SET done_at = 1 WHERE kind = 'alerts.deliver'").run();
    await halfMade(1, site.clock.now);
    await site.tick();
    await site.runMailings();
    expect((await mailsTo(site, "vip@example.com"))[0]?.subject).toContain(`New: ${title}`);
  });
});
