import { eq, sql, type SQL } from "drizzle-orm";
import type { DrizzleD1Database } from "drizzle-orm/d1";
import { URLS_PER_SITEMAP } from "../contracts/pages.ts";
import { ADDRESS_LIFETIME_MS, maskedAddress } from "./client-address.ts";
import { counters, settings } from "./tables.ts";

type Database = DrizzleD1Database;
/** The dependencies that these functions need. */
interface WithDatabase {
  db: Database;
}

/**
 * Prepares a query once for each database and set of options, and reuses it in later requests. Pass values that vary as
 * `sql.placeholder()`.
 * @param write builds the query and ends with `.prepare()`
 * @param ways the options; use few distinct combinations, because each prepared query stays in memory
 */
export function preparedQuery<Query, Ways extends readonly string[]>(write: (db: Database, ...ways: Ways) => Query) {
  const known = new WeakMap<Database, Map<string, Query>>();
  return ({ db }: WithDatabase, ...ways: Ways): Query => {
    const ofDatabase = known.get(db) ?? new Map<string, Query>();
    known.set(db, ofDatabase);
    const key = ways.join("\n");
    const query = ofDatabase.get(key) ?? write(db, ...ways);
    ofDatabase.set(key, query);
    return query;
  };
}

const byKey = preparedQuery((db) =>
  db
    .select({ value: counters.value })
    .from(counters)
    .where(eq(counters.key, sql.placeholder("key")))
    .limit(1)
    .prepare(),
);

/** Returns a total that database triggers keep up to date. Reads one row. */
export async function readCounter(deps: WithDatabase, key: string): Promise<number> {
  const row = await byKey(deps).get({ key });
  return row?.value ?? 0;
}

const byName = preparedQuery((db) =>
  db
    .select({ value: settings.value })
    .from(settings)
    .where(eq(settings.name, sql.placeholder("name")))
    .limit(1)
    .prepare(),
);

/** Returns the value of a setting, or null if it was never set. */
export async function readSetting(deps: WithDatabase, name: string): Promise<string | null> {
  const row = await byName(deps).get({ name });
  return row?.value ?? null;
}

/** Returns the statement that stores a setting. */
export function setSetting(deps: WithDatabase, name: string, value: string) {
  return deps.db.insert(settings).values({ name, value }).onConflictDoUpdate({ target: settings.name, set: { value } });
}

/** Returns the statement that deletes a setting. */
export const removeSetting = (deps: WithDatabase, name: string) =>
  deps.db.delete(settings).where(eq(settings.name, name));

/**
 * SQL condition that a row's id is in window `n` of {@link timesByWindow}, written exactly as in the window indexes, so
 * that SQLite uses them.
 */
export const isInWindow = sql.raw(`(id - 1) / ${URLS_PER_SITEMAP} = n`);

/**
 * Returns one timestamp for each window of a table's ids, in order; null for a window without a timestamp.
 * @param table a table with a numeric primary key `id`
 * @param moment a scalar query in milliseconds, for the window of {@link isInWindow}
 */
export async function timesByWindow(deps: WithDatabase, table: string, moment: SQL): Promise<(Date | null)[]> {
  const last = sql.raw(`(SELECT (max(id) - 1) / ${URLS_PER_SITEMAP} FROM ${table})`);
  const rows = await deps.db.all<{ time: number | null }>(
    sql`WITH RECURSIVE numbers(n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM numbers WHERE n < ${last})
      SELECT (${moment}) AS time FROM numbers ORDER BY n`,
  );
  return rows.map(({ time }) => (time === null ? null : new Date(time)));
}

/** A table whose `ip_address` is masked when it is 90 days old. All fields are SQL. */
export interface AddressTable {
  table: string;
  /** The column with the time at which the row was written, in milliseconds. */
  writtenAt: string;
  /** Condition of the index of rows that are not masked yet. */
  isUnmasked: string;
  /** Assignment to another column, in the statement that masks the address. */
  alsoSet?: string;
}

/** SQL condition for rows with an unmasked IP address. A masked address contains its prefix length. */
export const IS_UNMASKED = "ip_address NOT LIKE '%/%'";

/** Maximum number of addresses that one run masks per table. */
const MASKED_AT_ONCE = 500;

/** Masks the addresses of rows that are 90 days old at `time`, oldest first, up to {@link MASKED_AT_ONCE} rows. */
export async function maskOldAddresses(
  deps: WithDatabase,
  { table, writtenAt, isUnmasked, alsoSet }: AddressTable,
  time: Date,
): Promise<void> {
  const [name, at] = [sql.raw(table), sql.raw(writtenAt)];
  const rows = await deps.db.all<{ id: number; address: string | null }>(
    sql`SELECT id, ip_address AS address FROM ${name}
      WHERE ${sql.raw(isUnmasked)} AND ${at} < ${time.getTime() - ADDRESS_LIFETIME_MS} ORDER BY ${at} LIMIT ${MASKED_AT_ONCE}`,
  );
  if (rows.length === 0) return;
  const masked = JSON.stringify(Object.fromEntries(rows.map(({ id, address }) => [id, maskedAddress(address ?? "")])));
  await deps.db.run(
    sql`UPDATE ${name} SET ip_address = json_extract(${masked}, '$."' || id || '"')${sql.raw(alsoSet ? `, ${alsoSet}` : "")}
      WHERE id IN (SELECT CAST(key AS INTEGER) FROM json_each(${masked}))`,
  );
}

/** Number of rows that one statement deletes. Larger deletes would block other queries for too long. */
const BATCH = 2_000;
/** Maximum number of statements per call, which keeps a scheduled run within its time limit. The next run continues. */
const ROUNDS = 5;

/** Deletes the matching rows of a table in batches, until a batch is not full: at most 10,000 rows per call. */
export async function deleteInBatches(deps: WithDatabase, table: string, condition: SQL): Promise<void> {
  const name = sql.raw(table);
  for (let round = 0; round < ROUNDS; round += 1) {
    const { meta } = await deps.db.run(
      sql`DELETE FROM ${name} WHERE rowid IN (SELECT rowid FROM ${name} WHERE ${condition} LIMIT ${BATCH})`,
    );
    if (meta.changes < BATCH) return;
  }
}

/**
 * SQL condition for the oldest {@link BATCH} rows of a table whose ids ascend with time, without an index on the time.
 */
export const isAmongOldest = (table: string) => sql`id < (SELECT min(id) FROM ${sql.raw(table)}) + ${BATCH}`;
