import { createHash } from "node:crypto";
import { gunzipSync } from "node:zlib";
import { Decrypter } from "age-encryption";
import {
  type BackupManifest,
  backupManifest,
  type BackupPart,
  manifestKey,
} from "../../worker/features/backups/backup-format.ts";

/** Reads an object of the backups' bucket; null when there is none. */
export type ReadObject = (key: string) => Promise<Uint8Array<ArrayBuffer> | null>;

/** A backup whose parts were all found, decrypted and compared with their checksums. */
export interface Backup {
  manifest: BackupManifest;
  /** The rows of a part, each in the order of the manifest's columns. */
  rowsOf: (part: BackupPart) => Promise<SqlRow[]>;
}

export type SqlRow = readonly (string | number | null)[];

/**
 * Opens a backup and verifies all of it before anything is done with it.
 * @param id its day
 * @param identity the private half of the key, `AGE-SECRET-KEY-1…`
 * @throws Error that names what is missing, damaged or encrypted to another key
 */
export async function openBackup(read: ReadObject, id: string, identity: string): Promise<Backup> {
  const text = await read(manifestKey(id));
  if (text === null) throw new Error(`There is no finished backup of ${id}: ${manifestKey(id)} is missing.`);
  const manifest = backupManifest.parse(JSON.parse(new TextDecoder().decode(text)));
  const rowsOf = (part: BackupPart) => rowsOfPart(read, part, identity);
  for (const part of manifest.parts) {
    const rows = await rowsOf(part);
    if (rows.length !== part.rows) throw new Error(`${part.key} holds ${rows.length} rows instead of ${part.rows}.`);
  }
  return { manifest, rowsOf };
}

async function rowsOfPart(read: ReadObject, part: BackupPart, identity: string): Promise<SqlRow[]> {
  const bytes = await read(part.key);
  if (bytes === null) throw new Error(`${part.key} is missing.`);
  if (sha256(bytes) !== part.sha256) throw new Error(`${part.key} is damaged: its checksum is another one.`);
  const lines = gunzipSync(await decrypt(bytes, part, identity)).toString();
  if (sha256(lines) !== part.linesSha256)
    throw new Error(`${part.key} is damaged: the checksum of its lines is another one.`);
  return lines.split("\n").map((line) => JSON.parse(line) as SqlRow);
}

async function decrypt(bytes: Uint8Array<ArrayBuffer>, { key }: BackupPart, identity: string): Promise<Uint8Array> {
  const decrypter = new Decrypter();
  decrypter.addIdentity(identity);
  try {
    return await decrypter.decrypt(bytes);
  } catch (error) {
    throw new Error(`${key} cannot be decrypted: is it the right key?`, { cause: error });
  }
}

const sha256 = (data: Uint8Array | string) => createHash("sha256").update(data).digest("hex");
