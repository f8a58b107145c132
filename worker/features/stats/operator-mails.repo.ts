import { desc } from "drizzle-orm";
import type { Deps } from "../../platform/deps.ts";
import { listings } from "../listings/core/listings.table.ts";

/** When listings were submitted since a time, of the newest `most` (primary key, as ids grow with time). */
export async function newestSubmissions(deps: Deps, since: Date, most: number): Promise<Date[]> {
  const rows = await deps.db.select({ at: listings.submittedAt }).from(listings).orderBy(desc(listings.id)).limit(most);
  return rows.map(({ at }) => at).filter((at) => at >= since);
}
