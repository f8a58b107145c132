import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import type { FunnelRow } from "../../../worker/contracts/visitors.ts";
import { publish } from "../../support/worker/listings.ts";
import { mailsTo } from "../../support/worker/mailbox.ts";
import { makeSite, type Site } from "../../support/worker/site.ts";
import { at, checkoutEvent, deliverAll, subscriptionEvent } from "../../support/worker/stripe.ts";
import { linkIn, replyTo } from "../../support/worker/subscribers.ts";
import { operator } from "../../support/worker/operator.ts";
import { DESKTOP, sessionId, statsFor, track } from "../../support/worker/visitors.ts";

const DAY_MS = 86_400_000;

const interest = (kind: "view" | "call") => (site: Site, listing: number, session: unknown) =>
  site.fetch(`/api/marketplace-listings/${listing}/interest`, {
    json: { kind, sessionId: session },
    headers: { "user-agent": DESKTOP },
  });
const [view, call] = [interest("view"), interest("call")];
const signUp = (site: Site, email: string, session: unknown) =>
  site.fetch("/api/subscribe", { json: { email, sessionId: session } });

async function confirmByReply(site: Site, email: string): Promise<void> {
  const [mail] = await mailsTo(site, email);
  await site.receive(replyTo(mail));
  await site.runQueue();
}
/** Confirms by the button that is sent in response to an unauthenticated reply. */
async function confirmByButton(site: Site, email: string): Promise<void> {
  const [mail] = await mailsTo(site, email);
  await site.receive(replyTo(mail, { results: null }));
  const [answer] = await mailsTo(site, email);
  await site.fetch(`/api/confirm/${linkIn(answer, "confirm")}`, { method: "POST" });
  await site.runQueue();
}
async function unsubscribe(site: Site, email: string): Promise<void> {
  const mails = await mailsTo(site, email);
  const mail = mails.find(({ text }) => text.includes("/unsubscribe/"));
  await site.fetch(`/api/unsubscribe/${linkIn(mail, "unsubscribe")}`, { method: "POST" });
}
const stats = async (site: Site) => statsFor(site, await operator(site));

const row = (referrer: string, steps: Partial<FunnelRow>): FunnelRow => ({
  referrer,
  visits: 0,
  listingsOpened: 0,
  callsClicked: 0,
  signedUp: 0,
  confirmed: 0,
  vip: 0,
  ...steps,
});

/** Returns the stored counters of confirmed subscribers by source, and the result of counting them again. */
async function sources(): Promise<[kept: object, counted: object]> {
  const [kept, counted] = await env.DB.batch<{ source: string; n: number }>([
    env.DB.prepare(
      "SELECT substr(key, 18) AS source, value AS n FROM counters WHERE key LIKE 'subscribers:from:%' AND value <> 0",
    ),
    env.DB.prepare(
      "SELECT coalesce(referrer, 'Unknown') AS source, count(*) AS n FROM subscribers WHERE status = 'confirmed' GROUP BY 1",
    ),
  ]);
  const byName = (rows: { source: string; n: number }[] = []) =>
    Object.fromEntries(rows.map(({ source, n }) => [source, n]));
  return [byName(kept?.results), byName(counted?.results)];
}

describe("the funnel from a visit to a subscription", () => {
  it("is counted by step and source", { tags: ["rest"] }, async () => {
    const site = makeSite();
    const { id } = await publish(site);
    await track(site, { session: 1, referrer: "https://reddit.com/r/toronto" });
    expect((await stats(site)).funnel).toEqual([row("reddit.com", { visits: 1 })]);

    await track(site, { session: 1, page: `/listing/${id}/a-home` });
    expect((await stats(site)).funnel).toEqual([row("reddit.com", { visits: 1, listingsOpened: 1 })]);

    expect((await call(site, id, sessionId(1))).status).toBe(204);
    expect((await stats(site)).funnel[0]).toMatchObject({ callsClicked: 1, signedUp: 0 });

    await signUp(site, "renter@example.com", sessionId(1));
    let seen = await stats(site);
    expect(seen.funnel[0]).toMatchObject({ signedUp: 1, confirmed: 0 });
    expect(seen).toMatchObject({ subscriberCount: 0, pendingSubscriberCount: 1, subscriberSourceStats: [] });
    // Another person may have entered the address.
    expect(seen.visitors[0]).toMatchObject({ subscribed: false, subscribedAt: null });

    await confirmByReply(site, "renter@example.com");
    seen = await stats(site);
    expect(seen.visitors[0]).toMatchObject({ subscribed: true, subscribedAt: site.clock.now.toISOString() });
    expect(seen.funnel).toEqual([
      row("reddit.com", { visits: 1, listingsOpened: 1, callsClicked: 1, signedUp: 1, confirmed: 1 }),
    ]);
    expect(seen).toMatchObject({
      subscriberCount: 1,
      pendingSubscriberCount: 0,
      subscriberSourceStats: [{ referrer: "reddit.com", count: 1 }],
      subscriberSourceStats24h: [{ referrer: "reddit.com", count: 1 }],
      conversionRateStats: [{ referrer: "reddit.com", visitors: 1, subscribers: 1, conversionRate: 100 }],
      conversionRateBySource: { "reddit.com": { visitors: 1, subscribers: 1, conversionRate: 100 } },
    });
    expect(seen.subscriberDetails).toMatchObject([{ referrer: "reddit.com" }]);
    expect(JSON.stringify(seen)).not.toContain("renter@");

    await deliverAll(site, [subscriptionEvent("created", at(0)), checkoutEvent(at(0))]);
    expect((await stats(site)).funnel[0]).toMatchObject({ confirmed: 1, vip: 1 });
  });

  it("counts each step once per session and day, and again on another day", { tags: ["rest"] }, async () => {
    const site = makeSite();
    const { id } = await publish(site);
    const walk = async () => {
      for (let time = 0; time < 3; time += 1) {
        await track(site, { session: 1, page: `/listing/${id}` });
        await call(site, id, sessionId(1));
        await signUp(site, "renter@example.com", sessionId(1));
      }
    };
    await walk();
    expect((await stats(site)).funnel).toEqual([
      row("Direct", { visits: 1, listingsOpened: 1, callsClicked: 1, signedUp: 1 }),
    ]);
    site.clock.now = new Date(site.clock.now.getTime() + DAY_MS);
    await walk();
    expect((await stats(site)).funnel).toEqual([
      row("Direct", { visits: 2, listingsOpened: 2, callsClicked: 2, signedUp: 2 }),
    ]);
  });

  it("counts a listing that is opened in a dialog over the list", { tags: ["rest"] }, async () => {
    const site = makeSite();
    const { id } = await publish(site);
    await track(site, { session: 1, page: "/" });
    for (let time = 0; time < 2; time += 1) await view(site, id, sessionId(1));
    await track(site, { session: 1, page: `/listing/${id}` });
    expect((await stats(site)).funnel).toEqual([row("Direct", { visits: 1, listingsOpened: 1 })]);
  });

  it("counts a step on its own day, no matter when the visit began", { tags: ["rest"] }, async () => {
    const site = makeSite({ now: new Date("2026-11-20T04:50:00Z") });
    const { id } = await publish(site);
    await track(site, { session: 1 });
    await call(site, id, sessionId(1));
    // 12:10 a.m. in Toronto.
    site.clock.now = new Date("2026-11-20T05:10:00Z");
    await call(site, id, sessionId(1));
    await track(site, { session: 1, page: "/about" });
    await call(site, id, sessionId(1));
    expect((await stats(site)).funnel).toEqual([row("Direct", { visits: 2, callsClicked: 2 })]);
  });

  it("keeps the source when a subscriber signs up again without a visit", async () => {
    const site = makeSite();
    await track(site, { session: 1, referrer: "https://reddit.com/" });
    await signUp(site, "renter@example.com", sessionId(1));
    await signUp(site, "renter@example.com", undefined);
    await confirmByButton(site, "renter@example.com");
    expect((await stats(site)).subscriberSourceStats).toEqual([{ referrer: "reddit.com", count: 1 }]);
  });

  it("ignores steps of unknown sessions without an error", { tags: ["rest"] }, async () => {
    const site = makeSite();
    const { id } = await publish(site);
    await track(site, { session: 1 });
    for (const session of [undefined, null, "", "__proto__", sessionId(9)]) {
      expect((await call(site, id, session)).status, String(session)).toBe(204);
      expect((await signUp(site, "renter@example.com", session)).status, String(session)).toBe(200);
    }
    expect((await call(site, id, "x".repeat(61))).status).toBe(400);
    expect((await stats(site)).funnel).toEqual([row("Direct", { visits: 1 })]);
    await confirmByButton(site, "renter@example.com");
    expect(await stats(site)).toMatchObject({
      subscriberSourceStats: [{ referrer: "Unknown", count: 1 }],
      withoutVisit: { confirmed: 1, vip: 0 },
      // A source without counted visits has no conversion rate.
      conversionRateStats: [{ referrer: "Direct", visitors: 1, subscribers: 0, conversionRate: 0 }],
      conversionRateBySource: { Direct: { subscribers: 0 } },
      funnel: [row("Direct", { visits: 1 })],
    });
  });

  it("shows conversion by source, without people who have unsubscribed", { tags: ["rest"] }, async () => {
    const site = makeSite();
    for (let n = 1; n <= 6; n += 1) await track(site, { session: n, referrer: "https://google.com/" });
    await track(site, { session: 7, referrer: "https://news.example.org/" });
    const people: [string, number][] = [
      ["one@example.com", 1],
      ["two@example.com", 2],
      ["three@example.com", 7],
    ];
    for (const [email, session] of people) {
      await signUp(site, email, sessionId(session));
      await confirmByButton(site, email);
    }
    let seen = await stats(site);
    expect(seen.conversionRateStats).toEqual([
      { referrer: "google.com", visitors: 6, subscribers: 2, conversionRate: 33.3 },
      { referrer: "news.example.org", visitors: 1, subscribers: 1, conversionRate: 100 },
    ]);
    expect(seen.subscriberCount).toBe(3);
    expect(await sources()).toEqual([
      { "google.com": 2, "news.example.org": 1 },
      { "google.com": 2, "news.example.org": 1 },
    ]);

    await unsubscribe(site, "one@example.com");
    await unsubscribe(site, "three@example.com");
    seen = await stats(site);
    expect(seen).toMatchObject({
      subscriberCount: 1,
      subscriberSourceStats: [{ referrer: "google.com", count: 1 }],
      conversionRateBySource: { "google.com": { subscribers: 1 }, "news.example.org": { subscribers: 0 } },
    });
    expect(seen.subscriberDetails).toHaveLength(1);
    const [kept, counted] = await sources();
    expect(kept).toEqual(counted);

    // A visitor who returns in another visit counts for the origin of that visit.
    site.clock.now = new Date(site.clock.now.getTime() + 2 * DAY_MS);
    await track(site, { session: 8, referrer: "https://reddit.com/" });
    await signUp(site, "three@example.com", sessionId(8));
    await confirmByButton(site, "three@example.com");
    seen = await stats(site);
    expect(seen.subscriberSourceStats).toEqual([
      { referrer: "google.com", count: 1 },
      { referrer: "reddit.com", count: 1 },
    ]);
    expect(seen.subscriberSourceStats24h).toEqual([{ referrer: "reddit.com", count: 1 }]);
    const [keptAgain, countedAgain] = await sources();
    expect(keptAgain).toEqual(countedAgain);
  });
});
