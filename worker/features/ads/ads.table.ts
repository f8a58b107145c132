import { integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** The only advertisement, with the id 1. */
export const advertisements = sqliteTable("advertisements", {
  id: integer().primaryKey(),
  title: text().notNull(),
  link: text().notNull(),
  enabled: integer({ mode: "boolean" }).notNull(),
  updatedAt: integer({ mode: "timestamp_ms" }).notNull(),
});

/** Clicks by Toronto day. The row whose day is an empty string has the total of all days. */
export const advertisementDays = sqliteTable("advertisement_days", {
  /** Day in Toronto, YYYY-MM-DD. */
  day: text().primaryKey(),
  total: integer().notNull().default(0),
  unique: integer("unique_clicks").notNull().default(0),
});

/** Keyed hashes of the visitors whose click was counted on a day, deleted after the day ends. */
export const advertisementClicks = sqliteTable(
  "advertisement_clicks",
  {
    day: text().notNull(),
    visitor: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.day, table.visitor] })],
);
