import { and, eq, getTableColumns, gt, gte, inArray, isNull, lt, lte, ne, notInArray, or, sql } from "drizzle-orm";
import { TORONTO_DISTRICTS } from "../../../contracts/areas.ts";
import type { Bedrooms } from "../../../contracts/bedrooms.ts";
import type { Deps } from "../../../platform/deps.ts";
import { placeCounts } from "../search/search.table.ts";
import { WITHOUT_CITY_BENCHMARK } from "../listing/listings.expressions.ts";
import { type Listing, listings } from "../listing/listings.table.ts";

/** Upper bound on the number of neighbourhoods. */
const MAX_NEIGHBOURHOODS = 200;

// The condition is literal SQL, because SQLite does not use a partial index for a bound parameter.
const isApproved = sql`${listings.status} = 'approved'`;
const isPublic = (deps: Deps, bedrooms: Bedrooms) =>
  and(isApproved, eq(listings.bedrooms, bedrooms), gt(listings.expiresAt, deps.now()));
const newestFirst = sql`${listings.firstApprovedAt} DESC, ${listings.id} DESC`;

/**
 * Returns rents and percentages of the newest public listings of a type. Listings with equal values are grouped (uses
 * index listings_public_by_type).
 * @param limit maximum number of listings read
 */
export async function publicRents(deps: Deps, bedrooms: Bedrooms, limit: number) {
  const newest = deps.db
    .select({
      rentCents: listings.rentCents,
      percent: listings.comparedPercent,
      homeType: listings.homeType,
      municipality: listings.municipality,
    })
    .from(listings)
    .where(isPublic(deps, bedrooms))
    .orderBy(newestFirst)
    .limit(limit)
    .as("newest");
  return deps.db
    .select({
      rentCents: newest.rentCents,
      percent: newest.percent,
      homeType: newest.homeType,
      municipality: newest.municipality,
      listings: sql<number>`count(*)`,
    })
    .from(newest)
    .groupBy(newest.rentCents, newest.percent, newest.homeType, newest.municipality);
}

/** SQL condition that leaves out unconfirmed listings that look like another home type or are far too cheap. */
const isConfirmed = eq(listings.awaitsConfirmation, false);

/**
 * Returns the rents in cents of the newest `limit` public listings of a type in the City that were first approved since
 * a time. Leaves out basements and shared beds (uses index listings_public_by_type).
 */
export async function rentsApprovedSince(
  deps: Deps,
  bedrooms: Bedrooms,
  since: Date,
  limit: number,
): Promise<(number | null)[]> {
  const rows = await deps.db
    .select({ rentCents: listings.rentCents })
    .from(listings)
    .where(
      and(
        isPublic(deps, bedrooms),
        gte(listings.firstApprovedAt, since),
        isConfirmed,
        inArray(listings.municipality, [...TORONTO_DISTRICTS]),
        or(isNull(listings.homeType), notInArray(listings.homeType, ["basement", "shared_bed"])),
      ),
    )
    .orderBy(newestFirst)
    .limit(limit);
  return rows.map(({ rentCents }) => rentCents);
}

/**
 * Returns the rents of published homes of a type that have no City benchmark: the newest `limit` homes that were first
 * approved since a time (uses index listings_asking_rents).
 */
export async function rentsWithoutBenchmark(deps: Deps, bedrooms: Bedrooms, since: Date, limit: number) {
  return deps.db
    .select({
      rentCents: listings.rentCents,
      homeType: listings.homeType,
      municipality: listings.municipality,
      firstApprovedAt: listings.firstApprovedAt,
    })
    .from(listings)
    .where(
      and(
        sql.raw(WITHOUT_CITY_BENCHMARK),
        eq(listings.bedrooms, bedrooms),
        gte(listings.firstApprovedAt, since),
        isConfirmed,
        inArray(listings.status, ["approved", "expired", "rented"]),
      ),
    )
    .orderBy(sql`${listings.firstApprovedAt} DESC`)
    .limit(limit);
}

/**
 * Returns the last id among the next `size` listings after `afterId` (by primary key). Returns null if there are none.
 */
export async function windowEnd(deps: Deps, afterId: number, size: number): Promise<number | null> {
  const window = deps.db
    .select({ id: listings.id })
    .from(listings)
    .where(gt(listings.id, afterId))
    .orderBy(listings.id)
    .limit(size)
    .as("window");
  const [row] = await deps.db.select({ end: sql<number | null>`max(${window.id})` }).from(window);
  return row?.end ?? null;
}

/**
 * Returns listings of a type with ids in (afterId, endId] that are public or may become public (by primary key). Leaves
 * out rented listings, and listings that their landlords deleted.
 */
export async function listingsToCompare(deps: Deps, bedrooms: Bedrooms, afterId: number, endId: number) {
  return deps.db
    .select({
      ...getTableColumns(listings),
      /** The notes as stored, for the optimistic lock. */
      storedNotes: sql<string>`${listings.reviewNotes}`.as("stored_notes"),
    })
    .from(listings)
    .where(
      and(
        gt(listings.id, afterId),
        lte(listings.id, endId),
        eq(listings.bedrooms, bedrooms),
        ne(listings.status, "rented"),
        or(ne(listings.status, "deleted"), eq(listings.deletedBy, "admin")),
      ),
    );
}
export type ComparedListing = Awaited<ReturnType<typeof listingsToCompare>>[number];

/** The columns that a comparison writes. */
export const MARKET_COLUMNS = [
  "comparedPercent",
  "belowMarketPercent",
  "marketRentCents",
  "marketSource",
  "marketAsOf",
  "marketArea",
  "marketKind",
  "marketMethod",
  "marketIsEstimate",
  "marketCheckedOn",
] as const satisfies (keyof Listing)[];

/** The result of a comparison, with the revision and notes of the listing that was compared. */
export type NewComparison = Pick<Listing, "id" | "revision" | "reviewNotes" | (typeof MARKET_COLUMNS)[number]> & {
  storedNotes: string;
  /** True if a public column changed. */
  isChanged: boolean;
};

/**
 * Returns the statement that stores the market comparisons of many listings. Skips listings that changed since they
 * were read. Revisions stay the same, because moderators do not decide on these columns.
 */
export function storeComparisons(deps: Deps, comparisons: readonly NewComparison[]) {
  const rows = JSON.stringify(
    comparisons.map((comparison) => ({
      ...comparison,
      marketIsEstimate: comparison.marketIsEstimate ? 1 : 0,
      isChanged: comparison.isChanged ? 1 : 0,
      reviewNotes: JSON.stringify(comparison.reviewNotes),
    })),
  );
  const value = (name: string) => sql.raw(`json_extract(comparison.value, '$.${name}')`);
  return deps.db
    .update(listings)
    .set({
      ...Object.fromEntries(MARKET_COLUMNS.map((column) => [column, value(column)])),
      reviewNotes: value("reviewNotes"),
      updatedAt: sql`iif(${value("isChanged")}, ${deps.now().getTime()}, ${listings.updatedAt})`,
    })
    .from(sql`json_each(${rows}) AS comparison`)
    .where(
      sql`${listings.id} = ${value("id")} AND ${listings.revision} = ${value("revision")}
        AND ${listings.reviewNotes} = ${value("storedNotes")}`,
    )
    .returning({ id: listings.id });
}

/** Returns the neighbourhoods with public listings (by the primary key of their counts). */
export async function listedNeighbourhoods(deps: Deps): Promise<string[]> {
  const rows = await deps.db
    .select({ name: placeCounts.name })
    .from(placeCounts)
    .where(and(eq(placeCounts.kind, "neighbourhood"), gt(placeCounts.listings, 0)))
    .limit(MAX_NEIGHBOURHOODS);
  return rows.map(({ name }) => name);
}

/**
 * Returns how long the homes in a neighbourhood were listed, for the newest `limit` homes that were first approved
 * since a time (uses the covering index listings_pace). Leaves out homes that moderators rejected or deleted, and homes
 * whose listing ended at an unknown time.
 */
export async function homesOf(deps: Deps, neighbourhood: string, since: Date, limit: number) {
  const rows = await deps.db.all<{
    bedrooms: Bedrooms;
    status: Listing["status"];
    approved: number;
    ended: number | null;
    expires: number | null;
  }>(
    sql`SELECT bedrooms, status, first_approved_at AS approved, public_until AS ended, expires_at AS expires
      FROM listings INDEXED BY listings_pace
      WHERE first_approved_at IS NOT NULL AND neighbourhood IS NOT NULL
      AND neighbourhood = ${neighbourhood} AND first_approved_at >= ${since.getTime()}
      AND status <> 'rejected' AND (status <> 'deleted' OR deleted_by = 'owner')
      ORDER BY first_approved_at DESC LIMIT ${limit}`,
  );
  const now = deps.now().getTime();
  return rows.flatMap(({ bedrooms, status, approved, ended, expires }) => {
    const isPublic = status === "approved" && expires !== null && expires > now;
    const endedAt = ended ?? (expires !== null && expires <= now ? expires : null);
    if (!isPublic && endedAt === null) return [];
    return {
      bedrooms,
      firstApprovedAt: new Date(approved),
      endedAt: isPublic || endedAt === null ? null : new Date(endedAt),
      isGone: status === "rented" || status === "deleted",
    };
  });
}

/**
 * Returns the newest `limit` homes in a neighbourhood that were first approved within a period (uses index
 * listings_pace). Leaves out homes that moderators rejected or deleted, or that still await confirmation.
 */
export async function homesOfMonth(
  deps: Deps,
  neighbourhood: string,
  { since, until }: { since: Date; until: Date },
  limit: number,
) {
  const rows = await deps.db
    .select({
      bedrooms: listings.bedrooms,
      homeType: listings.homeType,
      rentCents: listings.rentCents,
      percent: listings.belowMarketPercent,
      isRentControlled: listings.isRentControlled,
      confidence: listings.rentControlConfidence,
    })
    .from(listings)
    .where(
      and(
        sql`first_approved_at IS NOT NULL AND neighbourhood IS NOT NULL`,
        eq(listings.neighbourhood, neighbourhood),
        gte(listings.firstApprovedAt, since),
        lt(listings.firstApprovedAt, until),
        or(
          inArray(listings.status, ["approved", "expired", "rented"]),
          and(eq(listings.status, "deleted"), eq(listings.deletedBy, "owner")),
        ),
        isConfirmed,
      ),
    )
    .orderBy(sql`${listings.firstApprovedAt} DESC`)
    .limit(limit);
  return rows.map(({ confidence, isRentControlled, ...home }) => ({
    ...home,
    isRentControlled: confidence === "low" ? null : isRentControlled,
  }));
}
