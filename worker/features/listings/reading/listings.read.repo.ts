import { and, asc, desc, gt, gte, isNotNull, lt, sql, type SQL } from "drizzle-orm";
import type { Bedrooms } from "../../../contracts/bedrooms.ts";
import type { Deps } from "../../../platform/deps.ts";
import { isInWindow, timesByWindow } from "../../../platform/database.ts";
import { BELOW_MARKET_MIN_PERCENT } from "../../../contracts/market.ts";
import { listings, type Listing } from "../listing/listings.table.ts";
import { PUBLIC_COLUMNS, type PublicRow } from "../views/listings.mappers.ts";
import { isAnnounced } from "../listing/public-percent.ts";

/**
 * Returns the subquery for the time of the latest change to a public listing that matches a condition. The subquery
 * reads the first entry of an index, after skipping expired listings that are not marked yet.
 */
const newestChange = (deps: Deps, condition: ReturnType<typeof sql>) =>
  sql`SELECT coalesce(updated_at, approved_at) FROM listings
    WHERE status = 'approved' AND ${condition} AND expires_at > ${deps.now().getTime()}
    ORDER BY updated_at DESC LIMIT 1`;

/**
 * Returns when public listings of each type last changed (uses index listings_changed_by_type). Returns null for a type
 * without public listings.
 */
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

/**
 * Returns when public listings in each range of ids last changed (uses index listings_changed_by_window). Returns null
 * for a range without public listings.
 */
export function newestChangeOfWindows(deps: Deps): Promise<(Date | null)[]> {
  return timesByWindow(deps, "listings", newestChange(deps, isInWindow));
}

/**
 * Returns, for each group of ids, whether any of its listings is public (by primary key). Stops at the first public
 * listing of a group.
 */
export async function anyPublic(deps: Deps, groups: readonly (readonly number[])[]): Promise<boolean[]> {
  const rows = await deps.db.all<{ found: number }>(
    sql`SELECT EXISTS (
        SELECT 1 FROM json_each(part.value) AS one JOIN listings ON listings.id = one.value
        WHERE status = 'approved' AND expires_at > ${deps.now().getTime()}
      ) AS found FROM json_each(${JSON.stringify(groups)}) AS part ORDER BY part.key`,
  );
  return rows.map(({ found }) => found === 1);
}

/**
 * Returns the public listings among `ids` (by primary key), in any order.
 * @param ids at most 200
 */
export function publicAmong(deps: Deps, ids: readonly number[]): Promise<PublicRow[]> {
  return deps.db
    .select(PUBLIC_COLUMNS)
    .from(listings)
    .where(
      and(
        sql`${listings.id} IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`,
        sql`${listings.status} = 'approved'`,
        gt(listings.expiresAt, deps.now()),
      ),
    )
    .limit(ids.length);
}

/**
 * Returns the listings among `ids` that were once public, with their current state (by primary key).
 * @param ids at most 200
 */
export function oncePublicAmong(deps: Deps, ids: readonly number[]) {
  return deps.db
    .select({ id: listings.id, status: listings.status, expiresAt: listings.expiresAt })
    .from(listings)
    .where(
      and(
        sql`${listings.id} IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`,
        isNotNull(listings.firstApprovedAt),
      ),
    )
    .limit(ids.length);
}

/**
 * Returns the ids and locations of the public listings among `ids` (by primary key).
 * @param ids at most 100
 */
export function publicPlaces(deps: Deps, ids: readonly number[]) {
  const { id, latitude, longitude } = listings;
  return deps.db
    .select({ id, latitude, longitude })
    .from(listings)
    .where(
      and(
        sql`${id} IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`,
        sql`${listings.status} = 'approved'`,
        gt(listings.expiresAt, deps.now()),
      ),
    )
    .limit(ids.length);
}

/** A period for new listings: `from` is included, `until` is not. */
interface NewListings {
  from: Date;
  until: Date;
  /**
   * Subquery for the ids of listings that were emailed in the period. `exceptEver` is the same for all earlier emails.
   */
  except: SQL;
  exceptEver: SQL;
  /** Maximum number of listings. If there are more, listings below market take precedence. */
  limit: number;
}

/**
 * Returns public listings that became new in a period, newest first: listings that were first approved in the period
 * (uses index listings_public), or approved earlier and confirmed in the period (uses index listings_confirmed). Leaves
 * out listings that await confirmation or were confirmed later. If there are more listings than the limit, listings
 * below market take precedence, then listings that have waited longest.
 */
export async function newListings(deps: Deps, window: NewListings): Promise<Listing[]> {
  const [proven, others] = await Promise.all([
    newListingsWhere(deps, window, sql`${listings.belowMarketPercent} >= ${BELOW_MARKET_MIN_PERCENT}`),
    newListingsWhere(deps, window, sql`coalesce(${listings.belowMarketPercent}, 0) < ${BELOW_MARKET_MIN_PERCENT}`),
  ]);
  return [...proven, ...others].slice(0, window.limit).toSorted((a, b) => newSince(b) - newSince(a) || b.id - a.id);
}

const newSince = ({ firstApprovedAt, confirmedAt }: Listing) =>
  Math.max(firstApprovedAt?.getTime() ?? 0, confirmedAt?.getTime() ?? 0);

async function newListingsWhere(deps: Deps, { from, until, except, exceptEver, limit }: NewListings, condition: SQL) {
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
          condition,
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

/**
 * Returns the milliseconds from submission to first approval, for the most recently approved listings since a time that
 * are still public (uses index listings_public).
 */
export async function reviewDurations(deps: Deps, since: Date, limit: number): Promise<number[]> {
  const rows = await deps.db
    .select({ submittedAt: listings.submittedAt, approvedAt: listings.firstApprovedAt })
    .from(listings)
    .where(and(sql`${listings.status} = 'approved'`, gte(listings.firstApprovedAt, since)))
    .orderBy(desc(listings.firstApprovedAt), desc(listings.id))
    .limit(limit);
  return rows.flatMap(({ submittedAt, approvedAt }) =>
    approvedAt ? [approvedAt.getTime() - submittedAt.getTime()] : [],
  );
}
