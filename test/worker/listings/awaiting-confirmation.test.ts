import { env } from "cloudflare:workers";
import { beforeEach, describe, expect, it } from "vitest";
import { bulkInsertSql } from "../../../scripts/demo/bulk-sql.ts";
import type { ListingDecision } from "../../../worker/contracts/decisions.ts";
import type { VipOffer } from "../../../worker/contracts/vip.ts";
import { readFacts } from "../../../worker/features/automation/facts.ts";
import { updateReviewNotes } from "../../../worker/features/listings/listing/listings.repo.ts";
import { depsAt } from "../../support/worker/automation.ts";
import { change, publish, readPublic, submit } from "../../support/worker/listings.ts";
import { mailsTo } from "../../support/worker/mailbox.ts";
import { asModerator, marketOf, setBenchmark } from "../../support/worker/market.ts";
import { publishedByOwner } from "../../support/worker/owner-link.ts";
import { json, makeSite, type Site } from "../../support/worker/site.ts";
import { subscribe } from "../../support/worker/subscribers.ts";
import { LONG_TESTS } from "../../support/time-limits.ts";

const THURSDAY = new Date("2026-11-19T12:00:00Z");
const EDITIONS = ["2026-11-20", "2026-11-23", "2026-11-25"].map((day) => new Date(`${day}T15:00:00Z`));
const [FRIDAY_TEN = THURSDAY] = EDITIONS;
const DAY_MS = 86_400_000;
const ROOM = "Room for rent, share kitchen.";
const NOTED = `review_notes = '[{"code":"reads_like_room","text":"Reads like a room."}]'`;

let site: Site;
beforeEach(async () => {
  site = makeSite({ now: THURSDAY });
  await setBenchmark(site);
});

async function becomesVip(email: string): Promise<void> {
  await subscribe(site, email);
  await env.DB.prepare(
    `INSERT INTO vip_subscriptions (id, customer_id, email_key, status, state_from, created_at)
     VALUES (?1, ?1, ?1, 'active', 0, 0)`,
  )
    .bind(email)
    .run();
}

/** Advances half an hour, after which no earlier decision can be undone. */
async function halfAnHourLater(): Promise<void> {
  site.clock.now = new Date(site.clock.now.getTime() + 1_800_000);
  await env.DB.prepare("UPDATE outbox SET relayed_at = NULL WHERE done_at IS NULL").run();
  await site.tick();
  await site.runQueue(2);
  await site.runMailings({ times: 2 });
}

async function edition(time: Date): Promise<void> {
  site.clock.now = time;
  await site.tick();
  await site.runMailings();
}

const mailsAbout = async (email: string, id: number) =>
  (await mailsTo(site, email)).filter(({ text }) => text.includes(`/listing/${id}/`)).length;
const asModeratorCalls = async (path: string, method: string, body?: object) =>
  site.fetch(`/api/admin/${path}`, { method, as: await site.logIn(), ...(body && { json: body }) });

describe("a listing that awaits its confirmation", () => {
  it.each([
    ["a room", ROOM],
    ["a bed", "Bed space for girls."],
    ["a basement", "Legal basement, separate entrance."],
    ["a search", "Couple looking for a one bedroom apartment near High Park. Our budget is 1,700."],
    ["no home", "Storage unit for rent, dry and heated. No living or sleeping in it."],
    ["a higher rent", "The rent is $2,600 a month for the whole unit."],
  ])(
    "returns to review when its landlord removes words that suggest %s",
    { tags: ["rest"] },
    async (_name, additionalInfo) => {
      const owner = await publishedByOwner(site, { rent: "$1,300", additionalInfo });
      expect(await asModerator(site, owner.id)).toMatchObject({ status: "approved", awaitsConfirmation: true });
      await owner.edited({ additionalInfo: "Bright apartment, close to everything." });
      expect(await asModerator(site, owner.id)).toMatchObject({ status: "pending", confirmedAt: null });
    },
  );

  it("is withheld when a sign of a scam is added, and shown again when the sign is removed", async () => {
    const id = await submit(site, { rent: "$1,500" });
    await site.fetch("/api/admin/listings/approve", { json: { ids: [id] }, as: await site.logIn() });
    const deps = depsAt(site.clock);
    const percent = async () =>
      env.DB.prepare("SELECT below_market_percent FROM listings WHERE id = ?").bind(id).first("below_market_percent");
    expect(await percent()).toBe(29);
    const { revision, reviewNotes } = await asModerator(site, id);
    const noted = [{ code: "same_photo" as const, text: "Same photo as #9." }];
    await updateReviewNotes(deps, { id, revision, reviewNotes }, noted);
    expect(await percent()).toBeNull();
    expect(await readPublic(site, id)).toMatchObject({ belowMarketPercent: null, awaitsConfirmation: true });
    await updateReviewNotes(deps, { id, revision, reviewNotes: noted }, reviewNotes);
    expect(await percent()).toBe(29);
  });

  it(
    "is excluded from our own medians, the automation's medians, and the offer's count",
    { tags: ["rest"] },
    async () => {
      await env.DB.prepare(bulkInsertSql(1, 60, THURSDAY.getTime())).run();
      await env.DB.prepare(
        `UPDATE listings SET bedrooms = '1 Bedroom', municipality = 'Mississauga', rent_cents = 90000,
       first_approved_at = ?, compared_percent = NULL, below_market_percent = NULL, ${NOTED}`,
      )
        .bind(THURSDAY.getTime() - 20 * DAY_MS)
        .run();
      await publish(site, { rent: "$900", additionalInfo: ROOM });
      const { units } = await readFacts(depsAt(site.clock));
      expect(units.filter(({ isOfCity }) => isOfCity)).toEqual([]);
      expect(await json<VipOffer>(site.fetch("/api/vip"))).toMatchObject({ listingCount: 61, belowMarketCount: 0 });
      site.clock.now = new Date(THURSDAY.getTime() + DAY_MS);
      await site.tick();
      expect((await marketOf(site)).ownRents).toEqual([]);
    },
  );

  it(
    "is emailed to VIPs once a moderator corrects its type, and not again in the edition",
    { tags: ["rest"] },
    async () => {
      await setBenchmark(site, { bedrooms: "Private Room", rent: 1_300 });
      await becomesVip("vip@example.com");
      await subscribe(site, "ana@example.com");
      const { id } = await publish(site, { rent: "$1,000", additionalInfo: ROOM });
      await halfAnHourLater();
      expect(await mailsAbout("vip@example.com", id)).toBe(0);
      await change(site, id, { bedrooms: "Private Room", homeType: "room" });
      await halfAnHourLater();
      expect(await mailsAbout("vip@example.com", id)).toBe(1);
      await publish(site, { rent: "$1,500", address: "9 Other St" });
      await edition(FRIDAY_TEN);
      expect([await mailsAbout("ana@example.com", id), await mailsAbout("vip@example.com", id)]).toEqual([1, 1]);
    },
  );

  it("is emailed to VIPs after the approval that follows a confirmation in review", { tags: ["rest"] }, async () => {
    await becomesVip("vip@example.com");
    const owner = await publishedByOwner(site, { rent: "$1,000" });
    await halfAnHourLater();
    await owner.edited({ rent: "$1,050" });
    expect((await asModeratorCalls(`listings/${owner.id}/confirm`, "POST")).status).toBe(200);
    await owner.approve();
    await halfAnHourLater();
    expect(await mailsAbout("vip@example.com", owner.id)).toBe(1);
  });

  it("cannot be confirmed with an outdated revision", { tags: ["rest"] }, async () => {
    const { id } = await publish(site, { rent: "$1,300", additionalInfo: ROOM });
    const { revision } = await asModerator(site, id);
    await change(site, id, { additionalInfo: "Bright and quiet." });
    const pressed = await asModeratorCalls(`listings/${id}`, "PATCH", { homeType: "condo", revision });
    expect([pressed.status, (await json(pressed)).code]).toEqual([409, "listing.changed"]);
    const { revision: now } = await asModerator(site, id);
    expect((await asModeratorCalls(`listings/${id}`, "PATCH", { homeType: "condo", revision: now })).status).toBe(200);
  });
});

describe("an edition", () => {
  it(
    "includes listings below market before older ones without a comparison",
    { tags: ["rest"], timeout: LONG_TESTS.many },
    async () => {
      await subscribe(site, "ana@example.com");
      await env.DB.prepare(bulkInsertSql(1, 300, THURSDAY.getTime())).run();
      await env.DB.prepare(
        `UPDATE listings SET municipality = '', first_approved_at = ?, expires_at = ?, compared_percent = NULL,
       below_market_percent = NULL, market_rent_cents = NULL`,
      )
        .bind(THURSDAY.getTime() - 3_600_000, THURSDAY.getTime() + 50 * DAY_MS)
        .run();
      const { id } = await publish(site, { rent: "$1,500" });
      await edition(FRIDAY_TEN);
      expect(await mailsAbout("ana@example.com", id)).toBe(1);
    },
  );
});

describe("undoing a decision after the benchmark changed", () => {
  it("requires a new confirmation for a listing far below the new benchmark", async () => {
    const { id } = await publish(site, { rent: "$1,500", additionalInfo: "Bright and quiet." });
    const { decisionId } = await json<ListingDecision>(asModeratorCalls(`listings/${id}/confirm`, "POST"));
    await setBenchmark(site, { rent: 2_600 });
    await site.runQueue(4);
    await asModeratorCalls(`decisions/${decisionId}/undo`, "POST");
    const row = await env.DB.prepare(
      "SELECT compared_percent, below_market_percent, awaits_confirmation FROM listings WHERE id = ?",
    )
      .bind(id)
      .first();
    expect(row).toEqual({ compared_percent: 42, below_market_percent: null, awaits_confirmation: 1 });
  });

  it("compares a listing whose type was changed with the current benchmark", { tags: ["rest"] }, async () => {
    const { id } = await publish(site, { rent: "$1,500" });
    const { decisionId } = await json<ListingDecision>(
      asModeratorCalls(`listings/${id}`, "PATCH", { homeType: "condo" }),
    );
    await setBenchmark(site, { rent: 1_600 });
    await site.runQueue(4);
    await asModeratorCalls(`decisions/${decisionId}/undo`, "POST");
    expect(await readPublic(site, id)).toMatchObject({ belowMarketPercent: 6, marketRent: 1_600 });
  });
});
