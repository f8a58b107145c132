import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { SuppressionReason } from "../contracts/subscribers.ts";

/** Switches that people set while the site runs, by name. */
export const settings = sqliteTable("settings", { name: text().primaryKey(), value: text().notNull() });

/** Work that was stored together with the change that asks for it, until it is done. */
export const outbox = sqliteTable(
  "outbox",
  {
    id: integer().primaryKey({ autoIncrement: true }),
    kind: text().notNull(),
    payload: text({ mode: "json" }).$type<Record<string, unknown>>().notNull(),
    createdAt: integer({ mode: "timestamp_ms" }).notNull(),
    /** The moment for which the queue has it: when it was handed over, or later by the delay it was given. Null: not yet. */
    relayedAt: integer({ mode: "timestamp_ms" }),
    /** Until when one delivery works on it; a second one meanwhile does not. */
    leasedUntil: integer({ mode: "timestamp_ms" }),
    doneAt: integer({ mode: "timestamp_ms" }),
    /** Not to be done before; null is at once. */
    dueAt: integer({ mode: "timestamp_ms" }),
    /** Failed too often: a person was told, and it is not handed over again. */
    gaveUpAt: integer({ mode: "timestamp_ms" }),
  },
  (table) => [
    index("outbox_undone_relayed")
      .on(table.relayedAt, table.id)
      .where(sql`done_at IS NULL AND gave_up_at IS NULL`),
    index("outbox_undone_kind")
      .on(table.kind, table.id)
      .where(sql`done_at IS NULL AND gave_up_at IS NULL`),
    index("outbox_given_up_kind")
      .on(table.kind, table.gaveUpAt)
      .where(sql`gave_up_at IS NOT NULL`),
    index("outbox_given_up")
      .on(table.gaveUpAt)
      .where(sql`gave_up_at IS NOT NULL`),
    index("outbox_done")
      .on(table.doneAt)
      .where(sql`done_at IS NOT NULL`),
  ],
);

/** One row per run of a scheduled job; the key makes a doubled tick run nothing twice. */
export const jobRuns = sqliteTable(
  "job_runs",
  {
    job: text().notNull(),
    slot: text().notNull(),
    startedAt: integer({ mode: "timestamp_ms" }).notNull(),
    finishedAt: integer({ mode: "timestamp_ms" }),
    error: text(),
  },
  (table) => [primaryKey({ columns: [table.job, table.slot] }), index("job_runs_started").on(table.startedAt)],
);

/** Every mail of a development server. Empty in production. */
export const devMailbox = sqliteTable(
  "dev_mailbox",
  {
    id: integer().primaryKey({ autoIncrement: true }),
    to: text("to_address").notNull(),
    from: text("from_address").notNull(),
    replyTo: text(),
    subject: text().notNull(),
    text: text("text_body").notNull(),
    html: text("html_body").notNull(),
    headers: text({ mode: "json" }).$type<Record<string, string>>().notNull(),
    sentAt: integer({ mode: "timestamp_ms" }).notNull(),
  },
  (table) => [index("dev_mailbox_to").on(table.to, table.id)],
);

/**
 * Totals, kept by triggers (migrations/), so that a total costs one row however long the list is: 'approved',
 * 'approved:{bedrooms}', 'admin' (all listings that are not deleted), 'status:{status}', 'reports' (open ones), 'audit'.
 */
export const counters = sqliteTable("counters", {
  key: text().primaryKey(),
  value: integer().notNull().default(0),
});

/** Mails that were claimed for sending, so that none is sent twice (mail-once.ts). */
export const mailClaims = sqliteTable(
  "mail_claims",
  {
    key: text().primaryKey(),
    claimedAt: integer({ mode: "timestamp_ms" }).notNull(),
    /** Null when nobody learned what became of it. */
    sentAt: integer({ mode: "timestamp_ms" }),
  },
  // What is old enough to be deleted.
  (table) => [index("mail_claims_claimed").on(table.claimedAt)],
);

/** Addresses that get no mail any more, as keyed hashes: the list outlives what it is about. Each reason is one row. */
export const mailSuppressions = sqliteTable(
  "mail_suppressions",
  {
    addressHash: text().notNull(),
    reason: text().$type<SuppressionReason>().notNull(),
    at: integer({ mode: "timestamp_ms" }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.addressHash, table.reason] })],
);

/** Addresses, as keyed hashes, whose holders used what was mailed to them (mail-places.ts). */
export const provenAddresses = sqliteTable(
  "proven_addresses",
  {
    addressHash: text().primaryKey(),
    provenAt: integer({ mode: "timestamp_ms" }).notNull(),
    lastUsedAt: integer({ mode: "timestamp_ms" }).notNull(),
  },
  (table) => [index("proven_addresses_used").on(table.lastUsedAt)],
);

/** When counted mails went out or will, by address: a mail's place among those of its 24 hours (mail-places.ts). */
export const mailPlaces = sqliteTable(
  "mail_places",
  {
    /** Keyed hash of the address. */
    addressHash: text().notNull(),
    /** What is counted together: `unproven`, or a kind of mail to an address that is proven. */
    scope: text().notNull(),
    /** Names the mail, as in mail_claims. */
    key: text().notNull(),
    at: integer({ mode: "timestamp_ms" }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.addressHash, table.scope, table.key] }),
    index("mail_places_at").on(table.at),
  ],
);

/** Where a job that walks through something long goes on at its next run. */
export const jobCursors = sqliteTable("job_cursors", {
  job: text().primaryKey(),
  /** Null: from the beginning. */
  cursor: text(),
});
