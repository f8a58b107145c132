import { and, desc, eq, inArray, lt, sql } from "drizzle-orm";
import type { Deps } from "../../platform/deps.ts";
import { MAX_OFFSET, type Paging } from "../../platform/paging.ts";
import { listings } from "../listings/listings.table.ts";
import { type Report, reports } from "./reports.table.ts";

// Literal, because a bound parameter would miss the partial indexes.
const isOpen = sql`resolved_at IS NULL`;

/** Stores a report unless the same network reported the same target that day (index reports_once). */
export async function insertReport(deps: Deps, report: typeof reports.$inferInsert): Promise<void> {
  await deps.db.insert(reports).values(report).onConflictDoNothing();
}

/** Open reports, newest first (index reports_open). */
export async function openReports(deps: Deps, { limit, offset }: Paging): Promise<Report[]> {
  if (offset > MAX_OFFSET) return [];
  return deps.db.select().from(reports).where(isOpen).orderBy(desc(reports.id)).limit(limit).offset(offset);
}

/** Address and type of reported listings, by primary key; at most a page of them, as D1 binds 100 values. */
export async function reportedListings(deps: Deps, ids: readonly number[]) {
  if (ids.length === 0) return [];
  return deps.db
    .select({ id: listings.id, address: listings.address, bedrooms: listings.bedrooms, status: listings.status })
    .from(listings)
    .where(inArray(listings.id, [...ids]));
}

/** The statement that resolves an open report. */
export function resolveReport(deps: Deps, id: number) {
  return deps.db
    .update(reports)
    .set({ resolvedAt: deps.now() })
    .where(and(eq(reports.id, id), isOpen))
    .returning();
}

/** Reports before `time` whose address is not masked yet (index reports_unmasked). */
export async function unmaskedReports(deps: Deps, time: Date, limit: number) {
  return deps.db
    .select({ id: reports.id, ipAddress: reports.ipAddress })
    .from(reports)
    .where(and(sql`${reports.ipAddress} NOT LIKE '%/%'`, lt(reports.reportedAt, time)))
    .orderBy(reports.reportedAt)
    .limit(limit);
}

/** Replaces what a report knows of its sender; the key of its day holds the network, too. */
export async function forgetReporter(deps: Deps, id: number, ipAddress: string): Promise<void> {
  await deps.db
    .update(reports)
    .set({ ipAddress, onceKey: `masked:${id}` })
    .where(eq(reports.id, id));
}
