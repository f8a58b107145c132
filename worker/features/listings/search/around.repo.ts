import { and, eq, gt, type SQL, sql } from "drizzle-orm";
import type { Bedrooms } from "../../../contracts/bedrooms.ts";
import type { Deps } from "../../../platform/deps.ts";
import { listings } from "../listing/listings.table.ts";
import { NEWEST_FIRST } from "./search.conditions.ts";

const COLUMNS = {
  id: listings.id,
  bedrooms: listings.bedrooms,
  address: listings.address,
  addressPrecision: listings.addressPrecision,
  rentCents: listings.rentCents,
  homeType: listings.homeType,
  municipality: listings.municipality,
  neighbourhood: listings.neighbourhood,
  approvedAt: listings.firstApprovedAt,
  utilitiesIncluded: listings.utilitiesIncluded,
  parking: listings.parking,
  furnished: listings.furnished,
  awaitsConfirmation: listings.awaitsConfirmation,
};

const isListed = (deps: Deps) => gt(listings.expiresAt, deps.now());
// The condition is literal SQL, because SQLite does not use a partial index for a bound parameter.
const isApproved = sql`${listings.status} = 'approved'`;

const newest = (deps: Deps, bedrooms: Bedrooms, where: SQL | undefined, limit: number) =>
  deps.db
    .select(COLUMNS)
    .from(listings)
    .where(and(isApproved, eq(listings.bedrooms, bedrooms), isListed(deps), where))
    .orderBy(...NEWEST_FIRST)
    .limit(limit);

/** Returns the newest public homes of a type in all areas (uses index listings_public_by_type). */
export const newestOfType = (deps: Deps, bedrooms: Bedrooms, limit: number) => newest(deps, bedrooms, undefined, limit);

/** Returns the newest public homes of a type in a neighbourhood (uses index listings_around). */
export const newestInNeighbourhood = (deps: Deps, bedrooms: Bedrooms, neighbourhood: string, limit: number) =>
  newest(
    deps,
    bedrooms,
    and(sql`${listings.neighbourhood} IS NOT NULL`, eq(listings.neighbourhood, neighbourhood)),
    limit,
  );

/**
 * Returns the newest public homes of a type in each of several neighbourhoods, in any order. Reads about the same
 * number of homes from each, in total about `limit` (uses index listings_around).
 */
export function newestInEach(deps: Deps, bedrooms: Bedrooms, names: readonly string[], limit: number) {
  const ofType = sql`status = 'approved' AND neighbourhood IS NOT NULL AND neighbourhood = one.value AND bedrooms = ${bedrooms}`;
  const last = sql`SELECT first_approved_at FROM listings WHERE ${ofType}
    ORDER BY first_approved_at DESC LIMIT 1 OFFSET ${Math.ceil(limit / names.length) - 1}`;
  const ids = sql`SELECT listings.id FROM json_each(${JSON.stringify(names)}) AS one CROSS JOIN listings
    WHERE ${ofType} AND first_approved_at >= coalesce((${last}), 0)`;
  // There is no other condition, because SQLite might use an index on that condition instead.
  return deps.db
    .select(COLUMNS)
    .from(listings)
    .where(and(sql`${listings.id} IN (${ids})`, isListed(deps)));
}

export type HomeAround = Awaited<ReturnType<typeof newestOfType>>[number];
