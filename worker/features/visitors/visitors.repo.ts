import { sql } from "drizzle-orm";
import type { Deps } from "../../platform/deps.ts";
import type { DayCounts } from "./shard-reading.ts";
import { visitorDays } from "./visitors.table.ts";

/** D1 binds at most 100 values: five of them for each row. */
const ROWS_A_STATEMENT = 20;
const STATEMENTS_A_BATCH = 50;

/** Stores what a shard counted on a day; a second time it changes nothing. */
export async function storeDay(db: Deps["db"], shard: string, { day, counts }: DayCounts): Promise<void> {
  const rows = counts.map(({ kind, key, n }) => ({ day, kind, key, shard, count: n }));
  const statements = [];
  for (let at = 0; at < rows.length; at += ROWS_A_STATEMENT)
    statements.push(
      db
        .insert(visitorDays)
        .values(rows.slice(at, at + ROWS_A_STATEMENT))
        .onConflictDoUpdate({
          target: [visitorDays.day, visitorDays.kind, visitorDays.key, visitorDays.shard],
          set: { count: sql`excluded.count` },
        }),
    );
  for (let at = 0; at < statements.length; at += STATEMENTS_A_BATCH) {
    const [first, ...rest] = statements.slice(at, at + STATEMENTS_A_BATCH);
    if (first) await db.batch([first, ...rest]);
  }
}
