import { ChevronRight, Lightbulb, Pause, Play, RefreshCw } from "lucide-react";
import { useEffect, useState } from "react";
import { type VisitorStats, OTHER, UNKNOWN, type VisitDay } from "../../../worker/contracts/visitors.ts";
import { useMedia } from "../../lib/use-media.ts";
import { formatCount, plural } from "../../lib/format.ts";
import { formatClock } from "../../lib/format-time.ts";
import { Button } from "../../ui/button.tsx";
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
  /** True if visits were counted throughout the earlier week. */
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
interface Insight {
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

/** True during server rendering. */
export const useReducedMotion = () => useMedia("(prefers-reduced-motion: reduce)", true);

interface StatsStatusProps {
  /** Active visitors, which stay in view on a phone; undefined before the first response. */
  active: number | undefined;
  isLive: boolean;
  hasFailed: boolean;
  onToggle(): void;
}

/** Live status with a pause button. */
export function StatsStatus({ active, isLive, hasFailed, onToggle }: StatsStatusProps) {
  const isWell = isLive && !hasFailed;
  return (
    <div className="flex items-center gap-3 max-sm:justify-between">
      <span className="inline-flex items-center gap-2 text-sm font-medium">
        <span aria-hidden className="relative grid size-3 place-items-center">
          {isWell && <span className="absolute size-3 animate-ping rounded-full bg-accent opacity-50" />}
          <span
            className={`size-2.5 rounded-full ${isWell ? "bg-accent" : hasFailed ? "bg-warn" : "bg-line-strong"}`}
          />
        </span>
        {/* Wide enough for the longest status, to avoid layout shifts. */}
        <span className="min-w-25">{isWell ? "Live" : hasFailed && isLive ? "Reconnecting" : "Paused"}</span>
      </span>
      {active !== undefined && (
        // The tile says the same; this is for narrow screens, where it scrolls away.
        <span aria-hidden className="text-sm font-semibold tabular-nums sm:hidden">
          {formatCount(active)} now
        </span>
      )}
      <Button variant="secondary" size="sm" className="min-w-28" onClick={onToggle}>
        {isLive ? <Pause aria-hidden className="size-4" /> : <Play aria-hidden className="size-4" />}
        {isLive ? "Pause" : "Resume"}
      </Button>
    </div>
  );
}

interface StatsConnectionProps {
  hasFailed: boolean;
  /** Time of the numbers shown, ISO 8601; null before the first response. */
  asOf: string | null;
  onRetry(): void;
}

/** Announces a lost connection, as a live region that is always mounted. It floats, to avoid layout shifts. */
export function StatsConnection({ hasFailed, asOf, onRetry }: StatsConnectionProps) {
  return (
    <div
      className={
        hasFailed
          ? "fixed inset-x-4 bottom-4 z-40 mx-auto flex max-w-3xl flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-card border border-warn bg-warn-soft px-4 py-2 text-sm text-warn shadow-raised"
          : "sr-only"
      }
    >
      <output>
        {hasFailed &&
          `The connection failed.${asOf === null ? "" : ` These are the numbers of ${formatClock(asOf)}.`} Trying again by itself.`}
      </output>
      {hasFailed && (
        <Button variant="secondary" size="sm" onClick={onRetry}>
          <RefreshCw aria-hidden className="size-4" />
          Try Now
        </Button>
      )}
    </div>
  );
}

const SHOWN_MS = 8_000;
const buttonClass =
  "grid size-9 shrink-0 place-items-center rounded-control text-ink-muted hover:text-ink pointer-coarse:size-11";

const NO_INSIGHT: Insight = { place: 0, text: "Nothing stands out yet." };

/**
 * Rotates through the insights, except with reduced motion or while live updates are paused. All of them are rendered on top of each
 * other, to avoid layout shifts.
 */
export function StatsInsightLine({ stats, isLive }: { stats: VisitorStats; isLive: boolean }) {
  const insights = insightsOf(stats);
  const reducesMotion = useReducedMotion();
  // The insight's place rather than an index, because the list changes.
  const [turn, setTurn] = useState(0);
  const shown = insights.find(({ place }) => place >= turn) ?? insights[0] ?? NO_INSIGHT;
  if (shown.place !== turn) setTurn(shown.place);
  const isStill = reducesMotion || !isLive;

  useEffect(() => {
    if (isStill) return undefined;
    const timer = setInterval(() => setTurn((place) => place + 1), SHOWN_MS);
    return () => clearInterval(timer);
  }, [isStill]);

  return (
    <section aria-label="Insights" className="flex items-center gap-2 rounded-card bg-sunken py-1 pr-1 pl-4 text-sm">
      <Lightbulb aria-hidden className="size-4 shrink-0 text-ink-muted" />
      <div className="grid min-h-18 min-w-0 flex-1 items-center py-1.5 sm:min-h-13 lg:min-h-8">
        {(insights.length === 0 ? [NO_INSIGHT] : insights).map(({ place, text }) => (
          <p
            key={place}
            aria-hidden={place !== shown.place}
            className={`col-start-1 row-start-1 line-clamp-3 wrap-break-word ${place === shown.place ? "" : "invisible"}`}
          >
            {text}
          </p>
        ))}
      </div>
      <div className={insights.length > 1 ? "flex" : "invisible flex"}>
        <button
          type="button"
          aria-label="Next insight"
          className={buttonClass}
          onClick={() => setTurn((place) => place + 1)}
        >
          <ChevronRight aria-hidden className="size-4" />
        </button>
      </div>
    </section>
  );
}
