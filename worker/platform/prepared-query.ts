import { Column, type GetColumnData } from "drizzle-orm";
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

type Columns = Record<string, Column>;
type RowOf<Named extends Columns> = { [Name in keyof Named]: GetColumnData<Named[Name]> };

/**
 * Reads rows as `.values()` gives them: what drizzle does, without looking up at each value of each row what it is a
 * value of.
 * @param columns in the order in which they are selected
 * @returns what makes a row of the values from a place on
 */
export function rowReader<Named extends Columns>(columns: Named) {
  const names = Object.keys(columns);
  const empty = Object.fromEntries(names.map((name) => [name, null]));
  const decoders = Object.values(columns).map((column) => (isAsStored(column) ? null : column));
  return (values: readonly unknown[], from = 0): RowOf<Named> => {
    const row: Record<string, unknown> = { ...empty };
    for (let at = 0; at < names.length; at += 1) {
      const value = values[from + at];
      const decoder = decoders[at];
      if (value !== null) row[names[at] ?? ""] = decoder ? decoder.mapFromDriverValue(value) : value;
    }
    return row as RowOf<Named>;
  };
}

const asStored = Column.prototype.mapFromDriverValue;
const isAsStored = (column: Column) => column.mapFromDriverValue === asStored;
