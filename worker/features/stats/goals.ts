import type {
  Compared,
  EmptySearches,
  Goal,
  GoalConversion,
  GoalCounts,
  GoalRow,
  SearchCount,
  StatsRange,
} from "../../contracts/stats-periods.ts";
import { OTHER } from "../../contracts/visitors.ts";
import { type CountKind, countLookup, ranked } from "../visitors/shard-reading.ts";
import { comparedBy, inTimes, type RangeCounts, total } from "./stats-period.ts";

/** What visits are counted by. */
export const ORIGINS = ["source", "landing", "campaign"] as const satisfies readonly CountKind[];

/** What a goal is counted by, in the order of {@link ORIGINS}. */
export const goalKinds = (goal: Goal) =>
  [goal, `${goal}_landing`, `${goal}_campaign`] as const satisfies readonly CountKind[];

/** Percent with one decimal. */
const rateOf = (reached: number, visits: number) => (visits === 0 ? null : Math.round((reached / visits) * 1_000) / 10);

const goalCounts = (visits: number, reached: number): GoalCounts => ({
  visits,
  reached,
  rate: rateOf(reached, visits),
});

/** Conversions of a goal. Origins with the most conversions come first, then by visits. */
export function conversionOf(goal: Goal, range: StatsRange, counts: RangeCounts, now: number): GoalConversion {
  const [bySource, byLanding, byCampaign] = goalKinds(goal);
  const rows = (origin: CountKind, reachedBy: CountKind): GoalRow[] => {
    const [visits, reached] = [counts.now(origin), counts.now(reachedBy)];
    // Visits break ties, by less than one conversion.
    const most = Math.max(1, ...visits.values()) + 1;
    const weights = new Map(
      [...new Set([...reached.keys(), ...visits.keys()])].map((key) => [
        key,
        (reached.get(key) ?? 0) + (visits.get(key) ?? 0) / most,
      ]),
    );
    const keys = ranked(weights).map(([key]) => key);
    const { now: countsNow, compared } = inTimes(counts, (of) => {
      const [visitsOf, reachedOf] = [countLookup(of(origin), keys), countLookup(of(reachedBy), keys)];
      return (key: string) => goalCounts(visitsOf(key), reachedOf(key));
    });
    return keys.map((key) => ({
      key,
      ...countsNow(key),
      ...(compared && { whole: compared.whole(key), before: compared.before(key) }),
    }));
  };
  const totals = inTimes(counts, (of) => goalCounts(total(of("source")), total(of(goal))));
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

/** Searches that were made less often are left out: their words may be somebody's own. */
const SEARCHES_FROM = 3;

const searchCount = ({ now, whole, before }: Compared): SearchCount => ({
  count: now,
  ...(whole !== undefined && before !== null && { whole, before }),
});

/** The searches that found nothing, without those that could name a person. */
export function emptySearches(range: StatsRange, counts: RangeCounts, now: number): EmptySearches {
  const shown = new Map([...counts.now("no_results")].filter(([, count]) => count >= SEARCHES_FROM));
  return {
    range,
    ...searchCount(comparedBy(counts, (of) => total(of("no_results")))),
    searches: ranked(shown).map(([query, count]) => ({
      query,
      // The others are not the same ones at both times.
      ...(query === OTHER ? { count } : searchCount(comparedBy(counts, (of) => of("no_results").get(query) ?? 0))),
    })),
    countedAt: new Date(now).toISOString(),
  };
}
