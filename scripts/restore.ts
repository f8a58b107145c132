// `npm run restore -- --from <date> --key <file>`: loads a backup into an empty database. The worker then reapplies all
// later withdrawals. docs/operations.md, Backups and restore, explains when and how to use it.
import { readFileSync } from "node:fs";
import { setTimeout } from "node:timers/promises";
import { parseArgs } from "node:util";
import { isBackupId, RESTORE_REPORT_SETTING } from "../worker/features/backups/backup-format.ts";
import { LOCAL_BACKUPS, LOCAL_PHOTOS, openLocalSite, reloadObjects } from "./backup/local-site.ts";
import { ensureDevVars } from "./dev-vars.ts";
import { targetOf } from "./import/local-target.ts";
import { openRemote } from "./import/remote-target.ts";
import type { Target } from "./import/target.ts";
import { type Loaded, loadBackup, openBackup, type ReadObject } from "./restore/load-backup.ts";
import { openBucket } from "./bucket.ts";
import { migrateLocal } from "./local-database.ts";

const USAGE = `Usage: npm run restore -- --from <YYYY-MM-DD> --key <file> [--remote] [--no-wait]
  --from <date>   the UTC day of the backup
  --key <file>    the file with the private key (AGE-SECRET-KEY-1…)
  --remote        into production's database; without it into the local one, after npm run reset
  --no-wait       does not wait until production has applied what was withdrawn since`;

/** Time to wait for all workers to notice the restore. Workers check every 10 seconds. */
const SETTLE_MS = 15_000;
/**
 * Interval between checks whether production has finished the restore. Production starts the restore at its next tick,
 * within 15 minutes.
 */
const CHECK_INTERVAL_MS = Number(process.env.RESTORE_LOOK_MS ?? 30_000);
const MAX_CHECKS = 60;

interface Arguments {
  from: string;
  identity: string;
  isRemote: boolean;
  waits: boolean;
}

/** Parses the arguments; returns a sentence when they are invalid. */
function parseArguments(): Arguments | string {
  try {
    const { values } = parseArgs({
      options: {
        from: { type: "string" },
        key: { type: "string" },
        remote: { type: "boolean", default: false },
        "no-wait": { type: "boolean", default: false },
      },
    });
    if (!values.from || !isBackupId(values.from)) return "Which backup? --from is missing or not a day.";
    if (!values.key) return "Which key? --key is missing.";
    const identity = /AGE-SECRET-KEY-1[0-9A-Z]+/.exec(readFileSync(values.key, "utf8"))?.[0];
    if (identity === undefined) return `There is no private key in ${values.key}.`;
    return { from: values.from, identity, isRemote: values.remote, waits: !values["no-wait"] };
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

async function load(read: ReadObject, target: Target, { from, identity, isRemote }: Arguments): Promise<void> {
  console.log(`Verifying the backup of ${from} …`);
  const backup = await openBackup(read, from, identity);
  console.log(`Loading it into ${target.name} …`);
  const settle = () => setTimeout(isRemote ? Math.min(SETTLE_MS, CHECK_INTERVAL_MS) : 0);
  console.log(reportOf(await loadBackup(backup, target, { now: new Date(), settle })));
}

function reportOf({ rows, orphans, photos }: Loaded): string {
  const counts = Object.entries(rows).filter(([, count]) => count > 0);
  const total = counts.reduce((sum, [, count]) => sum + count, 0);
  const left = Object.entries(orphans).filter(([, count]) => count > 0);
  return [
    `${total} rows in ${counts.length} tables:`,
    ...counts.map(([name, count]) => `  ${name}: ${count}`),
    ...left.map(([name, count]) => `  left out of ${name}, because what they belong to is missing: ${count}`),
    `The backup lists ${photos} stored photos.`,
  ].join("\n");
}

async function restoreLocal(call: Arguments): Promise<void> {
  ensureDevVars();
  await migrateLocal();
  const site = await openLocalSite();
  try {
    await reloadObjects(site.backups, LOCAL_BACKUPS);
    await reloadObjects(site.photos, LOCAL_PHOTOS);
    const read: ReadObject = async (key) => {
      const object = await site.backups.get(key);
      return object ? new Uint8Array(await object.arrayBuffer()) : null;
    };
    await load(read, await targetOf(site.miniflare, "the local database"), call);
    console.log(await site.ask("restore"));
  } finally {
    await site.close();
  }
}

async function restoreRemote(call: Arguments): Promise<void> {
  const bucket = openBucket("BACKUPS", true);
  const target = openRemote();
  try {
    await load(bucket.read, target, call);
    console.log("At its next tick, production applies everything withdrawn since then. Until then it sends no email.");
    for (let checks = 0; call.waits && checks < MAX_CHECKS; checks += 1) {
      await setTimeout(CHECK_INTERVAL_MS);
      const [report] = await target.query<{ value: string }>(
        `SELECT value FROM settings WHERE name = '${RESTORE_REPORT_SETTING}'`,
      );
      if (report) return console.log(report.value);
    }
    console.log("The report will be emailed to CONTACT_EMAIL.");
  } finally {
    await target.close();
    bucket.close();
  }
}

const call = parseArguments();
if (typeof call === "string") {
  console.error(`${call}\n${USAGE}`);
  process.exitCode = 2;
} else {
  try {
    await (call.isRemote ? restoreRemote(call) : restoreLocal(call));
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}
