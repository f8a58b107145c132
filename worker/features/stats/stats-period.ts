import {
  type Compared,
  FUNNEL_STEPS,
  type FunnelStepName,
  type StatsPeriod,
  type StatsRange,
} from "../../contracts/stats-periods.ts";
import type { CountKind, Counts, Period } from "../visitors/counted-periods.ts";
import { ranked } from "../visitors/merge-readings.ts";
import type { PeriodReading, ShardReading } from "../visitors/shard-reading.ts";
import {
  comparedBy,
  comparedKeys,
  comparedLookup,
  type CountsOf,
  type RangeCounts,
  rangeCounts,
  total,
} from "./range-counts.ts";
import { monthToDate, nameOf, type RangePeriods, startOf } from "./range-periods.ts";

/** The kind that counts a step by the source of its visit. */
const STEP_KINDS: Readonly<Record<FunnelStepName, CountKind>> = {
  visits: "source",
  listingsOpened: "opened",
  callsClicked: "called",
  signedUp: "signed_up",
  confirmed: "confirmed",
  vip: "vip",
};

/** What the figures of a range are counted by. */
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

/** The periods whose visits are told one by one. */
export const visitsOfPeriods = ({ now, before }: RangePeriods, time: number): Period[] => {
  const { month, whole, before: monthBefore } = monthToDate(time);
  return [...now.whole, now.running, ...(before?.whole ?? []), month, ...whole, ...monthBefore];
};

/** Confirmations and VIP subscriptions of a range, from the mailing list. */
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

/** The steps by source, most visits first; sources of later steps alone come after them. */
function funnelBySource(counts: RangeCounts): StatsPeriod["funnelBySource"] {
  // Less than a visit, and more than nothing.
  const later = FUNNEL_STEPS.flatMap((step) =>
    [...counts.now(STEP_KINDS[step]).keys()].map((key) => [key, 0.5] as const),
  );
  const keys = ranked(new Map([...later, ...counts.now("source")])).map(([key]) => key);
  const lookups = FUNNEL_STEPS.map(
    (step) => [step, comparedLookup(counts, keys, (of) => of(STEP_KINDS[step]))] as const,
  );
  return keys.map((key) => ({
    key,
    ...(Object.fromEntries(lookups.map(([step, lookup]) => [step, lookup(key)])) as StatsPeriod["funnel"]),
  }));
}

/** The figures of a range from the readings of all shards. */
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
