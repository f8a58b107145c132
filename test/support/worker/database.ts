import { reset } from "cloudflare:test";
import { env } from "cloudflare:workers";

/** All migrations in one text: every statement that is sent on its own is answered on its own, which takes longer. */
const MIGRATIONS = env.MIGRATIONS.flatMap(({ queries }) => queries)
  .map((query) => query.replace(/;\s*$/, ""))
  .join(";\n");

/** Makes the tables, by the migrations: before every test. */
export async function migrate(): Promise<void> {
  await env.DB.prepare(MIGRATIONS).run();
}

/** Forgets all that is stored, and makes the tables anew. */
export async function startAfresh(): Promise<void> {
  await reset();
  await migrate();
}
