// Lists and pages. The questions: does a page cost more with a thousand times the listings? What does rendering at
// the edge add to the data? What does a deep page cost?
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { D1Database } from "@cloudflare/workers-types";
import { preview } from "vite";
import { getPlatformProxy } from "wrangler";
import { bulkInsertSql } from "../../scripts/demo/bulk-sql.ts";
import { writeVars } from "../../scripts/dev-vars.ts";
import { run } from "../../scripts/run.ts";

const PORT = 8941;
const ROUNDS = 150;
const WARM_UP = 20;
const SITE = `http://localhost:${PORT}`;
const state = mkdtempSync(join(tmpdir(), "bench-"));

async function addListings(from: number, count: number): Promise<void> {
  const { env, dispose } = await getPlatformProxy<{ DB: D1Database }>({
    configPath: "wrangler.toml",
    persist: { path: join(state, "v3") },
  });
  for (let at = from; at < from + count; at += 10_000)
    await env.DB.prepare(bulkInsertSql(at, Math.min(10_000, from + count - at), Date.now())).run();
  await dispose();
}

async function serve<Result>(work: () => Promise<Result>): Promise<Result> {
  const server = await preview({ preview: { port: PORT, strictPort: true, host: "localhost" }, logLevel: "error" });
  try {
    return await work();
  } finally {
    await server.close();
  }
}

async function once(path: string): Promise<number> {
  const start = performance.now();
  const response = await fetch(SITE + path);
  await response.arrayBuffer();
  if (!response.ok) throw new Error(`${path}: ${response.status}`);
  return performance.now() - start;
}

/** Median milliseconds of each path; paths take turns, so that all see the same machine. */
async function medians(paths: readonly string[]): Promise<Map<string, number>> {
  const times = new Map(paths.map((path): [string, number[]] => [path, []]));
  for (let round = 0; round < WARM_UP + ROUNDS; round += 1) {
    for (const path of paths) {
      const time = await once(path);
      if (round >= WARM_UP) times.get(path)?.push(time);
    }
  }
  return new Map(
    [...times].map(([path, all]) => [path, all.toSorted((a, b) => a - b)[Math.floor(all.length / 2)] ?? 0]),
  );
}

const LIST = "/api/marketplace-listings?limit=8";
const DEEP = "/api/marketplace-listings?limit=8&offset=900";
const COUNT = "/api/marketplace-listings/count";
const PATHS = ["/", LIST, DEEP, COUNT];

process.env.STATE_DIR = state;
await run("vite", ["build"]);
const vars = {
  APP_ENV: "development",
  SITE_URL: SITE,
  ADMIN_PASSWORD: "bench",
  SESSION_SECRET: "bench",
  RATE_LIMIT_SCALE: "0",
};
writeVars("dist/worker/.dev.vars", new Map(Object.entries(vars)));
await run("wrangler", ["d1", "migrations", "apply", "DB", "--local", "--persist-to", state]);
await addListings(1, 1_000);
const few = await serve(() => medians(PATHS));
await addListings(1_001, 99_000);
const many = await serve(() => medians(PATHS));
rmSync(state, { recursive: true, force: true });

const ratio = (a: number | undefined, b: number | undefined) =>
  `${((a ?? Number.NaN) / (b ?? Number.NaN)).toFixed(2)}x`;
console.log("\n100,000 listings against 1,000, the same request:");
for (const path of PATHS) console.log(`  ${path.padEnd(48)} ${ratio(many.get(path), few.get(path))}`);
console.log("At 100,000 listings:");
console.log(`  the rendered home page against its data alone    ${ratio(many.get("/"), many.get(LIST))}`);
console.log(`  a page at offset 900 against the first           ${ratio(many.get(DEEP), many.get(LIST))}`);
console.log(`  the list against the count                       ${ratio(many.get(LIST), many.get(COUNT))}`);
