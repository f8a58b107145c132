import type { Deps } from "../../../platform/deps.ts";
import { listingsWithoutWords, writeWords } from "./listing-words.repo.ts";
import { searchTextOf } from "./listing-words.ts";

/** Number of listings processed per run. */
const BATCH = 100;

/** Stores the search words of approved listings that do not have any yet. */
export async function writeMissingWords(deps: Deps): Promise<void> {
  const unread = await listingsWithoutWords(deps, BATCH);
  const [first, ...others] = unread.map((listing) => writeWords(deps, listing, searchTextOf(listing)));
  if (first) await deps.db.batch([first, ...others]);
}
