import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, extname, join, resolve } from "node:path";
import type { R2Bucket } from "@cloudflare/workers-types";
import { convertV4MiniflareOptions, Miniflare } from "miniflare";
import { unstable_getMiniflareWorkerOptions as workerOptionsOf, unstable_readConfig as readConfig } from "wrangler";
import { bundleWorker, modulesIn } from "../bundle-worker.ts";
import { localVars } from "../dev-vars.ts";

const WORKER = "scripts/backup/workerd/backup-worker.ts";
const FOLDER = ".wrangler/backup-worker";
const stateFolder = () => process.env.STATE_DIR ?? ".wrangler/state";

/** Folder in which backups of the local site survive `npm run reset`. */
export const LOCAL_BACKUPS = ".wrangler/backups";
/**
 * Folder for the photos of these backups. In production, photos stay in R2 when the database is lost, but a local reset
 * deletes the database and the photos.
 */
export const LOCAL_PHOTOS = ".wrangler/photos-of-backups";

/** The local site's storage. It is opened only while no server uses it. */
export interface LocalSite {
  miniflare: Miniflare;
  backups: R2Bucket;
  photos: R2Bucket;
  /** Tells the worker to back up or restore. @returns its response @throws Error with the worker's message */
  ask: (what: "backup" | "restore") => Promise<string>;
  close: () => Promise<void>;
}

/** Opens the local site's storage with the worker that backs it up. @param vars settings that override .dev.vars */
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
      // wrangler and the servers append "v3" to the folder themselves.
      resourcePersistencePath: resolve(join(stateFolder(), "v3")),
      workers: [{ ...options, ...modulesIn(join(folder, "worker"), "backup.js"), name }],
    }),
  );
  return {
    miniflare,
    // Only the types differ: the two packages declare different Headers types.
    backups: (await miniflare.getR2Bucket("BACKUPS")) as unknown as R2Bucket,
    photos: (await miniflare.getR2Bucket("PHOTOS")) as unknown as R2Bucket,
    async ask(what) {
      const response = await miniflare.dispatchFetch(`http://backup/${what}`, { method: "POST" });
      const text = await response.text();
      if (!response.ok) throw new Error(text);
      return text;
    },
    close: () => miniflare.dispose(),
  };
}

/** Copies the objects of a local bucket whose keys begin with a prefix into a folder. */
export async function saveObjects(bucket: R2Bucket, folder: string, prefix = ""): Promise<void> {
  for (let cursor: string | undefined; ;) {
    const page = await bucket.list(cursor === undefined ? { prefix } : { prefix, cursor });
    for (const { key } of page.objects) {
      const object = await bucket.get(key);
      const path = join(folder, key);
      mkdirSync(dirname(path), { recursive: true });
      if (object) writeFileSync(path, new Uint8Array(await object.arrayBuffer()), { mode: 0o600 });
    }
    if (!page.truncated) return;
    cursor = page.cursor;
  }
}

/** The content types of the files that {@link saveObjects} copies; backups have none. */
const CONTENT_TYPES: Readonly<Record<string, string>> = { ".webp": "image/webp", ".jpg": "image/jpeg" };

/** Copies the files that {@link saveObjects} saved back into the bucket. */
export async function reloadObjects(bucket: R2Bucket, folder: string): Promise<void> {
  if (!existsSync(folder)) return;
  for (const name of readdirSync(folder, { recursive: true, encoding: "utf8" })) {
    const path = join(folder, name);
    if (!statSync(path).isFile() || (await bucket.head(name))) continue;
    const contentType = CONTENT_TYPES[extname(name)];
    await bucket.put(name, readFileSync(path), contentType === undefined ? {} : { httpMetadata: { contentType } });
  }
}

/** Calls {@link saveObjects} for the local site's backups before its storage is deleted. */
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
    await saveObjects((await miniflare.getR2Bucket("BACKUPS")) as unknown as R2Bucket, LOCAL_BACKUPS);
  } finally {
    await miniflare.dispose();
  }
}
