import { integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** The one advertisement; its id is 1. */
export const advertisements = sqliteTable("advertisements", {
  id: integer().primaryKey(),
  title: text().notNull(),
  link: text().notNull(),
  enabled: integer({ mode: "boolean" }).notNull(),
  updatedAt: integer({ mode: "timestamp_ms" }).notNull(),
});

/** Clicks by the day in Toronto; the row of the day '' holds all of them. */
export const advertisementDays = sqliteTable("advertisement_days", {
  /** YYYY-MM-DD */
  day: text().primaryKey(),
  total: integer().notNull().default(0),
  unique: integer("unique_clicks").notNull().default(0),
});

/** Whose click was counted on a day, as keyed hashes; forgotten when the day is over. */
export const advertisementClicks = sqliteTable(
  "advertisement_clicks",
  {
    day: text().notNull(),
    visitor: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.day, table.visitor] })],
);
