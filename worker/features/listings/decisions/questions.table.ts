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
    /** The decision by which a question was asked; undoing it withdraws the question. */
    decisionId: text(),
    /** A keyed hash of the mail that contained the answer, so that a mail that is delivered twice is stored once. */
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
