import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { Bedrooms } from "../../contracts/bedrooms.ts";
import type { CountedMeasure, CountedReason, MonthFigures } from "../../contracts/transparency.ts";

/** Kinds of events. Each event is counted once, in the same batch as its change. */
export type CountedKind = CountedMeasure | "appeal" | "appeal_upheld" | "appeal_denied";

/** Events of months that are not published yet. They are deleted once their month is published. */
export const transparencyEntries = sqliteTable(
  "transparency_entries",
  {
    id: integer().primaryKey({ autoIncrement: true }),
    /** Month in Toronto, YYYY-MM. */
    month: text().notNull(),
    kind: text().$type<CountedKind>().notNull(),
    area: text().notNull(),
    bedrooms: text().$type<Bedrooms>().notNull(),
    reason: text().$type<CountedReason>(),
    /** Minutes from the submission to the first decision. */
    minutes: integer(),
    /** Ids of the listing and the decision. Undoing the decision deletes the entries that have both ids. */
    listingId: integer(),
    decisionId: text(),
  },
  (table) => [
    index("transparency_entries_month").on(table.month, table.minutes),
    index("transparency_entries_decision").on(table.decisionId, table.listingId),
  ],
);

/** The published statistics, one row per month. */
export const transparencyMonths = sqliteTable("transparency_months", {
  month: text().primaryKey(),
  figures: text({ mode: "json" }).$type<MonthFigures>().notNull(),
  closedAt: integer({ mode: "timestamp_ms" }).notNull(),
});
