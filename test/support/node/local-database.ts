import { createHash, createHmac } from "node:crypto";
import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { migrationsIn } from "../../../scripts/local-database.ts";

/** The class of Miniflare's databases. */
const CLASS = "miniflare-D1DatabaseObject";
/** Wrangler's table of applied migrations. */
const APPLIED = `CREATE TABLE d1_migrations(
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT UNIQUE,
  applied_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP NOT NULL
)`;

/** Returns the name of a database's file: the id that Miniflare derives for its Durable Object. */
function fileOf(databaseId: string): string {
  const key = createHash("sha256").update(CLASS).digest();
  const half = (data: string | Buffer) => createHmac("sha256", key).update(data).digest().subarray(0, 16);
  const name = half(databaseId);
  return `${Buffer.concat([name, half(name)]).toString("hex")}.sqlite`;
}

/**
 * Creates the empty database of a build, as `wrangler d1 migrations apply` does. Wrangler would take nine seconds of
 * processor time, because it starts workerd for work that SQLite does in a moment.
 * @param build a folder with a build
 * @param state the folder of its data
 */
export function createLocalDatabase(build: string, state: string): void {
  const { d1_databases } = JSON.parse(readFileSync(join(build, "dist/worker/wrangler.json"), "utf8")) as {
    d1_databases: { preview_database_id: string }[];
  };
  const folder = join(state, "v3/d1", CLASS);
  mkdirSync(folder, { recursive: true });
  const database = new DatabaseSync(join(folder, fileOf(d1_databases[0]?.preview_database_id ?? "")));
  try {
    database.exec(`PRAGMA journal_mode = WAL; BEGIN; ${APPLIED};`);
    const note = database.prepare("INSERT INTO d1_migrations (name) VALUES (?)");
    for (const { name, sql } of migrationsIn("migrations")) {
      database.exec(sql);
      note.run(name);
    }
    database.exec("COMMIT");
  } finally {
    database.close();
  }
}
