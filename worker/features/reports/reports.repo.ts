import { and, desc, eq, getTableColumns, inArray, type SQL, sql } from "drizzle-orm";
import type { ReportTarget } from "../../contracts/reports.ts";
import { deleteInBatches } from "../../platform/database.ts";
import type { Deps } from "../../platform/deps.ts";
import { MAX_OFFSET, type PageWindow } from "../../platform/paging.ts";
import { hasRow, valueIf } from "../../platform/run-all-or-none.ts";
import { listings } from "../listings/listing/listings.table.ts";
import { type Report, reportGroups, reports } from "./reports.table.ts";

// The condition is literal SQL, because SQLite does not use partial indexes for bound parameters.
const isOpen = sql`resolved_at IS NULL`;

export interface ReportTargetRef {
  type: ReportTarget;
  id: number;
}

/** Returns whether a network already reported a target on a day (uses index reports_once). */
export async function isAlreadyReported(deps: Deps, onceKey: string): Promise<boolean> {
  const rows = await deps.db.select({ id: reports.id }).from(reports).where(eq(reports.onceKey, onceKey)).limit(1);
  return rows.length > 0;
}

/**
 * Stores a report, unless the same network already reported the same target on that day (uses index reports_once).
 * @returns whether the report was stored
 */
export async function insertReport(deps: Deps, report: typeof reports.$inferInsert): Promise<boolean> {
  const rows = await deps.db.insert(reports).values(report).onConflictDoNothing().returning({ id: reports.id });
  return rows.length > 0;
}

/** Returns open reports, newest first (uses index reports_open). */
export async function openReports(deps: Deps, { limit, offset }: PageWindow): Promise<Report[]> {
  if (offset > MAX_OFFSET) return [];
  return deps.db.select().from(reports).where(isOpen).orderBy(desc(reports.id)).limit(limit).offset(offset);
}

/** Returns the first open report of each target, longest-waiting targets first (uses index reports_open). */
export async function oldestOpenReports(deps: Deps, most: number) {
  const { targetType, targetId, reportedAt } = reports;
  const isFirst = sql`NOT EXISTS (
    SELECT 1 FROM reports AS earlier
    WHERE earlier.target_type = ${targetType} AND earlier.target_id = ${targetId}
      AND earlier.resolved_at IS NULL AND earlier.id < ${reports.id})`;
  return deps.db
    .select({ targetType, targetId, reportedAt })
    .from(reports)
    .where(and(isOpen, isFirst))
    .orderBy(reports.id)
    .limit(most);
}

/**
 * Returns the columns of reported listings that moderators see (by primary key), for at most a page of listings,
 * because D1 binds at most 100 values.
 */
export async function reportedListings(deps: Deps, ids: readonly number[]) {
  if (ids.length === 0) return [];
  return deps.db
    .select({
      id: listings.id,
      address: listings.address,
      bedrooms: listings.bedrooms,
      status: listings.status,
      rent: listings.rent,
      comparedPercent: listings.comparedPercent,
      marketRentCents: listings.marketRentCents,
      marketIsEstimate: listings.marketIsEstimate,
      photos: listings.photos,
      photoPrefix: listings.photoPrefix,
    })
    .from(listings)
    .where(inArray(listings.id, [...ids]));
}

/** Returns open reports of one target, newest first (uses index reports_open_of_target). */
export async function openReportsOf(
  deps: Deps,
  { type, id }: ReportTargetRef,
  { limit, offset }: PageWindow,
): Promise<Report[]> {
  if (offset > MAX_OFFSET) return [];
  return deps.db
    .select()
    .from(reports)
    .where(and(eq(reports.targetType, type), eq(reports.targetId, id), isOpen))
    .orderBy(desc(reports.id))
    .limit(limit)
    .offset(offset);
}

/**
 * Returns the IP addresses of the newest open reports that call a listing a scam (uses index reports_open_of_target).
 */
export async function scamReporters(deps: Deps, listingId: number, most: number): Promise<string[]> {
  const rows = await deps.db
    .select({ ipAddress: reports.ipAddress })
    .from(reports)
    .where(and(eq(reports.targetType, "listing"), eq(reports.targetId, listingId), isOpen, eq(reports.reason, "SCAM")))
    .orderBy(desc(reports.id))
    .limit(most);
  return rows.flatMap(({ ipAddress }) => ipAddress ?? []);
}

/** Returns the listings that open reports are about (by primary key). @param ids ids of the reports */
export async function listingsOfReports(deps: Deps, ids: readonly number[]): Promise<number[]> {
  const rows = await deps.db
    .selectDistinct({ id: reports.targetId })
    .from(reports)
    .where(
      and(
        sql`${reports.id} IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`,
        eq(reports.targetType, "listing"),
        isOpen,
      ),
    )
    .limit(ids.length);
  return rows.map(({ id }) => id);
}

/** SQL condition that a listing no longer has an open report of a scam (uses index reports_open_of_target). */
export const hasNoScamReport = sql`NOT EXISTS (
  SELECT 1 FROM reports
  WHERE target_type = 'listing' AND target_id = ${listings.id} AND resolved_at IS NULL AND reason = 'SCAM')`;

/** Returns the number of open reports of a target (by primary key). */
export async function countReportsOf(deps: Deps, { type, id }: ReportTargetRef): Promise<number> {
  const [row] = await deps.db
    .select({ reports: reportGroups.reports })
    .from(reportGroups)
    .where(and(eq(reportGroups.targetType, type), eq(reportGroups.targetId, id)));
  return row?.reports ?? 0;
}

/** Returns the number of open reports on each target, for targets of one type (by primary key). */
export async function reportCountsOf(
  deps: Deps,
  type: ReportTarget,
  ids: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  const among = sql`IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`;
  const rows = await deps.db
    .select({ id: reportGroups.targetId, reports: reportGroups.reports })
    .from(reportGroups)
    .where(and(eq(reportGroups.targetType, type), sql`${reportGroups.targetId} ${among}`));
  return new Map(rows.map(({ id, reports: count }) => [id, count]));
}

/**
 * Returns targets with open reports, each with the time of its first report, most recently reported first (uses index
 * report_groups_newest).
 * @param urgent listings that come before all others
 */
export async function groupsOfReports(deps: Deps, { limit, offset }: PageWindow, urgent: readonly number[]) {
  if (offset > MAX_OFFSET) return [];
  const isUrgent = sql`(${reportGroups.targetType} = 'listing'
    AND ${reportGroups.targetId} IN (SELECT value FROM json_each(${JSON.stringify(urgent)})))`;
  const first = sql<number>`(
    SELECT reported_at FROM reports
    WHERE target_type = ${reportGroups.targetType} AND target_id = ${reportGroups.targetId} AND resolved_at IS NULL
    ORDER BY id LIMIT 1)`;
  const groups = (condition: SQL | undefined, window: PageWindow) =>
    deps.db
      .select({ ...getTableColumns(reportGroups), firstReportedAt: first })
      .from(reportGroups)
      .where(condition)
      .orderBy(desc(reportGroups.lastId))
      .limit(window.limit)
      .offset(window.offset);
  if (urgent.length === 0) return groups(undefined, { limit, offset });
  // The few urgent listings are read by primary key.
  const all = await groups(isUrgent, { limit: urgent.length, offset: 0 });
  const shown = all.slice(offset, offset + limit);
  if (shown.length === limit) return shown;
  const others = { limit: limit - shown.length, offset: Math.max(0, offset - all.length) };
  return [...shown, ...(await groups(sql`NOT ${isUrgent}`, others))];
}

/**
 * Returns the newest open reports of each target, at most `most` per target, newest first (uses index
 * reports_open_of_target).
 */
export async function newestReportsOf(deps: Deps, things: readonly ReportTargetRef[], most: number): Promise<Report[]> {
  const newest = sql`SELECT newest.id FROM reports AS newest
    WHERE newest.target_type = thing.value ->> 'type' AND newest.target_id = thing.value ->> 'id'
      AND newest.resolved_at IS NULL
    ORDER BY newest.id DESC LIMIT ${most}`;
  return deps.db
    .select(getTableColumns(reports))
    .from(sql`json_each(${JSON.stringify(things)}) AS thing`)
    .innerJoin(reports, sql`${reports.id} IN (${newest})`)
    .orderBy(desc(reports.id));
}

/** Selects reports by id, or all open reports of some targets. */
export type ReportSelection = readonly number[] | { type: ReportTarget; ids: readonly number[] };

/** Maximum number of reports that one call dismisses. */
const DISMISSED_AT_ONCE = 5_000;

/**
 * Returns the statement that dismisses open reports with a decision. Selects the reports by id (by primary key, at
 * least one id) or by target (uses index reports_open_of_target).
 */
export function resolveReports(deps: Deps, which: ReportSelection, decisionId: string) {
  const ids = JSON.stringify("type" in which ? which.ids : which);
  const among = sql`IN (SELECT value FROM json_each(${ids}))`;
  const chosen =
    "type" in which
      ? sql`(SELECT id FROM reports WHERE target_type = ${valueIf(
          hasRow(reports, sql`target_type = ${which.type} AND target_id ${among} AND resolved_at IS NULL`),
          which.type,
        )} AND target_id ${among} AND resolved_at IS NULL LIMIT ${DISMISSED_AT_ONCE})`
      : sql`(SELECT value FROM json_each(${valueIf(hasRow(reports, sql`id ${among} AND resolved_at IS NULL`), ids)}))`;
  return deps.db
    .update(reports)
    .set({ resolvedAt: deps.now(), resolvedBy: decisionId })
    .where(and(inArray(reports.id, chosen), isOpen))
    .returning({ id: reports.id });
}

/** Returns the statement that reopens the reports dismissed by a decision (uses index reports_resolved_by). */
export function reopenReports(deps: Deps, decisionId: string) {
  return deps.db
    .update(reports)
    .set({ resolvedAt: null, resolvedBy: null })
    .where(eq(reports.resolvedBy, decisionId))
    .returning({ id: reports.id });
}

/** Deletes reports dismissed before `time` (uses index reports_resolved). */
export async function deleteResolvedBefore(deps: Deps, time: Date): Promise<void> {
  await deleteInBatches(deps, "reports", sql`resolved_at IS NOT NULL AND resolved_at < ${time.getTime()}`);
}
