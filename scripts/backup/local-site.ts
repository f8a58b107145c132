import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import type { R2Bucket } from "@cloudflare/workers-types";
import { convertV4MiniflareOptions, Miniflare } from "miniflare";
import { unstable_getMiniflareWorkerOptions as workerOptionsOf, unstable_readConfig as readConfig } from "wrangler";
import { bundleWorker, modulesIn } from "../bundle-worker.ts";
import { localVars } from "../dev-vars.ts";

const WORKER = "scripts/backup/workerd/backup-worker.ts";
const FOLDER = ".wrangler/backup-worker";
const stateFolder = () => process.env.STATE_DIR ?? ".wrangler/state";

/** Where backups of the local site outlive `npm run reset`. */
export const LOCAL_BACKUPS = ".wrangler/backups";

/** The local site's storage while no server has it open. */
export interface LocalSite {
  miniflare: Miniflare;
  backups: R2Bucket;
  /** Asks the worker to do something. @returns its answer @throws Error with its message */
  ask: (what: "backup" | "restore") => Promise<string>;
  close: () => Promise<void>;
}

/** Opens the local site's storage with the worker that backs it up. @param vars settings on top of .dev.vars */
export async function openLocalSite(vars: Readonly<Record<string, string>> = {}): Promise<LocalSite> {
  const config = readConfig({ config: "wrangler.toml" });
  const folder = resolve(FOLDER);
  mkdirSync(folder, { recursive: true });
  const path = join(folder, "wrangler.json");
  const { name, compatibility_date, compatibility_flags, d1_databases, r2_buckets } = config;
  const settings = { ...(config.vars as Record<string, string>), ...Object.fromEntries(localVars(8787)), ...vars };
  writeFileSync(
    path,
    JSON.stringify({ name, compatibility_date, compatibility_flags, d1_databases, r2_buckets, vars: settings }),
    { mode: 0o600 },
  );
  await bundleWorker(WORKER, join(folder, "worker"), "backup.js");
  const { modulesRules: _, ...options } = workerOptionsOf(path).workerOptions;
  const miniflare = new Miniflare(
    convertV4MiniflareOptions({
      cf: false,
      // wrangler and the servers append v3 themselves.
      resourcePersistencePath: resolve(join(stateFolder(), "v3")),
      workers: [{ ...options, ...modulesIn(join(folder, "worker"), "backup.js"), name }],
    }),
  );
  return {
    miniflare,
    // The same bucket; the two packages declare different Headers types.
    backups: (await miniflare.getR2Bucket("BACKUPS")) as unknown as R2Bucket,
    async ask(what) {
      const response = await miniflare.dispatchFetch(`http://backup/${what}`, { method: "POST" });
      const text = await response.text();
      if (!response.ok) throw new Error(text);
      return text;
    },
    close: () => miniflare.dispose(),
  };
}

/** Copies all objects of the local backups' bucket into {@link LOCAL_BACKUPS}. */
export async function saveBackups(bucket: R2Bucket): Promise<void> {
  for (let cursor: string | undefined; ;) {
    const page = await bucket.list(cursor === undefined ? {} : { cursor });
    for (const { key } of page.objects) {
      const object = await bucket.get(key);
      const path = join(LOCAL_BACKUPS, key);
      mkdirSync(dirname(path), { recursive: true });
      if (object) writeFileSync(path, new Uint8Array(await object.arrayBuffer()), { mode: 0o600 });
    }
    if (!page.truncated) return;
    cursor = page.cursor;
  }
}

/** Copies what {@link saveBackups} saved back into the bucket. */
export async function reloadBackups(bucket: R2Bucket): Promise<void> {
  if (!existsSync(LOCAL_BACKUPS)) return;
  for (const name of readdirSync(LOCAL_BACKUPS, { recursive: true, encoding: "utf8" })) {
    const path = join(LOCAL_BACKUPS, name);
    if (statSync(path).isFile() && !(await bucket.head(name))) await bucket.put(name, readFileSync(path));
  }
}

/** {@link saveBackups} of the local site before its storage is deleted. */
export async function saveLocalBackups(): Promise<void> {
  if (!existsSync(join(stateFolder(), "v3", "r2"))) return;
  const { r2_buckets: buckets } = readConfig({ config: "wrangler.toml" });
  const name = buckets.find(({ binding }: { binding: string }) => binding === "BACKUPS")?.bucket_name;
  const miniflare = new Miniflare(
    convertV4MiniflareOptions({
      modules: true,
      script: "",
      resourcePersistencePath: resolve(join(stateFolder(), "v3")),
      r2Buckets: { BACKUPS: name ?? "backups" },
    }),
  );
  try {
    await saveBackups((await miniflare.getR2Bucket("BACKUPS")) as unknown as R2Bucket);
  } finally {
    await miniflare.dispose();
  }
}
