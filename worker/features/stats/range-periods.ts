import { daysAfter, HOUR_MS, monthBefore } from "../../contracts/days.ts";
import type { StatsPeriod, StatsRange } from "../../contracts/stats-periods.ts";
import { torontoDay, torontoDayStart } from "../../platform/toronto-time.ts";
import type { Period } from "../visitors/counted-periods.ts";

/** Consecutive periods, oldest first. */
interface Span {
  /** Those that are over. */
  whole: Period[];
  /** The last one: it is not over, or it is in the place of one that is not over and is left out. */
  running: Period;
}

/** The counted periods of a range, and those it is compared with. */
export interface RangePeriods {
  unit: StatsPeriod["unit"];
  now: Span;
  /** As long as `now`; null without a comparison. */
  before: Span | null;
}

const spanOf = (count: number, periodAgo: (ago: number) => Period): Span => ({
  whole: Array.from({ length: count - 1 }, (_, index) => periodAgo(count - 1 - index)),
  running: periodAgo(0),
});

/** The periods of a range up to now. */
export function periodsOf(range: StatsRange, now: number, isCompared: boolean): RangePeriods {
  const today = torontoDay(new Date(now));
  const hour = Math.floor(now / HOUR_MS);
  if (range === "today") {
    const firstOf = (day: string) => Math.floor(torontoDayStart(day).getTime() / HOUR_MS);
    const hours = hour - firstOf(today);
    const until = (last: number) => spanOf(hours + 1, (ago) => `hour:${last - ago}`);
    return {
      unit: "hour",
      now: until(hour),
      before: isCompared ? until(firstOf(daysAfter(today, -1)) + hours) : null,
    };
  }
  const spans = (unit: RangePeriods["unit"], count: number, periodAgo: (ago: number) => Period): RangePeriods => ({
    unit,
    now: spanOf(count, periodAgo),
    before: isCompared ? spanOf(count, (ago) => periodAgo(ago + count)) : null,
  });
  if (range === "24h") return spans("hour", 24, (ago) => `hour:${hour - ago}`);
  if (range === "12m") return spans("month", 12, (ago) => `month:${monthBefore(today, ago)}`);
  return spans("day", range === "7d" ? 7 : 30, (ago) => `day:${daysAfter(today, -ago)}`);
}

/** This month, its days that are over and also exist in the month before, and the same days there. */
export function monthToDate(now: number): { month: Period; whole: Period[]; before: Period[] } {
  const today = torontoDay(new Date(now));
  const [month, earlier] = [today.slice(0, 7), monthBefore(today, 1)];
  const lastBefore = Number(daysAfter(`${month}-01`, -1).slice(8));
  const days = Array.from({ length: Math.min(Number(today.slice(8)) - 1, lastBefore) }, (_, index) =>
    String(index + 1).padStart(2, "0"),
  );
  return {
    month: `month:${month}`,
    whole: days.map((day): Period => `day:${month}-${day}`),
    before: days.map((day): Period => `day:${earlier}-${day}`),
  };
}

/** A period without its unit: `2026-11-21`. */
export const nameOf = (period: Period) => period.slice(period.indexOf(":") + 1);

/** Where a period begins. */
export function startOf(period: Period): Date {
  const name = nameOf(period);
  if (period.startsWith("hour:")) return new Date(Number(name) * HOUR_MS);
  return torontoDayStart(name.length === 7 ? `${name}-01` : name);
}

/** The time of the whole periods of a span; `until` is where the running one begins. */
export const boundsOf = ({ whole, running }: Span): { from: Date; until: Date } => ({
  from: startOf(whole[0] ?? running),
  until: startOf(running),
});
