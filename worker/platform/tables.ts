import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import type { SuppressionReason } from "../contracts/subscribers.ts";
import type { MailFailure, TransportName } from "./mail-kinds.ts";
import type { QueueRole } from "./queues.ts";

/** Kinds of notices, each sent at most once an hour. */
export type NoticeKind =
  | "backup.failed"
  | "restore.done"
  | "job.gave_up"
  | "message.gave_up"
  | "mail.given_up"
  | "mail.not_forwarded"
  | "mailing.failed"
  | "mailing.trouble"
  | "mailing.waits"
  | "mailing.too_many"
  | "market.reminder"
  | "payments.not_compared"
  | "purge.refused"
  | "health.degraded"
  | "secret.changed"
  | "timetable.expires"
  | "visits.many"
  | "visits.none"
  | "weekly.report"
  | `limit.${string}`;

/** Runtime settings by name. */
export const settings = sqliteTable("settings", { name: text().primaryKey(), value: text().notNull() });

/** Work to be done, stored together with the change that requires it. */
export const outbox = sqliteTable(
  "outbox",
  {
    id: integer().primaryKey({ autoIncrement: true }),
    kind: text().notNull(),
    payload: text({ mode: "json" }).notNull(),
    createdAt: integer({ mode: "timestamp_ms" }).notNull(),
    /**
     * Expected time of delivery by the queue: the time when the entry was relayed, plus its delay. Null until relayed.
     */
    relayedAt: integer({ mode: "timestamp_ms" }),
    /**
     * End of the lease of the delivery that is processing the entry. Duplicate deliveries skip the entry until this
     * time.
     */
    leasedUntil: integer({ mode: "timestamp_ms" }),
    doneAt: integer({ mode: "timestamp_ms" }),
    /** The earliest time to process the entry; null for immediately. */
    dueAt: integer({ mode: "timestamp_ms" }),
    /**
     * Time at which the entry was given up, because it had failed too often. The operator was notified, and the entry
     * is not relayed again.
     */
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

/** One row per run of a scheduled job; the primary key prevents a second run on a duplicate tick. */
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

/** The emails of a development server. Empty in production. */
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
 * Totals that triggers maintain (migrations/), so that reading a total takes a single row: 'approved',
 * 'approved:{bedrooms}', 'admin' (all listings that are not deleted), 'status:{status}', 'reports' (open ones),
 * 'audit'.
 */
export const counters = sqliteTable("counters", {
  key: text().primaryKey(),
  value: integer().notNull().default(0),
});

/** Events of a kind about which the operator has not been notified (operator-notices.ts). */
export const operatorNotices = sqliteTable("operator_notices", {
  kind: text().$type<NoticeKind>().primaryKey(),
  /** Subject of the newest event. */
  subject: text().notNull(),
  text: text().notNull(),
  count: integer().notNull(),
  /** Time of the first event. */
  since: integer({ mode: "timestamp_ms" }).notNull(),
});

/** Emails claimed for sending, so that none is sent twice (mail-once.ts). */
export const mailClaims = sqliteTable(
  "mail_claims",
  {
    key: text().primaryKey(),
    claimedAt: integer({ mode: "timestamp_ms" }).notNull(),
    /** Null when the outcome is unknown. */
    sentAt: integer({ mode: "timestamp_ms" }),
  },
  (table) => [index("mail_claims_claimed").on(table.claimedAt)],
);

/**
 * Email addresses that get no emails, stored as keyed hashes, one row for each reason. Rows remain after the address
 * itself is erased.
 */
export const mailSuppressions = sqliteTable(
  "mail_suppressions",
  {
    addressHash: text().notNull(),
    reason: text().$type<SuppressionReason>().notNull(),
    at: integer({ mode: "timestamp_ms" }).notNull(),
    /** Time at which the email service accepts emails to the address again; null for never. */
    endsAt: integer({ mode: "timestamp_ms" }),
  },
  (table) => [
    primaryKey({ columns: [table.addressHash, table.reason] }),
    index("mail_suppressions_ends")
      .on(table.endsAt)
      .where(sql`ends_at IS NOT NULL`),
  ],
);

/** Number of emails passed to each transport, by hour. */
export const mailHours = sqliteTable(
  "mail_hours",
  {
    /** The start of the hour. */
    hour: integer({ mode: "timestamp_ms" }).notNull(),
    transport: text().$type<TransportName>().notNull(),
    sent: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.hour, table.transport] })],
);

/** The latest refusal of each kind by each transport. */
export const mailRefusals = sqliteTable(
  "mail_refusals",
  {
    transport: text().$type<TransportName>().notNull(),
    failure: text().$type<MailFailure>().notNull(),
    at: integer({ mode: "timestamp_ms" }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.transport, table.failure] })],
);

/** Email addresses (as keyed hashes) whose owners have used an emailed link (mail-slots.ts). */
export const provenAddresses = sqliteTable(
  "proven_addresses",
  {
    addressHash: text().primaryKey(),
    provenAt: integer({ mode: "timestamp_ms" }).notNull(),
    lastUsedAt: integer({ mode: "timestamp_ms" }).notNull(),
  },
  (table) => [index("proven_addresses_used").on(table.lastUsedAt)],
);

/** Past and scheduled times of counted emails by address, which enforce the limit per 24 hours (mail-slots.ts). */
export const mailPlaces = sqliteTable(
  "mail_places",
  {
    /** Keyed hash of the address. */
    addressHash: text().notNull(),
    /** The limit against which the email counts: `unproven`, or a kind of email to a proven address. */
    scope: text().notNull(),
    /** Identifies the email, as in mail_claims. */
    key: text().notNull(),
    at: integer({ mode: "timestamp_ms" }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.addressHash, table.scope, table.key] }),
    index("mail_places_at").on(table.at),
  ],
);

/** The position where an incremental job continues in its next run. */
export const jobCursors = sqliteTable("job_cursors", {
  job: text().primaryKey(),
  /** Position in the job's own format; null means from the beginning. */
  cursor: text(),
});

/** Logged errors, counted per ten minutes, without their texts (error-record.ts). */
export const errorCounts = sqliteTable(
  "error_counts",
  {
    /** Start of the ten minutes. */
    slot: integer({ mode: "timestamp_ms" }).notNull(),
    event: text().notNull(),
    /** The code, job, kind or class of the error. */
    code: text().notNull(),
    count: integer().notNull(),
    firstAt: integer({ mode: "timestamp_ms" }).notNull(),
    lastAt: integer({ mode: "timestamp_ms" }).notNull(),
    /** Request id of the newest error, for finding it in the log. */
    requestId: text(),
  },
  (table) => [primaryKey({ columns: [table.slot, table.event, table.code] })],
);

/** Queue messages without an outbox entry that failed too often (dead-messages.ts). */
export const deadMessages = sqliteTable(
  "dead_messages",
  {
    id: integer().primaryKey({ autoIncrement: true }),
    /** Hash of queue and message, so that a duplicate message is stored only once. */
    key: text().notNull().unique(),
    /** The queue in which it failed. */
    queue: text().$type<QueueRole>().notNull(),
    body: text({ mode: "json" }).notNull(),
    cameAt: integer({ mode: "timestamp_ms" }).notNull(),
    /** Time when a moderator sent it again. */
    retriedAt: integer({ mode: "timestamp_ms" }),
  },
  (table) => [index("dead_messages_came").on(table.cameAt)],
);

/** Browsers that get push messages for an email address. */
export const pushBrowsers = sqliteTable(
  "push_browsers",
  {
    id: integer().primaryKey({ autoIncrement: true }),
    /** Keyed hash of the address. */
    addressHash: text().notNull(),
    /** Keyed hash of the endpoint. */
    endpointHash: text().notNull(),
    /** The endpoint and the browser's keys, encrypted. */
    sealed: text().notNull(),
    /** True for each topic that the browser receives. */
    alerts: integer({ mode: "boolean" }).notNull(),
    discussions: integer({ mode: "boolean" }).notNull(),
    createdAt: integer({ mode: "timestamp_ms" }).notNull(),
    /** Time of the browser's last registration or message, for retention. */
    usedAt: integer({ mode: "timestamp_ms" }).notNull(),
  },
  (table) => [
    uniqueIndex("push_browsers_endpoint").on(table.endpointHash),
    index("push_browsers_address").on(table.addressHash),
    index("push_browsers_used").on(table.usedAt),
  ],
);

/** Messages sent to browsers, each only once, and only a few per day. The row is stored before its message is sent. */
export const pushMessages = sqliteTable(
  "push_messages",
  {
    browserId: integer().notNull(),
    /** The subject of the message; unique per browser. */
    about: text().notNull(),
    at: integer({ mode: "timestamp_ms" }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.browserId, table.about] }), index("push_messages_at").on(table.at)],
);
