import { daysAfter, HOUR_MS, monthBefore } from "../../contracts/days.ts";
import {
  type Compared,
  FUNNEL_STEPS,
  type FunnelStepName,
  type StatsPeriod,
  type StatsRange,
  type ComparedKeys,
  type EmptySearches,
  type Goal,
  type GoalConversion,
  type GoalCounts,
  type GoalRow,
  type SearchCount,
} from "../../contracts/stats-periods.ts";
import { OTHER } from "../../contracts/visitors.ts";
import { torontoDay, torontoDayStart, torontoHour } from "../../platform/toronto-time.ts";
import {
  type CountKind,
  type Counts,
  type Period,
  topCounts,
  countLookup,
  type PeriodReading,
  type ShardReading,
  type KeyCount,
  type PeriodsQuery,
} from "../visitors/shard-reading.ts";

/** Counts of one kind from all shards, by key. */
type CountsOf = (kind: CountKind) => Counts;

/** The counts of a range of time. */
export interface RangeCounts {
  now: CountsOf;
  /**
   * The counts to compare: the counts of the range without its current period, and the counts of an equally long time
   * before. Null if nothing is compared.
   */
  compared: { whole: CountsOf; before: CountsOf } | null;
}

/** Returns the groups of periods whose counts {@link rangeCounts} needs from the shards. */
export const groupsOf = ({ now, before }: RangePeriods): PeriodsQuery["groups"] => [
  now.whole,
  [now.running],
  ...(before ? [before.whole] : []),
];

function countsOf(all: readonly KeyCount[]): CountsOf {
  const kinds = new Map<CountKind, Map<string, number>>();
  for (const { kind, key, n } of all) {
    const counts = kinds.get(kind) ?? new Map<string, number>();
    kinds.set(kind, counts.set(key, (counts.get(key) ?? 0) + n));
  }
  return (kind) => kinds.get(kind) ?? new Map<string, number>();
}

/** Computes the counts of a range from the readings of all shards for the groups that {@link groupsOf} returns. */
export function rangeCounts({ before }: RangePeriods, readings: readonly PeriodReading[]): RangeCounts {
  const [whole, running, former] = [0, 1, 2].map((group) => readings.flatMap(({ groups }) => groups[group] ?? []));
  return {
    now: countsOf([...(whole ?? []), ...(running ?? [])]),
    compared: before && { whole: countsOf(whole ?? []), before: countsOf(former ?? []) },
  };
}

const total = (counts: Counts) => [...counts.values()].reduce((sum, count) => sum + count, 0);

/** Computes a value for a range and, if there is a comparison, for both compared times. */
const forEachTime = <Counted>({ now, compared }: RangeCounts, count: (of: CountsOf) => Counted) => ({
  now: count(now),
  compared: compared && { whole: count(compared.whole), before: count(compared.before) },
});

/**
 * Returns a count for a range, with its comparison.
 * @param count function that computes the count from all counts of a time
 */
function comparedBy(counts: RangeCounts, count: (of: CountsOf) => number): Compared {
  const { now, compared } = forEachTime(counts, count);
  return { now, ...(compared ?? { before: null }) };
}

/**
 * Returns a function that returns the count of a key. The key 'other' means all keys not in `keys`.
 * @param pick function that selects the counts of one kind from the counts of a time
 */
function comparedLookup(counts: RangeCounts, keys: readonly string[], pick: (of: CountsOf) => Counts) {
  const { now, compared } = forEachTime(counts, (of) => countLookup(pick(of), keys));
  return (key: string): Compared => ({
    now: now(key),
    ...(compared ? { whole: compared.whole(key), before: compared.before(key) } : { before: null }),
  });
}

/**
 * Returns the most frequent keys of a range.
 * @param pick function that selects the counts of one kind from the counts of a time
 */
function comparedKeys(counts: RangeCounts, pick: (of: CountsOf) => Counts): ComparedKeys {
  const keys = topCounts(pick(counts.now)).map(([key]) => key);
  const lookup = comparedLookup(counts, keys, pick);
  return keys.map((key) => ({ key, ...lookup(key) }));
}

/** Consecutive periods, oldest first. */
interface Span {
  /** Periods that are over. */
  whole: Period[];
  /**
   * The last period, which is not over yet or corresponds to a period that is not over. Comparisons leave this period
   * out.
   */
  running: Period;
}

/** The periods of a range that are counted, and the periods with which the range is compared. */
interface RangePeriods {
  unit: StatsPeriod["unit"];
  now: Span;
  /** The earlier periods, as many as in `now`. Null if nothing is compared. */
  before: Span | null;
}

const spanOf = (count: number, periodAgo: (ago: number) => Period): Span => ({
  whole: Array.from({ length: count - 1 }, (_, index) => periodAgo(count - 1 - index)),
  running: periodAgo(0),
});

/** Returns the periods of a range up to now. */
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

/**
 * Returns the current month, those of its complete days that also exist in the previous month, and the same days of the
 * previous month.
 */
function monthToDate(now: number): { month: Period; whole: Period[]; before: Period[] } {
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

/** Returns the key of a period without its unit: `2026-11-21`. */
const nameOf = (period: Period) => period.slice(period.indexOf(":") + 1);

/** Returns the time at which a period begins. */
function startOf(period: Period): Date {
  const name = nameOf(period);
  if (period.startsWith("hour:")) return new Date(Number(name) * HOUR_MS);
  return torontoDayStart(name.length === 7 ? `${name}-01` : name);
}

/** Returns the start and end of a span's finished periods. `until` is the time at which the current period begins. */
export const boundsOf = ({ whole, running }: Span): { from: Date; until: Date } => ({
  from: startOf(whole[0] ?? running),
  until: startOf(running),
});

/** For each funnel step, the kind of count that counts it by the source of the visit. */
const STEP_KINDS: Readonly<Record<FunnelStepName, CountKind>> = {
  visits: "source",
  listingsOpened: "opened",
  callsClicked: "called",
  signedUp: "signed_up",
  confirmed: "confirmed",
  vip: "vip",
};

/** Kinds of counts from which the statistics of a range are computed. */
export const PERIOD_KINDS: readonly CountKind[] = [
  "visits",
  "views",
  "unique",
  "returning",
  "page",
  "country",
  "mobile",
  "desktop",
  ...Object.values(STEP_KINDS),
];

/** Returns the periods whose visits are read separately. */
export const visitsOfPeriods = ({ now, before }: RangePeriods, time: number): Period[] => {
  const { month, whole, before: monthBefore } = monthToDate(time);
  return [...now.whole, now.running, ...(before?.whole ?? []), month, ...whole, ...monthBefore];
};

/** Numbers of confirmations and VIP purchases in a range, from the mailing list. */
type ListCounts = Record<"confirmed" | "vip", Compared>;

interface Merged {
  range: StatsRange;
  periods: RangePeriods;
  readings: readonly PeriodReading[];
  live: readonly ShardReading[];
  list: ListCounts;
  now: number;
}

function devices(of: CountsOf): Counts {
  return new Map(
    (["mobile", "desktop"] as const).flatMap((kind) => {
      const count = total(of(kind));
      return count === 0 ? [] : [[kind, count] as const];
    }),
  );
}

/**
 * Returns the counts of the funnel steps by source, sources with the most visits first. Sources that only have later
 * steps come last.
 */
function funnelBySource(counts: RangeCounts): StatsPeriod["funnelBySource"] {
  // A source that only has later steps counts as half a visit, so it ranks below all sources with a visit.
  const later = FUNNEL_STEPS.flatMap((step) =>
    [...counts.now(STEP_KINDS[step]).keys()].map((key) => [key, 0.5] as const),
  );
  const keys = topCounts(new Map([...later, ...counts.now("source")])).map(([key]) => key);
  const lookups = FUNNEL_STEPS.map(
    (step) => [step, comparedLookup(counts, keys, (of) => of(STEP_KINDS[step]))] as const,
  );
  return keys.map((key) => ({
    key,
    ...(Object.fromEntries(lookups.map(([step, lookup]) => [step, lookup(key)])) as StatsPeriod["funnel"]),
  }));
}

/** Computes the statistics of a range from the readings of all shards. */
export function mergePeriods({ range, periods, readings, live, list, now }: Merged): StatsPeriod {
  const counts = rangeCounts(periods, readings);
  const visits = new Map<Period, number>();
  for (const { visits: all } of readings)
    for (const { period, n } of all) visits.set(period, (visits.get(period) ?? 0) + n);
  const visitsIn = (asked: readonly Period[]) => asked.reduce((sum, period) => sum + (visits.get(period) ?? 0), 0);

  const sum = (kind: CountKind) => comparedBy(counts, (of) => total(of(kind)));
  const byKey = (kind: CountKind) => comparedKeys(counts, (of) => of(kind));
  const funnel: StatsPeriod["funnel"] = {
    visits: sum("visits"),
    listingsOpened: sum("opened"),
    callsClicked: sum("called"),
    signedUp: sum("signed_up"),
    ...list,
  };
  const { month, whole, before: monthBefore } = monthToDate(now);
  return {
    range,
    unit: periods.unit,
    points: [...periods.now.whole, periods.now.running].map((period, index) => {
      const earlier = periods.before?.whole[index];
      return {
        start: periods.unit === "hour" ? startOf(period).toISOString() : nameOf(period),
        visits: visitsIn([period]),
        before: earlier === undefined ? null : visitsIn([earlier]),
      };
    }),
    visits: funnel.visits,
    views: sum("views"),
    uniqueVisitors: sum("unique"),
    returning: sum("returning"),
    sources: byKey("source"),
    pages: byKey("page"),
    countries: byKey("country"),
    devices: comparedKeys(counts, devices),
    funnel,
    funnelBySource: funnelBySource(counts),
    month: {
      now: visitsIn([month]),
      ...(counts.compared ? { whole: visitsIn(whole), before: visitsIn(monthBefore) } : { before: null }),
    },
    minutes: (live[0]?.minutes ?? []).map((_, minute) =>
      live.reduce((all, { minutes }) => all + (minutes[minute] ?? 0), 0),
    ),
    countedAt: new Date(now).toISOString(),
  };
}

/** The kinds of origins of a visit by which goals are counted. */
export const ORIGINS = ["source", "landing", "campaign"] as const satisfies readonly CountKind[];

/** Returns the kinds of counts that count a goal, in the order of {@link ORIGINS}. */
export const goalKinds = (goal: Goal) =>
  [goal, `${goal}_landing`, `${goal}_campaign`] as const satisfies readonly CountKind[];

/** Returns a share as a percentage with one decimal. */
const rateOf = (reached: number, visits: number) => (visits === 0 ? null : Math.round((reached / visits) * 1_000) / 10);

const goalCounts = (visits: number, reached: number): GoalCounts => ({
  visits,
  reached,
  rate: rateOf(reached, visits),
});

/**
 * Returns the conversions of a goal by origin. Origins with the most conversions come first; equal ones are sorted by
 * visits.
 */
export function conversionOf(goal: Goal, range: StatsRange, counts: RangeCounts, now: number): GoalConversion {
  const [bySource, byLanding, byCampaign] = goalKinds(goal);
  const rows = (origin: CountKind, reachedBy: CountKind): GoalRow[] => {
    const [visits, reached] = [counts.now(origin), counts.now(reachedBy)];
    // Ranks origins by conversions, then by visits, because all visits together count for less than one conversion.
    const most = Math.max(1, ...visits.values()) + 1;
    const weights = new Map(
      [...new Set([...reached.keys(), ...visits.keys()])].map((key) => [
        key,
        (reached.get(key) ?? 0) + (visits.get(key) ?? 0) / most,
      ]),
    );
    const keys = topCounts(weights).map(([key]) => key);
    const { now: countsNow, compared } = forEachTime(counts, (of) => {
      const [visitsOf, reachedOf] = [countLookup(of(origin), keys), countLookup(of(reachedBy), keys)];
      return (key: string) => goalCounts(visitsOf(key), reachedOf(key));
    });
    return keys.map((key) => ({
      key,
      ...countsNow(key),
      ...(compared && { whole: compared.whole(key), before: compared.before(key) }),
    }));
  };
  const totals = forEachTime(counts, (of) => goalCounts(total(of("source")), total(of(goal))));
  return {
    goal,
    range,
    ...totals.now,
    ...totals.compared,
    sources: rows("source", bySource),
    pages: rows("landing", byLanding),
    campaigns: rows("campaign", byCampaign),
    countedAt: new Date(now).toISOString(),
  };
}

/** Minimum number of times that a search must occur to be shown, because rarer searches may be personal. */
const SEARCHES_FROM = 3;

const searchCount = ({ now, whole, before }: Compared): SearchCount => ({
  count: now,
  ...(whole !== undefined && before !== null && { whole, before }),
});

/** Returns the searches that found nothing. Leaves out rare searches, because they could name a person. */
export function emptySearches(range: StatsRange, counts: RangeCounts, now: number): EmptySearches {
  const shown = new Map([...counts.now("no_results")].filter(([, count]) => count >= SEARCHES_FROM));
  return {
    range,
    ...searchCount(comparedBy(counts, (of) => total(of("no_results")))),
    searches: topCounts(shown).map(([query, count]) => ({
      query,
      // 'Other' is not compared, because it contains different searches at the two times.
      ...(query === OTHER ? { count } : searchCount(comparedBy(counts, (of) => of("no_results").get(query) ?? 0))),
    })),
    countedAt: new Date(now).toISOString(),
  };
}

/** Number of earlier days from which the usual number of visits in an hour is computed. */
const DAYS = 28;
/**
 * An hour has unusually many visits if it has at least this many visits, and at least this many times the usual number.
 */
const MANY = { times: 4, visits: 20 } as const;
/**
 * An hour without a visit is unusual if at least this many visits are usual. By chance, one in 3,000 hours with so many
 * usual visits has no visit.
 */
const SILENT_FROM = 8;

/** Visits in an hour, and in the same hour on earlier days. */
export interface SameHourVisits {
  visits: number;
  /** Visits in the same Toronto hour on each of the 28 days before, newest first. */
  before: number[];
  /** True if visits were already counted four weeks ago. */
  isKnown: boolean;
}

/**
 * Returns the last complete hour, and the same hour on each of the 28 days before. `oldestDay` is the earliest of these
 * days.
 */
export function sameHourOnEarlierDays(now: number): { hours: Period[]; oldestDay: Period } {
  const last = Math.floor(now / HOUR_MS) - 1;
  const day = torontoDay(new Date(last * HOUR_MS));
  const noonOf = (date: string) => torontoHour(date, 12).getTime() / HOUR_MS;
  // The days are computed from noon, because days with a clock change have 23 or 25 hours.
  const hourOn = (date: string) => noonOf(date) + last - noonOf(day);
  return {
    hours: [
      `hour:${last}`,
      ...Array.from({ length: DAYS }, (_, ago): Period => `hour:${hourOn(daysAfter(day, -ago - 1))}`),
    ],
    oldestDay: `day:${daysAfter(day, -DAYS)}`,
  };
}

/** Returns the median number of visits in the same hour on the earlier days. */
function usualVisits(before: readonly number[]): number {
  const sorted = before.toSorted((a, b) => a - b);
  const half = sorted.length / 2;
  return ((sorted[Math.floor(half)] ?? 0) + (sorted[Math.ceil(half) - 1] ?? 0)) / 2;
}

/**
 * Returns the reason why the number of visits in an hour is unusual, with the usual number. Returns null if the number
 * is usual, or if there are less than four weeks of data.
 */
export function unusualVisits({
  visits,
  before,
  isKnown,
}: SameHourVisits): { kind: "many" | "none"; usual: number } | null {
  const usual = usualVisits(before);
  if (!isKnown) return null;
  if (visits >= MANY.visits && visits >= MANY.times * usual) return { kind: "many", usual };
  return visits === 0 && usual >= SILENT_FROM ? { kind: "none", usual } : null;
}
