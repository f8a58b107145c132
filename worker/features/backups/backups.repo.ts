import {
  and,
  type Column,
  desc,
  eq,
  getTableColumns,
  getTableName,
  is,
  isNotNull,
  isNull,
  lt,
  max,
  sql,
  asc,
  gt,
} from "drizzle-orm";
import { CasingCache } from "drizzle-orm/casing";
import { getTableConfig, SQLiteTable } from "drizzle-orm/sqlite-core";
import * as schema from "../../db/schema.ts";
import type { Deps } from "../../platform/deps.ts";
import { isStored } from "../../platform/outbox.ts";
import { requireRow } from "../../platform/run-all-or-none.ts";
import type { BackupPart, BackupTable } from "./backup-format.ts";
import { type Backup, type BackupPosition, backups, withdrawals } from "./backups.table.ts";
import { createLazily } from "../../contracts/create-lazily.ts";

/**
 * Tables that are not backed up, with the reasons. The schema lists no virtual tables and shadow tables, because they
 * are rebuilt.
 */
export const NOT_BACKED_UP: Readonly<Record<string, string>> = {
  access_codes: "valid for ten minutes",
  admin_sessions: "a restore ends all sessions",
  backups: "the manifests contain the same data",
  dev_mailbox: "empty in production",
  error_counts: "a week's error counts, useless after a restore",
  invitations: "sent again by an operator; a link that was used must not work again",
  login_codes: "valid for ten minutes",
  presences: "valid for half a minute",
  privacy_requests: "valid for a day",
  withdrawals: "goes to the log, which a restore replays",
};

const casing = new CasingCache("snake_case");
const nameOf = (column: Column) => casing.getColumnCasing(column);
const referencesOf = (table: SQLiteTable) => getTableConfig(table).foreignKeys.map((key) => key.reference());

/**
 * Tables of a backup, in reading order. A table comes before the tables that it references, so the rows that a
 * backed-up row references are read later and cannot be missing.
 */
export const backedUpTables = createLazily((): readonly BackupTable[] =>
  childrenFirst(
    [...new Set(Object.values(schema).filter((value) => is(value, SQLiteTable)))].filter(
      (table) => !(getTableName(table) in NOT_BACKED_UP),
    ),
  ).map((table) => ({
    name: getTableName(table),
    columns: Object.values(getTableColumns(table))
      // SQLite recomputes generated columns.
      .filter(({ generated }) => generated === undefined)
      .map(nameOf),
    key: keyOf(table),
    references: referencesOf(table).flatMap(({ columns, foreignTable }) =>
      columns.map((column) => ({ column: nameOf(column), table: getTableName(foreignTable) })),
    ),
  })),
);

function keyOf(table: SQLiteTable): string[] {
  const { columns, primaryKeys } = getTableConfig(table);
  return [...columns.filter(({ primary }) => primary), ...primaryKeys.flatMap((key) => key.columns)].map(nameOf);
}

function childrenFirst(tables: readonly SQLiteTable[]): SQLiteTable[] {
  const sorted = tables.toSorted((a, b) => (getTableName(a) < getTableName(b) ? -1 : 1));
  const ordered: SQLiteTable[] = [];
  const visit = (table: SQLiteTable) => {
    if (ordered.includes(table)) return;
    for (const child of sorted)
      if (child !== table && referencesOf(child).some(({ foreignTable }) => foreignTable === table)) visit(child);
    ordered.push(table);
  };
  sorted.forEach(visit);
  return ordered;
}

/**
 * Maximum number of rows per query. The limit is low because a few tables have large rows: parts of photos (1 MB each),
 * and outlines of neighbourhoods.
 */
const ROWS_A_QUERY = 1_000;
const FEWER_ROWS: Readonly<Record<string, number>> = { waiting_photos: 4, areas: 50 };

/** Returns the next rows of a table as arrays of column values, by rowid. */
export async function rowsAfter(deps: Deps, { name, columns }: BackupTable, afterRow: number) {
  const limit = FEWER_ROWS[name] ?? ROWS_A_QUERY;
  const rows = await deps.db.values<[rowid: number, ...values: unknown[]]>(
    sql.raw(
      `SELECT rowid, ${columns.map((column) => `"${column}"`).join(", ")} FROM "${name}"
      WHERE rowid > ${afterRow} ORDER BY rowid LIMIT ${limit}`,
    ),
  );
  return {
    rows: rows.map(([, ...values]) => values),
    lastRow: rows.at(-1)?.[0] ?? afterRow,
    isEnd: rows.length < limit,
  };
}

/** Returns a backup by primary key. */
export async function backupById(deps: Deps, id: string): Promise<Backup | null> {
  const [row] = await deps.db.select().from(backups).where(eq(backups.id, id)).limit(1);
  return row ?? null;
}

/** Returns the newest finished backup. Reads the whole table, which has a few dozen rows. */
export async function newestFinished(deps: Deps): Promise<Backup | null> {
  const [row] = await deps.db
    .select()
    .from(backups)
    .where(isNotNull(backups.finishedAt))
    .orderBy(desc(backups.id))
    .limit(1);
  return row ?? null;
}

/** Returns whether a step of a backup waits in the outbox. */
export async function isStepWaiting(deps: Deps, id: string): Promise<boolean> {
  const [row] = await deps.db.all<{ waits: number }>(
    sql`SELECT ${isStored("backup.step", sql`open.payload ->> '$.id' = ${id}`)} AS waits`,
  );
  return row?.waits === 1;
}

/**
 * Returns the highest id of all withdrawals so far, including those already moved to the log. Returns 0 if there were
 * none.
 */
export async function lastWithdrawalId(deps: Deps): Promise<number> {
  const [row] = await deps.db.all<{ seq: number }>(sql`SELECT seq FROM sqlite_sequence WHERE name = 'withdrawals'`);
  if (row) return row.seq;
  const [highest] = await deps.db.select({ id: max(withdrawals.id) }).from(withdrawals);
  return highest?.id ?? 0;
}

/** Returns the statement that begins a backup, or restarts it. */
export function beginBackup(deps: Deps, id: string, run: string, values: Pick<Backup, "lastWithdrawal" | "position">) {
  const fresh = { ...values, run, startedAt: deps.now(), step: 0, parts: [], rows: 0, bytes: 0 };
  return deps.db
    .insert(backups)
    .values({ id, ...fresh })
    .onConflictDoUpdate({ target: backups.id, set: { ...fresh, finishedAt: null } });
}

/** A step of a backup, which takes effect only once. */
export interface Step {
  id: string;
  run: string;
  step: number;
}

const isAt = ({ id, run, step }: Step) =>
  and(eq(backups.id, id), eq(backups.run, run), eq(backups.step, step), isNull(backups.finishedAt));

/**
 * Returns the statement that stores the result of a backup step. It fails if another delivery already did the same
 * step.
 */
export function storeStep(
  deps: Deps,
  step: Step,
  {
    position,
    parts,
    rows,
    bytes,
  }: { position: BackupPosition | null; parts: readonly BackupPart[]; rows: number; bytes: number },
) {
  return deps.db
    .update(backups)
    .set({ step: step.step + 1, position, parts: [...parts], rows, bytes })
    .where(requireRow(backups, step.id, isAt(step)));
}

/**
 * Marks a backup as finished after its manifest is written.
 * @returns whether this call marked the backup
 */
export async function finishBackup(deps: Deps, step: Step): Promise<boolean> {
  const rows = await deps.db
    .update(backups)
    .set({ finishedAt: deps.now(), parts: [], step: step.step + 1 })
    .where(isAt(step))
    .returning({ id: backups.id });
  return rows.length > 0;
}

/** Deletes the rows of deleted backups, and the rows of unfinished backups from before a day. */
export async function forgetBackups(deps: Deps, ids: readonly string[], unfinishedBefore: string): Promise<void> {
  await deps.db.batch([
    deps.db.delete(backups).where(sql`${backups.id} IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`),
    deps.db.delete(backups).where(and(isNull(backups.finishedAt), lt(backups.id, unfinishedBefore))),
  ]);
}

/** Returns withdrawals that are not in the log yet, oldest first (by primary key). */
export async function waitingWithdrawals(deps: Deps, limit: number) {
  return deps.db.select().from(withdrawals).where(gt(withdrawals.id, 0)).orderBy(asc(withdrawals.id)).limit(limit);
}

/** Deletes withdrawals that are in the log. */
export async function deleteWithdrawals(deps: Deps, ids: readonly number[]): Promise<void> {
  await deps.db.delete(withdrawals).where(sql`id IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`);
}
