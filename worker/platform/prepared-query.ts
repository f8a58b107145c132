import type { Deps } from "./deps.ts";

type Database = Deps["db"];

/**
 * A query that is asked at nearly every request: drizzle writes its text once for each database and each way to ask it,
 * and not each time. What changes from time to time is an `sql.placeholder()`.
 * @param write makes it, ready to be asked (`.prepare()`)
 * @param ways in which it is asked; few, because each is kept
 */
export function preparedQuery<Query, Ways extends readonly string[]>(write: (db: Database, ...ways: Ways) => Query) {
  const known = new WeakMap<Database, Map<string, Query>>();
  return ({ db }: Pick<Deps, "db">, ...ways: Ways): Query => {
    const ofDatabase = known.get(db) ?? new Map<string, Query>();
    known.set(db, ofDatabase);
    const key = ways.join("\n");
    const query = ofDatabase.get(key) ?? write(db, ...ways);
    ofDatabase.set(key, query);
    return query;
  };
}
