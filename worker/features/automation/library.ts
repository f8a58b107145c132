import { DAY_MS } from "../../contracts/days.ts";
import { FIGURE_KINDS } from "./kinds-figures.ts";
import { PLACE_KINDS } from "./kinds-places.ts";
import { STANDING_KINDS } from "./kinds-standing.ts";
import type { ThreadKind } from "./kinds.ts";

export const THREAD_KINDS: readonly ThreadKind[] = [...FIGURE_KINDS, ...PLACE_KINDS, ...STANDING_KINDS];

/** Days between two dates, both YYYY-MM-DD; infinite without the first. */
const daysBetween = (from: string | undefined, to: string) =>
  from === undefined ? Infinity : (Date.parse(to) - Date.parse(from)) / DAY_MS;

/**
 * The kinds that may post on a day, least recently used first and in random order among equals. Kinds within their rest
 * days are omitted.
 * @param lastPosts the day of each kind's latest post, YYYY-MM-DD
 */
export function kindsByTurn(lastPosts: ReadonlyMap<string, string>, day: string, random: () => number): ThreadKind[] {
  return THREAD_KINDS.map((kind) => ({ kind, last: lastPosts.get(kind.name), chance: random() }))
    .filter(({ kind, last }) => daysBetween(last, day) >= kind.restDays)
    .toSorted((a, b) => (a.last ?? "").localeCompare(b.last ?? "") || a.chance - b.chance)
    .map(({ kind }) => kind);
}

/** The items in random order. */
export function shuffled<Item>(items: readonly Item[], random: () => number): Item[] {
  return items
    .map((item) => ({ item, chance: random() }))
    .toSorted((a, b) => a.chance - b.chance)
    .map(({ item }) => item);
}
