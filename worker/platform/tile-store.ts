import { Compression, PMTiles, ResolvedValueCache, type Source } from "pmtiles";
import { tilesKey, TILES_POINTER_KEY, type TilesPointer } from "../contracts/map-tiles.ts";

/** Milliseconds for which an isolate caches the pointer, and so may not see a new import. */
const POINTER_MS = 60_000;
/** Maximum number of directories kept in memory. A map of the region has one root and about a dozen leaves of 16 KB. */
const KEPT_DIRECTORIES = 25;

/** A vector tile as it is stored. */
interface StoredTile {
  bytes: ArrayBuffer;
  isGzipped: boolean;
}

/** The imported maps in R2 (docs/open-data.md). */
export interface TileStore {
  /** Returns the current map and the previous one; null if none was imported. @throws what R2 throws */
  pointer(): Promise<TilesPointer | null>;
  /** Returns a tile of an imported version; null where the map is empty. @throws what R2 throws */
  tile(version: string, z: number, x: number, y: number): Promise<StoredTile | null>;
}

type TileBucket = Pick<R2Bucket, "get">;

/** Reads parts of an object that is never replaced, because its key contains the hash of its content. */
const rangesOf = (bucket: TileBucket, key: string): Source => ({
  getKey: () => key,
  async getBytes(offset, length) {
    const object = await bucket.get(key, { range: { offset, length } });
    if (object === null) throw new Error(`${key} is missing.`);
    return { data: await object.arrayBuffer() };
  },
});

async function gunzip(bytes: ArrayBuffer, compression: Compression): Promise<ArrayBuffer> {
  if (compression === Compression.None) return bytes;
  if (compression !== Compression.Gzip) throw new Error("The map's directories are not compressed by gzip.");
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"))).arrayBuffer();
}

/** Returns tiles as stored, because browsers decompress them. */
const asStored = (bytes: ArrayBuffer) => Promise.resolve(bytes);

interface Memory {
  pointer?: { value: TilesPointer | null; readAt: number };
  archives: Map<string, PMTiles>;
}

/** An isolate's caches, by bucket. */
const memories = new WeakMap<TileBucket, Memory>();

/**
 * Creates the store in an R2 bucket. The store reads R2 once for a version's header and root directory, and once for
 * each tile.
 */
export function r2TileStore(bucket: TileBucket, now: () => Date): TileStore {
  const memory: Memory = memories.get(bucket) ?? { archives: new Map() };
  memories.set(bucket, memory);

  const archiveOf = (version: string): PMTiles => {
    const known = memory.archives.get(version);
    if (known) return known;
    const directories = new ResolvedValueCache(KEPT_DIRECTORIES, undefined, gunzip);
    const archive = new PMTiles(rangesOf(bucket, tilesKey(version)), directories, asStored);
    memory.archives.set(version, archive);
    return archive;
  };

  return {
    async pointer() {
      const time = now().getTime();
      const known = memory.pointer;
      if (known && Math.abs(time - known.readAt) < POINTER_MS) return known.value;
      const object = await bucket.get(TILES_POINTER_KEY);
      const value = object === null ? null : await object.json<TilesPointer>();
      memory.pointer = { value, readAt: time };
      for (const version of memory.archives.keys())
        if (version !== value?.current.version && version !== value?.previousVersion) memory.archives.delete(version);
      return value;
    },
    async tile(version, z, x, y) {
      const archive = archiveOf(version);
      const tile = await archive.getZxy(z, x, y);
      if (!tile) return null;
      return { bytes: tile.data, isGzipped: (await archive.getHeader()).tileCompression === Compression.Gzip };
    },
  };
}
