/** The database use during a measurement. */
export interface ReadCount {
  queries: number;
  /** Number of all statements, including writes. Statements in a batch count individually. */
  sent: number;
  rowsRead: number;
  /** The SELECT statements with their bound values. */
  statements: { sql: string; values: unknown[] }[];
}

/** The methods that send a single statement. */
const SENDS: ReadonlySet<string | symbol> = new Set(["raw", "all", "run", "first"]);
const SELECT = /^\s*(?:select|with)\b/i;

/** The current measurement, if any. */
export interface Meter {
  count: ReadCount | null;
  /** Number of database responses awaited in sequence so far; null when not measured. */
  waits: number | null;
}

/**
 * Milliseconds by which each response is delayed while waits are counted. Concurrent queries are then answered
 * together.
 */
const HELD_MS = 20;

/** Counts the database responses that `work` awaits in sequence. */
export async function waitsOf<T>(meter: Meter, work: () => Promise<T>): Promise<{ result: T; waits: number }> {
  meter.waits = 0;
  try {
    const result = await work();
    return { result, waits: meter.waits };
  } finally {
    meter.waits = null;
  }
}

/** Queries the database, and delays the response while waits are counted. */
async function held<T>(meter: Meter, ask: () => Promise<T>): Promise<T> {
  if (meter.waits === null) return ask();
  const nth = meter.waits + 1;
  const answer = await ask();
  await scheduler.wait(HELD_MS);
  if (meter.waits !== null) meter.waits = Math.max(meter.waits, nth);
  return answer;
}

/** Measures the database use of `work`. */
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
 * Wraps D1 to add up `meta.rows_read` during a measurement. Drizzle reads with `raw()`, which returns no meta, so
 * SELECTs are sent a second time.
 */
export function countReads(db: D1Database, meter: Meter): D1Database {
  const add = (meta: D1Meta) => {
    if (!meter.count) return;
    meter.count.queries += 1;
    meter.count.rowsRead += meta.rows_read;
  };
  const hold = <T>(ask: () => Promise<T>) => held(meter, ask);
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
            return hold(() => target.raw(options));
          };
        }
        if (property === "all" || property === "run") {
          return async () => {
            const result = await hold(() => target[property]());
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
          const real = statements.map(
            (statement) => (statement as unknown as Record<symbol, D1PreparedStatement>)[UNWRAP] ?? statement,
          );
          const results = await hold(() => target.batch(real));
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
