import { env } from "cloudflare:workers";
import init, { type Database, type PreparedStatement, type Sqlite3Static } from "@sqlite.org/sqlite-wasm";
import wasm from "@sqlite.org/sqlite-wasm/sqlite3.wasm";

/**
 * D1's limits, by SQLite's names for them (https://developers.cloudflare.com/d1/platform/limits/, and `setupSecurity`
 * of workerd's sqlite.c++). `test/worker/system/fast-d1.test.ts` compares them with D1.
 */
const LIMITS = {
  SQLITE_LIMIT_SQL_LENGTH: 100_000,
  SQLITE_LIMIT_COLUMN: 100,
  SQLITE_LIMIT_EXPR_DEPTH: 100,
  SQLITE_LIMIT_COMPOUND_SELECT: 5,
  SQLITE_LIMIT_VDBE_OP: 25_000,
  SQLITE_LIMIT_FUNCTION_ARG: 32,
  SQLITE_LIMIT_ATTACHED: 0,
  SQLITE_LIMIT_LIKE_PATTERN_LENGTH: 50,
  SQLITE_LIMIT_VARIABLE_NUMBER: 100,
  SQLITE_LIMIT_TRIGGER_DEPTH: 10,
} as const;

/** Maximum number of cached prepared statements, more than the application has. */
const KEPT_STATEMENTS = 2_000;

type Value = number | string | null | Uint8Array;
/** A value of a result in D1's format: a BLOB is a list of bytes. */
type Answer = number | string | null | number[];

interface Ran {
  columns: string[];
  rows: Answer[][];
  meta: D1Meta & Record<string, unknown>;
}

/** The open database; stored globally, because vitest evaluates this module again for each file. */
interface Open {
  sqlite: Sqlite3Static;
  db: Database;
  statements: Map<string, Prepared>;
}
const kept = globalThis as { fastD1?: Open };

async function load(): Promise<Sqlite3Static> {
  const quiet = () => {};
  Object.assign(globalThis, { sqlite3ApiConfig: { debug: quiet, log: quiet, warn: quiet, error: quiet } });
  return (init as (options: object) => Promise<Sqlite3Static>)({
    print: quiet,
    printErr: quiet,
    instantiateWasm(imports: WebAssembly.Imports, done: (instance: WebAssembly.Instance) => void) {
      done(new WebAssembly.Instance(wasm, imports));
      return {};
    },
  });
}

function d1Error(message: string, kind = "D1_ERROR"): Error {
  return new Error(`${kind}: ${message}`, { cause: new Error(message) });
}

/** Throws D1's error for an error of SQLite. */
function fail(error: unknown, { sqlite, db }: Open): never {
  if (!(error instanceof sqlite.SQLite3Error)) throw error;
  const name = (code: number) => sqlite.capi.sqlite3_js_rc_str(code) ?? "SQLITE_ERROR";
  const extended = error.resultCode > 0xff ? ` (extended: ${name(error.resultCode)})` : "";
  const said = sqlite.capi.sqlite3_errmsg(db);
  const at = sqlite.capi.sqlite3_error_offset(db);
  throw d1Error(`${said}${at >= 0 ? ` at offset ${at}` : ""}: ${name(error.resultCode & 0xff)}${extended}`);
}

/** Functions of this SQLite that D1 does not allow. */
const REFUSED_FUNCTIONS = [
  "ceiling fts5 fts5_get_locale fts5_insttoken fts5_locale fts5_source_id json_array_insert json_error_position",
  "json_pretty jsonb_array_insert load_extension log10 median percentile percentile_cont percentile_disc power",
  "rtreedepth rtreenode sqlite_compileoption_get sqlite_compileoption_used sqlite_log sqlite_offset",
  "sqlite_source_id sqlite_version subtype unistr unistr_quote unknown",
]
  .join(" ")
  .split(" ");
const REFUSED_CALL = new RegExp(`(?<!using\\s+)\\b(${REFUSED_FUNCTIONS.join("|")})\\s*\\(`, "i");
const REFUSED_STATEMENT = /^\s*(?:begin|commit|end|rollback|savepoint|release|attach|detach)\b/i;
/** Matches all pragmas except those that D1 answers (https://developers.cloudflare.com/d1/sql-api/sql-statements/). */
const REFUSED_PRAGMA =
  /^\s*pragma\s+(?!(?:defer_foreign_keys|foreign_keys|foreign_key_check|foreign_key_list|table_list|table_x?info|index_x?info|index_list|optimize|quick_check|case_sensitive_like|legacy_alter_table|recursive_triggers|reverse_unordered_selects|ignore_check_constraints)\b)/i;

/** Throws for a statement that D1 would not run. */
function refuse(sql: string): void {
  const called = REFUSED_CALL.exec(sql)?.[1];
  if (called !== undefined) throw d1Error(`not authorized to use function: ${called}: SQLITE_ERROR`);
  if (REFUSED_STATEMENT.test(sql) || REFUSED_PRAGMA.test(sql)) throw d1Error("not authorized: SQLITE_AUTH");
}

/** Converts a bound value as D1's client does. */
function valueOf(value: unknown): Value {
  if (typeof value === "number" || typeof value === "string" || value === null) return value;
  if (typeof value === "boolean") return value ? 1 : 0;
  if (value instanceof ArrayBuffer) return new Uint8Array(value);
  if (ArrayBuffer.isView(value)) return new Uint8Array(value.buffer, value.byteOffset, value.byteLength);
  if (Array.isArray(value)) return Uint8Array.from(value);
  throw d1Error(`Type '${typeof value}' not supported for value '${value as string}'`, "D1_TYPE_ERROR");
}

const answerOf = (value: unknown): Answer =>
  value instanceof Uint8Array ? [...value] : typeof value === "bigint" ? Number(value) : (value as Answer);

/** A prepared statement, and the remaining SQL. */
interface Prepared {
  statement: PreparedStatement;
  rest: string;
}

function prepared({ sqlite, db, statements }: Open, sql: string): Prepared {
  const known = statements.get(sql);
  if (known) return known;
  refuse(sql);
  const statement = db.prepare(sql);
  const made = { statement, rest: sql.slice(sqlite.capi.sqlite3_sql(statement).length).trim() };
  if (statements.size >= KEPT_STATEMENTS) {
    const [oldest = ""] = statements.keys();
    statements.get(oldest)?.statement.finalize();
    statements.delete(oldest);
  }
  statements.set(sql, made);
  return made;
}

/** Runs all statements of a text. The values are bound to the last statement, and its result is returned. */
function rowsOf(open: Open, sql: string, values: readonly Value[]): Pick<Ran, "columns" | "rows"> {
  const { statement, rest } = prepared(open, sql);
  const own = rest === "" ? values : [];
  try {
    if (statement.parameterCount !== own.length) throw d1Error("Wrong number of parameter bindings for SQL query.");
    for (const [nth, value] of own.entries()) {
      // D1 binds every number as a float.
      if (typeof value === "number") open.sqlite.capi.sqlite3_bind_double(statement, nth + 1, value);
      else statement.bind(nth + 1, value);
    }
    const columns = statement.columnCount > 0 ? statement.getColumnNames() : [];
    const rows: Answer[][] = [];
    while (statement.step()) rows.push((statement.get([]) as unknown[]).map(answerOf));
    if (rest === "") return { columns, rows };
  } finally {
    try {
      statement.reset(true);
    } catch {
      // Resetting throws the error of the last step a second time.
    }
  }
  return rowsOf(open, rest, values);
}

function opened(): Open {
  if (!kept.fastD1) throw new Error("The tests' database is opened before each test.");
  return kept.fastD1;
}

function run(sql: string, values: readonly Value[]): Ran {
  const open = opened();
  const { sqlite, db } = open;
  if (sql.replaceAll(/^\s+--.*/gm, "").trim() === "") throw d1Error("No SQL statements detected.");
  const before = sqlite.capi.sqlite3_total_changes(db);
  let ran: Pick<Ran, "columns" | "rows">;
  try {
    ran = rowsOf(open, sql, values);
  } catch (error) {
    fail(error, open);
  }
  const changes = sqlite.capi.sqlite3_total_changes(db) - before;
  const meta = {
    served_by: "test/support/worker/fast-d1.ts",
    duration: 0,
    changes,
    last_row_id: Number(sqlite.capi.sqlite3_last_insert_rowid(db)),
    changed_db: changes !== 0,
    size_after: 0,
    // This database cannot count the rows that D1 bills.
    get rows_read(): number {
      throw new Error("Rows read are counted by the real D1 alone: tag the test with `d1`.");
    },
    get rows_written(): number {
      throw new Error("Rows written are counted by the real D1 alone: tag the test with `d1`.");
    },
  };
  return { ...ran, meta };
}

const resultOf = ({ columns, rows, meta }: Ran) => ({
  success: true as const,
  results: rows.map((row) => Object.fromEntries(columns.map((name, nth) => [name, row[nth]]))),
  meta,
});

class FastStatement {
  readonly sql: string;
  readonly values: readonly Value[];

  constructor(sql: string, values: readonly Value[] = []) {
    this.sql = sql;
    this.values = values;
  }

  bind(...values: unknown[]) {
    return new FastStatement(this.sql, values.map(valueOf));
  }

  async all() {
    return resultOf(run(this.sql, this.values));
  }

  async run() {
    return resultOf(run(this.sql, this.values));
  }

  async raw(options?: { columnNames?: boolean }) {
    const { columns, rows } = run(this.sql, this.values);
    return options?.columnNames === true ? [columns, ...rows] : rows;
  }

  async first(column?: string) {
    const [row] = resultOf(run(this.sql, this.values)).results;
    if (row === undefined) return null;
    if (column === undefined) return row;
    if (!(column in row)) throw d1Error(`Column not found (${column})`, "D1_COLUMN_NOTFOUND");
    return row[column];
  }
}

/** An SQLite in this isolate with D1's interface, twenty times as fast. It throws if it cannot respond as D1 does. */
const fastD1 = {
  prepare: (sql: string) => new FastStatement(sql),
  async batch(statements: readonly FastStatement[]) {
    if (statements.length === 0) throw d1Error("No SQL statements detected.");
    const { db } = opened();
    db.exec("SAVEPOINT batch");
    try {
      const results = statements.map(({ sql, values }) => resultOf(run(sql, values)));
      db.exec("RELEASE batch");
      return results;
    } catch (error) {
      db.exec("ROLLBACK TO batch; RELEASE batch");
      throw error;
    }
  },
  async exec(sql: string) {
    const lines = sql.trim().split("\n");
    for (const line of lines) run(line, []);
    return { count: lines.length, duration: 0 };
  },
  withSession: () => fastD1,
};

/** The fast database, which replaces `env.DB`. Its tables exist after {@link beginTransaction}. */
export const fastDatabase = fastD1 as unknown as D1Database;

/** Undoes everything that the previous test wrote, and begins the transaction of the next one. */
export async function beginTransaction(): Promise<void> {
  if (kept.fastD1) kept.fastD1.db.exec("ROLLBACK");
  else kept.fastD1 = await open();
  kept.fastD1.db.exec("BEGIN");
}

async function open(): Promise<Open> {
  const sqlite = await load();
  const db = new sqlite.oo1.DB(":memory:", "c");
  db.exec("PRAGMA foreign_keys = ON");
  db.exec(env.SCHEMA);
  for (const [name, most] of Object.entries(LIMITS))
    sqlite.capi.sqlite3_limit(db, sqlite.capi[name as keyof typeof LIMITS], most);
  return { sqlite, db, statements: new Map() };
}
