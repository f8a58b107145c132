import * as z from "zod/mini";

/** Number of daily backups that are kept, and number of months whose first backup is kept longer. */
export const BACKUPS_KEPT = { daily: 30, monthly: 3 } as const;

/** Age in hours from which the newest backup counts as late, because a backup is made every night. */
export const BACKUP_LATE_HOURS = 26;

/** UTC hour at which the nightly backup becomes due: 3 or 4 a.m. in Toronto. */
export const BACKUP_HOUR_UTC = 8;

const BACKUP_ID = /^\d{4}-\d{2}-\d{2}$/;
/** Returns whether a text has the form of a backup's id, which is the UTC day of the backup. */
export const isBackupId = (text: string): boolean => BACKUP_ID.test(text);

/** Name of the backup part that lists the photos. Each line has the key, size and etag of a photo. */
export const PHOTO_INVENTORY = "photos in R2";

/**
 * Schema of a backup part: a separate R2 object with rows of one table. The object is gzip-compressed lines of JSON,
 * encrypted with age.
 */
const backupPart = z.object({
  key: z.string(),
  table: z.string(),
  rows: z.number(),
  /** Size of the object in bytes. */
  bytes: z.number(),
  /** SHA-256 of the object, in hexadecimal. */
  sha256: z.string(),
  /** SHA-256 of the lines before compression and encryption. */
  linesSha256: z.string(),
});
export type BackupPart = z.output<typeof backupPart>;

/** Validates the description of a table as it was when the backup was made. */
const backupTable = z.object({
  name: z.string(),
  /** The stored columns, in the order of each line's values. */
  columns: z.array(z.string()),
  /** The columns of the table's primary key. */
  key: z.array(z.string()),
  /** The table's foreign keys. */
  references: z.array(z.object({ column: z.string(), table: z.string() })),
});
export type BackupTable = z.output<typeof backupTable>;

/**
 * Schema of the manifest, which lists a backup's parts. The manifest is written last, so a backup without it is
 * unfinished. Because the manifest contains no personal data, it is not encrypted.
 */
export const backupManifest = z.object({
  format: z.literal(1),
  id: z.string(),
  startedAt: z.string(),
  finishedAt: z.string(),
  /** A table comes before the tables that it references. */
  tables: z.array(backupTable),
  /** The newest withdrawal that was known when the backup began. A restore replays all later withdrawals. */
  lastWithdrawal: z.number(),
  parts: z.array(backupPart),
});
export type BackupManifest = z.output<typeof backupManifest>;

export const backupPrefix = (id: string) => `backups/${id}/`;
export const manifestKey = (id: string) => `${backupPrefix(id)}manifest.json`;

/**
 * Name of the setting that stops emails, jobs and writes while the database is restored. Its value is a {@link
 * RestoreState}.
 */
export const RESTORE_SETTING = "restore";
/** Name of the setting that stores the report of the last restore, as text. */
export const RESTORE_REPORT_SETTING = "restore.report";

/** Progress of a restore: `npm run restore` loads the rows, and the worker does the rest. */
export const restoreState = z.object({
  backup: z.string(),
  phase: z.enum(["loading", "replaying", "checking_photos"]),
  lastWithdrawal: z.number(),
  /** Position at which the phase continues. */
  cursor: z.nullable(z.string()),
  /** Counts for the report so far, by name. */
  counts: z.record(z.string(), z.number()),
});
export type RestoreState = z.output<typeof restoreState>;

/**
 * Kinds of changes that a restore must not undo. Their entries contain only ids and keyed hashes, no addresses:
 * `subscriber.left` and `follow.stopped` (unsubscribed), `suppressed` (complaint, hard bounce, "never write") and the
 * end of a suppression, `*.erased`, `shortlist.deleted`, `audit.redacted`, `listing.status`, `thread` and `comment`
 * (deleted or restored), `ban`, `mailing` (an edition or alert that is sent), `mail.claimed` and `mail.released`
 * (single emails), `search.stopped` (or paused), `alerts.stopped` (all alerts of an address), `alerts.told` (an address
 * was notified of a home).
 */
const WITHDRAWAL_KINDS = [
  "subscriber.left",
  "subscriber.erased",
  "suppressed",
  "suppression.ended",
  "follow.stopped",
  "follow.erased",
  "address.erased",
  "vip.erased",
  "shortlist.deleted",
  "listing.status",
  "listing.erased",
  "audit.redacted",
  "thread",
  "comment",
  "ban",
  "mailing",
  "mail.claimed",
  "mail.released",
  "search.stopped",
  "search.erased",
  "alerts.stopped",
  "alerts.erased",
  "alerts.told",
  "person.left",
  "person.role",
  "passkey.left",
  "person.forgotten",
] as const;
export type WithdrawalKind = (typeof WITHDRAWAL_KINDS)[number];

/** An entry in the withdrawal log. */
const withdrawalEntry = z.object({
  id: z.number(),
  kind: z.enum(WITHDRAWAL_KINDS),
  /** The id or key of the row that the entry is about. */
  ref: z.string(),
  /** Keyed hash of an email address. Empty if the entry has no address. */
  hash: z.string(),
  /** The new state, in a format that depends on the kind. */
  detail: z.string(),
});
export type WithdrawalEntry = z.output<typeof withdrawalEntry>;

/** Schema of a log object: some withdrawal entries, oldest first. */
export const withdrawalObject = z.array(withdrawalEntry);

export const WITHDRAWALS_PREFIX = "withdrawals/";
