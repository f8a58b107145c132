import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { type AddressTable, IS_UNMASKED } from "../../platform/database.ts";
import type { PostReportReason, ReportReason, ReportTarget } from "../../contracts/reports.ts";

/** Reports of listings and posts. Dismissed reports are kept for reference. */
export const reports = sqliteTable(
  "reports",
  {
    id: integer().primaryKey({ autoIncrement: true }),
    targetType: text().$type<ReportTarget>().notNull(),
    targetId: integer().notNull(),
    reason: text().$type<ReportReason | PostReportReason>().notNull(),
    /** The reporter's own text. */
    details: text(),
    reportedAt: integer({ mode: "timestamp_ms" }).notNull(),
    ipAddress: text(),
    /**
     * Key that combines target, network and Toronto day, so that a network can report a target only once a day
     * (docs/contract.md, Reports).
     */
    onceKey: text().notNull(),
    resolvedAt: integer({ mode: "timestamp_ms" }),
    /** The decision that dismissed the report, so that it can be undone. */
    resolvedBy: text(),
  },
  (table) => [
    uniqueIndex("reports_once").on(table.onceKey),
    index("reports_open")
      .on(sql`id DESC`)
      .where(sql`resolved_at IS NULL`),
    index("reports_unmasked").on(table.reportedAt).where(sql.raw(IS_UNMASKED)),
    // Finds reports whose retention period has ended.
    index("reports_resolved")
      .on(table.resolvedAt)
      .where(sql`resolved_at IS NOT NULL`),
    index("reports_open_of_target")
      .on(table.targetType, table.targetId)
      .where(sql`resolved_at IS NULL`),
    index("reports_resolved_by")
      .on(table.resolvedBy)
      .where(sql`resolved_by IS NOT NULL`),
  ],
);

/**
 * IP addresses to mask. A masked address contains its prefix length. `once_key` contains the network, so it is replaced
 * at the same time.
 */
export const REPORT_ADDRESSES: AddressTable = {
  table: "reports",
  writtenAt: "reported_at",
  isUnmasked: IS_UNMASKED,
  alsoSet: "once_key = 'masked:' || id",
};

/**
 * Targets with open reports, each with the number of reports. Triggers maintain the rows, so that a page of groups only
 * reads its own rows.
 */
export const reportGroups = sqliteTable(
  "report_groups",
  {
    targetType: text().$type<ReportTarget>().notNull(),
    targetId: integer().notNull(),
    reports: integer().notNull(),
    /** Id of the newest open report. */
    lastId: integer().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.targetType, table.targetId] }),
    index("report_groups_newest").on(sql`last_id DESC`),
  ],
);

export type Report = typeof reports.$inferSelect;
