import type { SQL } from "drizzle-orm";
import type { Deps } from "./deps.ts";

/** Rows that one statement deletes at most: more would hold up other queries of the database. */
const BATCH = 2_000;
/** Statements of one call, so that a tick stays within its limit; the next run goes on. */
const ROUNDS = 5;

/**
 * Deletes what is old, a bounded number of rows at a time, until a batch finds fewer than it may delete or the rounds are
 * used up: 10,000 rows a call.
 * @param statement a DELETE of at most `limit` rows
 */
export async function deleteInBatches(deps: Pick<Deps, "db">, statement: (limit: number) => SQL): Promise<void> {
  for (let round = 0; round < ROUNDS; round += 1) {
    const { meta } = await deps.db.run(statement(BATCH));
    if (meta.changes < BATCH) return;
  }
}
