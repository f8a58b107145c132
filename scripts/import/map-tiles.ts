import { createHash } from "node:crypto";
import { createReadStream, openAsBlob } from "node:fs";
import { stat } from "node:fs/promises";
import { basename } from "node:path";
import { Compression, FileSource, type Header, PMTiles, TileType } from "pmtiles";
import {
  MAX_TILE_ZOOM,
  type MapTiles,
  TILES_POINTER_KEY,
  tilesKey,
  type TilesPointer,
} from "../../worker/contracts/map-tiles.ts";
import type { Bucket } from "../bucket.ts";

/** Coordinates of City Hall, which every map of Toronto includes. */
const CITY_HALL = { latitude: 43.6534, longitude: -79.3841 };
/**
 * Lowest and highest zoom that the maps need, from the whole city to streets. Beyond the highest, MapLibre enlarges its
 * tiles.
 */
const NEEDED_ZOOMS = { from: 10, to: 13 };
/** Layers of Protomaps' basemap, version 4. Without these layers, the style draws nothing. */
const NEEDED_LAYERS = ["earth", "water", "roads"];
/**
 * Maximum size in bytes that `wrangler r2 object put` accepts (developers.cloudflare.com/r2/objects/upload-objects).
 */
const MAX_BYTES = 300_000_000;
const MAX_ATTRIBUTION = 200;

/** The result of importing a map. */
interface TilesReport {
  /** Version of the map; null when nothing was written. */
  version: string | null;
  isSame: boolean;
}

/** Returns the column and row of a place at a zoom, in the grid of web maps (Mercator). */
export function tileOf({ latitude, longitude }: typeof CITY_HALL, zoom: number): [x: number, y: number] {
  const radians = (latitude * Math.PI) / 180;
  const across = (longitude + 180) / 360;
  const down = (1 - Math.asinh(Math.tan(radians)) / Math.PI) / 2;
  return [Math.floor(across * 2 ** zoom), Math.floor(down * 2 ** zoom)];
}

/** Returns the end of the tile data according to the header. A shorter file is truncated. */
const endOf = ({ tileDataOffset, tileDataLength = 0 }: Header) => tileDataOffset + tileDataLength;

/** Returns the problem with a map's header as a sentence; null for a usable one. */
function headerProblem(header: Header, bytes: number): string | null {
  const { latitude, longitude } = CITY_HALL;
  const isHere =
    header.minLon < longitude && longitude < header.maxLon && header.minLat < latitude && latitude < header.maxLat;
  if (header.specVersion !== 3) return "This is not a PMTiles file of version 3.";
  if (header.tileType !== TileType.Mvt) return "Its tiles are pictures; the maps need vector tiles.";
  if (![Compression.Gzip, Compression.None].includes(header.tileCompression))
    return "Its tiles are neither plain nor compressed by gzip.";
  if (bytes < endOf(header)) return `It was cut off: ${bytes} of ${endOf(header)} bytes are there.`;
  if (bytes > MAX_BYTES) return `It has ${bytes} bytes; at most ${MAX_BYTES} can be stored. Take a smaller area.`;
  if (!isHere) return "It does not show Toronto.";
  if (header.minZoom > NEEDED_ZOOMS.from || header.maxZoom < NEEDED_ZOOMS.to || header.maxZoom > MAX_TILE_ZOOM)
    return `It has zooms ${header.minZoom} to ${header.maxZoom}; the maps need ${NEEDED_ZOOMS.from} to ${NEEDED_ZOOMS.to} at least, and ${MAX_TILE_ZOOM} at most.`;
  return null;
}

/**
 * Returns the file's attribution as plain text. The maps show it beside OpenStreetMap's attribution, which they add
 * themselves.
 */
export function attributionIn(metadata: unknown): string {
  const text =
    typeof metadata === "object" && metadata !== null && "attribution" in metadata ? metadata.attribution : "";
  return String(text)
    .slice(0, 2_000)
    .replaceAll(/<[^<>]*>/g, "")
    .replaceAll(/©? ?OpenStreetMap(?: contributors)?/gi, ",")
    .split(/[,|·\n]/)
    .map((name) => name.trim())
    .filter((name) => name !== "")
    .join(", ")
    .slice(0, MAX_ATTRIBUTION);
}

/** Opens a PMTiles file. */
export const openTiles = async (path: string): Promise<PMTiles> =>
  new PMTiles(new FileSource(new File([await openAsBlob(path)], basename(path))));

/**
 * Reads a PMTiles file as the maps do.
 * @returns what the browser needs to know about the map, without a version
 * @throws Error with a sentence that the operator reads
 */
async function readTiles(path: string): Promise<Omit<MapTiles, "version">> {
  const { size } = await stat(path);
  const archive = await openTiles(path);
  const unreadable = (cause: unknown) => new Error("This is not a PMTiles file, or it is damaged.", { cause });
  const header = await archive.getHeader().catch((error: unknown) => Promise.reject(unreadable(error)));
  const problem = headerProblem(header, size);
  if (problem !== null) throw new Error(problem);
  const metadata = await archive.getMetadata().catch((error: unknown) => Promise.reject(unreadable(error)));
  const { vector_layers: layers = [] } = metadata as { vector_layers?: { id: string }[] };
  const missing = NEEDED_LAYERS.filter((layer) => !layers.some(({ id }) => id === layer));
  if (missing.length > 0) throw new Error(`It has no layer ${missing.join(", ")}: take a basemap of Protomaps.`);
  for (const zoom of [NEEDED_ZOOMS.from, header.maxZoom])
    if (
      !(await archive
        .getZxy(zoom, ...tileOf(CITY_HALL, zoom))
        .catch((error: unknown) => Promise.reject(unreadable(error))))
    )
      throw new Error(`It has no tile of City Hall at zoom ${zoom}.`);
  const { minLon, minLat, maxLon, maxLat, minZoom, maxZoom } = header;
  return { attribution: attributionIn(metadata), minZoom, maxZoom, bounds: [minLon, minLat, maxLon, maxLat] };
}

async function hashOf(path: string): Promise<string> {
  const hash = createHash("sha256");
  for await (const bytes of createReadStream(path) as AsyncIterable<Buffer>) hash.update(bytes);
  return hash.digest("hex");
}

/**
 * Puts a map into the bucket. The pointer to the map is written last, so that a map is either complete or absent. The
 * previous map is kept for pages that show it, and the map before that is deleted.
 * @param bucket missing for a dry run, which writes nothing
 * @throws Error with a sentence when the file is not a map of Toronto
 */
export async function importTiles(path: string, bucket: Bucket | undefined, now: Date): Promise<TilesReport> {
  const map = await readTiles(path);
  if (!bucket) return { version: null, isSame: false };
  const mark = (await hashOf(path)).slice(0, 8);
  const text = await bucket.read(TILES_POINTER_KEY);
  const before = text === null ? null : (JSON.parse(new TextDecoder().decode(text)) as TilesPointer);
  if (before?.current.version.endsWith(`-${mark}`)) return { version: before.current.version, isSame: true };
  const version = `${now.toISOString().slice(0, 10)}-${mark}`;
  await bucket.putFile(tilesKey(version), path);
  const pointer: TilesPointer = {
    current: { version, ...map },
    previousVersion: before?.current.version ?? null,
  };
  await bucket.putText(TILES_POINTER_KEY, JSON.stringify(pointer));
  const outdated = before?.previousVersion ?? null;
  if (outdated !== null && outdated !== version) await bucket.remove(tilesKey(outdated));
  return { version, isSame: false };
}
