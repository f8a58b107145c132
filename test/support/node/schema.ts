import { DatabaseSync } from "node:sqlite";
import { migrationsIn } from "../../../scripts/local-database.ts";

/**
 * Returns the schema that results from the migrations of a folder: tables, their first rows, indexes, views and
 * triggers as SQL statements that end with a semicolon. Running these statements takes a quarter of the time that the
 * migrations take, because adding columns to existing tables is slow.
 */
export function schemaOf(folder: string): string {
  const database = new DatabaseSync(":memory:");
  for (const { sql } of migrationsIn(folder)) database.exec(sql);
  const textsOf = (query: string) =>
    database
      .prepare(query)
      .all()
      .map((row) => String(Object.values(row)[0]));
  // Excludes the internal tables of a full-text index, which are created and filled together with the index.
  const made = "sql IS NOT NULL AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'";
  const shadows = "name IN (SELECT name FROM pragma_table_list WHERE type = 'shadow')";
  const tables = `type = 'table' AND ${made} AND NOT ${shadows}`;
  const rows = textsOf(`SELECT name FROM sqlite_master WHERE ${tables} AND sql NOT LIKE 'CREATE VIRTUAL%'`).flatMap(
    (table) => {
      const columns = textsOf(`SELECT name FROM pragma_table_info('${table}')`).map((name) => `quote("${name}")`);
      return textsOf(`SELECT concat_ws(', ', ${columns.join(", ")}) FROM "${table}"`).map(
        (values) => `INSERT INTO "${table}" VALUES (${values})`,
      );
    },
  );
  // One of these settings is secure-delete, which erases the words of deleted texts.
  const settings = textsOf(`SELECT name FROM sqlite_master WHERE ${tables} AND sql LIKE 'CREATE VIRTUAL%'`).flatMap(
    (index) =>
      textsOf(`SELECT quote(k) || ', ' || quote(v) FROM "${index}_config" WHERE k <> 'version'`).map(
        (values) => `INSERT INTO "${index}"("${index}", rank) VALUES (${values})`,
      ),
  );
  const statements = [
    ...textsOf(`SELECT sql FROM sqlite_master WHERE ${tables} ORDER BY rowid`),
    ...rows,
    ...settings,
    ...textsOf(`SELECT sql FROM sqlite_master WHERE type = 'index' AND ${made} ORDER BY rowid`),
    ...textsOf(`SELECT sql FROM sqlite_master WHERE type = 'view' AND ${made} ORDER BY rowid`),
    ...textsOf(`SELECT sql FROM sqlite_master WHERE type = 'trigger' AND ${made} ORDER BY rowid`),
  ];
  database.close();
  return statements.map((statement) => `${statement};`).join("\n");
}
