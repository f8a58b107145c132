import { and, eq, gt, gte, inArray, isNull, lte, ne, notInArray, or, sql } from "drizzle-orm";
import { TORONTO_DISTRICTS } from "../../../contracts/areas.ts";
import type { Bedrooms } from "../../../contracts/bedrooms.ts";
import type { Deps } from "../../../platform/deps.ts";
import { type Listing, listings, UNSERVED } from "./listings.table.ts";

// Literal SQL: with a bound parameter SQLite cannot prove that a partial index serves.
const isApproved = sql`${listings.status} = 'approved'`;
const isPublic = (deps: Deps, bedrooms: Bedrooms) =>
  and(isApproved, eq(listings.bedrooms, bedrooms), gt(listings.expiresAt, deps.now()));
const newestFirst = sql`${listings.firstApprovedAt} DESC, ${listings.id} DESC`;

/**
 * Rents and percentages of the newest public listings of a type with what they are compared by, equal ones counted
 * together (index listings_public_by_type). @param limit listings that are read at most
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

/** What reads like a room, or is far too cheap, is counted among the homes of its type once a moderator confirmed it. */
const isWhatItSays = eq(listings.awaitsConfirmation, false);

/**
 * Rents, in cents, of public listings of a type in the City, but basements and beds, first approved since, the newest
 * `limit` (index listings_public_by_type).
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
        isWhatItSays,
        inArray(listings.municipality, [...TORONTO_DISTRICTS]),
        or(isNull(listings.homeType), notInArray(listings.homeType, ["basement", "shared_bed"])),
      ),
    )
    .orderBy(newestFirst)
    .limit(limit);
  return rows.map(({ rentCents }) => rentCents);
}

/**
 * Rents of homes of a type that no figure of the City serves, first approved since and let or expired meanwhile or public
 * still, the newest `limit` (index listings_asked_rents).
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
        sql.raw(UNSERVED),
        eq(listings.bedrooms, bedrooms),
        gte(listings.firstApprovedAt, since),
        isWhatItSays,
        inArray(listings.status, ["approved", "expired", "rented"]),
      ),
    )
    .orderBy(sql`${listings.firstApprovedAt} DESC`)
    .limit(limit);
}

/** The id at which a window of `size` listings after `afterId` ends (primary key); null when there is none after it. */
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
 * What a listing's standing to the market is made from, of those of a type that are seen or can come back, with ids
 * after one and up to another (primary key): not of rented ones, nor of what its landlord deleted.
 */
export async function comparedListings(deps: Deps, bedrooms: Bedrooms, afterId: number, endId: number) {
  return deps.db
    .select({
      id: listings.id,
      status: listings.status,
      revision: listings.revision,
      rent: listings.rent,
      rentCents: listings.rentCents,
      address: listings.address,
      unit: listings.unit,
      bedrooms: listings.bedrooms,
      homeType: listings.homeType,
      municipality: listings.municipality,
      confirmedAt: listings.confirmedAt,
      phone: listings.phone,
      landlordName: listings.landlordName,
      additionalInfo: listings.additionalInfo,
      pets: listings.pets,
      comparedPercent: listings.comparedPercent,
      belowMarketPercent: listings.belowMarketPercent,
      marketRentCents: listings.marketRentCents,
      marketSource: listings.marketSource,
      marketAsOf: listings.marketAsOf,
      marketArea: listings.marketArea,
      marketKind: listings.marketKind,
      marketMethod: listings.marketMethod,
      marketIsEstimate: listings.marketIsEstimate,
      marketCheckedOn: listings.marketCheckedOn,
      reviewNotes: listings.reviewNotes,
      /** As stored, to see whether somebody else changed them. */
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
export type ComparedListing = Awaited<ReturnType<typeof comparedListings>>[number];

/** What a comparison writes. */
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

/** A listing's standing to the market as it is to be, and what it was made from. */
export type NewStanding = Pick<Listing, "id" | "revision" | "reviewNotes" | (typeof MARKET_COLUMNS)[number]> & {
  storedNotes: string;
  /** Renters read something else of it. */
  isOther: boolean;
};

/**
 * The statement that writes the standing of many listings at once. A listing that was changed since it was read keeps
 * what the change gave it; revisions stay, for what a moderator approves is the same.
 */
export function updateStandings(deps: Deps, standings: readonly NewStanding[]) {
  const rows = JSON.stringify(
    standings.map((standing) => ({
      ...standing,
      marketIsEstimate: standing.marketIsEstimate ? 1 : 0,
      isOther: standing.isOther ? 1 : 0,
      reviewNotes: JSON.stringify(standing.reviewNotes),
    })),
  );
  const value = (name: string) => sql.raw(`json_extract(standing.value, '$.${name}')`);
  return deps.db
    .update(listings)
    .set({
      ...Object.fromEntries(MARKET_COLUMNS.map((column) => [column, value(column)])),
      reviewNotes: value("reviewNotes"),
      updatedAt: sql`iif(${value("isOther")}, ${deps.now().getTime()}, ${listings.updatedAt})`,
    })
    .from(sql`json_each(${rows}) AS standing`)
    .where(
      sql`${listings.id} = ${value("id")} AND ${listings.revision} = ${value("revision")}
        AND ${listings.reviewNotes} = ${value("storedNotes")}`,
    )
    .returning({ id: listings.id });
}
