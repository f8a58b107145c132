import type { StatsPeriod, StatsRange } from "../../../worker/contracts/stats-periods.ts";
import type { Visitor, VisitorStats } from "../../../worker/contracts/visitors.ts";

/** Returns the statistics of a busy day, with long names and with large and small numbers. */
export function busyStats(changes: Partial<VisitorStats> = {}): VisitorStats & Record<string, unknown> {
  const now = Date.now();
  const ago = (seconds: number) => new Date(now - seconds * 1000).toISOString();
  const pages = ["/", "/listing/1042", "/2-bedroom-apartments-toronto", "/landlords", "/preferences/:token"];
  const sources = ["google.com", "Direct", "reddit.com", "a-very-long-name-of-a-neighbourhood-forum.example.org"];
  const counts = [1204, 655, 80, 7];
  const bySource = sources.map((referrer, index) => ({ referrer, count: counts[index] ?? 0 }));
  const visitors = Array.from({ length: 24 }, (_, index): Visitor => ({
    id: `session_170000000000${index % 10}_abcdefg${String(index).padStart(2, "0")}`,
    timestamp: ago(index * 140 + 30),
    lastSeen: ago(index * 140),
    userAgent: "Chrome 130, Windows",
    city: index % 4 === 3 ? "Unknown" : (["Toronto", "Richmond Hill", "Mississauga"][index % 3] ?? ""),
    country: index % 4 === 3 ? "Unknown" : "Canada",
    ipAddress: "203.0.113.7",
    referrer: sources[index % 4] ?? "",
    page: pages[index % 5] ?? "",
    subscribed: index === 1,
    subscribedAt: index === 1 ? ago(100) : null,
  }));
  const conversionRateStats = sources.map((referrer, index) => ({
    referrer,
    visitors: (counts[index] ?? 0) * 9,
    subscribers: 40 - index * 12,
    conversionRate: [0.4, 0.5, 2.2, 6.3][index] ?? 0,
  }));
  return {
    hourlyVisitors: visitors,
    hourlyVisitorCount: 24,
    visitors: visitors.slice(0, 3),
    activeVisitors: 3,
    todayVisits: 1946,
    yesterdayVisits: 2210,
    monthVisits: 41_207,
    uniqueVisitorsToday: 1702,
    returningUsersToday: 412,
    mobileVisitorsToday: 1223,
    desktopVisitorsToday: 479,
    pageVisitStatsToday: [
      ...pages.map((page, index) => ({ page, count: 900 - index * 190 })),
      ...Array.from({ length: 9 }, (_, index) => ({ page: `/listing/${2000 + index}`, count: 40 - index })),
    ],
    referrerStats: bySource,
    monthReferrerStats: bySource.map(({ referrer, count }) => ({ referrer, count: count * 20 })),
    subscriberSourceStats: bySource.map(({ referrer, count }) => ({ referrer, count: Math.ceil(count / 3) })),
    subscriberSourceStats24h: bySource.slice(0, 2).map(({ referrer }, index) => ({ referrer, count: 3 - index })),
    conversionRateStats,
    conversionRateBySource: {},
    subscriberDetails: Array.from({ length: 12 }, (_, index) => ({
      email: `${"mabcdefghijk"[index] ?? "z"}***@example.com`,
      referrer: sources[index % 4] ?? "",
      subscribedAt: ago(index * 5000),
    })),
    subscriberCount: 1243,
    pendingSubscriberCount: 18,
    hourlySeries: Array.from({ length: 24 }, (_, index) => ({
      hour: new Date(Math.floor(now / 3_600_000) * 3_600_000 - (23 - index) * 3_600_000).toISOString(),
      visits: Math.round(60 + 55 * Math.sin(index / 3.2) + (index % 5) * 7),
    })),
    days: Array.from({ length: 15 }, (_, index) => ({
      day: new Date(now - (14 - index) * 86_400_000).toISOString().slice(0, 10),
      visits: 1400 + ((index * 397) % 900),
      uniqueVisitors: 1100 + ((index * 211) % 500),
    })),
    funnel: sources.map((referrer, index) => ({
      referrer,
      visits: (counts[index] ?? 0) * 20,
      listingsOpened: (counts[index] ?? 0) * 8,
      callsClicked: counts[index] ?? 0,
      signedUp: Math.ceil((counts[index] ?? 0) / 5),
      confirmed: Math.ceil((counts[index] ?? 0) / 9),
      vip: Math.floor((counts[index] ?? 0) / 90),
    })),
    withoutVisit: { confirmed: 3, vip: 1 },
    generatedAt: ago(0),
    ...changes,
  };
}

/** Returns a count in a range, together with the counts for its comparison. */
const beside = (now: number, whole: number, before: number) => ({ now, whole, before });

/** Returns the statistics of a range in which visits grew by half. */
export function busyPeriod(range: StatsRange, changes: Partial<StatsPeriod> = {}): StatsPeriod {
  const sources = [`${range}.example.org`, "Direct"];
  const none = beside(0, 0, 0);
  const funnel = {
    visits: beside(2_400, 1_500, 1_000),
    listingsOpened: beside(1_200, 700, 700),
    callsClicked: beside(240, 150, 300),
    signedUp: beside(60, 40, 0),
    confirmed: beside(24, 15, 10),
    vip: none,
  };
  return {
    range,
    unit: "day",
    points: ["2026-11-19", "2026-11-20", "2026-11-21"].map((start, index) => ({
      start,
      visits: [700, 800, 900][index] ?? 0,
      before: [400, 600, null][index] ?? null,
    })),
    visits: funnel.visits,
    views: beside(5_000, 3_000, 4_000),
    uniqueVisitors: beside(2_000, 1_200, 1_000),
    returning: beside(500, 300, 200),
    sources: sources.map((key) => ({ key, ...beside(1_200, 750, 500) })),
    pages: [{ key: "/a-page", ...beside(5_000, 3_000, 4_000) }],
    countries: [{ key: "Canada", ...funnel.visits }],
    devices: [
      { key: "mobile", ...beside(1_500, 900, 1_000) },
      { key: "desktop", ...beside(500, 300, 0) },
    ],
    funnel,
    funnelBySource: sources.map((key, index) => ({
      key,
      ...funnel,
      visits: beside(1_200, 750, 500),
      confirmed: beside(4 + index * 16, 2, 1),
    })),
    month: beside(41_207, 40_000, 50_000),
    minutes: Array.from({ length: 30 }, () => 1),
    countedAt: new Date().toISOString(),
    ...changes,
  };
}
