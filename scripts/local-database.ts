import { globSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { run } from "./run.ts";

/** Returns the migrations of a folder in order, each with its SQL. */
export const migrationsIn = (folder: string): { name: string; sql: string }[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith(".sql"))
    .toSorted()
    .map((name) => ({ name, sql: readFileSync(`${folder}/${name}`, "utf8") }));

/** Returns the path of the database's file in a folder of local state, or null before the first migration. */
export function localDatabasePath(state = ".wrangler/state"): string | null {
  const files = globSync("v3/d1/miniflare-D1DatabaseObject/*.sqlite", { cwd: state });
  // Miniflare keeps a file about the databases beside them.
  const file = files.find((name) => !name.includes("metadata"));
  return file === undefined ? null : join(state, file);
}

/**
 * Creates or migrates the local database.
 * @throws Error with instructions when the database was created by migrations that were since changed or removed
 */
export async function migrateLocal(): Promise<void> {
  const failure = await run("wrangler", ["d1", "migrations", "apply", "DB", "--local"]).then(
    () => null,
    (error: unknown) => error,
  );
  const path = localDatabasePath();
  if (path !== null && !hasCurrentSchema(path))
    throw new Error(
      "The local database is of an older version and cannot be updated: run npm run reset, then start again.",
      { cause: failure },
    );
  if (failure !== null) throw failure;
}

/** Returns whether a database has every table, index, view and trigger that the project's migrations create. */
function hasCurrentSchema(path: string): boolean {
  const schemaOf = (database: DatabaseSync) =>
    database
      .prepare("SELECT sql FROM sqlite_master WHERE sql IS NOT NULL")
      .all()
      .map(({ sql }) => sql);
  using local = new DatabaseSync(path, { readOnly: true });
  using expected = new DatabaseSync(":memory:");
  for (const { sql } of migrationsIn("migrations")) expected.exec(sql);
  const found = new Set(schemaOf(local));
  return schemaOf(expected).every((sql) => found.has(sql));
}
