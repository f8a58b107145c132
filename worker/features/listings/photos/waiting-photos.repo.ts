import { and, asc, eq, inArray, sql } from "drizzle-orm";
import type { Deps } from "../../../platform/deps.ts";
import type { PhotoAddress } from "../../../platform/photo-store.ts";
import { waitingPhotos } from "./photos.table.ts";

/** Maximum number of a photo's bytes that one row stores. As base64, they fit into D1's limit of 2 MB. */
const PART_BYTES = 720 * 1024;

/** Returns whether at least `count` parts of photos wait. Reads at most `count` rows. */
export async function hasWaitingParts(deps: Deps, count: number): Promise<boolean> {
  const rows = await deps.db
    .select({ part: sql`1` })
    .from(waitingPhotos)
    .limit(1)
    .offset(count - 1);
  return rows.length > 0;
}

/** Stores a waiting photo in parts, either all of them or none. */
export async function insertWaitingPhoto(deps: Deps, { prefix, hash }: PhotoAddress, bytes: Uint8Array): Promise<void> {
  const [first, ...others] = Array.from({ length: Math.ceil(bytes.length / PART_BYTES) }, (_, part) =>
    deps.db
      .insert(waitingPhotos)
      .values({
        prefix,
        hash,
        part,
        base64: bytes.subarray(part * PART_BYTES, (part + 1) * PART_BYTES).toBase64(),
        createdAt: deps.now(),
      })
      .onConflictDoNothing(),
  );
  if (first) await deps.db.batch([first, ...others]);
}

/** Returns the oldest waiting photos (uses index waiting_photos_first). */
export async function oldestWaitingPhotos(deps: Deps, limit: number): Promise<(PhotoAddress & { createdAt: Date })[]> {
  return deps.db
    .select({ prefix: waitingPhotos.prefix, hash: waitingPhotos.hash, createdAt: waitingPhotos.createdAt })
    .from(waitingPhotos)
    .where(eq(waitingPhotos.part, 0))
    .orderBy(asc(waitingPhotos.createdAt))
    .limit(limit);
}

/** Returns the hashes of a listing's waiting photos (by primary key). */
export async function waitingHashes(deps: Deps, prefix: string): Promise<string[]> {
  const rows = await deps.db
    .selectDistinct({ hash: waitingPhotos.hash })
    .from(waitingPhotos)
    .where(eq(waitingPhotos.prefix, prefix));
  return rows.map(({ hash }) => hash);
}

/** Returns the bytes of a waiting photo (by primary key). */
export async function readWaitingPhoto(deps: Deps, { prefix, hash }: PhotoAddress): Promise<Uint8Array> {
  const rows = await deps.db
    .select({ base64: waitingPhotos.base64 })
    .from(waitingPhotos)
    .where(and(eq(waitingPhotos.prefix, prefix), eq(waitingPhotos.hash, hash)))
    .orderBy(asc(waitingPhotos.part));
  const parts = rows.map(({ base64 }) => Uint8Array.fromBase64(base64));
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}

export async function deleteWaitingPhotos(deps: Deps, prefix: string, hashes: readonly string[]): Promise<void> {
  if (hashes.length === 0) return;
  await deps.db
    .delete(waitingPhotos)
    .where(and(eq(waitingPhotos.prefix, prefix), inArray(waitingPhotos.hash, [...hashes])));
}

/** Returns the statement that deletes all waiting photos of a listing (by primary key). */
export const deleteWaitingPhotosOf = (deps: Deps, prefix: string) =>
  deps.db.delete(waitingPhotos).where(eq(waitingPhotos.prefix, prefix));
