import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { SavedState } from "../../contracts/saved.ts";

/** Who keeps saved homes on the server; a trigger deletes the list with the subscriber, and its homes with the list. */
export const savedLists = sqliteTable(
  "saved_lists",
  {
    subscriberId: integer().primaryKey(),
    /** Whether the owner wants to be told of price drops of these homes. */
    wantsPriceDrops: integer({ mode: "boolean" }).notNull(),
    createdAt: integer({ mode: "timestamp_ms" }).notNull(),
    /** The last day of use, for retention. */
    usedAt: integer({ mode: "timestamp_ms" }).notNull(),
  },
  (table) => [index("saved_lists_used").on(table.usedAt)],
);

/** The homes of those lists; those taken off remain for a while, so that other devices follow. */
export const savedHomes = sqliteTable(
  "saved_homes",
  {
    subscriberId: integer().notNull(),
    listingId: integer().notNull(),
    savedAt: integer({ mode: "timestamp_ms" }).notNull(),
    changedAt: integer({ mode: "timestamp_ms" }).notNull(),
    state: text().$type<SavedState>(),
    viewingAt: text(),
    note: text().notNull(),
    isRemoved: integer({ mode: "boolean" }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.subscriberId, table.listingId] }),
    // The lists that a home is on.
    index("saved_homes_listing").on(table.listingId, table.isRemoved, table.subscriberId),
  ],
);

/** Shared shortlists: ids and a title, and nothing about who shared them. */
export const shortlists = sqliteTable(
  "shortlists",
  {
    id: integer().primaryKey({ autoIncrement: true }),
    title: text(),
    listingIds: text({ mode: "json" }).$type<number[]>().notNull(),
    createdAt: integer({ mode: "timestamp_ms" }).notNull(),
  },
  (table) => [index("shortlists_created").on(table.createdAt)],
);
