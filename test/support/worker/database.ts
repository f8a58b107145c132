import { reset } from "cloudflare:test";
import { env } from "cloudflare:workers";

/** All migrations as one statement list, which is faster than sending each. */
const MIGRATIONS = env.MIGRATIONS.flatMap(({ queries }) => queries)
  .map((query) => query.replace(/;\s*$/, ""))
  .join(";\n");

/** Creates the tables by the migrations, before every test. */
export async function migrate(): Promise<void> {
  await env.DB.prepare(MIGRATIONS).run();
}

/** Deletes all data and creates the tables again. */
export async function startAfresh(): Promise<void> {
  await reset();
  await migrate();
}

/** Deletes the database alone and creates its tables again; buckets and objects stay. */
export async function emptyDatabase(): Promise<void> {
  const { results } = await env.DB.prepare(
    `SELECT name, type FROM sqlite_master WHERE type = 'view' OR type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'
      AND name NOT LIKE '\\_cf\\_%' ESCAPE '\\' AND name NOT GLOB '*_search_*' AND name NOT GLOB 'listings_words_*'
      ORDER BY sql NOT LIKE 'CREATE VIRTUAL%', name`,
  ).all<{ name: string; type: string }>();
  await env.DB.batch([
    env.DB.prepare("PRAGMA defer_foreign_keys = on"),
    ...results.map(({ name, type }) => env.DB.prepare(`DROP ${type} "${name}"`)),
    env.DB.prepare("DELETE FROM sqlite_sequence"),
  ]);
  await migrate();
}
