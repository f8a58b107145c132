import { and, asc, gt, gte, lt, type SQL, sql } from "drizzle-orm";
import { BELOW_MARKET_FROM } from "../../contracts/market.ts";
import type { Deps } from "../../platform/deps.ts";
import { type Listing, listings } from "./listings.table.ts";
import { isAnnounced } from "./public-percent.ts";

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
  const proven = await newOnes(deps, window, sql`${listings.belowMarketPercent} >= ${BELOW_MARKET_FROM}`);
  const limit = window.limit - proven.length;
  const isOther = sql`coalesce(${listings.belowMarketPercent}, 0) < ${BELOW_MARKET_FROM}`;
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
