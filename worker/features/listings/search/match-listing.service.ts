import type { Deps } from "../../../platform/deps.ts";
import { reachabilityProfiles } from "../../commute/commute.service.ts";
import { candidateOf, type MatchFacts, meetsConditions } from "./match-listing.repo.ts";
import type { SearchRequest } from "./search.conditions.ts";
import { requestFor } from "./understand/meaning.ts";
import { withinReach } from "./commute-limits.ts";

export { publicFacts, type MatchFacts } from "./match-listing.repo.ts";

/**
 * Returns, for each search, whether it finds a public listing, by the same rules as the lists. Without a timetable,
 * conditions on the commute are not met.
 */
export async function searchesThatFind(
  deps: Deps,
  facts: MatchFacts,
  asked: readonly SearchRequest[],
): Promise<boolean[]> {
  const wanted = asked.map((request) => (request.meant ? requestFor(request, request.meant) : request));
  const answers = await meetsConditions(
    deps,
    facts.id,
    wanted.flatMap((request) => request ?? []),
  );
  const found: boolean[] = [];
  let next = 0;
  for (const request of wanted) {
    // A search of only words finds nothing if none of the words can be searched for.
    const isMet = request !== null && answers[next++] === true;
    found.push(isMet && (await isWithinReach(deps, facts, request)));
  }
  return found;
}

async function isWithinReach(deps: Deps, facts: MatchFacts, { search }: SearchRequest): Promise<boolean> {
  if (search.commute.length === 0 || search.maxCommute.length === 0) return true;
  const profiles = await reachabilityProfiles(deps, search.commute);
  return profiles !== null && withinReach(profiles, [candidateOf(facts)], search).length > 0;
}
