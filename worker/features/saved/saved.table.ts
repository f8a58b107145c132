import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { SavedState } from "../../contracts/saved.ts";
import { subscribers } from "../subscribers/subscribers.table.ts";

/** Who keeps saved homes on the server; deleted with the subscriber. */
export const savedLists = sqliteTable(
  "saved_lists",
  {
    subscriberId: integer()
      .primaryKey()
      .references(() => subscribers.id, { onDelete: "cascade" }),
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
    subscriberId: integer()
      .notNull()
      .references(() => savedLists.subscriberId, { onDelete: "cascade" }),
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
    index("saved_homes_listing").on(table.listingId, table.isRemoved),
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
