import { env } from "cloudflare:workers";
import { beforeEach, describe, expect, it } from "vitest";
import type { ListingDecision, DecisionUndone } from "../../../worker/contracts/decisions.ts";
import type { AdminListing, PublicListing } from "../../../worker/contracts/listings.ts";
import { awaitsConfirmation } from "../../../worker/features/listings/listing/public-percent.ts";
import { approve, change, publish, submit } from "../../support/worker/listings.ts";
import { mailsTo } from "../../support/worker/mailbox.ts";
import { checkBenchmark, setBenchmark } from "../../support/worker/market.ts";
import { publishedByOwner } from "../../support/worker/owner-link.ts";
import { json, makeSite, type Site } from "../../support/worker/site.ts";
import { subscribe } from "../../support/worker/subscribers.ts";

const THURSDAY = new Date("2026-11-19T12:00:00Z");
const FRIDAY_TEN = new Date("2026-11-20T15:00:00Z");
const MONDAY_TEN = new Date("2026-11-23T15:00:00Z");
const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
/** Rents 52 % and 29 % below $2,100. */
const UNLIKELY = "$1,000";
const LIKELY = "$1,500";
const BASEMENT = "Legal basement apartment with a separate entrance.";

let site: Site;
beforeEach(async () => {
  site = makeSite({ now: THURSDAY });
  await setBenchmark(site);
});

const confirm = async (id: number, body?: object) => {
  const as = await site.logIn();
  return site.fetch(`/api/admin/listings/${id}/confirm`, { method: "POST", as, ...(body && { json: body }) });
};
const confirmed = async (id: number) => json<ListingDecision>(confirm(id));
const asModerator = async (id: number) =>
  json<AdminListing>(site.fetch(`/api/admin/listings/${id}`, { as: await site.logIn() }));
const asPublic = (id: number) => json<PublicListing>(site.fetch(`/api/marketplace-listings/${id}`));
const undo = async (decisionId: string | null) =>
  json<DecisionUndone>(
    site.fetch(`/api/admin/decisions/${decisionId}/undo`, { method: "POST", as: await site.logIn() }),
  );
const sortByDiscount = async () =>
  (await json<PublicListing[]>(site.fetch("/api/marketplace-listings?sort=discount"))).map(({ id }) => id);

describe("the approval of a listing", () => {
  const PROVEN = { rent: LIKELY, homeType: "apartment", additionalInfo: "Bright 1 bedroom apartment." };

  it("also confirms type and rent where kind and size are known, and its undo reverts that", async () => {
    const id = await submit(site, PROVEN);
    expect(await asModerator(id)).toMatchObject({
      evidence: { kind: "stated", size: "agrees" },
      marketRent: 2_100,
      confirmedAt: null,
    });
    const as = await site.logIn();
    const approval = { method: "PATCH", json: { approved: true }, as };
    const { decisionId } = await json<ListingDecision>(site.fetch(`/api/admin/listings/${id}/status`, approval));
    expect(await asModerator(id)).toMatchObject({ confirmedAt: THURSDAY.toISOString() });
    await undo(decisionId);
    expect(await asModerator(id)).toMatchObject({ confirmedAt: null });
  });

  it.each<[string, Record<string, unknown>, AdminListing["evidence"]]>([
    ["that is 40 % or more below the market", { ...PROVEN, rent: UNLIKELY }, { kind: "stated", size: "agrees" }],
    [
      "of an unknown kind",
      { rent: LIKELY, additionalInfo: "One bedroom, second floor." },
      { kind: null, size: "agrees" },
    ],
    [
      "with another size in its text",
      { ...PROVEN, additionalInfo: "Studio apartment." },
      { kind: "stated", size: "differs" },
    ],
    ["that is described like a basement", { ...PROVEN, additionalInfo: BASEMENT }, { kind: "stated", size: null }],
  ])("does not confirm a listing %s", async (_, fields, evidence) => {
    const { id } = await publish(site, fields);
    expect(await asModerator(id)).toMatchObject({ evidence, confirmedAt: null });
  });

  it("does not confirm a listing in a bulk approval", async () => {
    const ids = [await submit(site, PROVEN)];
    await site.fetch("/api/admin/listings/approve", { json: { ids }, as: await site.logIn() });
    expect(await asModerator(ids[0] ?? 0)).toMatchObject({ status: "approved", confirmedAt: null });
  });
});

describe("a listing that awaits confirmation", () => {
  it.each([
    ["$1,000", "Bright unit on a quiet street.", 52],
    ["$1,500", BASEMENT, 29],
  ])(
    "for %s, described as “%s”, is public without a percentage until a moderator confirms it",
    { tags: ["rest"] },
    async (rent, additionalInfo, percent) => {
      await checkBenchmark(site, await setBenchmark(site));
      const { id } = await publish(site, { rent, additionalInfo });
      const home = await asPublic(id);
      const shown = Object.entries(home).filter(([field]) => /market/i.test(field));
      expect(shown.length).toBeGreaterThan(5);
      expect(shown.filter(([, value]) => value !== null && value !== false)).toEqual([]);
      expect(home.awaitsConfirmation).toBe(true);
      expect(await asModerator(id)).toMatchObject({
        belowMarketPercent: percent,
        confirmedAt: null,
        awaitsConfirmation: true,
      });
      expect(await confirmed(id)).toMatchObject({
        confirmedAt: THURSDAY.toISOString(),
        awaitsConfirmation: false,
        decisionId: expect.any(String),
      });
      expect(await asPublic(id)).toMatchObject({
        belowMarketPercent: percent,
        marketRent: 2_100,
        awaitsConfirmation: false,
      });
    },
  );

  it("has no discount in searches, and comes last in the order of discounts", async () => {
    const unlikely = await publish(site, { rent: UNLIKELY, address: "1 Elm St" });
    const likely = await publish(site, { rent: LIKELY, address: "2 Elm St" });
    const dear = await publish(site, { rent: "$2,400", address: "3 Elm St" });
    const unknown = await publish(site, { rent: "ask me", address: "4 Elm St" });
    const newer = await publish(site, { additionalInfo: BASEMENT, address: "5 Elm St" });
    const others = [likely.id, dear.id, unknown.id];
    expect(await sortByDiscount()).toEqual([...others, newer.id, unlikely.id]);
    const asked = await json<PublicListing[]>(site.fetch("/api/marketplace-listings?minDiscount=10"));
    expect(asked.map(({ id }) => id)).toEqual([likely.id]);
    await confirmed(unlikely.id);
    expect(await sortByDiscount()).toEqual([unlikely.id, ...others, newer.id]);
  });

  it("is not in a feed until it is confirmed", { tags: ["rest"] }, async () => {
    const { id } = await publish(site, { rent: UNLIKELY });
    const feeds = async () =>
      Promise.all(
        ["/listings/feed.xml", "/1-bedroom-apartments-toronto/feed.xml"].map(async (path) =>
          (await (await site.fetch(path)).text()).includes(`/listing/${id}`),
        ),
      );
    expect(await feeds()).toEqual([false, false]);
    await confirmed(id);
    expect(await feeds()).toEqual([true, true]);
  });

  it(
    "is in an edition only once, after its confirmation, however long ago it was approved",
    { tags: ["rest"] },
    async () => {
      await subscribe(site, "ana@example.com");
      const { id, call } = await publishedByOwner(site, { rent: UNLIKELY, address: "1 Elm St" });
      const at = async (time: Date) => {
        site.clock.now = time;
        await site.tick();
        await site.runMailings();
      };
      const holds = async () => (await mailsTo(site, "ana@example.com"))[0]?.text.includes(`/listing/${id}/`);
      await publish(site, { rent: LIKELY, address: "2 Elm St" });
      await at(FRIDAY_TEN);
      expect(await holds()).toBe(false);
      site.clock.now = new Date(THURSDAY.getTime() + 50 * DAY_MS);
      expect((await call("POST", "/renew")).status).toBe(200);
      site.clock.now = new Date(THURSDAY.getTime() + 75 * DAY_MS);
      await confirmed(id);
      await publish(site, { rent: LIKELY, address: "3 Elm St" });
      await at(new Date("2027-02-03T15:00:00Z"));
      expect(await holds()).toBe(true);
      await change(site, id, { rent: "$1,050" });
      await confirmed(id);
      await publish(site, { rent: LIKELY, address: "4 Elm St" });
      await at(new Date("2027-02-05T15:00:00Z"));
      expect(await holds()).toBe(false);
    },
  );

  it(
    "is in the next edition when confirmed at the last moment, but on no edition's page before that",
    { tags: ["rest"] },
    async () => {
      await subscribe(site, "ana@example.com");
      const late = await publish(site, { rent: UNLIKELY, address: "1 Elm St" });
      const edited = await publish(site, { rent: LIKELY, address: "2 Elm St" });
      site.clock.now = new Date(FRIDAY_TEN.getTime() - MINUTE_MS);
      await confirmed(late.id);
      site.clock.now = FRIDAY_TEN;
      await site.tick();
      await site.runMailings();
      const ids = async () =>
        (await json<{ listings: PublicListing[] }>(site.fetch("/api/digest/2026-11-20"))).listings.map(({ id }) => id);
      expect(await ids()).toEqual([edited.id]);
      await change(site, edited.id, { rent: UNLIKELY });
      expect(await ids()).toEqual([]);
      site.clock.now = MONDAY_TEN;
      await site.tick();
      await site.runMailings();
      const [mail] = await mailsTo(site, "ana@example.com");
      expect(mail?.text).toContain(`/listing/${late.id}/`);
      expect(mail?.text).not.toContain(`/listing/${edited.id}/`);
    },
  );

  it("is emailed to VIPs once, two minutes after its confirmation", { tags: ["rest"] }, async () => {
    await subscribe(site, "vip@example.com");
    await env.DB.prepare(
      "INSERT INTO vip_subscriptions (id, customer_id, email_key, status, state_from, created_at) VALUES (?1, ?1, ?1, 'active', 0, 0)",
    )
      .bind("vip@example.com")
      .run();
    const alerts = async () =>
      (await mailsTo(site, "vip@example.com")).filter(({ subject }) => subject.startsWith("New: ")).length;
    const later = async (minutes: number) => {
      site.clock.now = new Date(site.clock.now.getTime() + minutes * MINUTE_MS);
      await env.DB.prepare("UPDATE outbox SET relayed_at = NULL WHERE done_at IS NULL").run();
      await site.tick();
      await site.runQueue(2);
      await site.runMailings({ times: 2 });
    };
    const { id } = await publish(site, { rent: UNLIKELY });
    await later(30);
    expect(await alerts()).toBe(0);
    await undo((await confirmed(id)).decisionId);
    await later(5);
    expect(await alerts()).toBe(0);
    await confirmed(id);
    await later(5);
    expect(await alerts()).toBe(1);
    await change(site, id, { rent: "$1,050" });
    await confirmed(id);
    await later(5);
    expect(await alerts()).toBe(1);
  });
});

describe("a confirmation", () => {
  it("is required again when rent, type or text change, and after no other change", { tags: ["rest"] }, async () => {
    const { id } = await publish(site, { rent: UNLIKELY });
    const edits = [{ rent: "$1,050" }, { homeType: "condo" }, { additionalInfo: "Quiet." }, { bedrooms: "Studio" }];
    for (const [nth, edit] of edits.entries()) {
      await confirmed(id);
      expect((await change(site, id, { moveInDate: `2027-01-1${nth}` })).confirmedAt).not.toBeNull();
      expect((await change(site, id, edit)).confirmedAt).toBeNull();
    }
    expect((await asPublic(id)).belowMarketPercent).toBeNull();
  });

  it("is required when a landlord lowers the rent", { tags: ["rest"] }, async () => {
    const owner = await publishedByOwner(site, { rent: LIKELY });
    await owner.edited({ rent: UNLIKELY });
    await owner.approve();
    expect((await asPublic(owner.id)).belowMarketPercent).toBeNull();
  });

  it("is audited, changes nothing when repeated, and can be undone", { tags: ["rest"] }, async () => {
    const { id } = await publish(site, { rent: UNLIKELY });
    const { decisionId } = await confirmed(id);
    expect((await confirmed(id)).decisionId).toBeNull();
    const { results } = await env.DB.prepare(
      "SELECT actor, action FROM audit_log WHERE action = 'listing.confirm'",
    ).all();
    expect(results).toEqual([{ actor: "admin", action: "listing.confirm" }]);
    const undone = await undo(decisionId);
    expect(undone.listings[0]).toMatchObject({ confirmedAt: null, awaitsConfirmation: true, status: "approved" });
    expect((await asPublic(id)).belowMarketPercent).toBeNull();
  });

  it("does not cancel the landlord's email about an approval right before it", { tags: ["rest"] }, async () => {
    const id = await submit(site, { rent: UNLIKELY });
    await approve(site, id);
    await confirmed(id);
    site.clock.now = new Date(site.clock.now.getTime() + 3 * MINUTE_MS);
    await site.tick();
    await site.runQueue();
    expect((await mailsTo(site, "landlord@example.com")).map(({ subject }) => subject)).toContain(
      `Your 1 Bedroom listing (#${id}): published`,
    );
  });

  it("is refused for a listing that has changed since it was read, is unknown, or is closed", async () => {
    const { id } = await publish(site, { rent: UNLIKELY });
    const { revision } = await asModerator(id);
    await change(site, id, { rent: "$1,050" });
    expect((await confirm(id, { revision })).status).toBe(409);
    expect((await confirm(id, { revision: revision + 1 })).status).toBe(200);
    expect((await confirm(999)).status).toBe(404);
    await site.fetch(`/api/admin/listings/${id}`, { method: "DELETE", as: await site.logIn() });
    expect((await confirm(id)).status).toBe(409);
  });

  it(
    "stays when rents are compared again, and is required again when that makes a rent implausible",
    { tags: ["rest"] },
    async () => {
      const first = await publish(site, { rent: LIKELY, address: "1 Elm St", additionalInfo: "Bright and quiet." });
      const second = await publish(site, { rent: LIKELY, address: "2 Elm St" });
      await confirmed(second.id);
      await setBenchmark(site, { rent: 2_600 });
      await site.runQueue(4);
      expect((await asPublic(first.id)).belowMarketPercent).toBeNull();
      expect((await asModerator(first.id)).belowMarketPercent).toBe(42);
      expect((await asPublic(second.id)).belowMarketPercent).toBe(42);
    },
  );

  it("has the same condition in SQL and TypeScript", { tags: ["rest"] }, async () => {
    for (const [nth, changes] of [
      { rent: UNLIKELY },
      { rent: LIKELY },
      { additionalInfo: BASEMENT },
      { additionalInfo: 'It says "code":"reads_like_room" here.' },
      { rent: "ask me", additionalInfo: "Room for rent" },
      { rent: LIKELY, additionalInfo: "Bright and quiet." },
    ].entries())
      await publish(site, { address: `${nth + 1} Elm St`, ...changes });
    const { results } = await env.DB.prepare(
      "SELECT compared_percent, review_notes, says_kind, awaits_confirmation FROM listings ORDER BY id",
    ).all<Record<string, string | number | null>>();
    expect(results.map((row) => row.awaits_confirmation)).toEqual([1, 0, 1, 0, 1, 1]);
    for (const row of results) {
      const standing = {
        comparedPercent: row.compared_percent as number | null,
        confirmedAt: null,
        homeType: null,
        saysKind: row.says_kind === 1,
        reviewNotes: JSON.parse(String(row.review_notes)) as AdminListing["reviewNotes"],
      };
      expect(awaitsConfirmation(standing)).toBe(row.awaits_confirmation === 1);
    }
  });
});

describe("a moderator who changes the type in one step", () => {
  const ROOM = { bedrooms: "Private Room", homeType: "room" };
  const press = async (id: number) =>
    json<ListingDecision>(
      site.fetch(`/api/admin/listings/${id}`, { method: "PATCH", json: ROOM, as: await site.logIn() }),
    );
  const mails = async () => {
    site.clock.now = new Date(site.clock.now.getTime() + 3 * MINUTE_MS);
    await env.DB.prepare("UPDATE outbox SET relayed_at = NULL WHERE done_at IS NULL").run();
    await site.tick();
    await site.runQueue();
    return (await mailsTo(site, "landlord@example.com")).filter(({ subject }) =>
      subject.includes("its type was changed"),
    );
  };

  it("gets the listing compared with its new type, the change audited, and the landlord notified", async () => {
    const { id } = await publish(site, { additionalInfo: "Room for rent, share kitchen." });
    const changed = await press(id);
    expect(changed).toMatchObject({ ...ROOM, awaitsConfirmation: false, decisionId: expect.any(String) });
    const [mail, ...more] = await mails();
    expect(more).toEqual([]);
    expect(mail?.text).toContain("it is now “Private Room”");
    const { results } = await env.DB.prepare("SELECT after_json FROM audit_log WHERE action = 'listing.edit'").all();
    expect(results).toEqual([{ after_json: JSON.stringify(ROOM) }]);
  });

  it("can undo it for two minutes, without an email to the landlord", { tags: ["rest"] }, async () => {
    const { id } = await publish(site, { additionalInfo: "Room for rent, share kitchen." });
    const { decisionId } = await press(id);
    const { listings } = await undo(decisionId);
    expect(listings[0]).toMatchObject({ bedrooms: "1 Bedroom", homeType: null, awaitsConfirmation: true });
    expect(await mails()).toEqual([]);
  });
});
