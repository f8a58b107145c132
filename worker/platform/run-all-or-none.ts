import { and, eq, type SQL, sql } from "drizzle-orm";
import type { BatchItem, BatchResponse } from "drizzle-orm/batch";
import type { SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import type { Deps } from "./deps.ts";

const UNMET = "condition not met";
/**
 * SQL that fails with a recognisable message. SQLite has no function for that, but its error names a path that it
 * cannot parse.
 */
const FAIL = sql.raw(`json_extract('{}', '${UNMET}')`);

/**
 * Returns a value that requires a condition. If the condition is false, the statement fails, and {@link runAllOrNone}
 * rolls back its whole batch.
 */
export const valueIf = (condition: SQL | undefined, value: unknown): SQL =>
  sql`CASE WHEN ${condition} THEN ${value} ELSE ${FAIL} END`;

/** Returns the SQL condition that a table has a matching row. */
export const hasRow = (table: SQLiteTable, condition: SQL | undefined): SQL =>
  sql`EXISTS (SELECT 1 FROM ${table} WHERE ${condition})`;

/**
 * Selects the row with an id that meets a condition. If there is none, the statement fails, and {@link runAllOrNone}
 * rolls back its whole batch.
 */
export const requireRow = (
  table: SQLiteTable & { id: SQLiteColumn },
  id: number | string,
  ...conditions: (SQL | undefined)[]
): SQL => eq(table.id, valueIf(hasRow(table, and(eq(table.id, id), ...conditions)), id));

/** Returns whether an error means an unmet condition, or a row that already exists. */
const isUnmet = (error: unknown): boolean =>
  error instanceof Error &&
  (error.message.includes(UNMET) || error.message.includes("UNIQUE constraint failed") || isUnmet(error.cause));

/**
 * Runs all statements or none. If a statement's condition is false ({@link valueIf}), or its row already exists, all
 * statements are rolled back. The order of the statements does not matter, except that a row must exist before another
 * row refers to it.
 * @returns the results of the statements; an empty list for each statement if nothing was done
 */
export async function runAllOrNone<Item extends BatchItem<"sqlite">, Items extends readonly [Item, ...Item[]]>(
  { db }: Pick<Deps, "db">,
  statements: Items,
): Promise<BatchResponse<Items>> {
  try {
    return await db.batch(statements);
  } catch (error) {
    if (!isUnmet(error)) throw error;
    return statements.map(() => []) as unknown as BatchResponse<Items>;
  }
}
