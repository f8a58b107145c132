import { sql } from "drizzle-orm";
import type { Bedrooms } from "../../contracts/bedrooms.ts";
import type { Deps } from "../../platform/deps.ts";
import { isInWindow, momentsOfWindows } from "../../platform/id-windows.ts";

/**
 * When the newest change was among public listings that a condition names, as a part of another query: the first entry of
 * an index. What has expired and is not marked yet is read past.
 */
const newestChange = (deps: Deps, condition: ReturnType<typeof sql>) =>
  sql`SELECT coalesce(updated_at, approved_at) FROM listings
    WHERE status = 'approved' AND ${condition} AND expires_at > ${deps.now().getTime()}
    ORDER BY updated_at DESC LIMIT 1`;

/** When public listings of some types last changed (index listings_changed_by_type); null of a type without any. */
export async function newestChangeOfTypes(
  deps: Deps,
  types: readonly Bedrooms[],
): Promise<{ bedrooms: Bedrooms; changedAt: Date | null }[]> {
  const rows = await deps.db.all<{ bedrooms: Bedrooms; time: number | null }>(
    sql`SELECT value AS bedrooms, (${newestChange(deps, sql`bedrooms = value`)}) AS time
      FROM json_each(${JSON.stringify(types)})`,
  );
  return rows.map(({ bedrooms, time }) => ({ bedrooms, changedAt: time === null ? null : new Date(time) }));
}

/** When public listings of the first windows of ids last changed (index listings_changed_by_window); null of an empty one. */
export function newestChangeOfWindows(deps: Deps, windows: number): Promise<(Date | null)[]> {
  return momentsOfWindows(deps, windows, newestChange(deps, isInWindow));
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
