import { OTHER, UNKNOWN, type VisitDay, type VisitorStats } from "../../../worker/contracts/visitors.ts";
import { formatClock } from "../../lib/format-time.ts";
import { formatCount, plural } from "../../lib/format.ts";
import { changeInPercent, percentOf } from "./stats-text.ts";

const WEEK = 7;

/** A day compared with the same weekday of the week before. */
interface ComparedDay {
  /** YYYY-MM-DD */
  day: string;
  visits: number;
  visitsBefore: number;
  uniqueVisitors: number;
  uniqueVisitorsBefore: number;
}

interface WeekOverWeek {
  days: ComparedDay[];
  visits: number;
  visitsBefore: number;
  /** Sums of daily counts, so a visitor of two days counts twice. */
  uniqueVisitors: number;
  uniqueVisitorsBefore: number;
  /** Whether visits were counted throughout the earlier week. */
  isComparable: boolean;
}

/** Compares the last seven complete days with the seven before. `days` are oldest first and end with today. */
export function weekOverWeek(days: readonly VisitDay[]): WeekOverWeek {
  const complete = days.slice(0, -1);
  const before = complete.slice(-2 * WEEK, -WEEK);
  const compared = complete.slice(-WEEK).map(({ day, visits, uniqueVisitors }, index): ComparedDay => ({
    day,
    visits,
    visitsBefore: before[index]?.visits ?? 0,
    uniqueVisitors,
    uniqueVisitorsBefore: before[index]?.uniqueVisitors ?? 0,
  }));
  const sum = (pick: (day: ComparedDay) => number) => compared.reduce((total, day) => total + pick(day), 0);
  return {
    days: compared,
    visits: sum((day) => day.visits),
    visitsBefore: sum((day) => day.visitsBefore),
    uniqueVisitors: sum((day) => day.uniqueVisitors),
    uniqueVisitorsBefore: sum((day) => day.uniqueVisitorsBefore),
    isComparable: (before[0]?.visits ?? 0) > 0,
  };
}

/** Minimum visits for a meaningful conversion rate. */
const MIN_VISITS = 20;

type Sentence = (stats: VisitorStats) => string | null;

/** `place` identifies the sentence across updates. */
export interface Insight {
  place: number;
  text: string;
}

/** Sources without a name. */
const NAMELESS: ReadonlySet<string> = new Set([UNKNOWN, OTHER]);

/** Each returns a sentence, or null if the numbers do not support it. */
const SENTENCES: readonly Sentence[] = [
  ({ todayVisits, yesterdayVisits }) => {
    if (todayVisits === 0) return null;
    const soFar = `${plural(todayVisits, "visit")} today so far`;
    if (yesterdayVisits === 0) return `${soFar}.`;
    return todayVisits > yesterdayVisits
      ? `${soFar}: more than all of yesterday (${formatCount(yesterdayVisits)}).`
      : `${soFar}; all of yesterday had ${formatCount(yesterdayVisits)}.`;
  },
  ({ hourlySeries }) => {
    const busiest = hourlySeries.reduce<VisitorStats["hourlySeries"][number] | null>(
      (best, hour) => (hour.visits > (best?.visits ?? 0) ? hour : best),
      null,
    );
    return (
      busiest &&
      `The busiest hour of the last 24 began at ${formatClock(busiest.hour)}: ${plural(busiest.visits, "visit")}.`
    );
  },
  ({ referrerStats: [first], todayVisits }) =>
    first
      ? `${first.referrer} brings the most visits today: ${formatCount(first.count)} (${percentOf(first.count, todayVisits)}%).`
      : null,
  ({ pageVisitStatsToday: [first] }) =>
    first ? `The page opened most today is ${first.page}: ${plural(first.count, "view")}.` : null,
  ({ mobileVisitorsToday, uniqueVisitorsToday }) =>
    uniqueVisitorsToday > 0
      ? `${percentOf(mobileVisitorsToday, uniqueVisitorsToday)}% of today's visitors are on a phone.`
      : null,
  ({ returningUsersToday, uniqueVisitorsToday }) =>
    returningUsersToday > 0
      ? `${percentOf(returningUsersToday, uniqueVisitorsToday)}% of today's visitors have been here before.`
      : null,
  ({ conversionRateStats }) => {
    const [best] = conversionRateStats
      .filter(({ referrer }) => !NAMELESS.has(referrer))
      // A source can have more subscribers than visits if visits were not counted yet.
      .filter(({ visitors, subscribers }) => visitors >= MIN_VISITS && subscribers > 0 && subscribers <= visitors)
      .toSorted((a, b) => b.conversionRate - a.conversionRate);
    return best ? `Of visits from ${best.referrer}, ${best.conversionRate}% became subscribers.` : null;
  },
  ({ days }) => {
    const { visits, visitsBefore, isComparable } = weekOverWeek(days);
    const change = changeInPercent(visits, visitsBefore);
    if (!isComparable || change === 0) return null;
    return `The seven days before today had ${Math.abs(change)}% ${change > 0 ? "more" : "fewer"} visits than the seven before.`;
  },
  ({ subscriberSourceStats24h }) => {
    const joined = subscriberSourceStats24h.reduce((sum, { count }) => sum + count, 0);
    return joined > 0 ? `${plural(joined, "person", "people")} subscribed in the last 24 hours.` : null;
  },
  ({ pendingSubscriberCount }) =>
    pendingSubscriberCount > 0
      ? `${plural(pendingSubscriberCount, "sign-up")} ${pendingSubscriberCount === 1 ? "waits" : "wait"} for a confirmation.`
      : null,
];

/** Notable numbers as sentences. */
export function insightsOf(stats: VisitorStats): Insight[] {
  return SENTENCES.flatMap((sentence, place) => {
    const text = sentence(stats);
    return text === null ? [] : [{ place, text }];
  });
}
