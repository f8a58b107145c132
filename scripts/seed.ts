// Fills the local database. `node scripts/seed.ts`: the demo data, once (`--only listings` omits discussions and
// visits). `node scripts/seed.ts --listings N`: adds N generated listings for measurements.
import { parseArgs } from "node:util";
import type { D1Database } from "@cloudflare/workers-types";
import { bulkInsertSql } from "./demo/bulk-sql.ts";
import { seedDemo } from "./demo/seed-demo.ts";
import { seedMap } from "./demo/seed-map.ts";
import { seedTimetable } from "./demo/seed-timetable.ts";
import { openStore } from "./demo/store.ts";
import { smallObjects } from "./import/small-objects.ts";

const USAGE = "Usage: npm run seed [-- --only listings | --listings <1 to 100000>]";
const MAX_LISTINGS = 100_000;
/** Rows per statement, few enough to stay well within D1's limit of 30 seconds. */
const ROWS_A_STATEMENT = 10_000;

async function addBulk(db: D1Database, count: number): Promise<string> {
  const started = performance.now();
  const last = await db.prepare("SELECT coalesce(max(id), 0) AS id FROM listings").first<{ id: number }>();
  const first = (last?.id ?? 0) + 1;
  const now = Date.now();
  for (let done = 0; done < count; done += ROWS_A_STATEMENT) {
    await db.prepare(bulkInsertSql(first + done, Math.min(ROWS_A_STATEMENT, count - done), now)).run();
  }
  return `Added ${count} listings for measuring in ${((performance.now() - started) / 1000).toFixed(1)} s.`;
}

/**
 * Parses the arguments. Returns a number of listings, "listings" for the demo's listings only, or "demo" for the whole
 * demo; null when they are invalid.
 */
function parseArguments(): number | "listings" | "demo" | null {
  try {
    const { values } = parseArgs({ options: { listings: { type: "string" }, only: { type: "string" } } });
    if (values.only !== undefined)
      return values.only === "listings" && values.listings === undefined ? "listings" : null;
    if (values.listings === undefined) return "demo";
    const count = Number(values.listings);
    return Number.isInteger(count) && count >= 1 && count <= MAX_LISTINGS ? count : null;
  } catch {
    return null;
  }
}

async function main(): Promise<void> {
  const asked = parseArguments();
  if (asked === null) {
    console.error(USAGE);
    process.exitCode = 1;
    return;
  }
  const { db, bucket, seedCommunity, close } = await openStore({ withCommunity: asked === "demo" });
  try {
    if (typeof asked === "number") console.log(await addBulk(db, asked));
    else {
      console.log(await seedDemo(db, bucket, Date.now()));
      console.log(await seedTimetable(smallObjects(bucket), Date.now()));
      console.log(await seedMap(smallObjects(bucket), Date.now()));
      if (asked === "demo") console.log(await seedCommunity(Date.now()));
    }
  } finally {
    await close();
  }
}

await main();
