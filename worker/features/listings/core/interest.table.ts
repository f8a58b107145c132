import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { Interest } from "../../../contracts/listings.ts";

/** Who opened or called a listing in the last 30 days, so that a person counts once. No address: a keyed hash. */
export const listingInterest = sqliteTable(
  "listing_interest",
  {
    listingId: integer().notNull(),
    kind: text().$type<Interest>().notNull(),
    /** Keyed hash of listing, network and browser: the same person at two listings is two hashes. */
    visitor: text().notNull(),
    seenAt: integer({ mode: "timestamp_ms" }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.listingId, table.kind, table.visitor] }),
    // What is old enough to be forgotten.
    index("listing_interest_seen").on(table.seenAt),
  ],
);
