import { describe, expect, it } from "vitest";
import { insightsOf, weekOverWeek } from "../../../src/features/visitors/stats-status.tsx";
import {
  changeInPercent,
  changeText,
  percentages,
  percentOf,
  relativeTime,
  shareText,
  signedCount,
} from "../../../src/features/visitors/stats-text.ts";
import { toCsv } from "../../../worker/contracts/csv.ts";
import { pollDelayMs } from "../../../src/lib/use-poll.ts";
import { axisTop, curvePath } from "../../../src/features/visitors/stats-period.tsx";
import type { VisitorStats } from "../../../worker/contracts/visitors.ts";

const NOW = "2026-11-21T17:00:00.000Z";
const agoText = (seconds: number) => relativeTime(new Date(Date.parse(NOW) - seconds * 1000).toISOString(), NOW);

describe("how long ago somebody was seen", () => {
  it.each([
    [0, "Just now"],
    [59, "Just now"],
    [60, "1 min ago"],
    [119, "1 min ago"],
    [120, "2 mins ago"],
    [59 * 60 + 59, "59 mins ago"],
    [3600, "1 hour ago"],
    [2 * 3600, "2 hours ago"],
    [1500 * 3600, "1,500 hours ago"],
    // The clock of the one who saw may be ahead.
    [-5, "Just now"],
  ])("after %i seconds: %s", (seconds, text) => expect(agoText(seconds)).toBe(text));
});

describe("percentages", () => {
  it("of two parts always add up to 100, and are 0 of nothing", () => {
    expect(percentages(1, 2)).toEqual([33, 67]);
    expect(percentages(0, 7)).toEqual([0, 100]);
    expect(percentages(1, 1)).toEqual([50, 50]);
    expect(percentages(0, 0)).toEqual([0, 0]);
    for (let one = 0; one < 40; one += 1) {
      const [first, second] = percentages(one, 37);
      expect(first + second).toBe(100);
    }
  });

  it("of a part of nothing are 0", () => {
    expect(percentOf(1, 0)).toBe(0);
    expect(percentOf(1, 3)).toBe(33);
    expect(changeInPercent(5, 10)).toBe(-50);
    expect([changeText(0), changeText(20), changeText(-20)]).toEqual(["no change", "+20%", "−20%"]);
    expect([signedCount(3), signedCount(0), signedCount(-1200)]).toEqual(["+3", "0", "−1,200"]);
  });

  it.each([
    [0, 100, "0%"],
    [1, 0, "0%"],
    [1, 5_000, "<0.1%"],
    [4, 1_000, "0.4%"],
    [1, 100, "1%"],
    [96, 1_000, "9.6%"],
    [999, 10_000, "10%"],
    [124, 1_000, "12%"],
    [7, 7, "100%"],
  ])("of few have a decimal: %i of %i are %s", (part, whole, text) => expect(shareText(part, whole)).toBe(text));
});

describe("a table as CSV", () => {
  it("quotes what needs it after RFC 4180, and ends each line with CRLF", () => {
    expect(toCsv(["Page", "Visits"], [["/a,b", 1]])).toBe('Page,Visits\r\n"/a,b",1\r\n');
    expect(toCsv(["a"], [['say "hi"'], ["two\nlines"], ["two\r\nlines"], ["plain"], [""]])).toBe(
      'a\r\n"say ""hi"""\r\n"two\nlines"\r\n"two\r\nlines"\r\nplain\r\n\r\n',
    );
  });

  it.each(["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "  =1", "\u{a0}@SUM(A1)", "＝1", "＋1", "－1", " ＠SUM(A1)"])(
    "keeps a spreadsheet from running %j",
    (text) => {
      expect(toCsv(["a"], [[text]])).toBe(`a\r\n'${text}\r\n`);
    },
  );

  it("keeps a spreadsheet from running what a new line hides", () => {
    expect(toCsv(["a"], [["\n=1"], ["\nx"], [" \n =1"]])).toBe(`a\r\n"'\n=1"\r\n"'\nx"\r\n"' \n =1"\r\n`);
  });

  it("leaves other text as it is", () => {
    expect(toCsv(["a"], [["a=1"], ["  two words"], ["1-2"]])).toBe("a\r\na=1\r\n  two words\r\n1-2\r\n");
  });

  it("guards what is quoted as well, and leaves numbers alone", () => {
    expect(toCsv(["a", "b"], [['=HYPERLINK("x","y")', -3]])).toBe(`a,b\r\n"'=HYPERLINK(""x"",""y"")",-3\r\n`);
  });
});

describe("asking again", () => {
  it("waits twice as long after each failure, up to half a minute, and never less than usual", () => {
    expect([0, 1, 2, 3, 4, 5, 60].map((failures) => pollDelayMs(1000, failures))).toEqual([
      1000, 2000, 4000, 8000, 16_000, 30_000, 30_000,
    ]);
    expect(pollDelayMs(300_000, 3)).toBe(300_000);
  });
});

describe("the curve", () => {
  /** Heights that a path passes, sampled from its Bézier pieces. */
  function heights(path: string): number[] {
    const numbers = [...path.matchAll(/-?\d+(?:\.\d+)?/g)].map(Number);
    const points = Array.from({ length: numbers.length / 2 }, (_, index) => numbers[index * 2 + 1] ?? 0);
    const found = [points[0] ?? 0];
    for (let index = 1; index + 2 < points.length; index += 3) {
      const [a, b, c, d] = [points[index - 1], points[index], points[index + 1], points[index + 2]] as number[];
      for (let t = 0; t <= 1; t += 0.1)
        found.push(
          (1 - t) ** 3 * (a ?? 0) +
            3 * t * (1 - t) ** 2 * (b ?? 0) +
            3 * t ** 2 * (1 - t) * (c ?? 0) +
            t ** 3 * (d ?? 0),
        );
    }
    return found;
  }

  it("passes every point and never overshoots what was counted", () => {
    const values = [0, 0, 5, 100, 3, 3, 0, 50, 49, 0];
    const path = curvePath(values.map((y, x) => ({ x, y })));
    expect(path.startsWith("M0,0")).toBe(true);
    for (const [x, y] of values.entries()) expect(path).toContain(`${x},${y}`);
    expect(Math.min(...heights(path))).toBeGreaterThanOrEqual(-0.01);
    expect(Math.max(...heights(path))).toBeLessThanOrEqual(100.01);
  });

  it("is nothing without points, and stands under a round number whose half is whole", () => {
    expect(curvePath([])).toBe("");
    expect([0, 1, 4, 5, 10, 11, 21, 99, 101, 1234].map(axisTop)).toEqual([4, 4, 4, 6, 10, 20, 40, 100, 200, 2000]);
  });
});

const day = (ago: number) => new Date(Date.parse(NOW) - ago * 86_400_000).toISOString().slice(0, 10);
/** Two complete weeks, and a today that has only begun. */
const fortnight = Array.from({ length: 15 }, (_, index) => ({
  day: day(14 - index),
  visits: index === 14 ? 1 : index < 7 ? 10 : 15,
  uniqueVisitors: index === 14 ? 1 : index < 7 ? 8 : 4,
}));
/** The same of a site that counts since so many days. */
const since = (ago: number) =>
  fortnight.map((counted) => (counted.day < day(ago) ? { ...counted, visits: 0, uniqueVisitors: 0 } : counted));

describe("week over week", () => {
  it("sets each of the seven days before today beside the same day of the week before", () => {
    const week = weekOverWeek(fortnight);
    expect(week).toMatchObject({ visits: 105, visitsBefore: 70, uniqueVisitors: 28, uniqueVisitorsBefore: 56 });
    expect(week.isComparable).toBe(true);
    expect(week.days).toHaveLength(7);
    expect(week.days[6]).toEqual({
      day: "2026-11-20",
      visits: 15,
      visitsBefore: 10,
      uniqueVisitors: 4,
      uniqueVisitorsBefore: 8,
    });
  });

  it("compares nothing before two whole weeks were counted", () => {
    expect(weekOverWeek(since(14)).isComparable).toBe(true);
    for (const ago of [13, 8, 7, 1]) {
      expect(weekOverWeek(since(ago)).isComparable).toBe(false);
      expect(insightsOf(stats({ days: since(ago) }))).toEqual([]);
    }
  });
});

const stats = (changes: Partial<VisitorStats> = {}): VisitorStats => ({
  hourlyVisitors: [],
  hourlyVisitorCount: 0,
  visitors: [],
  activeVisitors: 0,
  todayVisits: 0,
  yesterdayVisits: 0,
  monthVisits: 0,
  uniqueVisitorsToday: 0,
  returningUsersToday: 0,
  mobileVisitorsToday: 0,
  desktopVisitorsToday: 0,
  pageVisitStatsToday: [],
  referrerStats: [],
  monthReferrerStats: [],
  subscriberSourceStats: [],
  subscriberSourceStats24h: [],
  conversionRateStats: [],
  conversionRateBySource: {},
  subscriberDetails: [],
  subscriberCount: 0,
  pendingSubscriberCount: 0,
  hourlySeries: [],
  days: [],
  funnel: [],
  withoutVisit: { confirmed: 0, vip: 0 },
  generatedAt: NOW,
  ...changes,
});

describe("insights", () => {
  it("are none where there is nothing to say", () => expect(insightsOf(stats())).toEqual([]));

  it("say what the numbers bear out", () => {
    const told = insightsOf(
      stats({
        todayVisits: 30,
        yesterdayVisits: 20,
        uniqueVisitorsToday: 20,
        returningUsersToday: 5,
        mobileVisitorsToday: 12,
        desktopVisitorsToday: 8,
        hourlySeries: [
          { hour: "2026-11-21T15:00:00.000Z", visits: 1 },
          { hour: "2026-11-21T16:00:00.000Z", visits: 9 },
        ],
        referrerStats: [{ referrer: "google.com", count: 12 }],
        pageVisitStatsToday: [{ page: "/landlords", count: 1 }],
        conversionRateStats: [
          { referrer: "tiny.example", visitors: 1, subscribers: 1, conversionRate: 100 },
          { referrer: "reddit.com", visitors: 200, subscribers: 10, conversionRate: 5 },
          // Counted after most had joined; nobody knows from where; many together.
          { referrer: "old.example", visitors: 20, subscribers: 60, conversionRate: 300 },
          { referrer: "Unknown", visitors: 50, subscribers: 20, conversionRate: 40 },
          { referrer: "other", visitors: 50, subscribers: 20, conversionRate: 40 },
        ],
        days: fortnight,
        subscriberSourceStats24h: [{ referrer: "Direct", count: 1 }],
        pendingSubscriberCount: 2,
      }),
    );
    expect(told.map(({ text }) => text)).toEqual([
      "30 visits today so far: more than all of yesterday (20).",
      "The busiest hour of the last 24 began at 11:00: 9 visits.",
      "google.com brings the most visits today: 12 (40%).",
      "The page opened most today is /landlords: 1 view.",
      "60% of today's visitors are on a phone.",
      "25% of today's visitors have been here before.",
      "Of visits from reddit.com, 5% became subscribers.",
      "The seven days before today had 50% more visits than the seven before.",
      "1 person subscribed in the last 24 hours.",
      "2 sign-ups wait for a confirmation.",
    ]);
  });

  it("do not praise a day that has not caught up", () => {
    expect(insightsOf(stats({ todayVisits: 3, yesterdayVisits: 20 }))[0]?.text).toBe(
      "3 visits today so far; all of yesterday had 20.",
    );
  });

  it("keep their place, whatever else appears", () => {
    const placeOfPending = (changes: Partial<VisitorStats>) =>
      insightsOf(stats({ pendingSubscriberCount: 2, ...changes })).at(-1)?.place;
    expect(placeOfPending({ todayVisits: 3 })).toBe(placeOfPending({}));
  });
});
