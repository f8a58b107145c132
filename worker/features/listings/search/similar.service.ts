import { and, asc, desc, eq, gt, gte, lt, type SQL, sql } from "drizzle-orm";
import { type PublicListing, SIMILAR_LISTINGS } from "../../../contracts/listings.ts";
import type { Deps } from "../../../platform/deps.ts";
import { metresBetween } from "../../../platform/grid.ts";
import { publicationOf, toPublicListing } from "../views/listings.mappers.ts";
import { listingById } from "../listing/listings.repo.ts";
import { type Listing, listings } from "../listing/listings.table.ts";
import { NEWEST_FIRST, ofType } from "./search.conditions.ts";

/** Maximum difference between the rents of similar homes, as a share of the rent. */
const RENT_SHARE = 0.25;
/** Maximum number of rows read from the neighbourhood, and of rows with a higher and with a lower rent. */
const IN_NEIGHBOURHOOD = 30;
const BY_RENT = 10;
/** Assumed distances in metres of listings without a known location, in the same neighbourhood and elsewhere. */
const UNPLACED_METRES = { same: 1_000, other: 20_000 };

/** Returns the distance between two listings in metres. Assumes a distance if a location is unknown. */
function distanceBetween(a: Listing, b: Listing): number {
  if (a.latitude !== null && a.longitude !== null && b.latitude !== null && b.longitude !== null)
    return metresBetween(
      { latitude: a.latitude, longitude: a.longitude },
      { latitude: b.latitude, longitude: b.longitude },
    );
  return a.neighbourhood !== null && a.neighbourhood === b.neighbourhood ? UNPLACED_METRES.same : UNPLACED_METRES.other;
}

/**
 * Returns public listings of the same type: the newest listings in the neighbourhood, and the listings whose rents are
 * closest.
 */
async function candidatesFor(deps: Deps, to: Listing): Promise<Listing[]> {
  const isPublic = and(sql`${listings.status} = 'approved'`, gt(listings.expiresAt, deps.now()));
  const around = deps.db
    .select({ id: listings.id })
    .from(listings)
    .where(and(isPublic, eq(listings.neighbourhood, to.neighbourhood ?? "")))
    .orderBy(...NEWEST_FIRST)
    .limit(IN_NEIGHBOURHOOD);
  const besideRent = (where: SQL, ...order: SQL[]) =>
    deps.db
      .select()
      .from(listings)
      // Must equal the expression in the index listings_by_type_price.
      .where(and(isPublic, ofType(to.bedrooms), sql`(${listings.rentCents} IS NULL) = 0`, where))
      .orderBy(...order)
      .limit(BY_RENT);
  const rent = to.rentCents ?? 0;
  const found = await deps.db.batch([
    // The unary plus stops the query planner from reading all listings of the type instead.
    deps.db
      .select()
      .from(listings)
      .where(and(sql`${listings.id} IN ${around}`, sql`+${listings.bedrooms} = ${to.bedrooms}`)),
    besideRent(gte(listings.rentCents, rent), asc(listings.rentCents)),
    besideRent(lt(listings.rentCents, rent), desc(listings.rentCents)),
  ]);
  return [...new Map(found.flat().map((row) => [row.id, row])).values()].filter(({ id }) => id !== to.id);
}

/**
 * Returns public listings of the same type as a listing that is or was public. Listings whose rent differs by at most a
 * quarter come first, shortest distance first. Returns null for a listing that was never public.
 * @returns at most {@link SIMILAR_LISTINGS}, and when the first of them expires
 */
export async function readSimilar(
  deps: Deps,
  id: number | null,
): Promise<{ similar: PublicListing[]; validUntil: Date | null } | null> {
  const to = id === null ? null : await listingById(deps, id);
  if (to === null || to.firstApprovedAt === null) return null;
  const ranked = (await candidatesFor(deps, to)).map((row) => {
    const difference = to.rentCents === null || row.rentCents === null ? null : Math.abs(row.rentCents - to.rentCents);
    const isAlike = difference !== null && difference <= (to.rentCents ?? 0) * RENT_SHARE;
    return { row, isAlike, metres: distanceBetween(to, row), difference: difference ?? 0 };
  });
  const first = ranked
    .toSorted(
      (a, b) =>
        Number(b.isAlike) - Number(a.isAlike) ||
        (a.isAlike ? a.metres - b.metres : a.difference - b.difference) ||
        b.row.id - a.row.id,
    )
    .slice(0, SIMILAR_LISTINGS);
  const publication = publicationOf(deps);
  const expiries = first.flatMap(({ row }) => (row.expiresAt ? [row.expiresAt.getTime()] : []));
  return {
    similar: first.map(({ row }) => toPublicListing(row, publication)),
    validUntil: expiries.length > 0 ? new Date(Math.min(...expiries)) : null,
  };
}
