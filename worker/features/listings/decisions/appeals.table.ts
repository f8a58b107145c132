import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import type { AppealState } from "../../../contracts/appeals.ts";

/** Landlords' appeals against rejections. */
export const appeals = sqliteTable(
  "appeals",
  {
    id: integer().primaryKey({ autoIncrement: true }),
    listingId: integer().notNull(),
    /** Time of the rejection. Identifies the rejection. */
    rejectedAt: integer({ mode: "timestamp_ms" }).notNull(),
    /** Key of the moderator who rejected the listing, copied from the listing's `rejectedBy`. */
    rejectedBy: text().notNull(),
    reason: text(),
    text: text().notNull(),
    createdAt: integer({ mode: "timestamp_ms" }).notNull(),
    state: text().$type<AppealState>().notNull().default("open"),
    decidedAt: integer({ mode: "timestamp_ms" }),
    decidedBy: text(),
    /** The decision on the appeal. Undoing it reopens the appeal. */
    decisionId: text(),
    /** The moderator's message to the landlord. */
    answer: text(),
  },
  (table) => [
    // At most one appeal for each rejection.
    uniqueIndex("appeals_once").on(table.listingId, table.rejectedAt),
    index("appeals_open")
      .on(table.id)
      .where(sql`state = 'open'`),
    index("appeals_decision").on(table.decisionId),
    index("appeals_created").on(table.createdAt),
  ],
);

export type Appeal = typeof appeals.$inferSelect;
