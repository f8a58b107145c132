import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** Shared shortlists: ids of listings and a title. No data about the person who shared them is stored. */
export const shortlists = sqliteTable(
  "shortlists",
  {
    id: integer().primaryKey({ autoIncrement: true }),
    title: text(),
    listingIds: text({ mode: "json" }).$type<number[]>().notNull(),
    createdAt: integer({ mode: "timestamp_ms" }).notNull(),
  },
  (table) => [index("shortlists_created").on(table.createdAt)],
);
