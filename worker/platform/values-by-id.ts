import { sql } from "drizzle-orm";

/** Values to be written to many rows by one statement, as SQL: the value of the row at hand, and whether it has one. */
export function valuesById(values: ReadonlyMap<number, string>) {
  const json = JSON.stringify(Object.fromEntries(values));
  return {
    value: sql`json_extract(${json}, '$."' || id || '"')`,
    hasValue: sql`id IN (SELECT value FROM json_each(${JSON.stringify([...values.keys()])}))`,
  };
}
