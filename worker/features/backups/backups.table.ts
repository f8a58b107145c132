import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { BackupPart, WithdrawalKind } from "./backup-format.ts";

/** Position at which a backup continues: after a row of a table, or after a photo. Null after everything was read. */
export type BackupPosition = { table: string; afterRow: number } | { afterPhoto: string };

/** Backups, finished or not. The objects of a backup are in R2 (bucket BACKUPS), listed in its manifest. */
export const backups = sqliteTable("backups", {
  /** UTC day of the backup. */
  id: text().primaryKey(),
  /** Identifies this attempt at the backup, so that queue messages of an earlier attempt have no effect. */
  run: text().notNull(),
  startedAt: integer({ mode: "timestamp_ms" }).notNull(),
  /** Time at which the backup was finished. Null until the manifest is written. */
  finishedAt: integer({ mode: "timestamp_ms" }),
  /** Number of completed steps, so that each step takes effect only once. */
  step: integer().notNull().default(0),
  position: text({ mode: "json" }).$type<BackupPosition | null>(),
  /** The parts of an unfinished backup. */
  parts: text({ mode: "json" }).$type<BackupPart[]>().notNull().default([]),
  lastWithdrawal: integer().notNull(),
  rows: integer().notNull().default(0),
  bytes: integer().notNull().default(0),
});
export type Backup = typeof backups.$inferSelect;

/**
 * Withdrawals that are not yet in the log, which is in R2. Triggers write them (migrations/), so that no code path can
 * omit a withdrawal. Ids are never reused.
 */
export const withdrawals = sqliteTable("withdrawals", {
  id: integer().primaryKey({ autoIncrement: true }),
  kind: text().$type<WithdrawalKind>().notNull(),
  ref: text().notNull(),
  hash: text().notNull().default(""),
  detail: text().notNull().default(""),
});
