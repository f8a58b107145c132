import { integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** Words of public listings with the number of listings that contain each, for corrections. Maintained by triggers. */
export const listingTerms = sqliteTable("listing_terms", {
  id: integer().primaryKey(),
  word: text().notNull().unique(),
  listings: integer().notNull(),
});

/** Counts of approved listings by neighbourhood and station. Maintained by triggers. */
export const placeCounts = sqliteTable(
  "listing_place_counts",
  {
    kind: text().$type<"neighbourhood" | "station">().notNull(),
    name: text().notNull(),
    /** Lines of a station, from its latest listing. */
    lines: text({ mode: "json" }).$type<string[]>().notNull(),
    listings: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.kind, table.name] })],
);
