import type { BackupTable } from "../../worker/features/backups/backup-format.ts";
import type { SqlRow } from "./read-backup.ts";

/** D1's limit for a statement is 100 KB. */
const STATEMENT_CHARACTERS = 60_000;
/** Characters of a value that is stored piece by piece, each of at most three bytes, or two quotes. */
const PIECE = 20_000;

type Value = string | number | null;

/** A value as a SQL literal; D1 refuses NUL in the text of a statement. */
function literal(value: Value): string {
  if (value === null) return "NULL";
  if (typeof value === "number") return String(value);
  const text = `'${value.replaceAll("'", "''")}'`;
  return value.includes("\0") ? `(${text.replaceAll("\0", "' || char(0) || '")})` : text;
}

/**
 * Statements that insert rows, each within D1's limit. A row that was read twice, because it was written again
 * meanwhile, is stored as it was read last.
 */
export function insertStatements(
  { name, columns, key }: Pick<BackupTable, "name" | "columns" | "key">,
  rows: readonly SqlRow[],
): string[] {
  const head = `INSERT OR REPLACE INTO "${name}" (${columns.map((column) => `"${column}"`).join(",")}) VALUES `;
  const statements: string[] = [];
  let tuples: string[] = [];
  let size = 0;
  const flush = () => {
    if (tuples.length > 0) statements.push(head + tuples.join(","));
    tuples = [];
    size = 0;
  };
  for (const row of rows) {
    const isLong = row.some((value) => typeof value === "string" && value.length > PIECE);
    const tuple = `(${row.map((value) => literal(isLong && typeof value === "string" ? value.slice(0, PIECE) : value)).join(",")})`;
    if (size + tuple.length > STATEMENT_CHARACTERS) flush();
    tuples.push(tuple);
    size += tuple.length + 1;
    if (!isLong) continue;
    flush();
    statements.push(...piecesOf({ name, columns, key }, row));
  }
  flush();
  return statements;
}

/** Statements that append the rest of a row's long values. */
function piecesOf({ name, columns, key }: Pick<BackupTable, "name" | "columns" | "key">, row: SqlRow): string[] {
  const where = key.map((column) => `"${column}" = ${literal(row[columns.indexOf(column)] ?? null)}`).join(" AND ");
  return row.flatMap((value, nth) => {
    if (typeof value !== "string" || value.length <= PIECE) return [];
    const pieces: string[] = [];
    for (let at = PIECE; at < value.length; at += PIECE)
      pieces.push(
        `UPDATE "${name}" SET "${columns[nth]}" = "${columns[nth]}" || ${literal(value.slice(at, at + PIECE))} WHERE ${where}`,
      );
    return pieces;
  });
}
