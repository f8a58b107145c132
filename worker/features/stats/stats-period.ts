import { daysAfter, HOUR_MS, monthBefore } from "../../contracts/days.ts";
import {
  type Compared,
  type ComparedKeys,
  FUNNEL_STEPS,
  type FunnelStepName,
  type StatsPeriod,
  type StatsRange,
} from "../../contracts/stats-periods.ts";
import { torontoDay, torontoDayStart } from "../../platform/toronto-time.ts";
import { countLookup, ranked } from "../visitors/merge-readings.ts";
import type { CountKind, Counts, Period } from "../visitors/counted-periods.ts";
import type { KeyCount, PeriodReading, ShardReading } from "../visitors/shard-reading.ts";

/** What the figures of a range are counted by. */
export const PERIOD_KINDS = [
  "visits",
  "views",
  "unique",
  "returning",
  "source",
  "page",
  "country",
  "mobile",
  "desktop",
  "opened",
  "called",
  "signed_up",
] as const satisfies readonly CountKind[];

/** The counted periods of a range, oldest first, and those before it. */
export interface RangePeriods {
  unit: StatsPeriod["unit"];
  now: Period[];
  /** As many as `now`; empty without a comparison. */
  before: Period[];
}

const oldestFirst = (count: number, periodAgo: (ago: number) => Period): Period[] =>
  Array.from({ length: count }, (_, index) => periodAgo(count - 1 - index));

/** Both groups of periods of one length. */
const groups = (
  unit: RangePeriods["unit"],
  count: number,
  isCompared: boolean,
  periodAgo: (ago: number) => Period,
) => ({
  unit,
  now: oldestFirst(count, periodAgo),
  before: isCompared ? oldestFirst(count, (ago) => periodAgo(ago + count)) : [],
});

/** The periods that a range is counted in. */
export function periodsOf(range: StatsRange, now: number, isCompared: boolean): RangePeriods {
  const today = torontoDay(new Date(now));
  const hour = Math.floor(now / HOUR_MS);
  if (range === "today") {
    const firstOf = (day: string) => Math.floor(torontoDayStart(day).getTime() / HOUR_MS);
    const hours = hour - firstOf(today) + 1;
    const from = (first: number) => Array.from({ length: hours }, (_, after): Period => `hour:${first + after}`);
    return {
      unit: "hour",
      now: from(firstOf(today)),
      before: isCompared ? from(firstOf(daysAfter(today, -1))) : [],
    };
  }
  if (range === "24h") return groups("hour", 24, isCompared, (ago) => `hour:${hour - ago}`);
  if (range === "12m") return groups("month", 12, isCompared, (ago) => `month:${monthBefore(today, ago)}`);
  return groups("day", range === "7d" ? 7 : 30, isCompared, (ago) => `day:${daysAfter(today, -ago)}`);
}

const nameOf = (period: Period) => period.slice(period.indexOf(":") + 1);

/** Where a period begins. */
function startOf(period: Period): Date {
  const name = nameOf(period);
  if (period.startsWith("hour:")) return new Date(Number(name) * HOUR_MS);
  return torontoDayStart(name.length === 7 ? `${name}-01` : name);
}

/** The time that the periods before end; the end of a month or day is the start of the first period after them. */
export function boundsOf({ now, before }: RangePeriods): { from: Date; before: { from: Date; until: Date } | null } {
  const [first, firstBefore, lastBefore] = [now[0], before[0], before.at(-1)];
  if (first === undefined) throw new Error("A range has periods.");
  if (firstBefore === undefined || lastBefore === undefined) return { from: startOf(first), before: null };
  const until = lastBefore.startsWith("hour:") ? new Date(startOf(lastBefore).getTime() + HOUR_MS) : startOf(first);
  return { from: startOf(first), before: { from: startOf(firstBefore), until } };
}

/** Confirmations and VIP subscriptions of a range, from the mailing list. */
type ListCounts = Record<"confirmed" | "vip", Compared>;

/** Counts of all shards by key, for each kind. */
export function countsOf(all: readonly KeyCount[]): (kind: CountKind) => Counts {
  const kinds = new Map<CountKind, Map<string, number>>();
  for (const { kind, key, n } of all) {
    const counts = kinds.get(kind) ?? new Map<string, number>();
    kinds.set(kind, counts.set(key, (counts.get(key) ?? 0) + n));
  }
  return (kind) => kinds.get(kind) ?? new Map<string, number>();
}

export const total = (counts: Counts) => [...counts.values()].reduce((sum, count) => sum + count, 0);

interface Merged {
  range: StatsRange;
  periods: RangePeriods;
  readings: readonly PeriodReading[];
  live: readonly ShardReading[];
  list: ListCounts;
  now: number;
}

/** The figures of a range from the readings of all shards. */
export function mergePeriods({ range, periods, readings, live, list, now }: Merged): StatsPeriod {
  const isCompared = periods.before.length > 0;
  const current = countsOf(readings.flatMap((reading) => reading.now));
  const former = countsOf(readings.flatMap((reading) => reading.before));
  const visits = new Map<Period, number>();
  for (const { visits: all } of readings)
    for (const { period, n } of all) visits.set(period, (visits.get(period) ?? 0) + n);

  const sum = (kind: CountKind): Compared => ({
    now: total(current(kind)),
    before: isCompared ? total(former(kind)) : null,
  });
  const keys = (now: Counts, before: Counts): ComparedKeys => {
    const rows = ranked(now);
    const beforeOf = countLookup(
      before,
      rows.map(([key]) => key),
    );
    return rows.map(([key, count]) => ({ key, now: count, before: isCompared ? beforeOf(key) : null }));
  };
  const byKey = (kind: CountKind) => keys(current(kind), former(kind));
  const devices = (of: (kind: CountKind) => Counts) =>
    new Map(
      (["mobile", "desktop"] as const).flatMap((kind) => {
        const count = total(of(kind));
        return count === 0 ? [] : [[kind, count] as const];
      }),
    );
  const steps: Record<FunnelStepName, Compared> = {
    visits: sum("visits"),
    listingsOpened: sum("opened"),
    callsClicked: sum("called"),
    signedUp: sum("signed_up"),
    ...list,
  };
  return {
    range,
    unit: periods.unit,
    points: periods.now.map((period, index) => {
      const earlier = periods.before[index];
      return {
        start: periods.unit === "hour" ? startOf(period).toISOString() : nameOf(period),
        visits: visits.get(period) ?? 0,
        before: earlier === undefined ? null : (visits.get(earlier) ?? 0),
      };
    }),
    visits: steps.visits,
    views: sum("views"),
    uniqueVisitors: sum("unique"),
    returning: sum("returning"),
    sources: byKey("source"),
    pages: byKey("page"),
    countries: byKey("country"),
    devices: keys(devices(current), devices(former)),
    funnel: Object.fromEntries(FUNNEL_STEPS.map((step) => [step, steps[step]])) as StatsPeriod["funnel"],
    minutes: (live[0]?.minutes ?? []).map((_, minute) =>
      live.reduce((all, { minutes }) => all + (minutes[minute] ?? 0), 0),
    ),
    countedAt: new Date(now).toISOString(),
  };
}
