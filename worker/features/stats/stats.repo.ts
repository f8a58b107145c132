import { and, desc, gt, lte, sql } from "drizzle-orm";
import { DAY_MS } from "../../contracts/days.ts";
import type { ReviewNote } from "../../contracts/listings.ts";
import { BELOW_MARKET_MIN_PERCENT } from "../../contracts/market.ts";
import { BANDS_READ, type DiscountBand, EXPIRING_DAYS, POSTS_DAYS, POSTS_READ } from "../../contracts/stats.ts";
import type { Deps } from "../../platform/deps.ts";
import { forumComments, forumThreads } from "../forum/forum.table.ts";
import { WAITING_SINCE } from "../listings/listing/listings.expressions.ts";
import { listings } from "../listings/listing/listings.table.ts";

// Literal SQL, because SQLite does not use a partial index for a bound parameter.
const isApproved = sql`${listings.status} = 'approved'`;
const isPending = sql`${listings.status} = 'pending'`;
const isPublic = (deps: Deps) => and(isApproved, gt(listings.expiresAt, deps.now()));

const BAND = sql<DiscountBand>`CASE WHEN ${listings.awaitsConfirmation} THEN 'unconfirmed'
  WHEN ${listings.belowMarketPercent} IS NULL THEN 'unknown'
  WHEN ${listings.belowMarketPercent} >= ${sql.raw(String(BELOW_MARKET_MIN_PERCENT))} THEN 'below'
  WHEN ${listings.belowMarketPercent} > ${sql.raw(String(-BELOW_MARKET_MIN_PERCENT))} THEN 'about'
  ELSE 'above' END`;

/** Counts public listings by how they compare with the market. Reads all of them (index listings_by_discount). */
export const publicByBand = (deps: Deps) =>
  deps.db
    .select({ band: BAND, count: sql<number>`count(*)` })
    .from(listings)
    .where(isPublic(deps))
    .groupBy(BAND);

/**
 * Returns when a public listing was first approved, by its position in the list, newest first (index listings_public).
 */
export async function approvalAt(deps: Deps, place: number): Promise<Date | null> {
  const [row] = await deps.db
    .select({ at: listings.firstApprovedAt })
    .from(listings)
    .where(isPublic(deps))
    .orderBy(sql`first_approved_at DESC`, desc(listings.id))
    .limit(1)
    .offset(place);
  return row?.at ?? null;
}

/** Counts the public listings that expire soon (index listings_expiring). */
export async function countExpiring(deps: Deps): Promise<number> {
  const until = new Date(deps.now().getTime() + EXPIRING_DAYS * DAY_MS);
  const [row] = await deps.db
    .select({ count: sql<number>`count(*)` })
    .from(listings)
    .where(and(isPublic(deps), lte(listings.expiresAt, until)));
  return row?.count ?? 0;
}

/**
 * Returns since when a pending listing has waited, by its position in the list, longest first (index listings_waiting).
 */
export async function waitingAt(deps: Deps, place: number): Promise<Date | null> {
  const [row] = await deps.db
    .select({ since: sql<number>`${WAITING_SINCE}` })
    .from(listings)
    .where(isPending)
    .orderBy(WAITING_SINCE, listings.id)
    .limit(1)
    .offset(place);
  return row ? new Date(row.since) : null;
}

/** Returns the notes of the {@link BANDS_READ} pending listings that have waited longest (index listings_waiting). */
export async function notesOfWaiting(deps: Deps): Promise<readonly ReviewNote[][]> {
  const rows = await deps.db
    .select({ notes: listings.reviewNotes })
    .from(listings)
    .where(isPending)
    .orderBy(WAITING_SINCE, listings.id)
    .limit(BANDS_READ);
  return rows.map(({ notes }) => notes);
}

/**
 * Returns the newest posts of the forum, at most {@link POSTS_READ} of a kind, that are not older than {@link
 * POSTS_DAYS} days.
 */
export async function recentPosts(deps: Deps, table: typeof forumThreads | typeof forumComments) {
  const since = deps.now().getTime() - POSTS_DAYS * DAY_MS;
  const rows = await deps.db
    .select({ at: table.createdAt, isAutomated: table.isAutomated })
    .from(table)
    .orderBy(desc(table.id))
    .limit(POSTS_READ);
  return rows.filter(({ at }) => at.getTime() >= since);
}

/** Returns when listings were submitted since a time, for the newest `most` (primary key, as ids grow with time). */
export async function newestSubmissions(deps: Deps, since: Date, most: number): Promise<Date[]> {
  const rows = await deps.db.select({ at: listings.submittedAt }).from(listings).orderBy(desc(listings.id)).limit(most);
  return rows.map(({ at }) => at).filter((at) => at >= since);
}
