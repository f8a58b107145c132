import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** A rent that became public, and the time in milliseconds. */
export interface StoredRent {
  rentCents: number;
  from: number;
}

/** The history that a listing inherits from the earlier listings of its home. */
export interface PreviousListing {
  ids: number[];
  /** The last rent of the earlier listings, in cents. */
  rentCents: number;
  /** Time until which the newest earlier listing was public, in milliseconds. */
  until: number;
  rents: StoredRent[];
}

/**
 * Homes whose listings were erased, as keyed hashes of address and unit. New listings of these homes get a note for
 * moderators.
 */
export const erasedHomes = sqliteTable(
  "erased_homes",
  {
    homeHash: text().primaryKey(),
    /** Time at which the row is deleted: a year after the listing was last public. */
    forgetAt: integer({ mode: "timestamp_ms" }).notNull(),
  },
  (table) => [index("erased_homes_forget").on(table.forgetAt)],
);
