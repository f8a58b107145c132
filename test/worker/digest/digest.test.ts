import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import type { ListingDecision } from "../../../worker/contracts/decisions.ts";
import type { DigestEdition, DigestOverview, DigestPreview } from "../../../worker/contracts/digest.ts";
import { dataUrl, png } from "../../support/worker/images.ts";
import { approve, change, publish, submit } from "../../support/worker/listings.ts";
import { mailsTo } from "../../support/worker/mailbox.ts";
import { setBenchmark } from "../../support/worker/market.ts";
import { mailError, postOffice } from "../../support/worker/post-office.ts";
import { json, makeSite, type Site } from "../../support/worker/site.ts";
import { linkIn, manySubscribers, subscribe } from "../../support/worker/subscribers.ts";
import { LONG_TESTS } from "../../support/time-limits.ts";

const THURSDAY = new Date("2026-11-19T12:00:00Z");
const FRIDAY_TEN = new Date("2026-11-20T15:00:00Z");
const MONDAY_TEN = new Date("2026-11-23T15:00:00Z");

/** Runs one tick at a given time, and all resulting work. */
async function at(site: Site, time: Date): Promise<void> {
  site.clock.now = time;
  await site.tick();
  await site.runMailings();
}

const setPreferences = async (site: Site, email: string, changes: object) => {
  const [welcome] = await mailsTo(site, email);
  const preferences = { bedrooms: [], maxRent: null, areas: [], frequency: "every", ...changes };
  const path = `/api/preferences/${linkIn(welcome, "preferences")}`;
  expect((await site.fetch(path, { method: "PUT", json: preferences })).status).toBe(200);
};

describe("the digest", () => {
  it("is sent at ten with photo, price, discount and links, largest discount first", { tags: ["rest"] }, async () => {
    const site = makeSite({ now: THURSDAY });
    await subscribe(site, "ana@example.com");
    const dear = await publish(site, { address: "1 Dear St", rent: "$2,150" });
    const cheap = await publish(site, { address: "2 Cheap & Low St", rent: "$1,500", images: [dataUrl(await png())] });
    const odd = await publish(site, { address: "3 Odd St", rent: "ask me" });
    await at(site, new Date(FRIDAY_TEN.getTime() - 1));
    expect(await mailsTo(site, "ana@example.com")).toHaveLength(2);
    await at(site, FRIDAY_TEN);
    const [mail] = await mailsTo(site, "ana@example.com");
    expect(mail?.subject).toBe("1 new listing below market for Friday, November 20");
    const order = [cheap, dear, odd].map(({ id }) => mail?.text.indexOf(`/listing/${id}/`) ?? -1);
    expect(order).toEqual(order.toSorted((a, b) => a - b));
    expect(Math.min(...order)).toBeGreaterThan(0);
    expect(mail?.text).toContain(`$1,500 monthly, ${cheap.belowMarketPercent}% below market`);
    expect(mail?.text).not.toContain("ask me monthly,");
    expect(mail?.text).toContain("$2,150 monthly, about the market rent");
    // The text part and the HTML part contain the same words: the facts about the home, the comparison with the market
    // once, and the source of all benchmarks once.
    const proof = "Average asking rent $2,210 · $710 a month less";
    const words = mail?.html.replaceAll(/<[^>]*>/g, "") ?? "";
    expect(words).toContain("Move-in: Dec&nbsp;1");
    for (const part of [mail?.text ?? "", words.replaceAll("&nbsp;", " ")]) {
      expect(part).toContain("1 bed · 1 bath · Move-in: Dec 1");
      expect(part.split(proof)).toHaveLength(2);
      expect(part.split("Oct 2025, Rentals.ca, City of Toronto, 12 months old.")).toHaveLength(2);
      expect(part.split("Rentals.ca")).toHaveLength(2);
    }
    expect(mail?.html).toContain(`↓ ${cheap.belowMarketPercent}% below market`);
    const heading = mail?.text.indexOf("Other new listings") ?? -1;
    expect(order.map((place) => place > heading)).toEqual([false, true, true]);
    expect(mail?.html).toContain(`${cheap.images[0]}?w=800`);
    expect(mail?.html).toContain('alt="Photo: 1 Bedroom - 2 Cheap &amp; Low St');
    expect(mail?.html.length).toBeLessThan(100_000);
    expect(mail?.headers).toEqual({
      "List-Unsubscribe": `<http://localhost:8787/unsubscribe/${linkIn(mail, "unsubscribe")}>`,
      "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
    });
    expect((await site.fetch(`/api/unsubscribe/${linkIn(mail, "unsubscribe")}`)).status).toBe(200);
  });

  it("contains only listings that are new since the last edition, even after a re-approval", async () => {
    const site = makeSite({ now: THURSDAY });
    await subscribe(site, "ana@example.com");
    const first = await publish(site, { address: "1 First St" });
    await at(site, FRIDAY_TEN);
    await approve(site, first.id, false);
    await approve(site, first.id);
    const second = await publish(site, { address: "2 Second St" });
    await at(site, MONDAY_TEN);
    const [monday, friday] = await mailsTo(site, "ana@example.com");
    expect(friday?.text).toContain(`/listing/${first.id}/`);
    expect(monday?.text).toContain(`/listing/${second.id}/`);
    expect(monday?.text).not.toContain(`/listing/${first.id}/`);
  });

  it("leaves approvals that can still be undone to the next edition", async () => {
    const site = makeSite({ now: THURSDAY });
    await subscribe(site, "ana@example.com");
    await publish(site, { address: "1 First St" });
    site.clock.now = new Date(FRIDAY_TEN.getTime() - 60_000);
    const id = await submit(site, { address: "2 Late St" });
    const as = await site.logIn();
    const { decisionId } = await json<ListingDecision>(
      site.fetch(`/api/admin/listings/${id}/status`, { method: "PATCH", json: { approved: true }, as }),
    );
    await at(site, FRIDAY_TEN);
    await site.fetch(`/api/admin/decisions/${decisionId}/undo`, { method: "POST", as });
    await approve(site, id);
    await at(site, MONDAY_TEN);
    const [monday, friday] = await mailsTo(site, "ana@example.com");
    expect(friday?.text).not.toContain("2 Late St");
    expect(monday?.text).toContain("2 Late St");
  });

  it(
    "lists other matching homes whose rent was reduced since the last edition, or within the week",
    { tags: ["rest"] },
    async () => {
      const site = makeSite({ now: new Date("2026-11-17T12:00:00Z") });
      await subscribe(site, "ana@example.com");
      await subscribe(site, "weekly@example.com");
      await subscribe(site, "studios@example.com");
      await setPreferences(site, "weekly@example.com", { frequency: "weekly" });
      await setPreferences(site, "studios@example.com", { bedrooms: ["Studio"] });
      const early = await publish(site, { address: "1 Early St", rent: "$1,700" });
      const late = await publish(site, { address: "2 Late St", rent: "$1,700" });
      await at(site, new Date("2026-11-18T15:00:00Z"));
      site.clock.now = THURSDAY;
      await change(site, early.id, { rent: "$1,600" });
      await publish(site, { address: "3 New St", rent: "$1,500" });
      await publish(site, { address: "4 Studio St", rent: "$1,400", bedrooms: "Studio" });
      await at(site, FRIDAY_TEN);
      const [friday] = await mailsTo(site, "ana@example.com");
      expect(friday?.text).toContain("Reduced since the last edition");
      expect(friday?.text).toContain("$1,600 monthly, 28% below market\nReduced by $100 on November 19 (−6%)\n1 bed");
      expect(friday?.text).not.toContain("2 Late St");
      expect(friday?.html).toContain("on November 19 (−6%)");
      const edition = await json<DigestEdition>(site.fetch("/api/digest/2026-11-20"));
      expect(edition.reduced).toMatchObject([{ id: early.id, priceDrop: { toCents: 160_000 } }]);
      expect(edition.listings.map(({ id }) => id)).not.toContain(early.id);
      expect(await (await site.fetch("/digest/2026-11-20")).text()).toMatch(/Rent Reduced.*1 Early St/s);
      // Reduced rents change neither the subject nor the emails of subscribers for whom no reduced home matches.
      expect(friday?.subject).toBe("2 new listings below market for Friday, November 20");
      const [studios] = await mailsTo(site, "studios@example.com");
      expect(studios?.text).toContain("4 Studio St");
      expect(studios?.text).not.toContain("Reduced");

      site.clock.now = new Date("2026-11-21T12:00:00Z");
      await change(site, late.id, { rent: "$1,500" });
      await publish(site, { address: "5 Newer St", rent: "$1,500" });
      await at(site, MONDAY_TEN);
      const [monday] = await mailsTo(site, "ana@example.com");
      expect(monday?.text).toContain("2 Late St");
      expect(monday?.text).not.toContain("1 Early St");
      const [weekly] = await mailsTo(site, "weekly@example.com");
      expect(weekly?.subject).toContain("this week");
      // Homes in the week's edition are not listed twice.
      expect(weekly?.text).not.toContain("Reduced this week");
    },
  );

  it("is not sent without new listings, and is stored as empty", { tags: ["rest"] }, async () => {
    const site = makeSite({ now: THURSDAY });
    await subscribe(site, "ana@example.com");
    await submit(site);
    const before = (await mailsTo(site, "ana@example.com")).length;
    await at(site, FRIDAY_TEN);
    expect(await mailsTo(site, "ana@example.com")).toHaveLength(before);
    expect(await env.DB.prepare("SELECT status FROM mailings").first("status")).toBe("empty");
  });

  it("omits listings that have been withdrawn, and is skipped when none is left", async () => {
    const site = makeSite({ now: THURSDAY });
    await subscribe(site, "ana@example.com");
    const gone = await publish(site, { address: "1 Gone St" });
    const before = (await mailsTo(site, "ana@example.com")).length;
    site.clock.now = FRIDAY_TEN;
    await site.tick();
    await approve(site, gone.id, false);
    await site.runMailings();
    expect(await mailsTo(site, "ana@example.com")).toHaveLength(before);
    expect(await env.DB.prepare("SELECT status, skipped FROM mailings").first()).toEqual({
      status: "done",
      skipped: 1,
    });
  });

  it("shows at most thirty listings and links to the rest", { tags: ["rest"], timeout: LONG_TESTS.many }, async () => {
    const site = makeSite({ now: THURSDAY });
    await subscribe(site, "ana@example.com");
    for (let n = 1; n <= 32; n += 1) await publish(site, { address: `${n} Many St` });
    await at(site, FRIDAY_TEN);
    const [mail] = await mailsTo(site, "ana@example.com");
    expect(mail?.text.match(/\/listing\/\d+\//g)).toHaveLength(30);
    expect(mail?.text).toContain("See the whole edition on the site: http://localhost:8787/digest/2026-11-20");
    expect(mail?.html.length).toBeLessThan(100_000);
  });

  it("respects each subscriber's bedrooms, highest rent and areas", async () => {
    const site = makeSite({ now: THURSDAY });
    const wanted: Record<string, [preferences: object, units: string]> = {
      "studio@example.com": [{ bedrooms: ["Studio"] }, "Studio"],
      "cheap@example.com": [{ maxRent: 1600 }, "cheap"],
      "peel@example.com": [{ areas: ["Mississauga"] }, "Mississauga"],
      // Includes the former municipalities.
      "toronto@example.com": [{ areas: ["Toronto"] }, "Studio,cheap,North York"],
      // Includes the parts of the municipality.
      "york@example.com": [{ areas: ["Vaughan"] }, "Thornhill"],
      "large@example.com": [{ bedrooms: ["4+ Bedrooms"] }, ""],
    };
    for (const [email, [preferences]] of Object.entries(wanted)) {
      await subscribe(site, email);
      await setPreferences(site, email, preferences);
    }
    for (const area of ["Mississauga", "Thornhill"]) await setBenchmark(site, { area, rent: 2_300 });
    const units = {
      Studio: await publish(site, { address: "1 A St, Toronto", bedrooms: "Studio", rent: "1610" }),
      cheap: await publish(site, { address: "2 A St, Toronto", rent: "1500" }),
      Mississauga: await publish(site, { address: "3 A St, Mississauga", rent: "2000" }),
      "North York": await publish(site, { address: "4 A St, North York", rent: "1900" }),
      Thornhill: await publish(site, { address: "5 A St, Thornhill", rent: "2000" }),
    };
    await at(site, FRIDAY_TEN);
    for (const [email, [, names]] of Object.entries(wanted)) {
      const texts = (await mailsTo(site, email)).map(({ text }) => text).join("\n");
      const found = Object.entries(units).filter(([, { id }]) => texts.includes(`/listing/${id}/`));
      expect(found.map(([name]) => name).join(","), email).toBe(names);
    }
  });

  it("goes to weekly subscribers on Monday with the listings of the whole week", { tags: ["rest"] }, async () => {
    const site = makeSite({ now: THURSDAY });
    await subscribe(site, "ana@example.com");
    await setPreferences(site, "ana@example.com", { frequency: "weekly" });
    const first = await publish(site, { address: "1 First St" });
    const before = (await mailsTo(site, "ana@example.com")).length;
    await at(site, FRIDAY_TEN);
    expect(await mailsTo(site, "ana@example.com")).toHaveLength(before);
    const second = await publish(site, { address: "2 Second St" });
    await at(site, MONDAY_TEN);
    const [mail] = await mailsTo(site, "ana@example.com");
    expect(mail?.subject).toBe("2 new listings below market this week");
    for (const { id } of [first, second]) expect(mail?.text).toContain(`/listing/${id}/`);
  });

  it("goes to subscribers who confirmed before ten", { tags: ["rest"] }, async () => {
    const site = makeSite({ now: THURSDAY });
    await publish(site);
    await subscribe(site, "early@example.com");
    site.clock.now = new Date(FRIDAY_TEN.getTime() + 1000);
    await subscribe(site, "late@example.com");
    await at(site, new Date(FRIDAY_TEN.getTime() + 15 * 60_000));
    expect((await mailsTo(site, "early@example.com"))[0]?.subject).toContain("new listing");
    expect((await mailsTo(site, "late@example.com"))[0]?.subject).toContain("Welcome");
  });
});

describe("the public page of an edition", () => {
  it("shows listings that are still public, and the number of the others", { tags: ["rest"] }, async () => {
    const site = makeSite({ now: THURSDAY });
    const stays = await publish(site, { address: "1 A St" });
    const goes = await publish(site, { address: "2 A St" });
    await at(site, FRIDAY_TEN);
    await approve(site, goes.id, false);
    const edition = await json<DigestEdition>(site.fetch("/api/digest/2026-11-20"));
    expect(edition).toMatchObject({ date: "2026-11-20", goneCount: 1 });
    expect(edition.listings.map(({ id }) => id)).toEqual([stays.id]);
    for (const date of ["2026-11-18", "today", "2026-11-20x", "%00"])
      expect((await site.fetch(`/api/digest/${date}`)).status).toBe(404);
  });
});

describe("listings not below market", () => {
  it(
    "do not cause an edition, and wait for the next one that has a listing below market",
    { tags: ["rest"] },
    async () => {
      const site = makeSite({ now: THURSDAY });
      await subscribe(site, "ana@example.com");
      const about = await publish(site, { address: "1 About St", rent: "$2,100" });
      const above = await publish(site, { address: "2 Above St", rent: "$2,450" });
      const before = (await mailsTo(site, "ana@example.com")).length;
      await at(site, FRIDAY_TEN);
      expect(await mailsTo(site, "ana@example.com")).toHaveLength(before);
      const as = await site.logIn();
      const { editions } = await json<DigestOverview>(site.fetch("/api/admin/digest", { as }));
      expect(editions).toMatchObject([{ date: "2026-11-20", status: "empty", listingCount: 0 }]);
      const below = await publish(site, { address: "3 Below St" });
      const { next } = await json<DigestOverview>(site.fetch("/api/admin/digest", { as }));
      expect(next.listingCount).toBe(1);
      await at(site, new Date("2026-11-25T15:00:00Z"));
      const [mail] = await mailsTo(site, "ana@example.com");
      expect(mail?.subject).toBe("1 new listing below market for Wednesday, November 25");
      expect(mail?.text).toContain(`/listing/${about.id}/`);
      expect(mail?.text).not.toContain(`/listing/${above.id}/`);
      const edition = await json<DigestEdition>(site.fetch("/api/digest/2026-11-25"));
      expect(edition.listings.map(({ id }) => id)).toEqual([below.id]);
      expect(edition.unproven.map(({ id }) => id)).toEqual([about.id]);
      const page = await (await site.fetch("/digest/2026-11-25")).text();
      expect(page).toContain("Other new listings");
      const feed = await (await site.fetch("/listings/feed.xml")).text();
      expect([below, about, above].map(({ id }) => feed.includes(`/listing/${id}/`))).toEqual([true, true, false]);
      expect(feed).toContain("about the market rent · compared with: average asking rent, City of Toronto, Oct 2025");
      // The link that explains the comparisons appears beside each one in the feed, and once on the page.
      expect(feed.match(/<link rel="related"[^>]*\/#percentage" title="How we compare/g)).toHaveLength(2);
      expect(page.match(/<a [^>]*href="\/#percentage"[^>]*>How we compare/g)).toHaveLength(1);
    },
  );

  it("are not emailed alone to a reader, and not while they await a moderator", { tags: ["rest"] }, async () => {
    const site = makeSite({ now: THURSDAY });
    await subscribe(site, "ana@example.com");
    await setPreferences(site, "ana@example.com", { areas: ["Mississauga"] });
    await publish(site, { address: "1 A St, Mississauga" });
    // This rent is so far below the market that a moderator must confirm its percentage.
    const hidden = await publish(site, { address: "2 A St", rent: "$1,000" });
    await publish(site, { address: "3 A St" });
    const before = (await mailsTo(site, "ana@example.com")).length;
    await at(site, FRIDAY_TEN);
    expect(await mailsTo(site, "ana@example.com")).toHaveLength(before);
    const edition = await json<DigestEdition>(site.fetch("/api/digest/2026-11-20"));
    expect([...edition.listings, ...edition.unproven].map(({ id }) => id)).not.toContain(hidden.id);
  });
});

describe("the moderators' digest", () => {
  const overview = async (site: Site, as: string) => json<DigestOverview>(site.fetch("/api/admin/digest", { as }));

  it("lists the next and past editions", { tags: ["rest"] }, async () => {
    const site = makeSite({ now: THURSDAY });
    await subscribe(site, "ana@example.com");
    await publish(site);
    expect(await overview(site, await site.logIn())).toMatchObject({
      isPaused: false,
      next: { date: "2026-11-20", scheduledAt: FRIDAY_TEN.toISOString(), listingCount: 1 },
      subscriberCount: 1,
      alerts: { searches: { asked: 0, active: 0, paused: 0, stopped: 0 }, sent: 0 },
      editions: [],
    });
    await at(site, FRIDAY_TEN);
    const { next, editions } = await overview(site, await site.logIn());
    expect(next).toMatchObject({ date: "2026-11-23", listingCount: 0 });
    expect(editions).toEqual([
      expect.objectContaining({
        date: "2026-11-20",
        status: "done",
        listingCount: 1,
        frozen: 1,
        sent: 1,
        uncertain: 0,
      }),
    ]);
  });

  it("shows the next edition, and sends it to one address as a test", { tags: ["rest"] }, async () => {
    const site = makeSite({ now: THURSDAY });
    const { id } = await publish(site);
    const as = await site.logIn();
    const preview = await json<DigestPreview>(site.fetch("/api/admin/digest/preview", { as }));
    expect(preview.subject).toBe("1 new listing below market for Friday, November 20");
    expect(preview.html).toContain(`/listing/${id}/`);
    const test = await site.fetch("/api/admin/digest/test", { json: { email: "me@example.com" }, as });
    expect(test.status).toBe(200);
    const [mail] = await mailsTo(site, "me@example.com");
    expect(mail?.subject).toBe(`[Test] ${preview.subject}`);
    expect((await site.fetch("/api/admin/digest/test", { json: { email: "me" }, as })).status).toBe(400);
  });

  it("can be paused, and missed listings go into the next edition", { tags: ["rest"] }, async () => {
    const site = makeSite({ now: THURSDAY });
    await subscribe(site, "ana@example.com");
    await publish(site);
    const as = await site.logIn();
    const pause = (paused: boolean) => site.fetch("/api/admin/digest/pause", { json: { paused }, as });
    expect(await json(pause(true))).toMatchObject({ isPaused: true });
    const before = (await mailsTo(site, "ana@example.com")).length;
    await at(site, FRIDAY_TEN);
    await at(site, new Date(FRIDAY_TEN.getTime() + 7 * 3_600_000));
    expect(await mailsTo(site, "ana@example.com")).toHaveLength(before);
    expect(
      (await site.fetch("/api/admin/digest/pause", { json: { paused: "no" }, as: await site.logIn() })).status,
    ).toBe(400);
    await site.fetch("/api/admin/digest/pause", { json: { paused: false }, as: await site.logIn() });
    await at(site, MONDAY_TEN);
    expect((await mailsTo(site, "ana@example.com"))[0]?.subject).toBe(
      "1 new listing below market for Monday, November 23",
    );
    const audit = await json<{ action: string }[]>(site.fetch("/api/admin/audit", { as: await site.logIn() }));
    expect(audit.map(({ action }) => action).filter((action) => action.startsWith("digest"))).toEqual([
      "digest.resume",
      "digest.pause",
    ]);
  });

  it("resumes only editions that are waiting for a quota", { tags: ["rest"] }, async () => {
    let isUsedUp = true;
    const office = postOffice((mail) => {
      if (isUsedUp && mail.to.startsWith("reader")) throw mailError("E_DAILY_LIMIT_EXCEEDED");
    });
    const site = makeSite({ now: THURSDAY, deps: office.deps });
    await publish(site);
    await manySubscribers(3, THURSDAY);
    await at(site, FRIDAY_TEN);
    const as = await site.logIn();
    const { editions } = await overview(site, as);
    expect(editions[0]).toMatchObject({ status: "sending", sent: 0, frozen: 3 });
    expect(editions[0]?.pausedUntil).not.toBeNull();
    expect(editions[0]?.problem).toContain("quota");
    isUsedUp = false;
    const resume = (date: string) => site.fetch(`/api/admin/digest/editions/${date}/resume`, { method: "POST", as });
    expect((await resume("2026-11-20")).status).toBe(200);
    await site.runMailings();
    expect((await overview(site, as)).editions[0]).toMatchObject({ status: "done", sent: 3 });
    expect((await resume("2026-11-20")).status).toBe(409);
    expect((await resume("2026-11-18")).status).toBe(404);
  });
});

describe("a VIP", () => {
  const vip = async (site: Site, email: string) => {
    await subscribe(site, email);
    await env.DB.prepare(
      "INSERT INTO vip_subscriptions (id, customer_id, email_key, status, state_from, created_at) VALUES (?1, ?1, ?1, 'active', 0, 0)",
    )
      .bind(email)
      .run();
  };
  const alertsTo = async (site: Site, email: string) =>
    (await mailsTo(site, email)).filter(({ subject }) => subject.startsWith("New: "));

  it(
    "gets a new listing once, two minutes after its approval, and not again in the digest",
    { tags: ["rest"] },
    async () => {
      const site = makeSite({ now: THURSDAY });
      await vip(site, "vip@example.com");
      await subscribe(site, "ana@example.com");
      const { id, title } = await publish(site);
      await site.runQueue();
      expect(await alertsTo(site, "vip@example.com")).toEqual([]);
      const later = async (minutes: number) => {
        site.clock.now = new Date(site.clock.now.getTime() + minutes * 60_000);
        // Enqueues the work again, to simulate a late delivery by the queue.
        await env.DB.prepare("UPDATE outbox SET relayed_at = NULL WHERE done_at IS NULL").run();
        await site.tick();
        await site.runQueue(2);
        await site.runMailings({ times: 2 });
      };
      await later(3);
      const [alert, ...more] = await alertsTo(site, "vip@example.com");
      expect(more).toEqual([]);
      expect(alert?.subject).toContain(title);
      expect(alert?.headers["List-Unsubscribe-Post"]).toBe("List-Unsubscribe=One-Click");
      expect(await alertsTo(site, "ana@example.com")).toEqual([]);
      await approve(site, id, false);
      await approve(site, id);
      await later(30);
      expect(await alertsTo(site, "vip@example.com")).toHaveLength(1);
      await at(site, FRIDAY_TEN);
      expect((await mailsTo(site, "vip@example.com"))[0]?.subject).toContain("New: ");
      expect((await mailsTo(site, "ana@example.com"))[0]?.subject).toContain("new listing");
    },
  );

  it("gets a new listing even at night", { tags: ["rest"] }, async () => {
    const site = makeSite({ now: new Date("2026-11-20T03:00:00Z") });
    await vip(site, "vip@example.com");
    await publish(site);
    site.clock.now = new Date(site.clock.now.getTime() + 3 * 60_000);
    await site.runQueue();
    await site.runQueue();
    expect(await alertsTo(site, "vip@example.com")).toHaveLength(1);
  });

  it.each([
    ["unsubscribed", "UPDATE subscribers SET status = 'unsubscribed'"],
    ["lost paid access", "UPDATE vip_subscriptions SET status = 'canceled'"],
  ])("who %s after a home was found for them gets no alert", { tags: ["rest"] }, async (_name, change) => {
    const site = makeSite({ now: THURSDAY });
    await vip(site, "vip@example.com");
    await publish(site);
    for (const sql of [
      "INSERT INTO alert_readers (email, email_key, address_hash, created_at) SELECT email, email_key, address_hash, 1 FROM subscribers",
      `INSERT INTO alert_matches (reader_id, listing_id, news, search_id, due_at, is_instant) VALUES (1, 1, 0, 0, ${THURSDAY.getTime()}, 1)`,
      change,
    ])
      await env.DB.prepare(sql).run();
    await site.tick();
    await site.runMailings();
    expect(await alertsTo(site, "vip@example.com")).toEqual([]);
    expect(await env.DB.prepare("SELECT count(*) AS n FROM alert_matches").first("n")).toBe(0);
  });

  /** Publishes a home, lets the undo period pass, and completes all work that is then due. */
  async function publishNotified(site: Site, address: string): Promise<void> {
    await publish(site, { address });
    site.clock.now = new Date(site.clock.now.getTime() + 3 * 60_000);
    for (let round = 0; round < 3; round += 1) await site.runQueue();
  }

  it("who stopped all alerts gets none until they choose their emails again", { tags: ["rest"] }, async () => {
    const site = makeSite({ now: THURSDAY });
    await vip(site, "vip@example.com");
    await publishNotified(site, "1 First St");
    await env.DB.prepare("UPDATE alert_readers SET stopped_at = 1").run();
    await publishNotified(site, "2 Second St");
    expect(await alertsTo(site, "vip@example.com")).toHaveLength(1);
    await setPreferences(site, "vip@example.com", { bedrooms: [] });
    await publishNotified(site, "3 Third St");
    expect(await alertsTo(site, "vip@example.com")).toHaveLength(2);
  });

  it("gets alerts even while a mailing to others is too large", { tags: ["rest"] }, async () => {
    const site = makeSite({ now: THURSDAY });
    await vip(site, "vip@example.com");
    await env.DB.prepare(
      "INSERT INTO mailings (key, kind, scheduled_at, status) VALUES ('searches:held', 'searches', ?, 'freezing')",
    )
      .bind(THURSDAY.getTime())
      .run();
    await publishNotified(site, "1 First St");
    expect(await alertsTo(site, "vip@example.com")).toHaveLength(1);
  });

  it("gets no alert about a listing that an edition included", { tags: ["rest"] }, async () => {
    const site = makeSite({ now: THURSDAY });
    await publish(site);
    // The queue is not run before the edition, so the matching is late.
    await vip(site, "vip@example.com");
    site.clock.now = FRIDAY_TEN;
    await site.runJob("digest.plan");
    await site.runMailings();
    expect((await mailsTo(site, "vip@example.com"))[0]?.subject).toContain("new listing");
    for (let round = 0; round < 3; round += 1) await site.runQueue();
    expect(await alertsTo(site, "vip@example.com")).toEqual([]);
  });

  it("gets a listing once, after the second approval, when the first was undone", { tags: ["rest"] }, async () => {
    const site = makeSite({ now: THURSDAY });
    await vip(site, "vip@example.com");
    const id = await submit(site);
    const as = await site.logIn();
    const { decisionId } = await json<ListingDecision>(
      site.fetch(`/api/admin/listings/${id}/status`, { method: "PATCH", json: { approved: true }, as }),
    );
    await site.fetch(`/api/admin/decisions/${decisionId}/undo`, { method: "POST", as });
    const passes = async () => {
      site.clock.now = new Date(site.clock.now.getTime() + 60_000);
      await site.runQueue();
      await site.runMailings();
    };
    await passes();
    await approve(site, id);
    await passes();
    expect(await alertsTo(site, "vip@example.com"), "two minutes after the approval that was undone").toEqual([]);
    await passes();
    await passes();
    expect(await alertsTo(site, "vip@example.com")).toHaveLength(1);
  });

  it.each([
    ["was withdrawn within the two minutes", async (site: Site, id: number) => void (await approve(site, id, false))],
    ["does not suit", async (site: Site) => setPreferences(site, "vip@example.com", { bedrooms: ["Studio"] })],
    [
      "comes after the last paid day",
      async () => void (await env.DB.prepare("UPDATE vip_subscriptions SET status = 'canceled'").run()),
    ],
  ])("is not sent a listing that %s", { tags: ["rest"] }, async (_name, meanwhile) => {
    const site = makeSite({ now: THURSDAY });
    await vip(site, "vip@example.com");
    const { id } = await publish(site);
    await meanwhile(site, id);
    site.clock.now = new Date(site.clock.now.getTime() + 3 * 60_000);
    await env.DB.prepare("UPDATE outbox SET relayed_at = NULL WHERE done_at IS NULL").run();
    await site.tick();
    await site.runQueue();
    await site.runMailings();
    expect(await alertsTo(site, "vip@example.com")).toEqual([]);
  });
});
