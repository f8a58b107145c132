import { env } from "cloudflare:workers";
import { beforeEach, describe, expect, it } from "vitest";
import type { SiteFigures } from "../../../worker/contracts/stats.ts";
import { comment, startThread, visitor } from "../../support/worker/forum.ts";
import { publish, submit } from "../../support/worker/listings.ts";
import { mailsTo } from "../../support/worker/mailbox.ts";
import { operator } from "../../support/worker/operator.ts";
import { json, makeSite, type Site } from "../../support/worker/site.ts";
import { linkIn, subscribe } from "../../support/worker/subscribers.ts";
import { emptyShards } from "../../support/worker/visitors.ts";

beforeEach(emptyShards);

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
const pass = (site: Site, milliseconds: number) => (site.clock.now = new Date(site.clock.now.getTime() + milliseconds));
const figures = async (site: Site) =>
  json<SiteFigures>(site.fetch("/api/analytics/site", { as: await operator(site) }));

describe("the statistics of the site", () => {
  it("show the state of the listings, and what each count means", async () => {
    const site = makeSite();
    const start = site.clock.now.toISOString();
    await publish(site, { address: "1 Oak St, Toronto, ON" });
    pass(site, 2 * DAY_MS);
    await publish(site, { address: "2 Oak St, Toronto, ON", rent: "$9,000" });
    await submit(site, { address: "3 Oak St, Toronto, ON" });
    const since = site.clock.now.toISOString();
    pass(site, HOUR_MS);
    await submit(site, {
      address: "4 Oak St, Toronto, ON",
      additionalInfo: "Send the deposit by Western Union before viewing.",
    });
    const rejected = await submit(site, { address: "5 Oak St, Toronto, ON" });
    await site.fetch(`/api/admin/listings/${rejected}/reject`, {
      json: { reason: "Not a home." },
      as: await site.logIn(),
    });
    const { listings } = await figures(site);
    expect(listings).toMatchObject({
      public: 2,
      approved: 2,
      all: 5,
      waiting: 2,
      oldestWaiting: since,
      medianApproved: start,
      expiring: 0,
    });
    expect(listings.bands).toMatchObject({ above: 1 });
    expect(Object.values(listings.bands).reduce((sum, count) => sum + count, 0)).toBe(2);
    expect(listings.scamBands.none).toBe(1);
    expect(listings.scamBands.some + listings.scamBands.strong).toBe(1);
    // Listings are public for 60 days. The first listing is no longer public, but its status has not been updated yet.
    pass(site, 57 * DAY_MS);
    expect((await figures(site)).listings).toMatchObject({ public: 2, expiring: 2 });
    pass(site, 1.5 * DAY_MS);
    expect((await figures(site)).listings).toMatchObject({ public: 1, approved: 2, all: 5, expiring: 1 });
  });

  it("are zero for an empty site", { tags: ["rest"] }, async () => {
    const { listings, editions, threads } = await figures(makeSite());
    expect(listings).toMatchObject({ public: 0, oldestWaiting: null, medianWaiting: null, medianApproved: null });
    expect(editions).toEqual([]);
    expect(threads).toEqual({ all: 0, automated: 0 });
  });

  it("show how many posts of the last 30 days the automation wrote", async () => {
    const site = makeSite();
    const author = await visitor(site);
    await startThread(site, author);
    pass(site, 31 * DAY_MS);
    const later = await visitor(site);
    const { id } = await startThread(site, later);
    await comment(site, later, id);
    await comment(site, later, id);
    await env.DB.prepare(
      "UPDATE forum_comments SET is_automated = 1 WHERE id = (SELECT max(id) FROM forum_comments)",
    ).run();
    expect(await figures(site)).toMatchObject({
      threads: { all: 1, automated: 0 },
      comments: { all: 2, automated: 1 },
    });
  });

  it("are only for the operator", async () => {
    const site = makeSite();
    expect((await site.fetch("/api/analytics/site")).status).toBe(401);
    expect((await site.fetch("/api/analytics/site", { as: await site.logIn() })).status).toBe(401);
  });
});

describe("an edition", () => {
  const FRIDAY = new Date("2026-11-20T15:00:00Z");
  const MONDAY = new Date("2026-11-23T15:00:00Z");
  const event = (type: string, recipient: string) => ({
    type: `cf.email.sending.message.${type}`,
    payload: { recipient, bounce: { type: "hard" } },
  });
  async function leave(site: Site, email: string): Promise<void> {
    const mail = (await mailsTo(site, email)).find(({ text }) => text.includes("/unsubscribe/"));
    await site.fetch(`/api/unsubscribe/${linkIn(mail, "unsubscribe")}`, { method: "POST" });
  }
  async function mail(site: Site, at: Date): Promise<void> {
    site.clock.now = at;
    await site.tick();
    await site.runMailings();
    await site.runQueue();
  }

  it("counts those who left before the next edition once, by reason", { tags: ["rest"] }, async () => {
    const site = makeSite({ now: new Date(FRIDAY.getTime() - DAY_MS) });
    await publish(site);
    const readers = ["ana", "ben", "cleo", "dan", "eve"].map((name) => `${name}@example.com`);
    for (const reader of readers) await subscribe(site, reader);
    const [ana = "", ben = "", cleo = "", dan = "", eve = ""] = readers;
    await mail(site, FRIDAY);
    await site.mailEvent(event("bounced", ana));
    await site.mailEvent(event("bounced", ana));
    await site.mailEvent(event("complained", ben));
    await leave(site, cleo);
    // This address has no subscription, so its bounce does not count.
    await site.mailEvent(event("bounced", "landlord@example.com"));
    await publish(site, { address: "9 Elm St, Toronto, ON" });
    await mail(site, MONDAY);
    await leave(site, dan);
    expect((await figures(site)).editions).toMatchObject([
      { date: "2026-11-23", sent: 2, bounced: 0, complained: 0, unsubscribed: 1 },
      { date: "2026-11-20", sent: 5, bounced: 1, complained: 1, unsubscribed: 1 },
    ]);
    await env.DB.prepare("DELETE FROM subscribers WHERE email_key = ?").bind(eve).run();
    expect((await figures(site)).editions[0]).toMatchObject({ unsubscribed: 2 });
  });
});
