import { DatabaseSync } from "node:sqlite";
import { expect, it } from "vitest";
import { migrationsIn } from "../../scripts/local-database.ts";
import { schemaOf } from "../support/node/schema.ts";

/** Returns every row of every table, including SQLite's internal tables and index tables. */
function rowsOf(sql: string): Record<string, unknown[]> {
  const database = new DatabaseSync(":memory:");
  database.exec(sql);
  const tables = database.prepare("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name").all();
  const rows = Object.fromEntries(
    tables.map(({ name }) => [String(name), database.prepare(`SELECT * FROM "${String(name)}" ORDER BY 1`).all()]),
  );
  const objects = database.prepare("SELECT type, name, tbl_name, sql FROM sqlite_master ORDER BY type, name").all();
  return { ...rows, objects };
}

it("the tables of the tests equal those of the migrations, with their rows and settings", () => {
  const migrations = migrationsIn("migrations").map(({ sql }) => sql);
  const expected = rowsOf(migrations.join("\n"));
  expect(Object.keys(expected).length).toBeGreaterThan(80);
  expect(rowsOf(schemaOf("migrations"))).toEqual(expected);
});
