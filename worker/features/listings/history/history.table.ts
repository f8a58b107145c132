import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** Homes whose listings were erased, as keyed hashes of address and unit, for a note to moderators. */
export const erasedHomes = sqliteTable(
  "erased_homes",
  {
    homeHash: text().primaryKey(),
    /** A year after the listing was last public. */
    forgetAt: integer({ mode: "timestamp_ms" }).notNull(),
  },
  (table) => [index("erased_homes_forget").on(table.forgetAt)],
);
