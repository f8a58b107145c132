import { reset } from "cloudflare:test";
import { env } from "cloudflare:workers";

/** Makes the tables, by the migrations in one batch: one at a time costs more than most tests. */
export async function migrate(): Promise<void> {
  await env.DB.batch(env.MIGRATIONS.flatMap(({ queries }) => queries).map((query) => env.DB.prepare(query)));
}

/** Forgets all that is stored, and makes the tables anew. */
export async function startAfresh(): Promise<void> {
  await reset();
  await migrate();
}
