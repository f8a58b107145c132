import {
  BACKUP_LATE_HOURS,
  type BackupManifest,
  backupPrefix,
  type BackupPart,
  isBackupId,
  manifestKey,
  PHOTO_INVENTORY,
  BACKUPS_KEPT,
} from "./backup-format.ts";
import { HOUR_MS } from "../../contracts/days.ts";
import type { BackupState } from "../../contracts/system.ts";
import type { Deps } from "../../platform/deps.ts";
import { finishOutboxEntry, outboxEntry, relaySoon } from "../../platform/outbox.ts";
import {
  backedUpTables,
  backupById,
  beginBackup,
  finishBackup,
  isStepWaiting,
  forgetBackups,
  lastWithdrawalId,
  newestFinished,
  rowsAfter,
  type Step,
  storeStep,
} from "./backups.repo.ts";
import type { Backup, BackupPosition } from "./backups.table.ts";
import { deleteObjects, keysUnder } from "./bucket.ts";
import { forgetLogBefore } from "./withdrawals.service.ts";
import { sha256Hex } from "../../platform/tokens.ts";
import { runAllOrNone } from "../../platform/run-all-or-none.ts";

/**
 * Returns the backups to delete. The newest 30 backups are kept, as is the first backup of each of the newest 3 months.
 * @param ids days in ascending order
 */
export function backupsToDelete(ids: readonly string[]): string[] {
  const firstOfMonth = new Map<string, string>();
  for (const id of ids) if (!firstOfMonth.has(id.slice(0, 7))) firstOfMonth.set(id.slice(0, 7), id);
  const kept = new Set([...ids.slice(-BACKUPS_KEPT.daily), ...[...firstOfMonth.values()].slice(-BACKUPS_KEPT.monthly)]);
  return ids.filter((id) => !kept.has(id));
}

/** An encrypted object of a backup: lines of JSON, compressed with gzip, then encrypted with age. */
interface SealedLines {
  bytes: Uint8Array;
  sha256: string;
  linesSha256: string;
}

/** Compresses and encrypts lines. The same lines give different bytes on each call. */
async function sealLines(lines: string, publicKey: string): Promise<SealedLines> {
  const packed = new Response(new Blob([lines]).stream().pipeThrough(new CompressionStream("gzip")));
  // The library is imported on demand, because it is only needed once a night.
  const { Encrypter } = await import("age-encryption");
  const encrypter = new Encrypter();
  encrypter.addRecipient(publicKey);
  const bytes = await encrypter.encrypt(new Uint8Array(await packed.arrayBuffer()));
  return { bytes, sha256: await sha256Hex(bytes), linesSha256: await sha256Hex(lines) };
}

/**
 * Maximum number of characters in one backup object. Objects are compressed and encrypted in memory, and an isolate has
 * 128 MB.
 */
const PART_CHARACTERS = 4_000_000;
/** Maximum number of objects that one step writes. */
const PARTS_A_STEP = 25;

const dayOf = (time: Date) => time.toISOString().slice(0, 10);

/**
 * Begins today's backup, whose steps run in the queue. If today already has a backup, this one replaces it once
 * finished.
 * @returns the backup's id
 * @throws Error without a public key, because personal data would be stored unencrypted
 */
export async function startBackup(deps: Deps): Promise<string> {
  if (deps.config.backupPublicKey === null) throw new Error("BACKUP_PUBLIC_KEY is missing");
  const id = dayOf(deps.now());
  const run = deps.newId();
  const [first] = backedUpTables();
  const position = first ? { table: first.name, afterRow: 0 } : null;
  const lastWithdrawal = await lastWithdrawalId(deps);
  await runAllOrNone(deps, [
    beginBackup(deps, id, run, { lastWithdrawal, position }),
    outboxEntry(deps, "backup.step", { id, run, step: 0 }),
  ]);
  relaySoon(deps);
  return id;
}

/**
 * Queues the next step of an unfinished backup again, unless the outbox already contains that step.
 * @returns whether the step was queued
 */
export async function continueBackup(deps: Deps, { id, run, step }: Backup): Promise<boolean> {
  if (await isStepWaiting(deps, id)) return false;
  await outboxEntry(deps, "backup.step", { id, run, step });
  relaySoon(deps);
  return true;
}

/**
 * Does one step of a backup: reads some rows, writes them to R2, and stores the position together with the next step's
 * outbox entry. A repeated or late message has no effect: any objects that it writes are not in the manifest, and are
 * deleted at the end.
 */
export async function runStep(deps: Deps, step: Step, entryId: number): Promise<void> {
  const backup = await backupById(deps, step.id);
  if (!backup || backup.run !== step.run || backup.step !== step.step || backup.finishedAt !== null) return;
  if (backup.position === null) return finish(deps, backup);
  const written: BackupPart[] = [];
  let position: BackupPosition | null = backup.position;
  let characters = 0;
  while (position !== null && written.length < PARTS_A_STEP && characters < PART_CHARACTERS) {
    const { table, lines, rows, next } = await readLines(deps, position);
    if (rows > 0) written.push(await writePart(deps, backup, { table, lines, rows }));
    characters += lines.length;
    position = next;
  }
  await runAllOrNone(deps, [
    storeStep(deps, step, {
      position,
      parts: [...backup.parts, ...written],
      rows: backup.rows + written.reduce((sum, { rows }) => sum + rows, 0),
      bytes: backup.bytes + written.reduce((sum, { bytes }) => sum + bytes, 0),
    }),
    outboxEntry(deps, "backup.step", { ...step, step: step.step + 1 }),
    finishOutboxEntry(deps, entryId),
  ]);
  relaySoon(deps);
}

interface Lines {
  table: string;
  lines: string;
  rows: number;
  next: BackupPosition | null;
}

/** Reads the next lines of a backup, all from one table, and the next position. */
async function readLines(deps: Deps, position: BackupPosition): Promise<Lines> {
  if ("afterPhoto" in position) return readPhotoLines(deps, position.afterPhoto);
  const index = backedUpTables().findIndex(({ name }) => name === position.table);
  const table = backedUpTables()[index];
  // A deployment may have removed the table in the meantime.
  if (!table) throw new Error(`There is no table ${position.table}`);
  const lines: string[] = [];
  let characters = 0;
  let { afterRow } = position;
  while (characters < PART_CHARACTERS) {
    const { rows, lastRow, isEnd } = await rowsAfter(deps, table, afterRow);
    for (const row of rows) {
      const line = JSON.stringify(row);
      lines.push(line);
      characters += line.length + 1;
    }
    afterRow = lastRow;
    if (isEnd) {
      const following = backedUpTables()[index + 1];
      const next = following ? { table: following.name, afterRow: 0 } : { afterPhoto: "" };
      return { table: table.name, lines: lines.join("\n"), rows: lines.length, next };
    }
  }
  const next = { table: table.name, afterRow };
  return { table: table.name, lines: lines.join("\n"), rows: lines.length, next };
}

/** Number of list calls per part. Each call lists 1,000 photos. */
const LISTS_A_PART = 20;

async function readPhotoLines(deps: Deps, after: string): Promise<Lines> {
  const lines: string[] = [];
  let afterPhoto = after;
  for (let lists = 0; lists < LISTS_A_PART; lists += 1) {
    const { objects, isEnd } = await deps.photos.inventory(afterPhoto);
    for (const { key, size, etag } of objects) lines.push(JSON.stringify([key, size, etag]));
    afterPhoto = objects.at(-1)?.key ?? afterPhoto;
    if (isEnd) return { table: PHOTO_INVENTORY, lines: lines.join("\n"), rows: lines.length, next: null };
  }
  return { table: PHOTO_INVENTORY, lines: lines.join("\n"), rows: lines.length, next: { afterPhoto } };
}

/** Encrypts and stores lines. The key ends with the object's hash, so two deliveries never overwrite each other. */
async function writePart(
  deps: Deps,
  { id }: Pick<Backup, "id">,
  { table, lines, rows }: Pick<Lines, "table" | "lines" | "rows">,
): Promise<BackupPart> {
  const publicKey = deps.config.backupPublicKey;
  if (publicKey === null) throw new Error("BACKUP_PUBLIC_KEY is missing");
  const { bytes, sha256, linesSha256 } = await sealLines(lines, publicKey);
  const key = `${backupPrefix(id)}${table.replaceAll(" ", "-")}-${sha256.slice(0, 16)}.age`;
  await deps.backups.put(key, bytes, { sha256 });
  return { key, table, rows, bytes: bytes.length, sha256, linesSha256 };
}

/** Writes the manifest, which makes the backup valid. Then deletes the backups that are no longer kept. */
async function finish(deps: Deps, backup: Backup): Promise<void> {
  const manifest: BackupManifest = {
    format: 1,
    id: backup.id,
    startedAt: backup.startedAt.toISOString(),
    finishedAt: deps.now().toISOString(),
    tables: [...backedUpTables()],
    lastWithdrawal: backup.lastWithdrawal,
    parts: backup.parts,
  };
  await deps.backups.put(manifestKey(backup.id), JSON.stringify(manifest, null, 1));
  if (!(await finishBackup(deps, backup))) return;
  deps.log.info("backup.finished", { backup: backup.id, rows: backup.rows, bytes: backup.bytes });
  await deleteUnneededObjects(deps, backup.id, new Set(backup.parts.map(({ key }) => key)));
}

/** Deletes the objects of repeated steps, expired backups, and log objects that no remaining backup needs. */
async function deleteUnneededObjects(deps: Deps, id: string, kept: ReadonlySet<string>): Promise<void> {
  const own = await keysUnder(deps.backups, backupPrefix(id));
  await deleteObjects(
    deps.backups,
    own.filter((key) => !kept.has(key) && key !== manifestKey(id)),
  );
  const stored = await storedBackups(deps);
  const finished: string[] = [];
  for (const one of stored) if (await deps.backups.head(manifestKey(one))) finished.push(one);
  const old = [...backupsToDelete(finished), ...stored.filter((one) => one < id && !finished.includes(one))];
  for (const one of old) await deleteObjects(deps.backups, await keysUnder(deps.backups, backupPrefix(one)));
  await forgetBackups(deps, old, id);
  await forgetLogBefore(deps, finished.find((one) => !old.includes(one)) ?? id);
}

/** Returns the days for which the bucket has objects of a backup, oldest first. */
async function storedBackups(deps: Deps): Promise<string[]> {
  const { delimitedPrefixes } = await deps.backups.list({ prefix: "backups/", delimiter: "/" });
  return delimitedPrefixes
    .map((prefix) => prefix.slice("backups/".length, -1))
    .filter(isBackupId)
    .toSorted();
}

/** Returns the state of the backups for the operator. */
export async function lastBackup(deps: Deps): Promise<BackupState> {
  const newest = await newestFinished(deps);
  const age = newest === null ? Infinity : deps.now().getTime() - newest.startedAt.getTime();
  return {
    hasKey: deps.config.backupPublicKey !== null,
    last:
      newest?.finishedAt == null
        ? null
        : {
            id: newest.id,
            startedAt: newest.startedAt.toISOString(),
            finishedAt: newest.finishedAt.toISOString(),
            rows: newest.rows,
            bytes: newest.bytes,
          },
    isLate: age > BACKUP_LATE_HOURS * HOUR_MS,
  };
}
