import { and, eq, type SQL, sql } from "drizzle-orm";
import type { BatchItem, BatchResponse } from "drizzle-orm/batch";
import type { SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import type { Deps } from "./deps.ts";

const UNMET = "condition not met";
/** SQLite has no function that fails with a text, but names the path that it cannot read. */
const FAIL = sql.raw(`json_extract('{}', '${UNMET}')`);

/** A value on a condition: without it the statement fails, and {@link together} takes back its whole batch. */
export const onlyIf = (condition: SQL | undefined, value: unknown): SQL =>
  sql`CASE WHEN ${condition} THEN ${value} ELSE ${FAIL} END`;

/** The condition that a table has such a row. */
export const hasRow = (table: SQLiteTable, condition: SQL | undefined): SQL =>
  sql`EXISTS (SELECT 1 FROM ${table} WHERE ${condition})`;

/**
 * The row with an id, on conditions: without it or them the statement fails, and {@link together} takes back its whole
 * batch.
 */
export const theRow = (
  table: SQLiteTable & { id: SQLiteColumn },
  id: number | string,
  ...conditions: (SQL | undefined)[]
): SQL => eq(table.id, onlyIf(hasRow(table, and(eq(table.id, id), ...conditions)), id));

/** A condition that does not hold, or a row that is there already. */
const isUnmet = (error: unknown): boolean =>
  error instanceof Error &&
  (error.message.includes(UNMET) || error.message.includes("UNIQUE constraint failed") || isUnmet(error.cause));

/**
 * Runs all statements or none: where the condition of one does not hold ({@link onlyIf}), or its row is there already, all
 * are taken back. Therefore their order does not matter, except that a row must be there before another one names it.
 * @returns their results, each an empty list where nothing was done
 */
export async function together<Item extends BatchItem<"sqlite">, Items extends readonly [Item, ...Item[]]>(
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
