import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import type { PostReportReason, ReportReason, ReportTarget } from "../../contracts/reports.ts";

/** Reports of listings and of posts. Dismissed ones stay as history. */
export const reports = sqliteTable(
  "reports",
  {
    id: integer().primaryKey({ autoIncrement: true }),
    targetType: text().$type<ReportTarget>().notNull(),
    targetId: integer().notNull(),
    reason: text().$type<ReportReason | PostReportReason>().notNull(),
    reportedAt: integer({ mode: "timestamp_ms" }).notNull(),
    ipAddress: text(),
    /** Target, network and Toronto day: one report of a target from a network a day (security.md D5). */
    onceKey: text().notNull(),
    resolvedAt: integer({ mode: "timestamp_ms" }),
  },
  (table) => [
    uniqueIndex("reports_once").on(table.onceKey),
    index("reports_open")
      .on(sql`id DESC`)
      .where(sql`resolved_at IS NULL`),
    // Addresses still to be masked; a masked one holds its prefix length.
    index("reports_unmasked")
      .on(table.reportedAt)
      .where(sql`ip_address NOT LIKE '%/%'`),
    index("reports_open_of_target")
      .on(table.targetType, table.targetId)
      .where(sql`resolved_at IS NULL`),
  ],
);

export type Report = typeof reports.$inferSelect;
