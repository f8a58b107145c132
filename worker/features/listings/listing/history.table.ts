import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** A rent that became public, and when, in milliseconds. */
export interface StoredRent {
  rentCents: number;
  from: number;
}

/** The history that a listing inherits from the former listings of its home, newest first. */
export interface FormerListing {
  ids: number[];
  /** The last rent. */
  rentCents: number;
  /** Until when the newest of them was public, in milliseconds. */
  until: number;
  rents: StoredRent[];
}

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
