import type { Compared, ComparedKeys } from "../../contracts/stats-periods.ts";
import type { CountKind, Counts } from "../visitors/counted-periods.ts";
import { countLookup, ranked } from "../visitors/merge-readings.ts";
import type { KeyCount, PeriodReading, PeriodsAsked } from "../visitors/shard-reading.ts";
import type { RangePeriods } from "./range-periods.ts";

/** Counts of all shards by key, of one kind. */
export type CountsOf = (kind: CountKind) => Counts;

/** The counts of a range. */
export interface RangeCounts {
  now: CountsOf;
  /** What is compared: the range without its running period, and the same time before. Null without a comparison. */
  compared: { whole: CountsOf; before: CountsOf } | null;
}

/** What to ask the shards for {@link rangeCounts}. */
export const groupsOf = ({ now, before }: RangePeriods): PeriodsAsked["groups"] => [
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

/** The counts of a range from the readings of all shards for {@link groupsOf}. */
export function rangeCounts({ before }: RangePeriods, readings: readonly PeriodReading[]): RangeCounts {
  const [whole, running, former] = [0, 1, 2].map((group) => readings.flatMap(({ groups }) => groups[group] ?? []));
  return {
    now: countsOf([...(whole ?? []), ...(running ?? [])]),
    compared: before && { whole: countsOf(whole ?? []), before: countsOf(former ?? []) },
  };
}

export const total = (counts: Counts) => [...counts.values()].reduce((sum, count) => sum + count, 0);

/** The same of a range and, with a comparison, of what is compared. */
export const inTimes = <Counted>({ now, compared }: RangeCounts, count: (of: CountsOf) => Counted) => ({
  now: count(now),
  compared: compared && { whole: count(compared.whole), before: count(compared.before) },
});

/** One count of a range. @param count from the counts of a time */
export function comparedBy(counts: RangeCounts, count: (of: CountsOf) => number): Compared {
  const { now, compared } = inTimes(counts, count);
  return { now, ...(compared ?? { before: null }) };
}

/** A lookup of counts in which 'other' covers all keys not listed. @param pick from the counts of a time */
export function comparedLookup(counts: RangeCounts, keys: readonly string[], pick: (of: CountsOf) => Counts) {
  const { now, compared } = inTimes(counts, (of) => countLookup(pick(of), keys));
  return (key: string): Compared => ({
    now: now(key),
    ...(compared ? { whole: compared.whole(key), before: compared.before(key) } : { before: null }),
  });
}

/** The most frequent keys of a range. @param pick from the counts of a time */
export function comparedKeys(counts: RangeCounts, pick: (of: CountsOf) => Counts): ComparedKeys {
  const keys = ranked(pick(counts.now)).map(([key]) => key);
  const lookup = comparedLookup(counts, keys, pick);
  return keys.map((key) => ({ key, ...lookup(key) }));
}
