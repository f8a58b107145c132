import { join } from "node:path";
import type { D1Database } from "@cloudflare/workers-types";
import { getPlatformProxy } from "wrangler";
import { bulkInsertSql } from "../../scripts/demo/bulk-sql.ts";
import { run } from "../../scripts/run.ts";
import { copyProduction, type Production } from "../support/node/production.ts";
import { type Figures, median } from "./figures.ts";

const ROUNDS = 150;
const WARM_UP = 20;

const LIST = "/api/marketplace-listings?limit=8";
const DEEP = "/api/marketplace-listings?limit=8&offset=900";
const COUNT = "/api/marketplace-listings/count";
const PATHS = ["/", LIST, DEEP, COUNT];

async function addListings({ state }: Production, from: number, count: number): Promise<void> {
  const { env, dispose } = await getPlatformProxy<{ DB: D1Database }>({
    configPath: "wrangler.toml",
    persist: { path: join(state, "v3") },
  });
  for (let at = from; at < from + count; at += 10_000)
    await env.DB.prepare(bulkInsertSql(at, Math.min(10_000, from + count - at), Date.now())).run();
  await dispose();
}

async function once(url: string): Promise<number> {
  const start = performance.now();
  const response = await fetch(url);
  await response.arrayBuffer();
  if (!response.ok) throw new Error(`${url}: ${response.status}`);
  return performance.now() - start;
}

/**
 * Measures the median milliseconds of each path with sequential requests. Paths alternate, because all must run under
 * the same conditions.
 */
async function medians(production: Production): Promise<Map<string, number>> {
  const close = await production.serve();
  try {
    const times = new Map(PATHS.map((path): [string, number[]] => [path, []]));
    for (let round = 0; round < WARM_UP + ROUNDS; round += 1) {
      for (const path of PATHS) {
        const time = await once(production.siteUrl + path);
        if (round >= WARM_UP) times.get(path)?.push(time);
      }
    }
    return new Map([...times].map(([path, all]) => [path, median(all)]));
  } finally {
    await close();
  }
}

/**
 * Compares the cost of a page before and after the number of listings grows a hundredfold, and measures a page far down
 * the list.
 */
export async function measureListings(): Promise<Figures> {
  await run("vite", ["build"]);
  const production = await copyProduction();
  try {
    await addListings(production, 1, 1_000);
    const few = await medians(production);
    await addListings(production, 1_001, 99_000);
    const many = await medians(production);
    const grown = (path: string) => (many.get(path) ?? Number.NaN) / (few.get(path) ?? Number.NaN);
    const against = (a: string, b: string) => (many.get(a) ?? Number.NaN) / (many.get(b) ?? Number.NaN);
    return {
      title: "More listings",
      meaning:
        "How the time of sequential requests changes, as ratios. The first rows compare 100,000 listings with 1,000; 1.00x means that the number of listings makes no difference.",
      tables: [
        {
          caption: "The production build, over HTTP",
          columns: [{ name: "" }, { name: "time", digits: 2, unit: "x" }],
          rows: [
            ...PATHS.map((path) => [path, grown(path)]),
            ["a page at offset 900 compared with the first, at 100,000", against(DEEP, LIST)],
            ["the list compared with the count, at 100,000", against(LIST, COUNT)],
          ],
        },
      ],
    };
  } finally {
    production.forget();
  }
}
