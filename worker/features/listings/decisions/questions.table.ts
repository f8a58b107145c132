import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";

/** Messages between moderators and the landlord of a listing. */
export const listingMessages = sqliteTable(
  "listing_messages",
  {
    id: integer().primaryKey({ autoIncrement: true }),
    listingId: integer().notNull(),
    author: text().$type<"moderator" | "landlord">().notNull(),
    via: text().$type<"page" | "mail">(),
    text: text().notNull(),
    createdAt: integer({ mode: "timestamp_ms" }).notNull(),
    /** The decision that asked the question. Undoing the decision deletes the question. */
    decisionId: text(),
    /** Keyed hash of the email with the answer. An email that is delivered twice is stored once. */
    mailKey: text(),
  },
  (table) => [
    index("listing_messages_listing").on(table.listingId, table.id),
    uniqueIndex("listing_messages_mail").on(table.mailKey),
    index("listing_messages_decision").on(table.decisionId),
    index("listing_messages_created").on(table.createdAt),
  ],
);

export type StoredMessage = typeof listingMessages.$inferSelect;
