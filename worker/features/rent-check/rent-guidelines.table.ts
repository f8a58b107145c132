import { integer, real, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** Ontario's guidelines for rent increases, by the year in which an increase takes effect. */
export const rentGuidelines = sqliteTable("rent_guidelines", {
  year: integer().primaryKey(),
  /** Percentage with one decimal. */
  percent: real().notNull(),
  source: text().notNull(),
  /** Time at which the operator confirmed the percentage and its source. Both are hidden until the confirmation. */
  confirmedAt: integer({ mode: "timestamp_ms" }),
});

export type RentGuidelineRow = typeof rentGuidelines.$inferSelect;
