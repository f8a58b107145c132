import { unaccented, wordsOf } from "../../../contracts/search-words.ts";
import type { Deps } from "../../../platform/deps.ts";
import { commuteFields } from "../../commute/commute.service.ts";
import { matchOf, partsOf } from "./listing-words.ts";
import { queriesWithoutMatches } from "./listing-words.repo.ts";
import { buildWordQuery } from "./listing-words.service.ts";
import { candidateOf, type MatchFacts, meetsConditions } from "./match-listing.repo.ts";
import type { SearchRequest } from "./search.conditions.ts";
import { withinReach } from "./ways-to-work.ts";

export { publicFacts, type MatchFacts } from "./match-listing.repo.ts";

/** Most misspelt searches corrected for one call; each takes some statements. */
const MOST_CORRECTIONS = 40;

/** Searches with the queries for their words, as the lists would ask; those that the call leaves out come last. */
async function withWords(deps: Deps, asked: readonly SearchRequest[]): Promise<(SearchRequest | null)[]> {
  const typed = asked.map(({ search: { q } }) => (q === null ? undefined : matchOf(partsOf(wordsOf(unaccented(q))))));
  const matches = [...new Set(typed.flatMap((match) => match ?? []))];
  // Corrected are those that match no listing at all.
  const misspelt = new Set(matches.length === 0 ? [] : await queriesWithoutMatches(deps, matches));
  const corrected = new Map<string, string | null>();
  const wanted: (SearchRequest | null)[] = [];
  for (const [nth, request] of asked.entries()) {
    let match = typed[nth];
    const { q } = request.search;
    if (match && q !== null && misspelt.has(match)) {
      if (!corrected.has(q)) {
        if (corrected.size === MOST_CORRECTIONS) break;
        corrected.set(q, (await buildWordQuery(deps, q)).match);
      }
      match = corrected.get(q) ?? null;
    }
    // Words without a searchable one find nothing.
    wanted.push(match === null ? null : { ...request, ...(match !== undefined && { match }) });
  }
  return wanted;
}

/**
 * Which of some searches find a public listing, by the conditions with which the lists find it. Without a timetable, the
 * way to work is unknown and fits no condition.
 * @returns the answers for the first searches: all, unless many of them are misspelt
 */
export async function searchesThatFind(
  deps: Deps,
  facts: MatchFacts,
  asked: readonly SearchRequest[],
): Promise<boolean[]> {
  const wanted = await withWords(deps, asked);
  const known = wanted.flatMap((request) => request ?? []);
  const answers = await meetsConditions(deps, facts.id, known);
  const found: boolean[] = [];
  let next = 0;
  for (const request of wanted) {
    const isMet = request !== null && answers[next++] === true;
    found.push(isMet && (await isWithinReach(deps, facts, request)));
  }
  return found;
}

async function isWithinReach(deps: Deps, facts: MatchFacts, { search }: SearchRequest): Promise<boolean> {
  if (search.commute.length === 0 || search.maxCommute.length === 0) return true;
  const fields = await commuteFields(deps, search.commute);
  return fields !== null && withinReach(fields, [candidateOf(facts)], search).length > 0;
}
