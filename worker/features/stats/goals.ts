import type { Goal, GoalConversion, GoalRow, StatsRange, EmptySearches } from "../../contracts/stats-periods.ts";
import type { CountKind } from "../visitors/counted-periods.ts";
import type { KeyCount } from "../visitors/shard-reading.ts";
import { countLookup, ranked } from "../visitors/merge-readings.ts";
import { countsOf, total } from "./stats-period.ts";

/** What visits are counted by. */
export const ORIGINS = ["source", "landing", "campaign"] as const satisfies readonly CountKind[];

/** What a goal is counted by, in the order of {@link ORIGINS}. */
export const goalKinds = (goal: Goal) =>
  [goal, `${goal}_landing`, `${goal}_campaign`] as const satisfies readonly CountKind[];

/** Percent with one decimal. */
const rateOf = (reached: number, visits: number) => (visits === 0 ? null : Math.round((reached / visits) * 1_000) / 10);

/** Conversions of a goal from the counts of all shards. Origins with the most conversions come first, then by visits. */
export function conversionOf(goal: Goal, range: StatsRange, counts: readonly KeyCount[], now: number): GoalConversion {
  const of = countsOf(counts);
  const [bySource, byLanding, byCampaign] = goalKinds(goal);
  const rows = (origin: CountKind, reachedBy: CountKind): GoalRow[] => {
    const [visits, reached] = [of(origin), of(reachedBy)];
    // Visits break ties, by less than one conversion.
    const most = Math.max(1, ...visits.values()) + 1;
    const weights = new Map(
      [...new Set([...reached.keys(), ...visits.keys()])].map((key) => [
        key,
        (reached.get(key) ?? 0) + (visits.get(key) ?? 0) / most,
      ]),
    );
    const keys = ranked(weights).map(([key]) => key);
    const [visitsOf, reachedOf] = [countLookup(visits, keys), countLookup(reached, keys)];
    return keys.map((key) => ({
      key,
      visits: visitsOf(key),
      reached: reachedOf(key),
      rate: rateOf(reachedOf(key), visitsOf(key)),
    }));
  };
  const [visits, reached] = [total(of("source")), total(of(goal))];
  return {
    goal,
    range,
    visits,
    reached,
    rate: rateOf(reached, visits),
    sources: rows("source", bySource),
    pages: rows("landing", byLanding),
    campaigns: rows("campaign", byCampaign),
    countedAt: new Date(now).toISOString(),
  };
}

/** Searches that were made less often are left out: their words may be somebody's own. */
const SEARCHES_FROM = 3;

/** The searches that found nothing, without those that could name a person. */
export function emptySearches(range: StatsRange, counts: readonly KeyCount[], now: number): EmptySearches {
  const searches = countsOf(counts)("no_results");
  const shown = new Map([...searches].filter(([, count]) => count >= SEARCHES_FROM));
  return {
    range,
    count: total(searches),
    searches: ranked(shown).map(([query, count]) => ({ query, count })),
    countedAt: new Date(now).toISOString(),
  };
}
