import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { Interest } from "../../../contracts/listings.ts";

/**
 * People who opened a listing or clicked Call in the last 30 days, as keyed hashes, so that each person counts once.
 */
export const listingInterest = sqliteTable(
  "listing_interest",
  {
    listingId: integer().notNull(),
    kind: text().$type<Interest>().notNull(),
    /** Keyed hash of listing, network and browser, so that visits to two listings cannot be linked. */
    visitor: text().notNull(),
    seenAt: integer({ mode: "timestamp_ms" }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.listingId, table.kind, table.visitor] }),
    // Finds old rows to delete.
    index("listing_interest_seen").on(table.seenAt),
  ],
);
