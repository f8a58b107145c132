import type { Deps } from "../../../platform/deps.ts";
import { pathOf } from "../views/listings.mappers.ts";
import { isPublicNow } from "../listing/listings.policy.ts";
import { listingsByIds, listingsMatching } from "../decisions/queue.repo.ts";
import { SEARCH_MIN_CHARACTERS } from "../../../contracts/moderation-queue.ts";

/** Maximum number of listings that a search of the audit log includes. */
const MAX_FOUND = 100;

/**
 * Returns the addresses of listings for the audit log, and the URLs of public listings.
 * @param ids at most 100
 */
export async function auditedListings(
  deps: Deps,
  ids: readonly number[],
): Promise<Map<number, { about: string; path: string | null }>> {
  const rows = await listingsByIds(deps, ids);
  return new Map(
    rows
      .filter(({ address }) => address !== "")
      .map((row) => [row.id, { about: row.address, path: isPublicNow(row, deps.now()) ? pathOf(row) : null }]),
  );
}

/**
 * Returns the ids of the listings that moderators find with a search text, including deleted listings. Returns none if
 * the text has only short words.
 */
export async function findAuditedListings(deps: Deps, text: string): Promise<number[]> {
  const all = text.split(/\s+/);
  const long = all.filter((word) => word.length >= SEARCH_MIN_CHARACTERS);
  if (long.length === 0) return [];
  const words = { long, short: all.filter((word) => word.length < SEARCH_MIN_CHARACTERS) };
  const window = { limit: MAX_FOUND, offset: 0 };
  const [present, deleted] = await Promise.all([
    listingsMatching(deps, words, { filter: undefined, exceptId: null }, window),
    listingsMatching(deps, words, { filter: "deleted", exceptId: null }, window),
  ]);
  return [...present, ...deleted].map(({ id }) => id);
}
