import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import type { DigestEdition, DigestOverview } from "../../../worker/contracts/digest.ts";
import { approve, publish } from "../../support/worker/listings.ts";
import { mailsTo, noticesTo } from "../../support/worker/mailbox.ts";
import { json, makeSite, type Site } from "../../support/worker/site.ts";
import { linkIn, subscribe } from "../../support/worker/subscribers.ts";

const THURSDAY = new Date("2026-11-19T12:00:00Z");
const FRIDAY_TEN = new Date("2026-11-20T15:00:00Z");
const MONDAY_TEN = new Date("2026-11-23T15:00:00Z");
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const OPERATOR = "operator@example.com";

/** Runs one tick at a given time, and all resulting work. */
async function at(site: Site, time: Date): Promise<void> {
  site.clock.now = time;
  await site.tick();
  await site.runMailings();
}

const editions = async (site: Site) =>
  (await json<DigestOverview>(site.fetch("/api/admin/digest", { as: await site.logIn() }))).editions;
const newestMail = async (site: Site, email: string) => (await mailsTo(site, email))[0];

async function weekly(site: Site, email: string): Promise<void> {
  await subscribe(site, email);
  const path = `/api/preferences/${linkIn(await newestMail(site, email), "preferences")}`;
  const preferences = { bedrooms: [], maxRent: null, areas: [], frequency: "weekly" };
  expect((await site.fetch(path, { method: "PUT", json: preferences })).status).toBe(200);
}

describe("a listing", () => {
  it("that is withdrawn at ten is in the next edition, once", async () => {
    const site = makeSite({ now: THURSDAY });
    await subscribe(site, "ana@example.com");
    const late = await publish(site, { address: "1 Late St" });
    await publish(site, { address: "2 Other St" });
    await approve(site, late.id, false);
    await at(site, FRIDAY_TEN);
    expect((await newestMail(site, "ana@example.com"))?.text).not.toContain(`/listing/${late.id}/`);
    site.clock.now = new Date(FRIDAY_TEN.getTime() + HOUR_MS);
    await approve(site, late.id);
    await at(site, MONDAY_TEN);
    expect((await newestMail(site, "ana@example.com"))?.text).toContain(`/listing/${late.id}/`);
    await publish(site, { address: "3 Newer St" });
    await at(site, new Date("2026-11-25T15:00:00Z"));
    expect((await newestMail(site, "ana@example.com"))?.text).not.toContain(`/listing/${late.id}/`);
  });

  it("that is older than the week before the first edition is in no edition", { tags: ["rest"] }, async () => {
    const site = makeSite({ now: new Date(FRIDAY_TEN.getTime() - 10 * DAY_MS) });
    await publish(site, { address: "1 Old St" });
    site.clock.now = THURSDAY;
    await subscribe(site, "ana@example.com");
    await publish(site, { address: "2 New St" });
    await at(site, FRIDAY_TEN);
    expect((await editions(site))[0]).toMatchObject({ listingCount: 1 });
    await publish(site, { address: "3 Newer St" });
    await at(site, new Date("2026-11-25T15:00:00Z"));
    expect((await editions(site))[0]).toMatchObject({ date: "2026-11-25", listingCount: 1 });
  });

  it("that exceeds an edition's limit is in the next one", { tags: ["rest"] }, async () => {
    const site = makeSite({ now: THURSDAY });
    const { id } = await publish(site);
    // This query does not return generated columns.
    const { results } = await env.DB.prepare("SELECT name FROM pragma_table_info('listings')").all<{ name: string }>();
    const columns = results
      .map(({ name }) => name)
      .filter((name) => !["id", "photo_prefix", "first_approved_at"].includes(name));
    await env.DB.prepare(
      `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 304)
       INSERT INTO listings (photo_prefix, first_approved_at, ${columns.join(", ")})
       SELECT 'copy-' || i, first_approved_at + i, ${columns.join(", ")} FROM listings, n WHERE id = ?`,
    )
      .bind(id)
      .run();
    await at(site, FRIDAY_TEN);
    await at(site, new Date("2026-11-25T15:00:00Z"));
    const made = (await editions(site)).filter(({ status }) => status !== "failed");
    expect(made.map(({ listingCount }) => listingCount)).toEqual([5, 300]);
  });
});

describe("the weekly edition", () => {
  it(
    "contains the listings between two Mondays across a clock change, and those that a Monday missed",
    { tags: ["rest"] },
    async () => {
      const site = makeSite({ now: new Date("2026-10-25T12:00:00Z") });
      await weekly(site, "ana@example.com");
      await publish(site, { address: "1 Summer St" });
      await at(site, new Date("2026-10-26T14:00:00Z"));
      const before = (await mailsTo(site, "ana@example.com")).length;
      // This time is after Monday's edition at 10:00 in summer time, but more than 168 hours before the next Monday's
      // edition at 10:00 in winter time.
      site.clock.now = new Date("2026-10-26T14:30:00Z");
      const between = await publish(site, { address: "2 Between St" });
      await at(site, new Date("2026-11-02T15:00:00Z"));
      expect((await newestMail(site, "ana@example.com"))?.subject).toBe("1 new listing below market this week");
      expect((await newestMail(site, "ana@example.com"))?.text).toContain(`/listing/${between.id}/`);
      site.clock.now = new Date("2026-11-04T12:00:00Z");
      const missed = await publish(site, { address: "3 Missed St" });
      await at(site, new Date("2026-11-16T15:00:00Z"));
      expect((await newestMail(site, "ana@example.com"))?.text).toContain(`/listing/${missed.id}/`);
      expect(await mailsTo(site, "ana@example.com")).toHaveLength(before + 2);
    },
  );

  it("has a page with all listings that its readers received", { tags: ["rest"] }, async () => {
    const site = makeSite({ now: THURSDAY });
    await weekly(site, "ana@example.com");
    const first = await publish(site, { address: "1 First St" });
    await at(site, FRIDAY_TEN);
    const second = await publish(site, { address: "2 Second St" });
    await at(site, MONDAY_TEN);
    const { listings, goneCount } = await json<DigestEdition>(site.fetch("/api/digest/2026-11-23"));
    expect(new Set(listings.map(({ id }) => id))).toEqual(new Set([first.id, second.id]));
    expect(goneCount).toBe(0);
  });
});

describe("a subscriber who becomes a VIP between editions", () => {
  it("gets earlier listings in the digest", { tags: ["rest"] }, async () => {
    const site = makeSite({ now: THURSDAY });
    await subscribe(site, "vip@example.com");
    const before = await publish(site, { address: "1 Before St" });
    site.clock.now = new Date(THURSDAY.getTime() + HOUR_MS / 2);
    await site.runQueue();
    site.clock.now = new Date(THURSDAY.getTime() + HOUR_MS);
    await env.DB.prepare(
      "INSERT INTO vip_subscriptions (id, customer_id, email_key, status, state_from, created_at) VALUES ('s', 'c', 'vip@example.com', 'active', 0, ?)",
    )
      .bind(site.clock.now.getTime())
      .run();
    site.clock.now = new Date(THURSDAY.getTime() + 2 * HOUR_MS);
    const after = await publish(site, { address: "2 After St" });
    site.clock.now = new Date(THURSDAY.getTime() + 3 * HOUR_MS);
    await site.runQueue();
    await site.runQueue();
    await at(site, FRIDAY_TEN);
    const digest = (await mailsTo(site, "vip@example.com")).find(({ subject }) => subject.includes("new listing"));
    expect(digest?.text).toContain(`/listing/${before.id}/`);
    expect(digest?.text).not.toContain(`/listing/${after.id}/`);
  });
});

describe("a VIP who confirmed between two editions", () => {
  it("gets earlier listings in the digest", async () => {
    const site = makeSite({ now: THURSDAY });
    await env.DB.prepare(
      "INSERT INTO vip_subscriptions (id, customer_id, email_key, status, state_from, created_at) VALUES ('s', 'c', 'vip@example.com', 'active', 0, 0)",
    ).run();
    const { id } = await publish(site);
    site.clock.now = new Date(THURSDAY.getTime() + HOUR_MS);
    await subscribe(site, "vip@example.com");
    await at(site, FRIDAY_TEN);
    const digest = (await mailsTo(site, "vip@example.com")).find(({ subject }) => subject.includes("new listing"));
    expect(digest?.text).toContain(`/listing/${id}/`);
  });
});

describe("an edition that all ticks missed", () => {
  const toOperator = (site: Site) => noticesTo(site, OPERATOR);
  const siteWithEdition = async () => {
    const site = makeSite({ now: THURSDAY, vars: { CONTACT_EMAIL: OPERATOR } });
    await publish(site);
    await at(site, FRIDAY_TEN);
    return site;
  };
  const mondayEvening = new Date(MONDAY_TEN.getTime() + 6 * HOUR_MS);

  it("is stored as failed, and alerts the operator once", { tags: ["rest"] }, async () => {
    const site = await siteWithEdition();
    await at(site, mondayEvening);
    await at(site, new Date(mondayEvening.getTime() + HOUR_MS));
    expect((await editions(site)).map(({ date, status }) => `${date} ${status}`)).toEqual([
      "2026-11-23 failed",
      "2026-11-20 done",
    ]);
    expect((await toOperator(site)).map(({ subject }) => subject.split("] ")[1])).toEqual([
      "The digest of 2026-11-23 failed",
    ]);
  });

  it("is stored without a notification when editions are paused", { tags: ["rest"] }, async () => {
    const site = await siteWithEdition();
    await site.fetch("/api/admin/digest/pause", { json: { paused: true }, as: await site.logIn() });
    await at(site, mondayEvening);
    expect((await editions(site))[0]).toMatchObject({ date: "2026-11-23", status: "failed" });
    expect(await toOperator(site)).toEqual([]);
  });

  it("is not recorded before the first edition", { tags: ["rest"] }, async () => {
    const site = makeSite({ now: mondayEvening, vars: { CONTACT_EMAIL: OPERATOR } });
    await site.tick();
    expect(await editions(site)).toEqual([]);
    expect(await toOperator(site)).toEqual([]);
  });
});
