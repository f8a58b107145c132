import { beforeEach, describe, expect, it } from "vitest";
import { GOALS, type GoalConversion, type EmptySearches } from "../../../worker/contracts/stats-periods.ts";
import { publish } from "../../support/worker/listings.ts";
import { mailsTo } from "../../support/worker/mailbox.ts";
import { operator } from "../../support/worker/operator.ts";
import { json, makeSite, type Site } from "../../support/worker/site.ts";
import { at, checkoutEvent, deliverAll, subscriptionEvent } from "../../support/worker/stripe.ts";
import { replyTo } from "../../support/worker/subscribers.ts";
import { DESKTOP, emptyShards, everyShard, sessionId, track } from "../../support/worker/visitors.ts";

beforeEach(emptyShards);

const DAY_MS = 86_400_000;
const fromNetwork = (session: number) => `198.51.${session >> 8}.${session & 255}`;
const visit = (site: Site, session: number, changes: Parameters<typeof track>[1] = {}) =>
  track(site, { session, from: fromNetwork(session), ...changes });
const goalOf = async (site: Site, goal: string, range = "30d", compare = "") =>
  json<GoalConversion>(
    site.fetch(`/api/analytics/goals?goal=${goal}&range=${range}${compare}`, { as: await operator(site) }),
  );
const call = (site: Site, listing: number, session: number) =>
  site.fetch(`/api/marketplace-listings/${listing}/interest`, {
    json: { kind: "call", sessionId: sessionId(session) },
    headers: { "user-agent": DESKTOP },
  });

async function join(site: Site, email: string, session: number | null): Promise<void> {
  await site.fetch("/api/subscribe", {
    json: { email, ...(session !== null && { sessionId: sessionId(session) }) },
  });
  const [mail] = await mailsTo(site, email);
  await site.receive(replyTo(mail));
  await site.runQueue();
}

describe("a goal", () => {
  it("is counted by source, first page and campaign, with the visits from each", { tags: ["rest"] }, async () => {
    const site = makeSite();
    const { id } = await publish(site);
    await visit(site, 1, { referrer: "https://reddit.com/r/toronto", campaign: "Spring Flyer", page: "/about" });
    await visit(site, 2, { referrer: "https://reddit.com/", page: "/" });
    await visit(site, 3, { page: "/" });
    // The origin is that of the first page, regardless of later pages.
    await visit(site, 1, { page: `/listing/${id}/a-home`, campaign: "another" });
    await call(site, id, 1);
    await call(site, id, 1);
    await call(site, id, 3);
    expect(await goalOf(site, "called")).toMatchObject({
      goal: "called",
      range: "30d",
      visits: 3,
      reached: 2,
      rate: 66.7,
      sources: [
        { key: "reddit.com", visits: 2, reached: 1, rate: 50 },
        { key: "Direct", visits: 1, reached: 1, rate: 100 },
      ],
      pages: [
        { key: "/", visits: 2, reached: 1, rate: 50 },
        { key: "/about", visits: 1, reached: 1, rate: 100 },
      ],
      campaigns: [{ key: "spring flyer", visits: 1, reached: 1, rate: 100 }],
    });
    expect(await goalOf(site, "opened")).toMatchObject({
      reached: 1,
      pages: [
        { key: "/about", reached: 1 },
        { key: "/", reached: 0, rate: 0 },
      ],
    });
  });

  it("is compared with an equal number of whole days before", { tags: ["rest"] }, async () => {
    const site = makeSite();
    const { id } = await publish(site);
    let session = 0;
    const callOn = async (day: number, count: number, calls: number) => {
      site.clock.now = new Date(`2026-11-${day}T17:00:00Z`);
      for (let n = 0; n < count; n += 1) {
        session += 1;
        await visit(site, session, { referrer: "https://reddit.com/", campaign: "flyer" });
        if (n < calls) await call(site, id, session);
      }
    };
    await callOn(12, 4, 1);
    // Excluded from the comparison: the counterpart of the current day, which has not ended.
    await callOn(13, 3, 3);
    await callOn(19, 2, 1);
    await callOn(20, 1, 1);
    const alone = { visits: 3, reached: 2, rate: 66.7 };
    const counts = {
      ...alone,
      whole: { visits: 2, reached: 1, rate: 50 },
      before: { visits: 4, reached: 1, rate: 25 },
    };
    const conversion = await goalOf(site, "called", "7d", "&compare=1");
    expect(conversion).toMatchObject(counts);
    for (const [rows, key] of [
      [conversion.sources, "reddit.com"],
      [conversion.pages, "/"],
      [conversion.campaigns, "flyer"],
    ] as const)
      expect(rows).toEqual([{ key, ...counts }]);
    const plain = await goalOf(site, "called", "7d");
    expect(plain).not.toHaveProperty("before");
    expect(plain).not.toHaveProperty("whole");
    expect(plain.sources).toEqual([{ key: "reddit.com", ...alone }]);
  });

  it("that is reached later counts for the visit in which it began", { tags: ["rest"] }, async () => {
    const site = makeSite();
    await visit(site, 1, { referrer: "https://reddit.com/", page: "/landlords" });
    await join(site, "renter@example.com", 1);
    // A sign-up without a counted visit.
    await join(site, "other@example.com", null);
    expect(await goalOf(site, "confirmed", "24h")).toMatchObject({
      visits: 1,
      reached: 2,
      sources: [
        { key: "reddit.com", visits: 1, reached: 1, rate: 100 },
        { key: "Unknown", visits: 0, reached: 1, rate: null },
      ],
      pages: [
        { key: "/landlords", visits: 1, reached: 1 },
        { key: "Unknown", visits: 0, reached: 1 },
      ],
    });
    await deliverAll(site, [subscriptionEvent("created", at(0)), checkoutEvent(at(0))]);
    await site.runQueue();
    const vip = await goalOf(site, "vip", "today");
    expect(vip).toMatchObject({ reached: 1, sources: [{ key: "reddit.com", reached: 1 }] });
    // A confirmation counts only once, and it does not count as a visit.
    expect((await goalOf(site, "confirmed", "24h")).reached).toBe(2);
  });

  it("stays counted in months after its days are deleted", { tags: ["rest"] }, async () => {
    const site = makeSite({ now: new Date("2026-09-15T15:00:00Z") });
    const { id } = await publish(site);
    await visit(site, 1, { referrer: "https://reddit.com/", campaign: "flyer" });
    await call(site, id, 1);
    const months = await goalOf(site, "called", "12m");
    expect(months).toMatchObject({ visits: 1, reached: 1 });
    for (const days of [1, 75]) {
      site.clock.now = new Date(Date.parse("2026-09-15T15:00:00Z") + days * DAY_MS);
      await everyShard((shard) => shard.maintain(site.clock.now.getTime()));
    }
    expect(await goalOf(site, "called", "12m")).toEqual({ ...months, countedAt: site.clock.now.toISOString() });
    expect(await goalOf(site, "called", "30d")).toMatchObject({ visits: 0, reached: 0, rate: null, sources: [] });
  });

  it.each(["ana@example.com", "416 555 0142", "<b>sale</b>", "", "x".repeat(61)])(
    "rejects a campaign named '%s'",
    { tags: ["rest"] },
    async (campaign) => {
      const site = makeSite();
      await visit(site, 1, { campaign });
      expect(await goalOf(site, "called")).toMatchObject({ visits: 1, campaigns: [] });
    },
  );

  it("is refused when it is unknown, without a range, and for anybody but the operator", async () => {
    const site = makeSite();
    const as = await operator(site);
    for (const query of [
      "goal=rich&range=7d",
      "goal=called",
      "range=7d",
      "goal=called&range=year",
      "goal=called&range=7d&compare=2",
    ])
      expect((await site.fetch(`/api/analytics/goals?${query}`, { as })).status, query).toBe(400);
    for (const goal of GOALS) expect((await site.fetch(`/api/analytics/goals?goal=${goal}&range=7d`)).status).toBe(401);
  });
});

describe("a search without results", () => {
  const searched = (site: Site, session: number, search: object) =>
    site.fetch("/api/analytics/searches", { json: { sessionId: sessionId(session), search } });
  const emptySearches = async (site: Site, compare = "") =>
    json<EmptySearches>(site.fetch(`/api/analytics/searches?range=7d${compare}`, { as: await operator(site) }));

  it("is listed after it was made three times, in its canonical form", { tags: ["rest"] }, async () => {
    const site = makeSite();
    for (const session of [1, 2, 3]) {
      await visit(site, session);
      expect(
        (await searched(site, session, { q: "Balcony", maxRent: 900, filter: "studio", sort: "price" })).status,
      ).toBe(204);
    }
    await searched(site, 1, { q: "my aunt" });
    await searched(site, 2, { q: "my aunt" });
    expect(await emptySearches(site)).toEqual({
      range: "7d",
      count: 5,
      searches: [{ query: "?type=Studio&q=balcony&maxRent=900", count: 3 }],
      countedAt: site.clock.now.toISOString(),
    });
  });

  it("is compared with an equal number of whole days before", { tags: ["rest"] }, async () => {
    const site = makeSite();
    for (const [day, count, q] of [
      [12, 2, "loft"],
      [12, 1, "attic"],
      // Excluded from the comparison: the counterpart of the current day, which has not ended.
      [13, 4, "loft"],
      [19, 3, "loft"],
      [20, 1, "loft"],
    ] as const) {
      site.clock.now = new Date(`2026-11-${day}T17:00:00Z`);
      await visit(site, 1);
      for (let n = 0; n < count; n += 1) await searched(site, 1, { q });
    }
    expect(await emptySearches(site, "&compare=1")).toEqual({
      range: "7d",
      count: 4,
      whole: 3,
      before: 3,
      searches: [{ query: "?q=loft", count: 4, whole: 3, before: 2 }],
      countedAt: site.clock.now.toISOString(),
    });
    expect(await emptySearches(site)).toMatchObject({ searches: [{ query: "?q=loft", count: 4 }] });
  });

  it("beyond the first 25 counts as other, without a comparison", async () => {
    const site = makeSite();
    await visit(site, 1);
    for (let rent = 1; rent <= 26; rent += 1)
      for (let n = 0; n < 3; n += 1) await searched(site, 1, { minRent: 1_000 + rent });
    const { searches } = await emptySearches(site, "&compare=1");
    expect(searches).toHaveLength(26);
    expect(searches.at(-1)).toEqual({ query: "other", count: 3 });
  });

  it("reveals neither a travel destination nor a person who was searched for", async () => {
    const site = makeSite();
    await visit(site, 1);
    const places = { commute: "43.651,-79.383", maxCommute: "30", bbox: "-79.5,43.6,-79.3,43.7" };
    for (const q of ["416-555-0142", "ana@example.com", "www.example.com", "call 4165550142 now"])
      await searched(site, 1, { q, minRent: 100, ...places });
    expect((await emptySearches(site)).searches).toEqual([{ query: "?minRent=100", count: 4 }]);
  });

  it("from an unknown session is not counted, and a malformed one is rejected", { tags: ["rest"] }, async () => {
    const site = makeSite();
    expect((await searched(site, 9, { maxRent: 900 })).status).toBe(204);
    expect((await emptySearches(site)).count).toBe(0);
    await visit(site, 1);
    expect((await searched(site, 1, { q: "x".repeat(401) })).status).toBe(400);
    expect((await site.fetch("/api/analytics/searches", { json: { sessionId: "no", search: {} } })).status).toBe(400);
    expect((await emptySearches(site)).count).toBe(0);
  });
});
