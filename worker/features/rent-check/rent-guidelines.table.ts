import { integer, real, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** Ontario's guideline for rent increases, by the year in which an increase begins. */
export const rentGuidelines = sqliteTable("rent_guidelines", {
  year: integer().primaryKey(),
  /** With one decimal. */
  percent: real().notNull(),
  source: text().notNull(),
  /** When the operator confirmed the figure with its source; until then it is shown to nobody. */
  confirmedAt: integer({ mode: "timestamp_ms" }),
});

export type RentGuidelineRow = typeof rentGuidelines.$inferSelect;
