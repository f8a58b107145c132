import { FEATURE_KINDS } from "./kinds-features.ts";
import { LAW_KINDS } from "./kinds-law.ts";
import { PLACE_KINDS } from "./kinds-places.ts";
import { QUESTION_KINDS } from "./kinds-questions.ts";
import { RENT_KINDS } from "./kinds-rents.ts";
import { SCAM_KINDS } from "./kinds-scams.ts";
import { SEASON_KINDS } from "./kinds-seasons.ts";
import { WEEK_KINDS } from "./kinds-week.ts";
import type { ThreadKind } from "./kinds.ts";

/** Every kind of thread that the automation knows. */
export const THREAD_KINDS: readonly ThreadKind[] = [
  ...WEEK_KINDS,
  ...RENT_KINDS,
  ...PLACE_KINDS,
  ...FEATURE_KINDS,
  ...LAW_KINDS,
  ...SCAM_KINDS,
  ...SEASON_KINDS,
  ...QUESTION_KINDS,
];

const DAY_MS = 86_400_000;
/** Days from one to another, both YYYY-MM-DD; endless from never. */
const daysBetween = (from: string | undefined, to: string) =>
  from === undefined ? Infinity : (Date.parse(to) - Date.parse(from)) / DAY_MS;

/** The latest day of each series. */
function lastOfSeries(lastPosts: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  const last = new Map<string, string>();
  for (const { name, series } of THREAD_KINDS) {
    const day = lastPosts.get(name);
    if (series && day !== undefined && day > (last.get(series.name) ?? "")) last.set(series.name, day);
  }
  return last;
}

/**
 * The kinds whose turn it is on a day, in order: never used ones first, then the least recently used; among equals by
 * chance. Kinds that were used within their days of rest have to wait, and so does the rest of their series.
 * @param lastPosts the day of each kind's latest post, YYYY-MM-DD
 */
export function kindsInTurn(lastPosts: ReadonlyMap<string, string>, day: string, random: () => number): ThreadKind[] {
  const ofSeries = lastOfSeries(lastPosts);
  return THREAD_KINDS.map((kind) => ({ kind, last: lastPosts.get(kind.name), chance: random() }))
    .filter(({ kind, last }) => daysBetween(last, day) >= kind.restDays)
    .filter(({ kind: { series } }) => !series || daysBetween(ofSeries.get(series.name), day) >= series.restDays)
    .toSorted((a, b) => (a.last ?? "").localeCompare(b.last ?? "") || a.chance - b.chance)
    .map(({ kind }) => kind);
}

/** The same items in another order. */
export function shuffled<Item>(items: readonly Item[], random: () => number): Item[] {
  return items
    .map((item) => ({ item, chance: random() }))
    .toSorted((a, b) => a.chance - b.chance)
    .map(({ item }) => item);
}
