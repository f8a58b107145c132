/** What was asked of the database while it was measured. */
export interface ReadCount {
  queries: number;
  /** Every statement that was sent, writes too; those of a batch one by one. */
  sent: number;
  rowsRead: number;
  /** The SELECTs, with what was bound. */
  statements: { sql: string; values: unknown[] }[];
}

/** The ways in which a statement is sent alone. */
const SENDS: ReadonlySet<string | symbol> = new Set(["raw", "all", "run", "first"]);
const SELECT = /^\s*(?:select|with)\b/i;

/** Where reads are added up while something is measured, else nothing. */
export interface Meter {
  count: ReadCount | null;
}

/** Adds up what `work` asks of the database that the meter belongs to. */
export async function measured<T>(meter: Meter, work: () => Promise<T>): Promise<ReadCount & { result: T }> {
  const count: ReadCount = { queries: 0, sent: 0, rowsRead: 0, statements: [] };
  meter.count = count;
  try {
    const result = await work();
    return { ...count, result };
  } finally {
    meter.count = null;
  }
}

/**
 * D1 that adds up `meta.rows_read` while it is measured. `raw()`, which drizzle reads with, gives no meta: a SELECT is
 * then asked a second time for it, which costs the test time and the product nothing.
 */
export function countReads(db: D1Database, meter: Meter): D1Database {
  const add = (meta: D1Meta) => {
    if (!meter.count) return;
    meter.count.queries += 1;
    meter.count.rowsRead += meta.rows_read;
  };
  const wrap = (statement: D1PreparedStatement, sql: string, values: unknown[] = []): D1PreparedStatement =>
    new Proxy(statement, {
      get(target, property) {
        if (meter.count && SENDS.has(property)) meter.count.sent += 1;
        if (property === "bind") return (...bound: unknown[]) => wrap(target.bind(...bound), sql, bound);
        if (property === "raw" && SELECT.test(sql)) {
          return async (options?: { columnNames?: false }) => {
            if (meter.count) {
              meter.count.statements.push({ sql, values });
              add((await target.all()).meta);
            }
            return target.raw(options);
          };
        }
        if (property === "all" || property === "run") {
          return async () => {
            const result = await target[property]();
            add(result.meta);
            return result;
          };
        }
        if (property === UNWRAP) return target;
        const value: unknown = Reflect.get(target, property);
        return typeof value === "function" ? value.bind(target) : value;
      },
    });
  return new Proxy(db, {
    get(target, property) {
      if (property === "prepare") return (sql: string) => wrap(target.prepare(sql), sql);
      if (property === "batch") {
        return async (statements: D1PreparedStatement[]) => {
          if (meter.count) meter.count.sent += statements.length;
          const results = await target.batch(
            statements.map(
              (statement) => (statement as unknown as Record<symbol, D1PreparedStatement>)[UNWRAP] ?? statement,
            ),
          );
          for (const { meta } of results) add(meta);
          return results;
        };
      }
      const value: unknown = Reflect.get(target, property);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
}

const UNWRAP = Symbol("the real statement");
