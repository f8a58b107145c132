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
