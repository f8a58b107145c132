import { and, desc, gt, lte, sql } from "drizzle-orm";
import { DAY_MS } from "../../contracts/days.ts";
import type { ReviewNote } from "../../contracts/listings.ts";
import { BELOW_MARKET_MIN_PERCENT } from "../../contracts/market.ts";
import {
  SCAM_BAND_LISTINGS_MAX,
  type DiscountBand,
  EXPIRING_DAYS,
  COUNTED_POSTS_DAYS,
  COUNTED_POSTS_MAX,
} from "../../contracts/stats.ts";
import type { Deps } from "../../platform/deps.ts";
import { forumComments, forumThreads } from "../forum/forum.table.ts";
import { WAITING_SINCE } from "../listings/listing/listings.expressions.ts";
import { listings } from "../listings/listing/listings.table.ts";

// The condition is literal SQL, because SQLite does not use a partial index for a bound parameter.
const isApproved = sql`${listings.status} = 'approved'`;
const isPending = sql`${listings.status} = 'pending'`;
const isPublic = (deps: Deps) => and(isApproved, gt(listings.expiresAt, deps.now()));

const BAND = sql<DiscountBand>`CASE WHEN ${listings.awaitsConfirmation} THEN 'unconfirmed'
  WHEN ${listings.belowMarketPercent} IS NULL THEN 'unknown'
  WHEN ${listings.belowMarketPercent} >= ${sql.raw(String(BELOW_MARKET_MIN_PERCENT))} THEN 'below'
  WHEN ${listings.belowMarketPercent} > ${sql.raw(String(-BELOW_MARKET_MIN_PERCENT))} THEN 'about'
  ELSE 'above' END`;

/** Counts public listings by percentage band. Reads all public listings (uses index listings_by_discount). */
export const publicByBand = (deps: Deps) =>
  deps.db
    .select({ band: BAND, count: sql<number>`count(*)` })
    .from(listings)
    .where(isPublic(deps))
    .groupBy(BAND);

/**
 * Returns when the public listing at a position was first approved, with the newest listing at position 0 (uses index
 * listings_public).
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

/** Counts the public listings that expire soon (uses index listings_expiring). */
export async function countExpiring(deps: Deps): Promise<number> {
  const until = new Date(deps.now().getTime() + EXPIRING_DAYS * DAY_MS);
  const [row] = await deps.db
    .select({ count: sql<number>`count(*)` })
    .from(listings)
    .where(and(isPublic(deps), lte(listings.expiresAt, until)));
  return row?.count ?? 0;
}

/**
 * Returns the time since which the pending listing at a position has waited, with the longest-waiting listing at
 * position 0 (uses index listings_waiting).
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

/**
 * Returns the notes of the {@link SCAM_BAND_LISTINGS_MAX} pending listings that have waited longest (uses index
 * listings_waiting).
 */
export async function notesOfWaiting(deps: Deps): Promise<readonly ReviewNote[][]> {
  const rows = await deps.db
    .select({ notes: listings.reviewNotes })
    .from(listings)
    .where(isPending)
    .orderBy(WAITING_SINCE, listings.id)
    .limit(SCAM_BAND_LISTINGS_MAX);
  return rows.map(({ notes }) => notes);
}

/**
 * Returns the forum's posts of the last {@link COUNTED_POSTS_DAYS} days, at most the {@link COUNTED_POSTS_MAX} newest
 * of each kind.
 */
export async function recentPosts(deps: Deps, table: typeof forumThreads | typeof forumComments) {
  const since = deps.now().getTime() - COUNTED_POSTS_DAYS * DAY_MS;
  const rows = await deps.db
    .select({ at: table.createdAt, isAutomated: table.isAutomated })
    .from(table)
    .orderBy(desc(table.id))
    .limit(COUNTED_POSTS_MAX);
  return rows.filter(({ at }) => at.getTime() >= since);
}

/**
 * Returns the times of submissions since a time, among the newest `most` listings (by primary key, because ids grow
 * with time).
 */
export async function newestSubmissions(deps: Deps, since: Date, most: number): Promise<Date[]> {
  const rows = await deps.db.select({ at: listings.submittedAt }).from(listings).orderBy(desc(listings.id)).limit(most);
  return rows.map(({ at }) => at).filter((at) => at >= since);
}
