// `npm run backup`: backs up the local database, as production does every night. `npm run backup -- --new-key`:
// generates a key pair and writes the private key to a file.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { join, relative, resolve } from "node:path";
import { parseArgs } from "node:util";
import { generateIdentity, identityToRecipient } from "age-encryption";
import { LOCAL_BACKUPS, LOCAL_PHOTOS, openLocalSite, saveObjects } from "./backup/local-site.ts";
import { PHOTOS_PREFIX } from "../worker/contracts/photos.ts";
import { ensureDevVars, localVars } from "./dev-vars.ts";
import { migrateLocal } from "./local-database.ts";

const USAGE = `Usage: npm run backup [-- --new-key [--out <file>]]
  without arguments   backs up the local database (production does so by itself every night)
  --new-key           generates a key pair and writes the private key to ~/below-market-backup-key.txt
  --out <file>        writes the private key to another file, outside this folder`;

/** File for the private key of a local site that has no BACKUP_PUBLIC_KEY. */
const LOCAL_KEY = ".wrangler/backup-key.txt";

/** Writes a new private key, readable by its owner only. @returns the public key @throws when the file exists */
async function newKey(path: string): Promise<string> {
  const identity = await generateIdentity();
  const publicKey = await identityToRecipient(identity);
  writeFileSync(path, `# public key: ${publicKey}\n${identity}\n`, { mode: 0o600, flag: "wx" });
  return publicKey;
}

async function makeKey(out: string): Promise<void> {
  const path = resolve(out);
  if (!relative(process.cwd(), path).startsWith(".."))
    throw new Error(`${path} is inside the project, where the private key must not be. Name another file with --out.`);
  const publicKey = await newKey(path).catch((error: unknown) => {
    throw existsSync(path) ? new Error(`${path} already exists and was left alone.`) : error;
  });
  console.log(`The private key is in ${path}
Keep it in two places that do not depend on Cloudflare, such as a password manager and a printout. Without it no backup
can be read. Never commit it to the repository.

In wrangler.toml:
BACKUP_PUBLIC_KEY = "${publicKey}"`);
}

async function backUp(): Promise<void> {
  ensureDevVars();
  await migrateLocal();
  let publicKey = localVars(8787).get("BACKUP_PUBLIC_KEY");
  if (!publicKey) {
    if (!existsSync(LOCAL_KEY)) await newKey(LOCAL_KEY);
    publicKey = /age1[a-z0-9]+/.exec(readFileSync(LOCAL_KEY, "utf8"))?.[0] ?? "";
    console.log(`BACKUP_PUBLIC_KEY is empty; the local key is in ${LOCAL_KEY}.`);
  }
  const site = await openLocalSite({ BACKUP_PUBLIC_KEY: publicKey });
  try {
    console.log(await site.ask("backup"));
    await saveObjects(site.backups, LOCAL_BACKUPS);
    await saveObjects(site.photos, LOCAL_PHOTOS, PHOTOS_PREFIX);
    console.log(`It is in ${resolve(LOCAL_BACKUPS)}, which \`npm run reset\` keeps.`);
  } finally {
    await site.close();
  }
}

try {
  const { values } = parseArgs({
    options: { "new-key": { type: "boolean", default: false }, out: { type: "string" } },
  });
  await (values["new-key"] ? makeKey(values.out ?? join(homedir(), "below-market-backup-key.txt")) : backUp());
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  if (error instanceof TypeError) console.error(USAGE);
  process.exitCode = 1;
}
