// Fills the local database. `node scripts/seed.ts`: the demo data, once. `node scripts/seed.ts --listings N`: N made-up
// listings more, for measuring.
import { mkdirSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import type { D1Database, R2Bucket } from "@cloudflare/workers-types";
import { getPlatformProxy, unstable_readConfig as readConfig } from "wrangler";
import { bulkInsertSql } from "./demo/bulk-sql.ts";
import { seedDemo } from "./demo/seed-demo.ts";

const USAGE = "Usage: npm run seed [-- --listings <1 to 100000>]";
const MOST_LISTINGS = 100_000;
/** Rows a statement: few enough that one ends well within D1's 30 seconds. */
const ROWS_A_STATEMENT = 10_000;

async function addBulk(db: D1Database, count: number): Promise<void> {
  const started = performance.now();
  const last = await db.prepare("SELECT coalesce(max(id), 0) AS id FROM listings").first<{ id: number }>();
  const first = (last?.id ?? 0) + 1;
  const now = Date.now();
  for (let done = 0; done < count; done += ROWS_A_STATEMENT) {
    await db.prepare(bulkInsertSql(first + done, Math.min(ROWS_A_STATEMENT, count - done), now)).run();
  }
  console.log(`Added ${count} listings for measuring in ${((performance.now() - started) / 1000).toFixed(1)} s.`);
}

/** How many listings are asked for; undefined when the demo is, null when the arguments make no sense. */
function wantedListings(): number | undefined | null {
  try {
    const { values } = parseArgs({ options: { listings: { type: "string" } } });
    if (values.listings === undefined) return undefined;
    const count = Number(values.listings);
    return Number.isInteger(count) && count >= 1 && count <= MOST_LISTINGS ? count : null;
  } catch {
    return null;
  }
}

/**
 * The local database and bucket of wrangler.toml, in the state folder that the servers use (STATE_DIR moves it).
 * From a configuration of these two alone: the platform proxy cannot host the Durable Objects and says so at length.
 */
function openStore() {
  const { name, compatibility_date, d1_databases, r2_buckets } = readConfig({ config: "wrangler.toml" });
  const configPath = resolve(".wrangler/seed.json");
  mkdirSync(resolve(".wrangler"), { recursive: true });
  writeFileSync(configPath, JSON.stringify({ name, compatibility_date, d1_databases, r2_buckets }));
  // wrangler and the servers add the v3 themselves.
  const path = resolve(join(process.env.STATE_DIR ?? ".wrangler/state", "v3"));
  return getPlatformProxy<{ DB: D1Database; PHOTOS: R2Bucket }>({ configPath, envFiles: [], persist: { path } });
}

async function main(): Promise<void> {
  const count = wantedListings();
  if (count === null) {
    console.error(USAGE);
    process.exitCode = 1;
    return;
  }
  const { env, dispose } = await openStore();
  try {
    if (count === undefined) console.log(await seedDemo(env.DB, env.PHOTOS, Date.now()));
    else await addBulk(env.DB, count);
  } finally {
    await dispose();
  }
}

await main();
