import { and, desc, eq, isNotNull, lt, sql } from "drizzle-orm";
import { type MonthFigures, MONTHS_SHOWN } from "../../contracts/transparency.ts";
import { deleteInBatches } from "../../platform/database.ts";
import type { Deps } from "../../platform/deps.ts";
import { transparencyEntries as entries, transparencyMonths as months } from "./transparency.table.ts";

/** Returns the statement that stores an entry for an event that is counted. */
export const insertEntry = (deps: Deps, entry: typeof entries.$inferInsert) => deps.db.insert(entries).values(entry);

/**
 * Returns the statement that deletes the entries that a decision counted for a listing (uses index
 * transparency_entries_decision).
 */
export const deleteCount = (deps: Deps, { decisionId, listingId }: { decisionId: string; listingId: number }) =>
  deps.db.delete(entries).where(and(eq(entries.decisionId, decisionId), eq(entries.listingId, listingId)));

/** Returns months with entries before a month, oldest first (uses index transparency_entries_month). */
export async function monthsBefore(deps: Deps, month: string, limit: number): Promise<string[]> {
  const rows = await deps.db
    .selectDistinct({ month: entries.month })
    .from(entries)
    .where(lt(entries.month, month))
    .orderBy(entries.month)
    .limit(limit);
  return rows.map((row) => row.month);
}

/** Returns the counts of a month by each published dimension (uses index transparency_entries_month). */
export function countsOf(deps: Deps, month: string) {
  const { kind, area, bedrooms, reason } = entries;
  return deps.db
    .select({ kind, area, bedrooms, reason, count: sql<number>`count(*)` })
    .from(entries)
    .where(eq(entries.month, month))
    .groupBy(kind, area, bedrooms, reason);
}

/**
 * Returns the number of first decisions in a month, and the median time from submission to first decision (uses index
 * transparency_entries_month).
 */
export async function medianOf(deps: Deps, month: string): Promise<{ count: number; minutes: number | null }> {
  const timed = and(eq(entries.month, month), isNotNull(entries.minutes));
  const [counted] = await deps.db
    .select({ count: sql<number>`count(*)` })
    .from(entries)
    .where(timed);
  const count = counted?.count ?? 0;
  const [middle] = await deps.db
    .select({ minutes: entries.minutes })
    .from(entries)
    .where(timed)
    .orderBy(entries.minutes)
    .limit(1)
    .offset(Math.floor(count / 2));
  return { count, minutes: middle?.minutes ?? null };
}

/**
 * Publishes a month unless it is already published.
 * @returns whether this call published the month
 */
export async function insertMonth(deps: Deps, figures: MonthFigures): Promise<boolean> {
  const rows = await deps.db
    .insert(months)
    .values({ month: figures.month, figures, closedAt: deps.now() })
    .onConflictDoNothing()
    .returning({ month: months.month });
  return rows.length > 0;
}

/** Deletes the entries of a published month (uses index transparency_entries_month). */
export const deleteEntriesOf = (deps: Deps, month: string): Promise<void> =>
  deleteInBatches(deps, "transparency_entries", sql`month = ${month}`);

/** Returns published months, newest first (by primary key). */
export async function publishedMonths(deps: Deps): Promise<MonthFigures[]> {
  const rows = await deps.db.select().from(months).orderBy(desc(months.month)).limit(MONTHS_SHOWN);
  return rows.map(({ figures }) => figures);
}

/**
 * Returns when the newest published month was published (by primary key). Returns null if no month was published yet.
 */
export async function lastPublication(deps: Deps): Promise<Date | null> {
  const [row] = await deps.db.select({ closedAt: months.closedAt }).from(months).orderBy(desc(months.month)).limit(1);
  return row?.closedAt ?? null;
}
