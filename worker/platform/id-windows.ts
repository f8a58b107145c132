import { type SQL, sql } from "drizzle-orm";
import { ADDRESSES_A_FILE } from "../contracts/sitemaps.ts";
import type { Deps } from "./deps.ts";

/** Whether a row's id is in the window that {@link momentsOfWindows} asks for. Written as the indexes by window have it. */
export const isInWindow = sql.raw(`(id - 1) / ${ADDRESSES_A_FILE} = n`);

/**
 * One moment of each of the first windows of ids, in their order; null where there is none.
 * @param moment a query of one value, in milliseconds, for the window of {@link isInWindow}
 */
export async function momentsOfWindows(deps: Deps, windows: number, moment: SQL): Promise<(Date | null)[]> {
  const rows = await deps.db.all<{ time: number | null }>(
    sql`WITH RECURSIVE numbers(n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM numbers WHERE n < ${windows - 1})
      SELECT (${moment}) AS time FROM numbers ORDER BY n`,
  );
  return rows.slice(0, windows).map(({ time }) => (time === null ? null : new Date(time)));
}
