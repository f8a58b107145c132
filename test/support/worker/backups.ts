import { env } from "cloudflare:workers";
import { generateIdentity, identityToRecipient } from "age-encryption";
import type { Target } from "../../../scripts/import/target.ts";
import { type Loaded, loadBackup, openBackup, type ReadObject } from "../../../scripts/restore/load-backup.ts";
import { backupManifest, type BackupManifest, manifestKey } from "../../../worker/features/backups/backup-format.ts";
import { makeSite, type Site, type SiteOptions } from "./site.ts";
import { settled } from "./world.ts";

/** A key pair for encryption with age. */
export interface Keys {
  identity: string;
  publicKey: string;
}

export async function makeKeys(): Promise<Keys> {
  const identity = await generateIdentity();
  return { identity, publicKey: await identityToRecipient(identity) };
}

/** Creates a site that encrypts its backups with a public key. */
export const siteWithKey = ({ publicKey }: Keys, options: SiteOptions = {}): Site =>
  makeSite({ ...options, vars: { BACKUP_PUBLIC_KEY: publicKey, ...options.vars } });

/** Creates the backup of a night through the site's own jobs. @returns the day that identifies it */
export async function backUp(site: Site, time: Date, times = 1): Promise<string> {
  site.clock.now = time;
  await site.runJob("backups.nightly");
  await site.runJob("outbox.relay");
  await settled({ ...site, runQueue: () => site.runQueue(times) } as Parameters<typeof settled>[0]);
  return time.toISOString().slice(0, 10);
}

const readObject: ReadObject = async (key) => {
  const object = await env.BACKUPS.get(key);
  return object ? new Uint8Array(await object.arrayBuffer()) : null;
};

export async function manifestOf(id: string): Promise<BackupManifest> {
  const object = await env.BACKUPS.get(manifestKey(id));
  if (!object) throw new Error(`There is no manifest of ${id}.`);
  return backupManifest.parse(await object.json());
}

const target: Target = {
  name: "the test's database",
  query: async <Row>(sql: string) => (await env.DB.prepare(sql).all<Row>()).results,
  write: async (statements) => void (await env.DB.batch(statements.map((sql) => env.DB.prepare(sql)))),
  settle: () => Promise.resolve(),
  close: () => Promise.resolve(),
};

/** Loads a backup, as `npm run restore` does. */
export async function load(id: string, { identity }: Keys, now: Date): Promise<Loaded> {
  const backup = await openBackup(readObject, id, identity);
  return loadBackup(backup, target, { now, settle: () => Promise.resolve() });
}

/** Returns all rows of a backup's tables, by table. */
export async function allRows(tables: readonly string[]): Promise<Record<string, unknown[]>> {
  const rows: Record<string, unknown[]> = {};
  for (const table of tables) {
    const { results } = await env.DB.prepare(`SELECT * FROM "${table}"`).all();
    rows[table] = results.map((row) => JSON.stringify(row)).toSorted();
  }
  return rows;
}
