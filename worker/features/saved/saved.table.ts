import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** Shared shortlists: ids and a title, without any data about who shared them. */
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
