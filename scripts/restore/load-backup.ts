import { createHash } from "node:crypto";
import { gunzipSync } from "node:zlib";
import { Decrypter } from "age-encryption";
import { toSnakeCase } from "drizzle-orm/casing";
import { SEARCHED_KEYS } from "../../worker/contracts/listing-fields.ts";
import {
  type BackupTable,
  PHOTO_INVENTORY,
  RESTORE_REPORT_SETTING,
  RESTORE_SETTING,
  type RestoreState,
  type BackupManifest,
  backupManifest,
  type BackupPart,
  manifestKey,
} from "../../worker/features/backups/backup-format.ts";
import type { Target } from "../import/target.ts";

/** Reads an object of the backups' bucket; null when there is none. */
export type ReadObject = (key: string) => Promise<Uint8Array<ArrayBuffer> | null>;

/** A backup whose parts were all found, decrypted and verified against their checksums. */
interface Backup {
  manifest: BackupManifest;
  /** Returns the rows of a part, each in the order of the manifest's columns. */
  rowsOf: (part: BackupPart) => Promise<SqlRow[]>;
}

type SqlRow = readonly (string | number | null)[];

/**
 * Opens a backup and verifies the whole backup before any row is used.
 * @param id the day of the backup
 * @param identity the private key, `AGE-SECRET-KEY-1…`
 * @throws Error that states what is missing, damaged or encrypted to another key
 */
export async function openBackup(read: ReadObject, id: string, identity: string): Promise<Backup> {
  const text = await read(manifestKey(id));
  if (text === null) throw new Error(`There is no finished backup of ${id}: ${manifestKey(id)} is missing.`);
  const manifest = backupManifest.parse(JSON.parse(new TextDecoder().decode(text)));
  const rowsOf = (part: BackupPart) => rowsOfPart(read, part, identity);
  for (const part of manifest.parts) {
    const rows = await rowsOf(part);
    if (rows.length !== part.rows) throw new Error(`${part.key} holds ${rows.length} rows instead of ${part.rows}.`);
  }
  return { manifest, rowsOf };
}

async function rowsOfPart(read: ReadObject, part: BackupPart, identity: string): Promise<SqlRow[]> {
  const bytes = await read(part.key);
  if (bytes === null) throw new Error(`${part.key} is missing.`);
  if (sha256(bytes) !== part.sha256) throw new Error(`${part.key} is damaged: its checksum does not match.`);
  const lines = gunzipSync(await decrypt(bytes, part, identity)).toString();
  if (sha256(lines) !== part.linesSha256)
    throw new Error(`${part.key} is damaged: the checksum of its lines does not match.`);
  return lines.split("\n").map((line) => JSON.parse(line) as SqlRow);
}

async function decrypt(bytes: Uint8Array<ArrayBuffer>, { key }: BackupPart, identity: string): Promise<Uint8Array> {
  const decrypter = new Decrypter();
  decrypter.addIdentity(identity);
  try {
    return await decrypter.decrypt(bytes);
  } catch (error) {
    throw new Error(`${key} cannot be decrypted: is it the right key?`, { cause: error });
  }
}

const sha256 = (data: Uint8Array | string) => createHash("sha256").update(data).digest("hex");

/** Columns that moderators search, as the triggers of listings_search list them (migrations/). */
const SEARCHED_COLUMNS = [...SEARCHED_KEYS, "phoneKey"].map(toSnakeCase).join(", ");

/**
 * SQL that fills a search index for a range of ids, as the triggers do. A restore loads rows without triggers, so it
 * must compute all derived data itself.
 */
const SEARCH_INDEXES: Readonly<Record<string, { of: string; fill: string }>> = {
  listings_search: {
    of: "listings",
    fill: `INSERT INTO listings_search (rowid, ${SEARCHED_COLUMNS})
      SELECT id, ${SEARCHED_COLUMNS} FROM listings WHERE id BETWEEN ?from AND ?to`,
  },
  listings_words: {
    of: "listings",
    fill: `INSERT INTO listings_words (rowid, words, place)
      SELECT id, words, place FROM listings_said WHERE status = 'approved' AND id BETWEEN ?from AND ?to`,
  },
  listing_terms_search: {
    of: "listing_terms",
    fill: `INSERT INTO listing_terms_search (rowid, word) SELECT id, word FROM listing_terms WHERE id BETWEEN ?from AND ?to`,
  },
  forum_threads_search: {
    of: "forum_threads",
    fill: `INSERT INTO forum_threads_search (rowid, title, content)
      SELECT id, title, content FROM forum_threads WHERE is_deleted = 0 AND id BETWEEN ?from AND ?to`,
  },
  forum_comments_search: {
    of: "forum_comments",
    fill: `INSERT INTO forum_comments_search (rowid, content)
      SELECT id, content FROM forum_comments WHERE is_deleted = 0 AND id BETWEEN ?from AND ?to`,
  },
};

/** Ids per statement, because D1 ends a statement after 30 seconds. */
const IDS_AT_ONCE = 5_000;

/** Returns the statements that fill a search index. @param lastId the highest id of the table it covers */
function fillStatements(fill: string, lastId: number): string[] {
  return Array.from({ length: Math.ceil(lastId / IDS_AT_ONCE) }, (_, nth) =>
    fill.replace("?from", String(nth * IDS_AT_ONCE + 1)).replace("?to", String((nth + 1) * IDS_AT_ONCE)),
  );
}

const count = (key: string, from: string) =>
  `UPDATE counters SET value = (SELECT count(*) FROM ${from}) WHERE key ${key}`;

/**
 * SQL that recounts totals. A backup reads its parts in sequence, so its totals and rows may be from different times.
 */
const RECOUNTS: readonly string[] = [
  count("= 'admin'", "listings WHERE status <> 'deleted'"),
  count("LIKE 'status:%'", "listings WHERE status = substr(key, 8)"),
  count("= 'approved'", "listings WHERE status = 'approved'"),
  count("LIKE 'approved:%'", "listings WHERE status = 'approved' AND bedrooms = substr(key, 10)"),
  "DELETE FROM report_groups",
  `INSERT INTO report_groups (target_type, target_id, reports, last_id)
    SELECT target_type, target_id, count(*), max(id) FROM reports WHERE resolved_at IS NULL GROUP BY 1, 2`,
  count("= 'reports'", "reports WHERE resolved_at IS NULL"),
  count("= 'report_groups'", "report_groups"),
  count("= 'audit'", "audit_log"),
  count(
    "IN ('subscribers:pending', 'subscribers:confirmed', 'subscribers:unsubscribed', 'subscribers:suppressed')",
    "subscribers WHERE status = substr(key, 13)",
  ),
  "UPDATE counters SET value = 0 WHERE key LIKE 'subscribers:from:%'",
  `INSERT INTO counters (key, value)
    SELECT 'subscribers:from:' || coalesce(referrer, 'Unknown') AS source, count(*) AS number FROM subscribers
    WHERE status = 'confirmed' GROUP BY 1 ON CONFLICT (key) DO UPDATE SET value = excluded.value`,
  count("= 'vip'", "vip_subscriptions WHERE has_access"),
  count("= 'forum:threads:all'", "forum_threads"),
  count("= 'forum:threads'", "forum_threads WHERE is_deleted = 0"),
  count("= 'forum:comments'", "forum_comments WHERE is_deleted = 0"),
  count("= 'automation:activity'", "automation_activity"),
  count("= 'bans'", "bans"),
  count("= 'bans:active'", "bans WHERE is_active = 1"),
  `UPDATE forum_threads SET comment_count = (
    SELECT count(*) FROM forum_comments WHERE thread_id = forum_threads.id AND is_deleted = 0)`,
  `UPDATE listings SET report_count = (SELECT count(*) FROM reports
    WHERE target_type = 'listing' AND target_id = listings.id AND resolved_at IS NULL)`,
  "UPDATE listing_place_counts SET listings = 0",
  `INSERT INTO listing_place_counts (kind, name, lines, listings)
    SELECT 'neighbourhood', neighbourhood, '[]', count(*) FROM listings
    WHERE status = 'approved' AND neighbourhood IS NOT NULL GROUP BY neighbourhood
    ON CONFLICT (kind, name) DO UPDATE SET listings = excluded.listings`,
  `INSERT INTO listing_place_counts (kind, name, lines, listings)
    SELECT 'station', closest_subway_station, max(subway_lines), count(*) FROM listings
    WHERE status = 'approved' AND closest_subway_station IS NOT NULL GROUP BY closest_subway_station
    ON CONFLICT (kind, name) DO UPDATE SET listings = excluded.listings`,
  "DELETE FROM listing_place_states",
  `INSERT INTO listing_place_states (method, confidence, data_version, listings)
    SELECT coalesce(place.method, ''), coalesce(place.confidence, ''), coalesce(place.data_version, ''), count(*)
    FROM listings LEFT JOIN listing_places AS place ON place.listing_id = listings.id
    WHERE listings.status NOT IN ('deleted', 'rented') GROUP BY 1, 2, 3`,
];

/** D1's limit for a statement is 100 KB. */
const STATEMENT_CHARACTERS = 60_000;
/** Characters per piece of a long value; each takes at most three bytes, or two quotes. */
const PIECE = 20_000;

type Value = string | number | null;

/** Formats a value as a SQL literal. D1 rejects NUL in the text of a statement. */
function literal(value: Value): string {
  if (value === null) return "NULL";
  if (typeof value === "number") return String(value);
  const text = `'${value.replaceAll("'", "''")}'`;
  return value.includes("\0") ? `(${text.replaceAll("\0", "' || char(0) || '")})` : text;
}

/**
 * Returns statements that insert rows, each within D1's limit. If a row was read twice because it was rewritten during
 * the backup, the last version is stored.
 */
function insertStatements(
  { name, columns, key }: Pick<BackupTable, "name" | "columns" | "key">,
  rows: readonly SqlRow[],
): string[] {
  const head = `INSERT OR REPLACE INTO "${name}" (${columns.map((column) => `"${column}"`).join(",")}) VALUES `;
  const statements: string[] = [];
  let tuples: string[] = [];
  let size = 0;
  const flush = () => {
    if (tuples.length > 0) statements.push(head + tuples.join(","));
    tuples = [];
    size = 0;
  };
  for (const row of rows) {
    const isLong = row.some((value) => typeof value === "string" && value.length > PIECE);
    const tuple = `(${row.map((value) => literal(isLong && typeof value === "string" ? value.slice(0, PIECE) : value)).join(",")})`;
    if (size + tuple.length > STATEMENT_CHARACTERS) flush();
    tuples.push(tuple);
    size += tuple.length + 1;
    if (!isLong) continue;
    flush();
    statements.push(...piecesOf({ name, columns, key }, row));
  }
  flush();
  return statements;
}

/** Returns statements that append the rest of a row's long values. */
function piecesOf({ name, columns, key }: Pick<BackupTable, "name" | "columns" | "key">, row: SqlRow): string[] {
  const where = key.map((column) => `"${column}" = ${literal(row[columns.indexOf(column)] ?? null)}`).join(" AND ");
  return row.flatMap((value, nth) => {
    if (typeof value !== "string" || value.length <= PIECE) return [];
    const pieces: string[] = [];
    for (let at = PIECE; at < value.length; at += PIECE)
      pieces.push(
        `UPDATE "${name}" SET "${columns[nth]}" = "${columns[nth]}" || ${literal(value.slice(at, at + PIECE))} WHERE ${where}`,
      );
    return pieces;
  });
}

/**
 * Tables that migrations and jobs fill, with a condition for the rows that are user data. Rows of all other tables are
 * always user data.
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

/** Statements per write, within D1's 30 seconds. */
const STATEMENTS_AT_ONCE = 40;
const DAY_MS = 86_400_000;
/**
 * Number of ids skipped for each day since the backup. Otherwise, a link to a lost row could lead to a new row with the
 * same id.
 */
const IDS_A_DAY = 10_000;
/** Number of withdrawal ids skipped for each day since the backup. Every single email uses one of these ids. */
const WITHDRAWALS_A_DAY = 1_000_000;

/** The result of loading a backup. */
export interface Loaded {
  /** Number of loaded rows by table. */
  rows: Readonly<Record<string, number>>;
  /** Number of rows left out because they refer to a missing row, by table. */
  orphans: Readonly<Record<string, number>>;
  photos: number;
}

/**
 * Loads the rows of a verified backup into an empty database. The database stays closed to email, jobs and writes until
 * the worker has replayed all later withdrawals (RESTORE_SETTING).
 * @param options.settle waits until all running workers have noticed the restore
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
  if (running) throw new Error("A restore into this database was already started. Start with an empty one.");
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

/** Returns whether all rows to which a row refers were loaded. */
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

/** Returns statements that raise the next ids, so that no new row gets the id of a lost row. */
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

/** @throws Error when the database has fewer rows than were read */
async function assertLoaded(target: Target, { rows }: Loaded): Promise<void> {
  const [broken] = await target.query("PRAGMA foreign_key_check");
  if (broken) throw new Error("Some rows refer to rows that are missing.");
  const [triggers] = await target.query<{ n: number }>(
    "SELECT count(*) AS n FROM sqlite_master WHERE type = 'trigger'",
  );
  if (!triggers?.n || !rows.settings) throw new Error("The database was not completed.");
}
