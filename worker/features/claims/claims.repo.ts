import { and, gt, gte, sql } from "drizzle-orm";
import { DAY_MS, HOUR_MS } from "../../contracts/days.ts";
import { BELOW_MARKET_MIN_PERCENT } from "../../contracts/market.ts";
import type { Deps } from "../../platform/deps.ts";
import { listings } from "../listings/listing/listings.table.ts";

// The condition is literal SQL, because SQLite does not use a partial index for a bound parameter.
const isApproved = sql`${listings.status} = 'approved'`;

/**
 * Returns the number of homes that are shown as below market, and their median percentage (uses index
 * listings_by_discount). The median is null if there are none.
 */
export async function belowMarketDiscounts(deps: Deps): Promise<{ homes: number; median: number | null }> {
  const isBelowMarket = and(
    isApproved,
    gte(listings.belowMarketPercent, BELOW_MARKET_MIN_PERCENT),
    gt(listings.expiresAt, deps.now()),
  );
  const [counted] = await deps.db
    .select({ homes: sql<number>`count(*)` })
    .from(listings)
    .where(isBelowMarket);
  const homes = counted?.homes ?? 0;
  const [middle] = await deps.db
    .select({ percent: listings.belowMarketPercent })
    .from(listings)
    .where(isBelowMarket)
    .orderBy(sql`${listings.belowMarketPercent} DESC`)
    .limit(1)
    .offset(Math.floor(homes / 2));
  return { homes, median: middle?.percent ?? null };
}

/**
 * Returns whether at least one home was approved in every period of `hours` over the last `days`. Considers the first
 * approvals of public homes. Steps back from approval to approval, so it reads one row per period (uses index
 * listings_public).
 */
export async function hadNewHomesEvery(deps: Deps, hours: number, days: number): Promise<boolean> {
  const now = deps.now().getTime();
  const start = now - days * DAY_MS;
  const [found] = await deps.db.all<{ reached: number | null }>(sql`
    WITH RECURSIVE back(moment) AS (
      SELECT ${now}
      UNION ALL
      SELECT (
        SELECT min(first_approved_at) FROM listings
        WHERE status = 'approved' AND first_approved_at >= moment - ${hours * HOUR_MS} AND first_approved_at < moment
      )
      FROM back WHERE moment > ${start}
    )
    SELECT min(moment) AS reached FROM back WHERE moment IS NOT NULL`);
  return found?.reached != null && found.reached <= start;
}
