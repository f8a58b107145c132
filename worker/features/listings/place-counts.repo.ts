import { gt } from "drizzle-orm";
import type { Deps } from "../../platform/deps.ts";
import { placeCounts } from "./place-counts.table.ts";

/** Most places that are told: there are 158 neighbourhoods and 109 stations. */
const MAX_PLACES = 500;

/** Places with approved listings, by name. Rows read: as many as there are places. */
export async function placesWithListings(deps: Deps) {
  return deps.db
    .select()
    .from(placeCounts)
    .where(gt(placeCounts.listings, 0))
    .orderBy(placeCounts.kind, placeCounts.name)
    .limit(MAX_PLACES);
}
