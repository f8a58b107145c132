import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { MailingStatus } from "../../contracts/digest.ts";

/**
 * Mailings: editions of the digest, and alerts. A row has the content and a summary of the delivery; the recipients are
 * in the Durable Object of the same name.
 */
export const mailings = sqliteTable(
  "mailings",
  {
    /**
     * Key such as `digest:2026-11-23` or `searches:2026-11-23T15:00:00-12`; also the name of the mailing's Durable
     * Object.
     */
    key: text().primaryKey(),
    kind: text().$type<"digest" | "searches">().notNull(),
    /**
     * Scheduled time. For editions, 10:00 in New York. Mailings of alerts include the matches that are due by this
     * time.
     */
    scheduledAt: integer({ mode: "timestamp_ms" }).notNull(),
    status: text().$type<MailingStatus>().notNull().default("freezing"),
    /** The mailing's listings, best discount first. */
    listingIds: text({ mode: "json" }).$type<number[]>().notNull().default([]),
    /** The listings of the whole week, for weekly subscribers. Empty in editions that weekly subscribers do not get. */
    weekListingIds: text({ mode: "json" }).$type<number[]>().notNull().default([]),
    /** Listings whose rent was reduced since the last edition or in the last week, latest reduction first. */
    droppedIds: text({ mode: "json" }).$type<number[]>().notNull().default([]),
    weekDroppedIds: text({ mode: "json" }).$type<number[]>().notNull().default([]),
    /** Number of the mailing's listings that were below market when it was made. */
    belowMarketCount: integer().notNull().default(0),
    frozen: integer().notNull().default(0),
    sent: integer().notNull().default(0),
    skipped: integer().notNull().default(0),
    uncertain: integer().notNull().default(0),
    /**
     * Number of subscribers who left between this edition and the next, in one column per reason. A trigger maintains
     * these columns.
     */
    bounced: integer().notNull().default(0),
    complained: integer().notNull().default(0),
    unsubscribed: integer().notNull().default(0),
    pausedUntil: integer({ mode: "timestamp_ms" }),
    problem: text(),
    finishedAt: integer({ mode: "timestamp_ms" }),
  },
  (table) => [
    index("mailings_by_time").on(table.kind, sql`scheduled_at DESC`),
    index("mailings_open")
      .on(table.scheduledAt)
      .where(sql`status IN ('freezing', 'sending')`),
  ],
);
export type Mailing = typeof mailings.$inferSelect;
