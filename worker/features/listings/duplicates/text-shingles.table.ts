import { index, integer, primaryKey, sqliteTable } from "drizzle-orm/sqlite-core";

/** The smallest hashes of the three-word sequences in descriptions, for finding similar texts. */
export const textShingles = sqliteTable(
  "text_shingles",
  { hash: integer().notNull(), listingId: integer().notNull() },
  (table) => [
    primaryKey({ columns: [table.hash, table.listingId] }),
    index("text_shingles_listing").on(table.listingId),
  ],
);
