import { env } from "cloudflare:workers";
import { drizzle } from "drizzle-orm/d1";
import { makeSite } from "./site.ts";

/** Called before each statement, including those in a batch; an exception becomes the database's error. */
export type Watch = (sql: string, values: unknown[]) => Promise<void> | void;

/**
 * Creates a database that lets a test observe statements, act between them, or make them fail.
 * @param after called after each statement or batch was committed; if it throws, the caller sees an error despite the
 * commit
 */
export function watchedDb(watch: Watch, after: () => void = () => {}) {
  const real = new WeakMap<D1PreparedStatement, { statement: D1PreparedStatement; sql: string; values: unknown[] }>();
  const wrap = (statement: D1PreparedStatement, sql: string, values: unknown[] = []): D1PreparedStatement => {
    const wrapped = new Proxy(statement, {
      get(target, property) {
        if (property === "bind") return (...bound: unknown[]) => wrap(target.bind(...bound), sql, bound);
        const value: unknown = Reflect.get(target, property);
        if (typeof value !== "function") return value;
        return async (...parameters: unknown[]): Promise<unknown> => {
          await watch(sql, values);
          const result: unknown = await value.apply(target, parameters);
          after();
          return result;
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
          const results = await target.batch(known.map(({ statement }) => statement));
          after();
          return results;
        };
      }
      const value: unknown = Reflect.get(target, property);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
  return drizzle(database, { casing: "snake_case" });
}

/**
 * Creates a site that runs an action once, right before the first statement with a given beginning, to simulate
 * concurrent changes.
 * @param beginning the first words of the statement's SQL
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
    /** Returns whether the action is still pending. */
    isWaiting: () => once !== null,
  };
}
