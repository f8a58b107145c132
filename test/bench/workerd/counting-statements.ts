const SELECT = /^\s*(?:select|with)\b/i;

/**
 * Wraps D1 to count statements and rows written. Drizzle reads with `raw()`, which returns no meta, so writing
 * statements are run with `all()`.
 */
export function countStatements(db: D1Database, count: { statements: number; rowsWritten: number }): D1Database {
  const wrap = (statement: D1PreparedStatement, sql: string): D1PreparedStatement =>
    new Proxy(statement, {
      get(target, property) {
        if (property === REAL) return target;
        if (property === "bind") return (...values: unknown[]) => wrap(target.bind(...values), sql);
        if (property === "raw" && SELECT.test(sql)) {
          count.statements += 1;
          return target.raw.bind(target);
        }
        if (property === "raw" || property === "all" || property === "run") {
          return async () => {
            const result = await target.all();
            count.statements += 1;
            count.rowsWritten += result.meta.rows_written;
            return property === "raw" ? result.results.map((row) => Object.values(row)) : result;
          };
        }
        const value: unknown = Reflect.get(target, property);
        return typeof value === "function" ? value.bind(target) : value;
      },
    });
  return new Proxy(db, {
    get(target, property) {
      if (property === "prepare") return (sql: string) => wrap(target.prepare(sql), sql);
      if (property === "batch") {
        return async (statements: D1PreparedStatement[]) => {
          const results = await target.batch(
            statements.map(
              (statement) => (statement as unknown as Record<symbol, D1PreparedStatement>)[REAL] ?? statement,
            ),
          );
          for (const { meta } of results) {
            count.statements += 1;
            count.rowsWritten += meta.rows_written;
          }
          return results;
        };
      }
      const value: unknown = Reflect.get(target, property);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
}

const REAL = Symbol("the real statement");
