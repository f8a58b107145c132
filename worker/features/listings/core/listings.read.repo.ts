import { and, asc, gt, gte, lt, sql, type SQL } from "drizzle-orm";
import type { Bedrooms } from "../../../contracts/bedrooms.ts";
import type { Deps } from "../../../platform/deps.ts";
import { isInWindow, timesByWindow } from "../../../platform/database.ts";
import { BELOW_MARKET_MIN_PERCENT } from "../../../contracts/market.ts";
import { listings, type Listing } from "./listings.table.ts";
import { isAnnounced } from "./public-percent.ts";

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
  return timesByWindow(deps, windows, newestChange(deps, isInWindow));
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

/** Which listings are new in a window of time: what comes at its very end belongs to the next one. */
interface NewListings {
  from: Date;
  until: Date;
  /** Ids of those that were told of in the window, and ever, as queries. */
  except: SQL;
  exceptEver: SQL;
  /** At most this many, those that are below market first. */
  limit: number;
}

/**
 * Public listings that are new since one moment and before another: first approved then (index listings_public), or
 * confirmed then after an approval of before (index listings_confirmed); none that awaits a confirmation, or was confirmed
 * at the end of the window or later. Those that are below market come first, then others as far as there is room; of
 * each those that have waited longest, newest first.
 */
export async function newListings(deps: Deps, window: NewListings): Promise<Listing[]> {
  const proven = await newOnes(deps, window, sql`${listings.belowMarketPercent} >= ${BELOW_MARKET_MIN_PERCENT}`);
  const limit = window.limit - proven.length;
  const isOther = sql`coalesce(${listings.belowMarketPercent}, 0) < ${BELOW_MARKET_MIN_PERCENT}`;
  const others = limit > 0 ? await newOnes(deps, { ...window, limit }, isOther) : [];
  return [...proven, ...others].toSorted((a, b) => newSince(b) - newSince(a) || b.id - a.id);
}

const newSince = ({ firstApprovedAt, confirmedAt }: Listing) =>
  Math.max(firstApprovedAt?.getTime() ?? 0, confirmedAt?.getTime() ?? 0);

async function newOnes(deps: Deps, { from, until, except, exceptEver, limit }: NewListings, standing: SQL) {
  const ofWindow = (
    column: typeof listings.firstApprovedAt | typeof listings.confirmedAt,
    ...more: (SQL | undefined)[]
  ) =>
    deps.db
      .select()
      .from(listings)
      .where(
        and(
          sql`${listings.status} = 'approved'`,
          gt(listings.expiresAt, deps.now()),
          isAnnounced,
          standing,
          gte(column, from),
          lt(column, until),
          ...more,
        ),
      )
      .orderBy(asc(column), asc(listings.id))
      .limit(limit);
  const [approved, confirmed] = await Promise.all([
    ofWindow(
      listings.firstApprovedAt,
      sql`(${listings.confirmedAt} IS NULL OR ${listings.confirmedAt} < ${until.getTime()})`,
      sql`${listings.id} NOT IN (${except})`,
    ),
    ofWindow(listings.confirmedAt, lt(listings.firstApprovedAt, from), sql`${listings.id} NOT IN (${exceptEver})`),
  ]);
  return [...approved, ...confirmed].toSorted((a, b) => newSince(a) - newSince(b) || a.id - b.id).slice(0, limit);
}
