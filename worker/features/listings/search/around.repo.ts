import { and, eq, gt, type SQL, sql } from "drizzle-orm";
import type { Bedrooms } from "../../../contracts/bedrooms.ts";
import type { Deps } from "../../../platform/deps.ts";
import { listings } from "../core/listings.table.ts";
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

// Literal SQL, because SQLite does not use a partial index for a bound parameter.
const isApproved = sql.raw("status = 'approved' AND neighbourhood IS NOT NULL");

/** In a neighbourhood, or among the newest of each of several, so that no more is read than is shown. */
function among(names: readonly string[], bedrooms: Bedrooms, limit: number): SQL {
  const [only = "", ...others] = names;
  if (others.length === 0) return eq(listings.neighbourhood, only);
  const ofType = sql`status = 'approved' AND neighbourhood IS NOT NULL AND neighbourhood = one.value AND bedrooms = ${bedrooms}`;
  const last = sql`SELECT first_approved_at FROM listings WHERE ${ofType}
    ORDER BY first_approved_at DESC LIMIT 1 OFFSET ${Math.ceil(limit / names.length) - 1}`;
  return sql`${listings.id} IN (
    SELECT id FROM json_each(${JSON.stringify(names)}) AS one CROSS JOIN listings
    WHERE ${ofType} AND first_approved_at >= coalesce((${last}), 0))`;
}

const newest = (deps: Deps, bedrooms: Bedrooms, where: SQL | undefined, limit: number) =>
  deps.db
    .select(COLUMNS)
    .from(listings)
    .where(and(sql`${listings.status} = 'approved'`, eq(listings.bedrooms, bedrooms), gt(listings.expiresAt, deps.now()), where))
    .orderBy(...NEWEST_FIRST)
    .limit(limit);

/** The newest public homes of a type in some neighbourhoods (index listings_around, a range for each). */
export const newestInNeighbourhoods = (deps: Deps, bedrooms: Bedrooms, names: readonly string[], limit: number) =>
  newest(deps, bedrooms, and(isApproved, among(names, bedrooms, limit)), limit);

/** The newest public homes of a type everywhere (index listings_public_by_type). */
export const newestOfType = (deps: Deps, bedrooms: Bedrooms, limit: number) => newest(deps, bedrooms, undefined, limit);

export type HomeAround = Awaited<ReturnType<typeof newestOfType>>[number];
