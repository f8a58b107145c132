import {
  type BackupTable,
  PHOTO_INVENTORY,
  RESTORE_REPORT_SETTING,
  RESTORE_SETTING,
  type RestoreState,
} from "../../worker/features/backups/backup-format.ts";
import type { Target } from "../import/target.ts";
import { fillStatements, RECOUNTS, SEARCH_INDEXES } from "./derived-tables.ts";
import { insertStatements } from "./insert-statements.ts";
import type { Backup, SqlRow } from "./read-backup.ts";

/**
 * Tables that migrations and jobs fill by themselves, with the condition of rows that are somebody's all the same. Rows of
 * any other table are somebody's.
 */
const FILLED_BY_ITSELF: Readonly<Record<string, string>> = {
  counters: "false",
  forum_users: "is_automated = 0",
  job_cursors: "false",
  job_runs: "false",
  mail_hours: "false",
  mail_refusals: "false",
  market_benchmarks: "false",
  operator_notices: "false",
  own_medians: "false",
  own_rents: "false",
  rent_guidelines: "confirmed_at IS NOT NULL",
  settings: "false",
};

/** Statements of one write, within D1's 30 seconds. */
const STATEMENTS_AT_ONCE = 40;
const DAY_MS = 86_400_000;
/** Ids left out for each day since the backup: links and pages of what was lost must never lead to something else. */
const IDS_A_DAY = 10_000;
/** The withdrawals of a day; each single mail is one, too. */
const WITHDRAWALS_A_DAY = 1_000_000;

/** What was loaded. */
export interface Loaded {
  /** Rows by table. */
  rows: Readonly<Record<string, number>>;
  /** Rows left out because what they belong to is missing, by table. */
  orphans: Readonly<Record<string, number>>;
  photos: number;
}

/**
 * Loads the rows of a verified backup into an empty database, and leaves it closed to mail, jobs and writes until the
 * worker has replayed what was withdrawn since (RESTORE_SETTING).
 * @param options.settle waits until all running workers know that
 * @throws Error when the database is not empty or lacks a column of the backup; nothing is written then
 */
export async function loadBackup(
  backup: Backup,
  target: Target,
  { now, settle }: { now: Date; settle: () => Promise<unknown> },
): Promise<Loaded> {
  const tables = backup.manifest.tables.toReversed();
  await assertKnown(target, tables);
  await assertEmpty(target, tables);
  const state = stateAt(backup, "loading");
  await target.write([putState(state)]);
  await target.settle();
  await settle();

  const triggers = await target.query<{ name: string; sql: string }>(
    "SELECT name, sql FROM sqlite_master WHERE type = 'trigger' ORDER BY name",
  );
  await write(
    target,
    triggers.map(({ name }) => `DROP TRIGGER "${name}"`),
  );
  await write(
    target,
    tables
      .filter(({ name }) => name in FILLED_BY_ITSELF)
      .map(
        ({ name }) => `DELETE FROM "${name}" WHERE ${name === "settings" ? `name <> '${RESTORE_SETTING}'` : "true"}`,
      ),
  );
  const loaded = await loadRows(backup, target, tables);
  for (const { of, fill } of Object.values(SEARCH_INDEXES)) {
    const [last] = await target.query<{ id: number | null }>(`SELECT max(id) AS id FROM "${of}"`);
    await write(target, fillStatements(fill, last?.id ?? 0));
  }
  await write(target, RECOUNTS);
  await write(target, skipIds(backup, now));
  await write(
    target,
    triggers.map(({ sql }) => sql),
  );
  await assertLoaded(target, loaded);
  await target.write([putState({ ...state, phase: "replaying" })]);
  await target.settle();
  return loaded;
}

async function write(target: Target, statements: readonly string[]): Promise<void> {
  for (let at = 0; at < statements.length; at += STATEMENTS_AT_ONCE)
    await target.write(statements.slice(at, at + STATEMENTS_AT_ONCE));
}

const stateAt = ({ manifest }: Backup, phase: RestoreState["phase"]): RestoreState => ({
  backup: manifest.id,
  phase,
  lastWithdrawal: manifest.lastWithdrawal,
  cursor: null,
  counts: {},
});

const putState = (state: RestoreState) =>
  `INSERT OR REPLACE INTO settings (name, value) VALUES ('${RESTORE_SETTING}', '${JSON.stringify(state)}')`;

/** @throws Error unless the database has all columns of the backup */
async function assertKnown(target: Target, tables: readonly BackupTable[]): Promise<void> {
  const known = await target.query<{ name: string; sql: string }>(
    "SELECT name, sql FROM sqlite_master WHERE type = 'table'",
  );
  const missing = tables.flatMap(({ name, columns }) => {
    const sql = known.find((table) => table.name === name)?.sql ?? "";
    return columns.filter((column) => !sql.includes(`\`${column}\``)).map((column) => `${name}.${column}`);
  });
  if (missing.length > 0)
    throw new Error(
      `The database has no ${missing.join(", ")}. Apply the migrations of the version that made the backup first.`,
    );
}

/** @throws Error unless the database is empty */
async function assertEmpty(target: Target, tables: readonly BackupTable[]): Promise<void> {
  const [running] = await target.query(`SELECT name FROM settings WHERE name = '${RESTORE_SETTING}'`);
  if (running) throw new Error("A restore into this database was begun before. Start with an empty one.");
  const exists = ({ name }: BackupTable) =>
    `EXISTS (SELECT 1 FROM "${name}" WHERE ${FILLED_BY_ITSELF[name] ?? "true"}) AS "${name}"`;
  const [found = {}] = await target.query<Record<string, number>>(`SELECT ${tables.map(exists).join(", ")}`);
  const full = tables.filter(({ name }) => found[name] === 1).map(({ name }) => name);
  if (full.length > 0)
    throw new Error(`The database is not empty: there are rows in ${full.join(", ")}. Nothing was changed.`);
}

async function loadRows(backup: Backup, target: Target, tables: readonly BackupTable[]): Promise<Loaded> {
  const orphans: Record<string, number> = {};
  const parents = new Map<string, Set<unknown>>();
  for (const table of tables) {
    const ids = new Set<unknown>();
    parents.set(table.name, ids);
    for (const part of backup.manifest.parts.filter((one) => one.table === table.name)) {
      const all = await backup.rowsOf(part);
      const own = all.filter((row) => hasParents(row, table, parents));
      orphans[table.name] = (orphans[table.name] ?? 0) + all.length - own.length;
      const idAt = table.columns.indexOf("id");
      if (idAt >= 0) for (const row of own) ids.add(row[idAt]);
      await write(target, insertStatements(table, own));
    }
  }
  await target.settle();
  const [rows = {}] = await target.query<Record<string, number>>(
    `SELECT ${tables.map(({ name }) => `(SELECT count(*) FROM "${name}") AS "${name}"`).join(", ")}`,
  );
  const photos = backup.manifest.parts
    .filter(({ table }) => table === PHOTO_INVENTORY)
    .reduce((sum, part) => sum + part.rows, 0);
  return { rows, orphans, photos };
}

/** Whether all rows that a row refers to were loaded. */
function hasParents(
  row: SqlRow,
  { columns, references }: BackupTable,
  loaded: ReadonlyMap<string, ReadonlySet<unknown>>,
): boolean {
  return references.every(({ column, table }) => {
    const value = row[columns.indexOf(column)] ?? null;
    return value === null || loaded.get(table)?.has(value) === true;
  });
}

/** Statements after which new rows get ids that no lost row can have had. */
function skipIds({ manifest }: Backup, now: Date): string[] {
  const days = Math.max(1, Math.ceil((now.getTime() - Date.parse(manifest.startedAt)) / DAY_MS) + 1);
  const after = manifest.lastWithdrawal + days * WITHDRAWALS_A_DAY;
  return [
    `UPDATE sqlite_sequence SET seq = seq + ${days * IDS_A_DAY}`,
    `DELETE FROM settings WHERE name = '${RESTORE_REPORT_SETTING}'`,
    "DELETE FROM sqlite_sequence WHERE name = 'withdrawals'",
    `INSERT INTO sqlite_sequence (name, seq) VALUES ('withdrawals', ${after})`,
  ];
}

/** @throws Error when the database holds fewer rows than were read */
async function assertLoaded(target: Target, { rows }: Loaded): Promise<void> {
  const [broken] = await target.query("PRAGMA foreign_key_check");
  if (broken) throw new Error("Rows refer to others that are missing.");
  const [triggers] = await target.query<{ n: number }>(
    "SELECT count(*) AS n FROM sqlite_master WHERE type = 'trigger'",
  );
  if (!triggers?.n || !rows.settings) throw new Error("The database was not completed.");
}
