import { env } from "cloudflare:workers";
import { drizzle } from "drizzle-orm/d1";
import { makeSite } from "./site.ts";

/** Called before a statement is run, also before each of a batch. What it throws is what the database answers. */
export type Watch = (sql: string, values: unknown[]) => Promise<void> | void;

/** The database with somebody beside it: to see which statements are run, to come between two of them, to fail one. */
export function watchedDb(watch: Watch) {
  const real = new WeakMap<D1PreparedStatement, { statement: D1PreparedStatement; sql: string; values: unknown[] }>();
  const wrap = (statement: D1PreparedStatement, sql: string, values: unknown[] = []): D1PreparedStatement => {
    const wrapped = new Proxy(statement, {
      get(target, property) {
        if (property === "bind") return (...bound: unknown[]) => wrap(target.bind(...bound), sql, bound);
        const value: unknown = Reflect.get(target, property);
        if (typeof value !== "function") return value;
        return async (...parameters: unknown[]): Promise<unknown> => {
          await watch(sql, values);
          return value.apply(target, parameters);
        };
      },
    });
    real.set(wrapped, { statement, sql, values });
    return wrapped;
  };
  const database = new Proxy(env.DB, {
    get(target, property) {
      if (property === "prepare") return (sql: string) => wrap(target.prepare(sql), sql);
      if (property === "batch") {
        return async (statements: D1PreparedStatement[]) => {
          const known = statements.flatMap((statement) => real.get(statement) ?? []);
          for (const { sql, values } of known) await watch(sql, values);
          return target.batch(known.map(({ statement }) => statement));
        };
      }
      const value: unknown = Reflect.get(target, property);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
  return drizzle(database, { casing: "snake_case" });
}

/**
 * A site that does something once, right before the first statement of a kind: what comes between reading and writing.
 * @param beginning of the statement's SQL
 */
export function siteInterrupted(beginning: string) {
  let once: (() => Promise<unknown>) | null = null;
  const db = watchedDb(async (sql) => {
    if (once === null || !sql.startsWith(beginning)) return;
    const act = once;
    once = null;
    await act();
  });
  return {
    site: makeSite({ deps: () => ({ db }) }),
    interruptBy: (act: () => Promise<unknown>) => void (once = act),
    /** Whether it has not happened yet. */
    isWaiting: () => once !== null,
  };
}
