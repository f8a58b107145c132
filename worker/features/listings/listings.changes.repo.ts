import { sql } from "drizzle-orm";
import type { Bedrooms } from "../../contracts/bedrooms.ts";
import { ADDRESSES_A_FILE } from "../../contracts/sitemaps.ts";
import type { Deps } from "../../platform/deps.ts";

const dateOf = (time: number | null) => (time === null ? null : new Date(time));

/**
 * When the newest change was among public listings that a condition names, as a part of another query: the first entry of
 * an index. What has expired and is not marked yet is read past.
 */
const newestChange = (deps: Deps, condition: ReturnType<typeof sql>) =>
  sql`(SELECT coalesce(updated_at, approved_at) FROM listings
    WHERE status = 'approved' AND ${condition} AND expires_at > ${deps.now().getTime()}
    ORDER BY updated_at DESC LIMIT 1)`;

/** When public listings of some types last changed (index listings_changed_by_type); null of a type without any. */
export async function newestChangeOfTypes(
  deps: Deps,
  types: readonly Bedrooms[],
): Promise<{ bedrooms: Bedrooms; changedAt: Date | null }[]> {
  const rows = await deps.db.all<{ bedrooms: Bedrooms; time: number | null }>(
    sql`SELECT value AS bedrooms, ${newestChange(deps, sql`bedrooms = value`)} AS time
      FROM json_each(${JSON.stringify(types)})`,
  );
  return rows.map(({ bedrooms, time }) => ({ bedrooms, changedAt: dateOf(time) }));
}

/** When public listings of the first windows of ids last changed (index listings_changed_by_window); null of an empty one. */
export async function newestChangeOfWindows(deps: Deps, windows: number): Promise<(Date | null)[]> {
  const rows = await deps.db.all<{ time: number | null }>(
    sql`WITH RECURSIVE numbers(n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM numbers WHERE n < ${windows - 1})
      SELECT ${newestChange(deps, sql`(id - 1) / ${sql.raw(String(ADDRESSES_A_FILE))} = n`)} AS time FROM numbers ORDER BY n`,
  );
  return rows.slice(0, windows).map(({ time }) => dateOf(time));
}

/** Of groups of ids, whether one of each is public now (primary key). Rows read: at most the ids, and the first found ends a group. */
export async function anyPublic(deps: Deps, groups: readonly (readonly number[])[]): Promise<boolean[]> {
  const rows = await deps.db.all<{ found: number }>(
    sql`SELECT EXISTS (
        SELECT 1 FROM json_each(part.value) AS one JOIN listings ON listings.id = one.value
        WHERE status = 'approved' AND expires_at > ${deps.now().getTime()}
      ) AS found FROM json_each(${JSON.stringify(groups)}) AS part ORDER BY part.key`,
  );
  return rows.map(({ found }) => found === 1);
}
