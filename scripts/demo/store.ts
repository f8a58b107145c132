import { mkdirSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import type { D1Database, R2Bucket } from "@cloudflare/workers-types";
import { convertV4MiniflareOptions, Miniflare, type V4WorkerOptions } from "miniflare";
import { unstable_getMiniflareWorkerOptions as workerOptionsOf, unstable_readConfig as readConfig } from "wrangler";
import { bundleWorker, modulesIn } from "../bundle-worker.ts";

const SEED_WORKER = "scripts/demo/workerd/seed-worker.ts";
const NOTHING = { modules: [{ type: "ESModule", path: "nothing.js", contents: "export default {};" }] };

/** The site's local storage. It is opened only while no server uses it. */
export interface Store {
  db: D1Database;
  bucket: R2Bucket;
  /**
   * Creates the demo's discussions and visits.
   * @returns one line that summarises the result
   */
  seedCommunity: (now: number) => Promise<string>;
  close: () => Promise<void>;
}

/**
 * Opens the local storage of wrangler.toml in the servers' state folder (STATE_DIR overrides it).
 * @param options.withCommunity whether to bundle and start the worker that creates discussions and visits
 */
export async function openStore({ withCommunity }: { withCommunity: boolean }): Promise<Store> {
  const { name, compatibility_date, compatibility_flags, vars, d1_databases, r2_buckets, durable_objects } = readConfig(
    { config: "wrangler.toml" },
  );
  const folder = resolve(".wrangler/seed");
  mkdirSync(folder, { recursive: true });
  const config = join(folder, "wrangler.json");
  const bindings = { d1_databases, r2_buckets };
  // Only the Durable Objects that this worker writes to, because this worker lacks the classes of the other objects.
  const visitors = durable_objects.bindings.filter(
    (binding: { class_name: string }) => binding.class_name === "VisitorShard",
  );
  const community = {
    // RATE_LIMIT_SCALE 0 disables rate limits, which would otherwise stop the seeding.
    vars: { ...vars, APP_ENV: "development", SESSION_SECRET: "only for the seeding", RATE_LIMIT_SCALE: "0" },
    compatibility_flags,
    durable_objects: { bindings: visitors },
    migrations: [{ tag: "seed", new_sqlite_classes: ["VisitorShard"] }],
  };
  writeFileSync(config, JSON.stringify({ name, compatibility_date, ...bindings, ...(withCommunity && community) }));
  if (withCommunity) await bundleWorker(SEED_WORKER, join(folder, "worker"), "seed.js");
  const { modulesRules: _, ...options } = workerOptionsOf(config).workerOptions;
  const modules = withCommunity ? modulesIn(join(folder, "worker"), "seed.js") : NOTHING;
  const miniflare = new Miniflare(
    convertV4MiniflareOptions({
      cf: false,
      // wrangler and the servers append "v3" to the folder themselves.
      resourcePersistencePath: resolve(join(process.env.STATE_DIR ?? ".wrangler/state", "v3")),
      workers: [{ ...options, ...modules, name } as V4WorkerOptions],
    }),
  );
  return {
    db: await miniflare.getD1Database("DB"),
    // Only the types differ: the two packages declare different Headers types.
    bucket: (await miniflare.getR2Bucket("PHOTOS")) as unknown as R2Bucket,
    async seedCommunity(now) {
      const response = await miniflare.dispatchFetch("http://seed/", { method: "POST", body: String(now) });
      if (!response.ok) throw new Error(`The discussions and visits were not created: ${await response.text()}`);
      const { discussions, visits } = (await response.json()) as { discussions: number; visits: number };
      return `Demo data: ${discussions || "no"} more discussions, ${visits || "no"} more visits.`;
    },
    close: () => miniflare.dispose(),
  };
}
