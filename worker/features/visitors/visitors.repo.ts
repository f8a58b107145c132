import { sql } from "drizzle-orm";
import { deleteInBatches } from "../../platform/database.ts";
import type { Deps } from "../../platform/deps.ts";
import type { DayCounts } from "./shard-reading.ts";
import { visitorDays } from "./visitors.table.ts";

/** Maximum number of rows per statement, because a bound value holds at most 2 MB. */
const ROWS_A_STATEMENT = 2_000;

/** Stores a shard's counts for a day. A repeated call changes nothing. */
export async function storeDay(db: Deps["db"], shard: string, { day, counts }: DayCounts): Promise<void> {
  for (let at = 0; at < counts.length; at += ROWS_A_STATEMENT) {
    const rows = JSON.stringify(counts.slice(at, at + ROWS_A_STATEMENT));
    await db.run(sql`
      INSERT INTO ${visitorDays} (day, kind, key, shard, count)
      SELECT ${day}, json_extract(value, '$.kind'), json_extract(value, '$.key'), ${shard}, json_extract(value, '$.n')
      FROM json_each(${rows}) WHERE true
      ON CONFLICT (day, kind, key, shard) DO UPDATE SET count = excluded.count`);
  }
}

/**
 * Deletes the counts of days before `before` (by primary key).
 * @param before YYYY-MM-DD
 */
export async function deleteDaysBefore(deps: Deps, before: string): Promise<void> {
  await deleteInBatches(deps, "visitor_days", sql`day < ${before}`);
}
