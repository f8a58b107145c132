import { and, asc, eq, lte, ne, sql } from "drizzle-orm";
import { deleteInBatches } from "../../platform/database.ts";
import type { Deps } from "../../platform/deps.ts";
import { alertMatches, alertReaders, alertsNotified } from "./alerts.table.ts";

/** Search id that marks a match with a VIP's preferences instead of a saved search. */
export const VIP_SEARCH_ID = 0;

/** SQL condition that a recipient is a confirmed subscriber with paid access. */
const isVipNow = sql`EXISTS (SELECT 1 FROM subscribers JOIN vip_subscriptions USING (email_key)
  WHERE email_key = reader.email_key AND subscribers.status = 'confirmed' AND has_access)`;

/** A home that matches a recipient's search or preferences; see {@link alertMatches}. */
export type Match = typeof alertMatches.$inferInsert;

const field = (name: keyof Match) => sql.raw(`json_extract(value, '$.${name}')`);

/**
 * Returns the statement that stores matches of which the email address was not notified yet. If a match is already
 * stored, the earlier of the two due times applies.
 */
export const insertMatches = (deps: Deps, matches: readonly Match[]) =>
  deps.db
    .insert(alertMatches)
    .select(
      sql`SELECT ${field("readerId")}, ${field("listingId")}, ${field("news")}, ${field("searchId")}, ${field("fromCents")},
        ${field("dueAt")}, ${field("isInstant")}
        FROM json_each(${JSON.stringify(matches.map((match) => ({ ...match, dueAt: match.dueAt.getTime() })))})
        WHERE NOT EXISTS (SELECT 1 FROM alerts_notified JOIN alert_readers ON alert_readers.address_hash = alerts_notified.address_hash
          WHERE alert_readers.id = ${field("readerId")} AND listing_id = ${field("listingId")} AND news = ${field("news")})`,
    )
    .onConflictDoUpdate({
      target: [alertMatches.readerId, alertMatches.listingId, alertMatches.news, alertMatches.searchId],
      set: { dueAt: sql`min(alert_matches.due_at, excluded.due_at)` },
    });

/** The condition is literal SQL, because SQLite does not use partial indexes for bound parameters. */
const IS_INSTANT = sql`is_instant = 1`;

/**
 * Returns whether any match, or with `onlyInstant` any instant match, is due at a time (uses indexes alert_matches_due,
 * alert_matches_instant).
 */
export async function isAnyDue(deps: Deps, time: Date, onlyInstant: boolean): Promise<boolean> {
  const rows = await deps.db
    .select({ readerId: alertMatches.readerId })
    .from(alertMatches)
    .where(and(lte(alertMatches.dueAt, time), onlyInstant ? IS_INSTANT : undefined))
    .limit(1);
  return rows.length > 0;
}

/** Position in the list of due matches. */
export interface DuePosition {
  dueAt: number;
  readerId: number;
}

/**
 * Returns recipients with matches due at a time, after a position, in order. A recipient may occur more than once (uses
 * indexes alert_matches_due, alert_matches_instant).
 */
export const dueReaders = (
  deps: Deps,
  time: Date,
  { after, onlyInstant, limit }: { after: DuePosition; onlyInstant: boolean; limit: number },
): Promise<DuePosition[]> =>
  deps.db.all<DuePosition>(
    sql`SELECT due_at AS "dueAt", reader_id AS "readerId" FROM alert_matches INDEXED BY ${onlyInstant ? sql`alert_matches_instant` : sql`alert_matches_due`}
      WHERE due_at <= ${time.getTime()} AND (due_at, reader_id) > (${after.dueAt}, ${after.readerId})
        ${onlyInstant ? sql`AND ${IS_INSTANT}` : sql``}
      GROUP BY due_at, reader_id ORDER BY due_at, reader_id LIMIT ${limit}`,
  );

/** Postpones the due instant matches of saved searches. */
export async function postponeInstant(deps: Deps, time: Date, until: Date): Promise<void> {
  await deps.db
    .update(alertMatches)
    .set({ dueAt: until })
    .where(
      and(lte(alertMatches.dueAt, time), eq(alertMatches.isInstant, true), ne(alertMatches.searchId, VIP_SEARCH_ID)),
    );
}

/**
 * Moves the due matches of some recipients into a mailing, in one batch. Each email address gets each home and each
 * lower rent only once. Matches of inactive searches and former VIPs are not moved. A repeated call changes nothing.
 * @returns all matches of these recipients in the mailing
 */
export async function moveMatchesToMailing(deps: Deps, mailing: string, time: Date, readerIds: readonly number[]) {
  const readers = sql`(SELECT value FROM json_each(${JSON.stringify(readerIds)}))`;
  await deps.db.batch([
    deps.db
      .insert(alertsNotified)
      .select(
        sql`SELECT reader.address_hash, found.listing_id, found.news, ${mailing}, min(found.search_id), found.from_cents,
            ${deps.now().getTime()}
          FROM alert_matches AS found JOIN alert_readers AS reader ON reader.id = found.reader_id
          LEFT JOIN saved_searches AS search ON search.id = found.search_id
          WHERE found.reader_id IN ${readers} AND found.due_at <= ${time.getTime()}
            AND reader.stopped_at IS NULL AND iif(found.search_id = ${VIP_SEARCH_ID}, ${isVipNow}, search.state = 'active')
          GROUP BY found.reader_id, found.listing_id, found.news`,
      )
      .onConflictDoNothing(),
    // Also deletes later matches with the same home, for example from a VIP's saved search.
    deps.db.delete(alertMatches).where(
      sql`reader_id IN ${readers} AND (due_at <= ${time.getTime()} OR EXISTS (SELECT 1 FROM alerts_notified AS notified
        JOIN alert_readers AS reader ON reader.address_hash = notified.address_hash
        WHERE reader.id = alert_matches.reader_id AND notified.listing_id = alert_matches.listing_id AND notified.news = alert_matches.news))`,
    ),
  ]);
  // This query is not in the batch, because a batch would merge columns with the same name.
  return deps.db
    .select({ reader: alertReaders, notified: alertsNotified })
    .from(alertReaders)
    .innerJoin(
      alertsNotified,
      and(eq(alertsNotified.addressHash, alertReaders.addressHash), eq(alertsNotified.mailing, mailing)),
    )
    .where(sql`${alertReaders.id} IN ${readers}`)
    .orderBy(asc(alertReaders.id), sql`alerts_notified.listing_id DESC`)
    .limit(MAX_HOMES_PER_BATCH);
}

/** Maximum number of homes in the emails to one batch of recipients. */
const MAX_HOMES_PER_BATCH = 10_000;

/**
 * Records which new homes a mailing includes for each email address, so that later alerts do not repeat them. Skips
 * homes that another mailing already included.
 */
export async function claimHomes(
  deps: Deps,
  mailing: string,
  homes: readonly { addressHash: string; listingId: number }[],
): Promise<void> {
  if (homes.length === 0) return;
  const of = (name: "addressHash" | "listingId") => sql.raw(`json_extract(value, '$.${name}')`);
  await deps.db
    .insert(alertsNotified)
    .select(
      sql`SELECT ${of("addressHash")}, ${of("listingId")}, 0, ${mailing}, 0, NULL, ${deps.now().getTime()}
        FROM json_each(${JSON.stringify(homes)}) WHERE true`,
    )
    .onConflictDoNothing();
}

/** Returns the new homes that other mailings to these email addresses already included (by primary key). */
export async function notifiedHomes(
  deps: Deps,
  mailing: string,
  addressHashes: readonly string[],
  listingIds: readonly number[],
): Promise<{ addressHash: string; listingId: number }[]> {
  const among = (values: readonly unknown[]) => sql`(SELECT value FROM json_each(${JSON.stringify(values)}))`;
  return deps.db
    .select({ addressHash: alertsNotified.addressHash, listingId: alertsNotified.listingId })
    .from(alertsNotified)
    .where(
      sql`${alertsNotified.addressHash} IN ${among(addressHashes)} AND ${alertsNotified.listingId} IN ${among(listingIds)}
        AND ${alertsNotified.news} = 0 AND ${alertsNotified.mailing} <> ${mailing}`,
    );
}

/** Deletes notifications from before one time, and matches that were due before another time and are in no mailing. */
export async function deleteOldMatches(deps: Deps, notifiedBefore: Date, dueBefore: Date): Promise<void> {
  await deleteInBatches(deps, "alerts_notified", sql`at < ${notifiedBefore.getTime()}`);
  await deleteInBatches(deps, "alert_matches", sql`due_at < ${dueBefore.getTime()}`);
}
