import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import type { AlertFrequency, SavedSearchState } from "../../contracts/alerts.ts";
import type { Bedrooms } from "../../contracts/bedrooms.ts";
import type { Understood } from "../listings/search/understand/understand.ts";

/** Email addresses that are notified of homes. */
export const alertReaders = sqliteTable(
  "alert_readers",
  {
    /** Identifies the recipient in mailings, so an id is never reused. */
    id: integer().primaryKey({ autoIncrement: true }),
    /** The email address as typed. */
    email: text().notNull(),
    /** The email address in lower case, unique. */
    emailKey: text().notNull(),
    /** Keyed hash of the email address. */
    addressHash: text().notNull(),
    createdAt: integer({ mode: "timestamp_ms" }).notNull(),
    /** Time at which the recipient stopped all alerts, including alerts for VIPs. Null while alerts are allowed. */
    stoppedAt: integer({ mode: "timestamp_ms" }),
  },
  (table) => [
    uniqueIndex("alert_readers_email").on(table.emailKey),
    index("alert_readers_address_hash").on(table.addressHash),
  ],
);
export type AlertReader = typeof alertReaders.$inferSelect;

/** Saved searches. Their owners are emailed new homes that match. */
export const savedSearches = sqliteTable(
  "saved_searches",
  {
    id: integer().primaryKey({ autoIncrement: true }),
    readerId: integer().notNull(),
    /** Name as typed. Emails never contain the name. */
    name: text(),
    type: text().$type<Bedrooms | "all">().notNull(),
    /** Conditions other than the type, as canonical parameters of list requests, without commute destinations. */
    query: text().notNull(),
    /** How the site understood the search's words when it was saved. */
    meant: text({ mode: "json" }).$type<Understood>(),
    /** The parameters of the commute destinations, encrypted. */
    sealedPlaces: text(),
    /** Keyed hash of all conditions, so that an address can save each search only once. */
    searchHash: text().notNull(),
    frequency: text().$type<AlertFrequency>().notNull(),
    state: text().$type<SavedSearchState>().notNull(),
    /** Time at which the search entered this state. */
    stateAt: integer({ mode: "timestamp_ms" }).notNull(),
    createdAt: integer({ mode: "timestamp_ms" }).notNull(),
    /** Version of the consent text. */
    consentVersion: text().notNull(),
    confirmedAt: integer({ mode: "timestamp_ms" }),
    confirmedBy: text().$type<"button" | "access">(),
    /** Time at which the recipient last confirmed that they are still looking for a home. */
    wantedAt: integer({ mode: "timestamp_ms" }).notNull(),
    /**
     * Time at which the recipient was asked whether they are still looking for a home. Null once the recipient has
     * answered yes.
     */
    askedAgainAt: integer({ mode: "timestamp_ms" }),
  },
  (table) => [
    uniqueIndex("saved_searches_once").on(table.readerId, table.searchHash),
    // Searches whose recipients should be asked again.
    index("saved_searches_wanted")
      .on(table.wantedAt)
      .where(sql`state = 'active' AND asked_again_at IS NULL`),
    // Searches to pause.
    index("saved_searches_asked_again")
      .on(table.askedAgainAt)
      .where(sql`state = 'active' AND asked_again_at IS NOT NULL`),
    // Searches to delete.
    index("saved_searches_leaving")
      .on(table.stateAt)
      .where(sql`state IN ('asked', 'stopped')`),
  ],
);
export type SavedSearch = typeof savedSearches.$inferSelect;

/**
 * Keys of active searches. A search is only checked in full if a listing has one of its keys and a rent that the search
 * allows (saved-search.ts).
 */
export const savedSearchKeys = sqliteTable(
  "alert_keys",
  {
    /** Key that combines type and place. */
    key: text().notNull(),
    /** Minimum rent in dollars a month. */
    minRent: integer().notNull(),
    maxRent: integer().notNull(),
    searchId: integer().notNull(),
  },
  (table) => [
    index("alert_keys_wanted").on(table.key, table.maxRent, table.searchId, table.minRent),
    index("alert_keys_search").on(table.searchId),
  ],
);

/** Homes that match a recipient's searches or preferences and have not been emailed yet. */
export const alertMatches = sqliteTable(
  "alert_matches",
  {
    readerId: integer().notNull(),
    listingId: integer().notNull(),
    /** The reason for the match: 0 for a new home; for a reduced rent, the new rent in cents. */
    news: integer().notNull(),
    searchId: integer().notNull(),
    /** The previous rent, in cents. Null for a new home. */
    fromCents: integer(),
    dueAt: integer({ mode: "timestamp_ms" }).notNull(),
    /** True for an instant alert. Instant alerts of saved searches are not sent during quiet hours. */
    isInstant: integer({ mode: "boolean" }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.readerId, table.listingId, table.news, table.searchId] }),
    index("alert_matches_due").on(table.dueAt, table.readerId, table.isInstant),
    index("alert_matches_instant")
      .on(table.dueAt, table.readerId)
      .where(sql`is_instant = 1`),
  ],
);

/**
 * Homes that were emailed to an address, so that no other email repeats them. The rows are stored before the email is
 * sent, so a mailing's rows define the content of its emails.
 */
export const alertsNotified = sqliteTable(
  "alerts_notified",
  {
    addressHash: text().notNull(),
    listingId: integer().notNull(),
    /** The reason for the notification, as in alert_matches. */
    news: integer().notNull(),
    /** Key of the mailing that included the home. */
    mailing: text().notNull(),
    searchId: integer().notNull(),
    fromCents: integer(),
    at: integer({ mode: "timestamp_ms" }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.addressHash, table.listingId, table.news] }),
    index("alerts_notified_mailing").on(table.mailing, table.addressHash),
    index("alerts_notified_at").on(table.at),
  ],
);
