// `npm run seed:remote`: fills a deployed demonstration with the demo listings; see docs/operations.md.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import type { D1Database, R2Bucket } from "@cloudflare/workers-types";
import { seedDemo } from "./demo/seed-demo.ts";
import { seedMap } from "./demo/seed-map.ts";
import { seedTimetable } from "./demo/seed-timetable.ts";
import { openStore } from "./demo/store.ts";
import { type DemoUnit, UNITS } from "./demo/units.ts";
import { smallObjects } from "./import/small-objects.ts";
import { run } from "./run.ts";
import { TILES_POINTER_KEY } from "../worker/contracts/map-tiles.ts";
import { TIMETABLE_PREFIX, TIMETABLE_KEY } from "../worker/transit/format.ts";
import { environmentOf, readConfiguration } from "./launch/configuration.ts";
import { main, ownTerminal, Stopped, type Terminal } from "./launch/terminal.ts";
import { call, jsonIn, runWrangler, type Wrangler } from "./launch/wrangler.ts";

/** Tables to which the demo's listings are written. Each table comes after those to which it refers. */
const TABLES = ["listings", "listing_places", "photo_fingerprints", "rental_buildings"] as const;

/** The dependencies of remote seeding, which tests replace. */
export interface SeedDeps {
  wrangler: Wrangler;
  terminal: Terminal;
  file?: string;
  /** Units to seed; the whole demo by default. */
  units?: readonly DemoUnit[];
}

/** Formats a value as a SQL literal. */
function literal(value: unknown): string {
  if (value === null) return "NULL";
  if (typeof value === "number") return String(value);
  if (typeof value === "string") return `'${value.replaceAll("'", "''")}'`;
  throw new Error(`The demo data contains a value of an unsupported type: ${typeof value}`);
}

/** Returns statements that insert the rows of a local database, one per line. Buildings that were imported stay. */
async function insertsOf(db: D1Database): Promise<string[]> {
  const lines: string[] = [];
  for (const table of TABLES) {
    // Generated columns are left out.
    const columns = (await db.prepare(`PRAGMA table_info(${table})`).all<{ name: string }>()).results;
    const names = columns.map(({ name }) => name).join(", ");
    const insert = table === "rental_buildings" ? "INSERT OR IGNORE" : "INSERT";
    const { results } = await db.prepare(`SELECT ${names} FROM ${table}`).all();
    for (const row of results)
      lines.push(`${insert} INTO ${table} (${names}) VALUES (${Object.values(row).map(literal).join(", ")});`);
  }
  return lines;
}

/** Objects that make a timetable or a map available, written after all others. */
const POINTERS: readonly string[] = [TIMETABLE_KEY, TILES_POINTER_KEY];
/** Uploads in groups; the pointers come last. */
const UPLOADS = [
  { prefix: "listings/", type: "image/webp" },
  { prefix: TIMETABLE_PREFIX, type: "application/octet-stream" },
  { prefix: "tiles/", type: "application/octet-stream" },
  ...POINTERS.map((prefix) => ({ prefix, type: "application/json" })),
];

/** Writes objects of a local bucket into files. @returns the list for `wrangler r2 bulk put` */
async function filesOf(bucket: R2Bucket, prefix: string, folder: string): Promise<{ key: string; file: string }[]> {
  mkdirSync(folder);
  const files: { key: string; file: string }[] = [];
  let cursor: string | undefined;
  do {
    const page = await bucket.list({ prefix, ...(cursor !== undefined && { cursor }) });
    for (const { key } of page.objects) {
      if (key !== prefix && POINTERS.includes(key)) continue;
      const object = await bucket.get(key);
      const file = join(folder, String(files.length));
      writeFileSync(file, new Uint8Array((await object?.arrayBuffer()) ?? new ArrayBuffer(0)));
      files.push({ key, file });
    }
    cursor = page.truncated ? page.cursor : undefined;
  } while (cursor !== undefined);
  return files;
}

/**
 * Fills the empty database and bucket of a demonstration with the demo listings, the sample timetable and the map.
 * Files come first, then all rows at once, so that an interrupted run can be repeated.
 * @returns the exit code 0
 * @throws Stopped on a site that is not a demonstration; PlatformError when wrangler fails
 */
export async function seedRemote(
  flags: { env?: string },
  { wrangler, terminal, file, units = UNITS }: SeedDeps,
): Promise<number> {
  const env = environmentOf(flags.env);
  const config = readConfiguration(env, file);
  if (config.vars["DEMO_MODE"] !== "true")
    throw new Stopped('Only a demonstration is filled with invented listings: DEMO_MODE = "true" in wrangler.toml.');
  const remote = ["--remote", "--yes", ...(env === null ? [] : ["--env", env])];
  const count = ["d1", "execute", "DB", "--json", "--command", "SELECT count(*) AS n FROM listings", ...remote];
  const [answer] = jsonIn<{ results: { n: number }[] }[]>(await call(wrangler, count));
  if ((answer?.results[0]?.n ?? 0) > 0) {
    terminal.say("Nothing to do: there are listings already.");
    return 0;
  }
  const folder = mkdtempSync(join(tmpdir(), "demo-"));
  const before = process.env.STATE_DIR;
  try {
    process.env.STATE_DIR = folder;
    await run("wrangler", ["d1", "migrations", "apply", "DB", "--local", "--persist-to", folder]);
    const store = await openStore({ withCommunity: false });
    try {
      terminal.say(await seedDemo(store.db, store.bucket, Date.now(), units));
      terminal.say(await seedTimetable(smallObjects(store.bucket), Date.now()));
      terminal.say(await seedMap(smallObjects(store.bucket), Date.now()));
      const bucket = config.r2_buckets.find(({ binding }) => binding === "PHOTOS")?.bucket_name ?? "";
      for (const [nth, { prefix, type }] of UPLOADS.entries()) {
        const list = join(folder, `upload-${nth}.json`);
        writeFileSync(list, JSON.stringify(await filesOf(store.bucket, prefix, join(folder, `upload-${nth}`))));
        const put = ["r2", "bulk", "put", bucket, "--filename", list, "--content-type", type];
        await call(wrangler, [...put, "--force", "--remote"]);
      }
      const rows = join(folder, "rows.sql");
      writeFileSync(rows, `${(await insertsOf(store.db)).join("\n")}\n`);
      await call(wrangler, ["d1", "execute", "DB", "--file", rows, ...remote]);
    } finally {
      await store.close();
    }
  } finally {
    if (before === undefined) delete process.env.STATE_DIR;
    else process.env.STATE_DIR = before;
    rmSync(folder, { recursive: true, force: true });
  }
  terminal.say("The demonstration has its listings. Pages show them within 5 minutes.");
  return 0;
}

if (import.meta.main)
  await main(() =>
    seedRemote(parseArgs({ options: { env: { type: "string" } } }).values, {
      wrangler: runWrangler,
      terminal: ownTerminal,
    }),
  );
