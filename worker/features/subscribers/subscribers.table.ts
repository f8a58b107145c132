import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import type { Bedrooms } from "../../contracts/bedrooms.ts";
import type { ConsentRecord, Frequency, SubscriberStatus } from "../../contracts/subscribers.ts";

/** Who asked for the digest. Only confirmed ones get it. */
export const subscribers = sqliteTable(
  "subscribers",
  {
    id: integer().primaryKey({ autoIncrement: true }),
    /** As typed. */
    email: text().notNull(),
    /** Lower case: one subscription an address. */
    emailKey: text().notNull(),
    status: text().$type<SubscriberStatus>().notNull().default("pending"),
    /** Analytics session of the first sign-up, for where subscribers come from. */
    sessionId: text(),
    createdAt: integer({ mode: "timestamp_ms" }).notNull(),
    confirmedAt: integer({ mode: "timestamp_ms" }),
    unsubscribedAt: integer({ mode: "timestamp_ms" }),
    /** Raised when a subscription ends: an old confirmation cannot begin it again. */
    confirmVersion: integer().notNull().default(1),
    /** Raising it revokes the links of every mail. */
    tokenVersion: integer().notNull().default(1),
    /** Empty is all. */
    bedrooms: text({ mode: "json" }).$type<Bedrooms[]>().notNull().default([]),
    maxRentCents: integer(),
    /** Empty is all. */
    areas: text({ mode: "json" }).$type<string[]>().notNull().default([]),
    frequency: text().$type<Frequency>().notNull().default("every"),
    /** The latest sign-up: one that nobody confirms ends 30 days later. */
    requestedAt: integer({ mode: "timestamp_ms" })
      .notNull()
      .default(sql`0`),
    /** Where that session came from: a host, or 'Direct'; null where nobody knows. */
    referrer: text(),
    /** Keyed hash of the address, by which a link that ends all mail finds it. */
    addressHash: text().notNull().default(""),
  },
  (table) => [
    // Where the newest came from.
    index("subscribers_confirmed_at")
      .on(table.confirmedAt)
      .where(sql`status = 'confirmed'`),
    uniqueIndex("subscribers_email").on(table.emailKey),
    index("subscribers_address_hash").on(table.addressHash),
    // The recipients of an edition, in the order they are frozen.
    index("subscribers_confirmed")
      .on(table.id)
      .where(sql`status = 'confirmed'`),
    // Whom to forget: those who are not on the list.
    index("subscribers_leaving")
      .on(table.unsubscribedAt)
      .where(sql`status <> 'confirmed'`),
  ],
);
export type Subscriber = typeof subscribers.$inferSelect;

/** Every step of every consent, so that it can be proved (CASL). */
export const consents = sqliteTable(
  "consents",
  {
    id: integer().primaryKey({ autoIncrement: true }),
    subscriberId: integer().notNull(),
    at: integer({ mode: "timestamp_ms" }).notNull(),
    kind: text().$type<ConsentRecord["kind"]>().notNull(),
    method: text().notNull(),
    ipAddress: text(),
    /** Which text was agreed to. */
    wordingVersion: text(),
    detail: text(),
  },
  (table) => [index("consents_subscriber").on(table.subscriberId, table.id)],
);

/** How the list grew and shrank, by the day in Toronto. */
export const subscriberDays = sqliteTable("subscriber_days", {
  /** YYYY-MM-DD */
  day: text().primaryKey(),
  joined: integer().notNull().default(0),
  left: integer().notNull().default(0),
});

/** Codes mailed for access, one an address. */
export const accessCodes = sqliteTable(
  "access_codes",
  {
    /** Keyed hash of the address. */
    addressHash: text().primaryKey(),
    codeHash: text().notNull(),
    triesLeft: integer().notNull(),
    expiresAt: integer({ mode: "timestamp_ms" }).notNull(),
  },
  (table) => [index("access_codes_expiring").on(table.expiresAt)],
);

/** Requests for what is stored about an address; the mailed link names one. */
export const privacyRequests = sqliteTable(
  "privacy_requests",
  {
    id: integer().primaryKey({ autoIncrement: true }),
    email: text().notNull(),
    createdAt: integer({ mode: "timestamp_ms" }).notNull(),
  },
  (table) => [index("privacy_requests_created").on(table.createdAt), index("privacy_requests_email").on(table.email)],
);
