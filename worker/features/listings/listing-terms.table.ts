import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** Words of public listings, and how many of them say each: what a misspelt word of a search may have meant. Triggers count. */
export const listingTerms = sqliteTable("listing_terms", {
  id: integer().primaryKey(),
  word: text().notNull().unique(),
  listings: integer().notNull(),
});
