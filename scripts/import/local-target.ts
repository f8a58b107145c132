import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { setTimeout } from "node:timers/promises";
import type { R2Bucket } from "@cloudflare/workers-types";
import { convertV4MiniflareOptions, Miniflare } from "miniflare";
import { run } from "../run.ts";
import { smallObjects } from "./small-objects.ts";
import type { Target } from "./target.ts";

/** Names in wrangler.toml under which servers store the local database and the photos. */
const STORED_AS = {
  DB: /^preview_database_id\s*=\s*"([^"]+)"/m,
  PHOTOS: /^binding\s*=\s*"PHOTOS"\s*\nbucket_name\s*=\s*"([^"]+)"/m,
} as const;

function storedAs(binding: keyof typeof STORED_AS): string {
  const name = STORED_AS[binding].exec(readFileSync("wrangler.toml", "utf8"))?.[1];
  if (name === undefined) throw new Error(`wrangler.toml has no storage name for ${binding}.`);
  return name;
}

/** Delays between retries, in milliseconds, while a server holds the database. */
const PAUSES_MS = [200, 1_000, 3_000];

/** Retries while the database is locked; repeating a write is harmless. */
async function retryWhileLocked<Result>(work: () => Promise<Result>): Promise<Result> {
  for (const pause of PAUSES_MS) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof Error) || !/internal error|locked|busy/i.test(error.message)) throw error;
      await setTimeout(pause);
    }
  }
  return work().catch((error: unknown) => {
    throw new Error(
      "The database is in use by another program. Stop `npm start` and `npm run dev`, and import again.",
      {
        cause: error,
      },
    );
  });
}

/** Returns an import target for a D1 database of Miniflare. */
export async function targetOf(miniflare: Miniflare, name: string): Promise<Target> {
  const db = await miniflare.getD1Database("DB");
  return {
    name,
    async query<Row>(sql: string) {
      const { results } = await retryWhileLocked(() => db.prepare(sql).all<Row>());
      return results;
    },
    async write(statements) {
      await retryWhileLocked(() => db.batch(statements.map((sql) => db.prepare(sql))));
    },
    settle: () => Promise.resolve(),
    bucket: async () => smallObjects((await miniflare.getR2Bucket("PHOTOS")) as unknown as R2Bucket),
    close: () => miniflare.dispose(),
  };
}

/**
 * Opens or creates the local database in the servers' state folder (STATE_DIR overrides it). Uses Miniflare directly,
 * because wrangler's platform proxy takes 310 MB of memory.
 */
export async function openLocal(): Promise<Target> {
  const state = process.env.STATE_DIR ?? ".wrangler/state";
  const open = () =>
    targetOf(
      new Miniflare(
        convertV4MiniflareOptions({
          modules: true,
          script: "",
          // wrangler and the servers append "v3" to the folder themselves.
          resourcePersistencePath: resolve(join(state, "v3")),
          d1Databases: { DB: storedAs("DB") },
          r2Buckets: { PHOTOS: storedAs("PHOTOS") },
        }),
      ),
      "the local database",
    );
  const target = await open();
  const [table] = await target.query("SELECT name FROM sqlite_master WHERE name='datasets'");
  if (table !== undefined) return target;
  await target.close();
  await run("wrangler", ["d1", "migrations", "apply", "DB", "--local", "--persist-to", state]);
  return open();
}
