import { integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** Words of public listings, and how many of them say each: what a misspelt word of a search may have meant. Triggers count. */
export const listingTerms = sqliteTable("listing_terms", {
  id: integer().primaryKey(),
  word: text().notNull().unique(),
  listings: integer().notNull(),
});

/** How many approved listings there are at each place that lists can be narrowed to. Triggers count. */
export const placeCounts = sqliteTable(
  "listing_place_counts",
  {
    kind: text().$type<"neighbourhood" | "station">().notNull(),
    name: text().notNull(),
    /** Of a station, as the latest of its listings says. */
    lines: text({ mode: "json" }).$type<string[]>().notNull(),
    listings: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.kind, table.name] })],
);
