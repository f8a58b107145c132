import { integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";

/**
 * Words of public listings, each with the number of listings that contain it, for correcting misspelt searches.
 * Triggers maintain the rows.
 */
export const listingTerms = sqliteTable("listing_terms", {
  id: integer().primaryKey(),
  word: text().notNull().unique(),
  listings: integer().notNull(),
});

/** Counts of approved listings by neighbourhood and by station. Triggers maintain them. */
export const placeCounts = sqliteTable(
  "listing_place_counts",
  {
    kind: text().$type<"neighbourhood" | "station">().notNull(),
    name: text().notNull(),
    /** Subway lines of the station, as stored with the latest listing near it. */
    lines: text({ mode: "json" }).$type<string[]>().notNull(),
    listings: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.kind, table.name] })],
);
