import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { mailingOf } from "../../support/worker/own-objects.ts";
import { fullSize } from "../../support/worker/full-size.ts";
import { publish } from "../../support/worker/listings.ts";
import { mailError, dyingDeps, postOffice } from "../../support/worker/post-office.ts";
import { makeSite, type Site } from "../../support/worker/site.ts";
import { linkIn, manySubscribers, statusOf } from "../../support/worker/subscribers.ts";
import type { DevMail } from "../../support/worker/mailbox.ts";
import { LONG_TESTS } from "../../support/time-limits.ts";

/** Friday, 10:00 a.m. in New York. */
const TEN = new Date("2026-11-20T15:00:00Z");
const MINUTE_MS = 60_000;

interface Summary {
  status: string;
  frozen: number;
  sent: number;
  skipped: number;
  uncertain: number;
}
const summary = () =>
  env.DB.prepare(
    "SELECT status, frozen, sent, skipped, uncertain FROM mailings WHERE key = 'digest:2026-11-20'",
  ).first<Summary>();

/** Returns a site with a listing and subscribers, an hour before the edition. */
async function siteBefore(count: number, deps: Parameters<typeof makeSite>[0] = {}): Promise<Site> {
  const site = makeSite({
    ...deps,
    vars: { BULK_MAIL_LIMIT: "10000", ...deps.vars },
    now: new Date(TEN.getTime() - 60 * MINUTE_MS),
  });
  await publish(site);
  await manySubscribers(count, site.clock.now);
  site.queued.length = 0;
  site.clock.now = TEN;
  return site;
}

/** Runs ticks and deliveries until the edition is finished. */
async function runOut(site: Site, delivery: Parameters<Site["runMailings"]>[0] = {}): Promise<Summary | null> {
  for (let round = 0; round < 60; round += 1) {
    await site.tick();
    await site.runMailings(delivery);
    const state = await summary();
    if (state && !["freezing", "sending"].includes(state.status)) return state;
    site.clock.now = new Date(site.clock.now.getTime() + 15 * MINUTE_MS);
  }
  return summary();
}

describe("an edition", () => {
  it(
    "reaches each of thousands of recipients once despite repeated crashes",
    { tags: ["rest"], timeout: LONG_TESTS.many },
    async () => {
      const READERS = fullSize(10_000, 600);
      const DEATHS = fullSize(120, 6);
      const office = postOffice();
      let isMortal = false;
      let deaths = 0;
      let state = 11;
      const dies = () => {
        state = (state * 48_271) % 2_147_483_647;
        // Dies at about one in three hundred steps, up to the maximum number of deaths.
        if (!isMortal || deaths >= DEATHS || state % 300 !== 0) return false;
        deaths += 1;
        return true;
      };
      const site = await siteBefore(READERS, {
        deps: (deps) => dyingDeps({ ...deps, ...office.deps() }, dies),
      });
      isMortal = true;
      let end: Summary | null = null;
      for (let round = 0; round < 40 && end?.status !== "done"; round += 1) {
        await site.tick();
        await site.runMailings({ together: round % 2 === 0 });
        site.clock.now = new Date(site.clock.now.getTime() + 15 * MINUTE_MS);
        end = await summary();
      }
      expect(deaths).toBe(DEATHS);
      expect(end).toMatchObject({ status: "done", frozen: READERS });
      const { sent = 0, skipped = 0, uncertain = 0 } = end ?? {};
      expect(sent + skipped + uncertain).toBe(READERS);
      expect(skipped).toBe(0);
      expect(Math.max(...office.counts().values())).toBe(1);
      expect(uncertain).toBeLessThanOrEqual(deaths);
      // Every reader who got no email must be recorded as one whose email has an unknown outcome.
      expect(READERS - office.counts().size).toBeLessThanOrEqual(uncertain);
      expect(office.counts().size).toBeGreaterThanOrEqual(sent);
    },
  );

  it(
    "reaches every recipient once, wherever the process crashes",
    { tags: ["rest"], timeout: LONG_TESTS.many },
    async () => {
      const READERS = 3;
      let cutAt = 0;
      for (let step = 1; ; step += fullSize(1, 3)) {
        const office = postOffice();
        let steps = 0;
        let isMortal = false;
        const dies = () => {
          if (!isMortal) return false;
          steps += 1;
          return steps === step;
        };
        const site = await siteBefore(READERS, {
          deps: (deps) => dyingDeps({ ...deps, ...office.deps() }, dies),
        });
        isMortal = true;
        const end = await runOut(site);
        expect(end, `killed at step ${step}`).toMatchObject({ status: "done", frozen: READERS, skipped: 0 });
        expect((end?.sent ?? 0) + (end?.uncertain ?? 0), `killed at step ${step}`).toBe(READERS);
        expect(end?.uncertain, `killed at step ${step}`).toBeLessThanOrEqual(1);
        expect(
          [...office.counts().values()].every((count) => count === 1),
          `killed at step ${step}`,
        ).toBe(true);
        expect(READERS - office.counts().size, `killed at step ${step}`).toBeLessThanOrEqual(end?.uncertain ?? 0);
        await env.DB.batch([
          env.DB.prepare("DELETE FROM mailings"),
          env.DB.prepare("DELETE FROM subscribers"),
          env.DB.prepare("DELETE FROM listings"),
          env.DB.prepare("DELETE FROM job_runs"),
          env.DB.prepare("DELETE FROM outbox"),
        ]);
        await forgetMailing();
        if (steps < step) break;
        cutAt = step;
      }
      expect(cutAt).toBeGreaterThan(20);
    },
  );

  it("is sent once even if every message is delivered three times, including concurrently", async () => {
    const office = postOffice();
    const site = await siteBefore(350, { deps: office.deps });
    expect(await runOut(site, { times: 3, together: true })).toEqual({
      status: "done",
      frozen: 350,
      sent: 350,
      skipped: 0,
      uncertain: 0,
    });
    expect(new Set(office.counts().values())).toEqual(new Set([1]));
    expect(office.sent).toHaveLength(350);
  });

  it("is not sent again after an older database is restored", { tags: ["rest"] }, async () => {
    const office = postOffice();
    const site = await siteBefore(20, { deps: office.deps });
    await runOut(site);
    expect(office.editions()).toHaveLength(20);
    await env.DB.batch([env.DB.prepare("DELETE FROM mailings"), env.DB.prepare("DELETE FROM job_runs")]);
    site.clock.now = new Date(TEN.getTime() + 60 * MINUTE_MS);
    expect(await runOut(site)).toMatchObject({ status: "done", frozen: 20, sent: 20 });
    expect(office.editions()).toHaveLength(20);
  });

  it("does not reach subscribers who leave while it is sent", async () => {
    const holder: { site?: Site } = {};
    const office = postOffice(async (mail, sentSoFar) => {
      if (sentSoFar !== 2 || !holder.site) return;
      const view = (
        await env.DB.prepare("SELECT id FROM subscribers WHERE email = 'reader-59@example.com'").first<{ id: number }>()
      )?.id;
      // The token belongs to a different reader than the recipient of the current email.
      const token = await holder.site.tokenFor("unsubscribe", view ?? 0);
      expect(linkIn(mail as unknown as DevMail, "unsubscribe")).not.toBe(token);
      await holder.site.fetch(`/api/unsubscribe/${token}`, { method: "POST" });
    });
    // More readers than fit into one batch, because an unsubscription takes effect before the next batch.
    const site = await siteBefore(60, { deps: office.deps });
    holder.site = site;
    expect(await runOut(site)).toMatchObject({ frozen: 60, sent: 59, skipped: 1, uncertain: 0 });
    expect(await statusOf("reader-59@example.com")).toBe("unsubscribed");
    expect(office.counts().has("reader-59@example.com")).toBe(false);
  });

  it(
    "pauses when the email quota is used up, notifies the operator once, and resumes by itself",
    { tags: ["rest"] },
    async () => {
      let left = 4;
      const office = postOffice((mail) => {
        if (mail.to.startsWith("reader") && left-- <= 0) throw mailError("E_DAILY_LIMIT_EXCEEDED");
      });
      const site = await siteBefore(10, { deps: office.deps, vars: { CONTACT_EMAIL: "operator@example.com" } });
      await site.tick();
      await site.runMailings({ together: true });
      expect(await summary()).toMatchObject({ status: "sending", sent: 4, uncertain: 0 });
      site.clock.now = new Date(TEN.getTime() + 15 * MINUTE_MS);
      await site.tick();
      expect(site.mailings).toHaveLength(0);
      left = 2;
      site.clock.now = new Date(TEN.getTime() + 31 * MINUTE_MS);
      await site.tick();
      await site.runMailings();
      left = 100;
      site.clock.now = new Date(TEN.getTime() + 120 * MINUTE_MS);
      expect(await runOut(site)).toMatchObject({ status: "done", sent: 10, skipped: 0, uncertain: 0 });
      expect([...office.counts()].filter(([to]) => to.startsWith("reader")).every(([, count]) => count === 1)).toBe(
        true,
      );
      expect(office.notices()).toEqual([`[${env.SITE_NAME}] digest:2026-11-20 is waiting`]);
    },
  );

  it.each([
    ["E_INTERNAL_SERVER_ERROR", { sent: 4, skipped: 0, uncertain: 1 }],
    ["E_DELIVERY_FAILED", { sent: 4, skipped: 0, uncertain: 1 }],
    ["a network that broke off", { sent: 4, skipped: 0, uncertain: 1 }],
    ["E_RECIPIENT_SUPPRESSED", { sent: 4, skipped: 1, uncertain: 0 }],
    ["E_VALIDATION_ERROR", { sent: 4, skipped: 1, uncertain: 0 }],
  ])(
    "parks or skips a reader permanently after %s, and continues with the others",
    { tags: ["rest"] },
    async (code, counts) => {
      const office = postOffice((mail) => {
        if (mail.to === "reader-2@example.com") throw mailError(code);
      });
      const site = await siteBefore(5, { deps: office.deps });
      expect(await runOut(site, { times: 2 })).toEqual({ status: "done", frozen: 5, ...counts });
      expect(office.sent).toHaveLength(4);
      expect(await statusOf("reader-2@example.com")).toBe("confirmed");
    },
  );

  it(
    "resumes at the next tick when its message was lost, and an edition missed in time is left to the next",
    { tags: ["rest"] },
    async () => {
      const office = postOffice();
      const site = await siteBefore(3, { deps: office.deps });
      await site.tick();
      site.mailings.length = 0;
      expect(await runOut(site)).toMatchObject({ status: "done", sent: 3 });

      await env.DB.prepare(
        "INSERT INTO mailings (key, kind, scheduled_at, status, listing_ids) VALUES ('digest:2026-11-23', 'digest', ?, 'freezing', '[1]')",
      )
        .bind(Date.parse("2026-11-23T15:00:00Z"))
        .run();
      site.clock.now = new Date("2026-11-23T22:00:00Z");
      await site.tick();
      expect(await env.DB.prepare("SELECT status FROM mailings WHERE key = 'digest:2026-11-23'").first("status")).toBe(
        "failed",
      );
      const failures = office.notices().filter((subject) => subject.includes("2026-11-23"));
      expect(failures).toEqual([`[${env.SITE_NAME}] The digest of 2026-11-23 failed`]);
    },
  );
});

/** Deletes the recipients of the edition, because a test must create the same edition again. */
async function forgetMailing(): Promise<void> {
  const { runInDurableObject } = await import("cloudflare:test");
  const stub = mailingOf("digest:2026-11-20");
  await runInDurableObject(stub, (_object, state) => {
    state.storage.sql.exec("DELETE FROM recipients");
    state.storage.sql.exec("DELETE FROM meta");
  });
}
