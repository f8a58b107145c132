import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import type { Area } from "../../contracts/areas.ts";
import type { Bedrooms } from "../../contracts/bedrooms.ts";
import type { ConsentRecord, Frequency, SignUpWishes, SubscriberStatus } from "../../contracts/subscribers.ts";

/** Subscribers of the digest. Only confirmed subscribers get the digest. */
export const subscribers = sqliteTable(
  "subscribers",
  {
    id: integer().primaryKey({ autoIncrement: true }),
    /** The email address as typed. */
    email: text().notNull(),
    /** The email address in lower case, unique. */
    emailKey: text().notNull(),
    status: text().$type<SubscriberStatus>().notNull().default("pending"),
    /** Analytics session of the first sign-up, which determines the source. */
    sessionId: text(),
    createdAt: integer({ mode: "timestamp_ms" }).notNull(),
    confirmedAt: integer({ mode: "timestamp_ms" }),
    unsubscribedAt: integer({ mode: "timestamp_ms" }),
    /** Incremented when a subscription ends, to revoke confirmation links. */
    confirmVersion: integer().notNull().default(1),
    /** Incremented to revoke all emailed links other than confirmation links. */
    tokenVersion: integer().notNull().default(1),
    /** Preferred bedroom types. Empty means all. */
    bedrooms: text({ mode: "json" }).$type<Bedrooms[]>().notNull().default([]),
    maxRentCents: integer(),
    /** Preferred areas. Empty means all. */
    areas: text({ mode: "json" }).$type<Area[]>().notNull().default([]),
    frequency: text().$type<Frequency>().notNull().default("every"),
    /** Time of the latest sign-up. An unconfirmed sign-up ends 30 days later. */
    requestedAt: integer({ mode: "timestamp_ms" })
      .notNull()
      .default(sql`0`),
    /** The source of the analytics session: a host or 'Direct'. Null if it is unknown. */
    referrer: text(),
    /** Keyed hash of the email address, for opt-out links. */
    addressHash: text().notNull(),
    /** Hash of the pending sign-up's secret. Empty if the address was signed up with different secrets. */
    signUpKeyHash: text(),
    /** Preferences chosen in the pending sign-up, which apply once it is confirmed. */
    wishes: text({ mode: "json" }).$type<SignUpWishes>(),
  },
  (table) => [
    // Index for reading the sources of the newest subscribers.
    index("subscribers_confirmed_at")
      .on(table.confirmedAt)
      .where(sql`status = 'confirmed'`),
    uniqueIndex("subscribers_email").on(table.emailKey),
    index("subscribers_address_hash").on(table.addressHash),
    // Index for finding the recipients of an edition, in the order in which they are added.
    index("subscribers_confirmed")
      .on(table.id)
      .where(sql`status = 'confirmed'`),
    // Index for finding subscribers to delete.
    index("subscribers_leaving")
      .on(table.unsubscribedAt)
      .where(sql`status <> 'confirmed'`),
  ],
);
export type Subscriber = typeof subscribers.$inferSelect;

/** Consent history of subscribers, as proof (CASL). */
export const consents = sqliteTable(
  "consents",
  {
    id: integer().primaryKey({ autoIncrement: true }),
    subscriberId: integer().notNull(),
    at: integer({ mode: "timestamp_ms" }).notNull(),
    kind: text().$type<ConsentRecord["kind"]>().notNull(),
    method: text().notNull(),
    ipAddress: text(),
    /** Version of the consent text. */
    wordingVersion: text(),
    detail: text(),
  },
  (table) => [index("consents_subscriber").on(table.subscriberId, table.id)],
);

/** Numbers of subscribers who joined and who left, by day in Toronto. */
export const subscriberDays = sqliteTable("subscriber_days", {
  /** Day in Toronto, YYYY-MM-DD. */
  day: text().primaryKey(),
  joined: integer().notNull().default(0),
  left: integer().notNull().default(0),
});

/** Emailed access codes, at most one per email address. */
export const accessCodes = sqliteTable(
  "access_codes",
  {
    /** Keyed hash of the email address. */
    addressHash: text().primaryKey(),
    codeHash: text().notNull(),
    triesLeft: integer().notNull(),
    expiresAt: integer({ mode: "timestamp_ms" }).notNull(),
  },
  (table) => [index("access_codes_expiring").on(table.expiresAt)],
);

/** Requests for personal data. Each emailed link contains the id of a request. */
export const privacyRequests = sqliteTable(
  "privacy_requests",
  {
    id: integer().primaryKey({ autoIncrement: true }),
    email: text().notNull(),
    createdAt: integer({ mode: "timestamp_ms" }).notNull(),
  },
  (table) => [index("privacy_requests_created").on(table.createdAt), index("privacy_requests_email").on(table.email)],
);
