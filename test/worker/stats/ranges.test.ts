import { beforeEach, describe, expect, it } from "vitest";
import { STATS_RANGES, type StatsPeriod } from "../../../worker/contracts/stats-periods.ts";
import type { VisitorStats } from "../../../worker/contracts/visitors.ts";
import { publish } from "../../support/worker/listings.ts";
import { operator } from "../../support/worker/operator.ts";
import { json, makeSite, type Site } from "../../support/worker/site.ts";
import { subscribe } from "../../support/worker/subscribers.ts";
import { DESKTOP, emptyShards, everyShard, PHONE, sessionId, track } from "../../support/worker/visitors.ts";

beforeEach(emptyShards);

const at = (site: Site, time: string) => (site.clock.now = new Date(time));
async function periodOf(site: Site, query: string): Promise<StatsPeriod> {
  const as = await operator(site);
  const { period } = await json<VisitorStats>(site.fetch(`/api/analytics/stats?${query}`, { as }));
  if (!period) throw new Error("There is no period in the answer.");
  return period;
}
/** Number of sessions so far. Each session is a visit by a different visitor. */
let sessions = 0;
async function visits(site: Site, time: string, count: number, changes: Parameters<typeof track>[1] = {}) {
  at(site, time);
  for (let n = 0; n < count; n += 1) {
    sessions += 1;
    await track(site, { session: sessions, from: `198.51.${sessions >> 8}.${sessions & 255}`, ...changes });
  }
}
const maintain = (site: Site) => everyShard((shard) => shard.maintain(site.clock.now.getTime()));

describe("the statistics of a range", () => {
  it("are added to the current ones, which do not depend on the range", { tags: ["rest"] }, async () => {
    const site = makeSite();
    await visits(site, "2026-11-20T17:00:00Z", 2);
    const as = await operator(site);
    const plain = await json<VisitorStats>(site.fetch("/api/analytics/stats", { as }));
    expect(plain.period).toBeUndefined();
    for (const range of STATS_RANGES) {
      const answer = await json<VisitorStats>(site.fetch(`/api/analytics/stats?range=${range}`, { as }));
      const { period, ...rest } = answer;
      expect(rest, range).toEqual(plain);
      expect(period, range).toMatchObject({ range, visits: { now: 2, before: null } });
      expect(period?.points.every(({ before }) => before === null)).toBe(true);
    }
  });

  it.each(["range=year", "range=", "range=7d&compare=0", "compare=1"])("are rejected for %s", async (query) => {
    const site = makeSite();
    const response = await site.fetch(`/api/analytics/stats?${query}`, { as: await operator(site) });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ code: "request.invalid" });
  });

  it(
    "compare today with the same hours of yesterday, and 24 hours with the 24 before",
    { tags: ["rest"] },
    async () => {
      const site = makeSite();
      await visits(site, "2026-11-19T13:30:00Z", 3);
      // These visits were yesterday, but at a later time of day than now.
      await visits(site, "2026-11-19T23:30:00Z", 5);
      await visits(site, "2026-11-20T06:00:00Z", 4);
      await visits(site, "2026-11-20T17:10:00Z", 2);
      const today = await periodOf(site, "range=today&compare=1");
      expect(today).toMatchObject({ unit: "hour", visits: { now: 6, whole: 4, before: 3 } });
      expect(today.uniqueVisitors).toEqual(today.visits);
      expect(today.points).toHaveLength(13);
      expect(today.points[0]).toEqual({ start: "2026-11-20T05:00:00.000Z", visits: 0, before: 0 });
      expect(today.points[8]).toEqual({ start: "2026-11-20T13:00:00.000Z", visits: 0, before: 3 });
      expect(today.points.at(-1)).toEqual({ start: "2026-11-20T17:00:00.000Z", visits: 2, before: null });
      const day = await periodOf(site, "range=24h&compare=1");
      expect(day.points).toHaveLength(24);
      expect(day.visits).toEqual({ now: 11, whole: 9, before: 3 });
    },
  );

  it("compare days with the days before, even on the day when the clocks go back", { tags: ["rest"] }, async () => {
    const site = makeSite();
    await visits(site, "2026-10-20T17:00:00Z", 7);
    await visits(site, "2026-10-26T17:00:00Z", 2);
    await visits(site, "2026-11-01T04:30:00Z", 1);
    await maintain(site);
    await visits(site, "2026-11-02T17:00:00Z", 4);
    const week = await periodOf(site, "range=7d&compare=1");
    expect(week).toMatchObject({ unit: "day", visits: { now: 5, whole: 1, before: 7 } });
    expect(week.points.map(({ start }) => start)).toEqual([
      "2026-10-27",
      "2026-10-28",
      "2026-10-29",
      "2026-10-30",
      "2026-10-31",
      "2026-11-01",
      "2026-11-02",
    ]);
    expect(week.points[5]).toEqual({ start: "2026-11-01", visits: 1, before: 0 });
    expect((await periodOf(site, "range=30d&compare=1")).visits).toEqual({ now: 14, whole: 10, before: 0 });
    at(site, "2026-11-01T17:00:00Z");
    const today = await periodOf(site, "range=today");
    // From midnight in UTC-4 to noon in UTC-5.
    expect(today.points).toHaveLength(14);
  });

  it(
    "compare twelve months with the twelve before, each day once, before and after the upkeep",
    { tags: ["rest"] },
    async () => {
      const site = makeSite();
      await visits(site, "2025-10-15T17:00:00Z", 3);
      await visits(site, "2025-12-15T17:00:00Z", 5, { page: "/about" });
      await visits(site, "2026-11-19T17:00:00Z", 4, { page: "/about" });
      await visits(site, "2026-11-20T17:00:00Z", 2, { page: "/about" });
      const expected = {
        unit: "month",
        visits: { now: 11, whole: 5, before: 3 },
        views: { now: 11, whole: 5, before: 3 },
        uniqueVisitors: { now: 11, whole: 5, before: 3 },
        pages: [{ key: "/about", now: 11, whole: 5, before: 0 }],
        sources: [{ key: "Direct", now: 11, whole: 5, before: 3 }],
      };
      expect(await periodOf(site, "range=12m&compare=1")).toMatchObject(expected);
      await maintain(site);
      await maintain(site);
      const { points, ...after } = await periodOf(site, "range=12m&compare=1");
      expect(after).toMatchObject(expected);
      expect(points.map(({ start }) => start).filter((_, n) => n === 0 || n === 11)).toEqual(["2025-12", "2026-11"]);
      expect(points[0]).toEqual({ start: "2025-12", visits: 5, before: 0 });
      expect(points.at(-1)?.visits).toBe(6);
    },
  );

  it(
    "count sources, pages, countries and devices with the previous period, and the whole funnel",
    { tags: ["rest"] },
    async () => {
      const site = makeSite();
      const { id } = await publish(site);
      await visits(site, "2026-11-11T17:00:00Z", 2, { referrer: "https://reddit.com/r/toronto" });
      await visits(site, "2026-11-18T17:00:00Z", 3, { page: `/listing/${id}`, userAgent: PHONE });
      await visits(site, "2026-11-19T17:00:00Z", 1, { referrer: "https://reddit.com/r/toronto" });
      const session = sessionId(sessions);
      await site.fetch(`/api/marketplace-listings/${id}/interest`, {
        json: { kind: "call", sessionId: session },
        headers: { "user-agent": DESKTOP },
      });
      await subscribe(site, "reader@example.com");
      const week = await periodOf(site, "range=7d&compare=1");
      expect(week).toMatchObject({
        sources: [
          { key: "Direct", now: 3, before: 0 },
          { key: "reddit.com", now: 1, before: 2 },
        ],
        pages: [
          { key: `/listing/${id}`, now: 3, before: 0 },
          { key: "/", now: 1, before: 2 },
        ],
        countries: [{ now: 4, before: 2 }],
        devices: [
          { key: "mobile", now: 3, before: 0 },
          { key: "desktop", now: 1, before: 2 },
        ],
        funnel: {
          visits: { now: 4, before: 2 },
          listingsOpened: { now: 3, before: 0 },
          callsClicked: { now: 1, before: 0 },
          confirmed: { now: 1, before: 0 },
          vip: { now: 0, before: 0 },
        },
      });
    },
  );

  it.each([
    {
      range: "today",
      over: "2026-11-20T16:50:00Z",
      overBefore: "2026-11-19T16:50:00Z",
      before: "2026-11-19T17:05:00Z",
    },
    { range: "24h", over: "2026-11-20T16:50:00Z", overBefore: "2026-11-19T16:50:00Z", before: "2026-11-19T17:05:00Z" },
    { range: "7d", over: "2026-11-19T17:00:00Z", overBefore: "2026-11-12T17:00:00Z", before: "2026-11-13T17:05:00Z" },
    { range: "30d", over: "2026-11-19T17:00:00Z", overBefore: "2026-10-20T17:00:00Z", before: "2026-10-21T17:05:00Z" },
    { range: "12m", over: "2026-10-20T17:00:00Z", overBefore: "2025-10-20T17:00:00Z", before: "2025-11-20T17:05:00Z" },
  ])("exclude the unfinished part of $range from the comparison on both sides", { tags: ["rest"] }, async (times) => {
    const site = makeSite();
    await visits(site, times.overBefore, 1);
    // Excluded from the comparison, because these visits are in the counterpart of the current period, which has not
    // ended.
    await visits(site, times.before, 3);
    await visits(site, times.over, 4);
    await visits(site, "2026-11-20T17:10:00Z", 2);
    const { points, ...period } = await periodOf(site, `range=${times.range}&compare=1`);
    expect(period).toMatchObject({
      visits: { now: 6, whole: 4, before: 1 },
      sources: [{ key: "Direct", now: 6, whole: 4, before: 1 }],
    });
    expect(points.at(-1)).toMatchObject({ visits: 2, before: null });
    expect(points.at(-2)).toMatchObject({ visits: 4, before: 1 });
    const { funnel } = await periodOf(site, `range=${times.range}`);
    expect(funnel.visits).toEqual({ now: 6, before: null });
  });

  it("compare confirmations on whole days with those on as many days before", { tags: ["rest"] }, async () => {
    const site = makeSite();
    for (const [time, email] of [
      ["2026-11-12T17:00:00Z", "one@example.com"],
      ["2026-11-13T17:00:00Z", "two@example.com"],
      ["2026-11-19T17:00:00Z", "three@example.com"],
      ["2026-11-20T17:00:00Z", "four@example.com"],
    ] as const) {
      at(site, time);
      await subscribe(site, email);
    }
    const { funnel } = await periodOf(site, "range=7d&compare=1");
    expect(funnel.confirmed).toEqual({ now: 2, whole: 1, before: 1 });
  });

  it("list steps by source, even for people without a counted visit", { tags: ["rest"] }, async () => {
    const site = makeSite();
    const { id } = await publish(site);
    await visits(site, "2026-11-11T17:00:00Z", 1, { referrer: "https://reddit.com/", page: `/listing/${id}` });
    await visits(site, "2026-11-19T17:00:00Z", 2, { referrer: "https://reddit.com/", page: `/listing/${id}` });
    await visits(site, "2026-11-19T18:00:00Z", 1);
    await subscribe(site, "reader@example.com");
    const { funnelBySource } = await periodOf(site, "range=24h&compare=1");
    const none = { now: 0, whole: 0, before: 0 };
    expect(funnelBySource.map(({ key }) => key)).toEqual(["reddit.com", "Direct", "Unknown"]);
    expect(funnelBySource[0]).toMatchObject({ visits: { now: 2 }, listingsOpened: { now: 2 }, confirmed: none });
    expect(funnelBySource[2]).toMatchObject({ visits: none, confirmed: { now: 1, whole: 0, before: 0 } });
    const week = await periodOf(site, "range=7d&compare=1");
    expect(week.funnelBySource[0]).toMatchObject({
      visits: { now: 2, whole: 0, before: 1 },
      listingsOpened: { now: 2, whole: 0, before: 1 },
    });
  });

  it.each([
    { month: "the same days", first: "2026-10-01", last: "2026-10-19", left: "2026-10-20", now: "2026-11-20" },
    {
      month: "as many days as there were",
      first: "2026-02-01",
      last: "2026-02-28",
      left: "2026-01-31",
      now: "2026-03-31",
    },
    {
      month: "a day that is 61 days ago",
      first: "2026-07-01",
      last: "2026-07-30",
      left: "2026-07-31",
      now: "2026-08-31",
    },
  ])(
    "compare this month with $month of the previous month, in any range",
    { tags: ["rest"] },
    async ({ first, last, left, now }) => {
      const site = makeSite();
      for (const day of [first, last, left].toSorted()) await visits(site, `${day}T17:00:00Z`, 1);
      await visits(site, `${now.slice(0, 7)}-02T17:00:00Z`, 3);
      await visits(site, `${now}T17:00:00Z`, 4);
      await maintain(site);
      expect((await periodOf(site, "range=today&compare=1")).month).toEqual({ now: 7, whole: 3, before: 2 });
      expect((await periodOf(site, "range=24h")).month).toEqual({ now: 7, before: null });
    },
  );

  it(
    "have no comparison in the first hour of a day, and none for the month on its first day",
    { tags: ["rest"] },
    async () => {
      const site = makeSite();
      await visits(site, "2026-11-30T17:00:00Z", 2);
      await visits(site, "2026-12-01T05:20:00Z", 1);
      const { visits: today, month } = await periodOf(site, "range=today&compare=1");
      expect([today, month]).toEqual([
        { now: 1, whole: 0, before: 0 },
        { now: 1, whole: 0, before: 0 },
      ]);
    },
  );

  it("count the sessions that began in each of the last 30 minutes", { tags: ["rest"] }, async () => {
    const site = makeSite();
    await visits(site, "2026-11-20T16:29:00Z", 1);
    await visits(site, "2026-11-20T16:31:00Z", 2);
    await visits(site, "2026-11-20T17:00:10Z", 3);
    const { minutes } = await periodOf(site, "range=today");
    expect(minutes).toHaveLength(30);
    expect([minutes[0], minutes.at(-1), minutes.reduce((sum, count) => sum + count, 0)]).toEqual([2, 3, 5]);
  });
});
