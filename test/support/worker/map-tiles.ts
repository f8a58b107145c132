import { env } from "cloudflare:workers";
import { type MapTiles, TILES_POINTER_KEY, tilesKey, type TilesPointer } from "../../../worker/contracts/map-tiles.ts";
import { squareTile, TORONTO_BOUNDS, writePmtiles } from "../pmtiles.ts";

export const VERSION = "2026-11-20-0123abcd";
/** The tile of downtown at zoom 10. */
export const DOWNTOWN = { z: 10, x: 286, y: 373 };

export const mapOf = (version: string): MapTiles => ({
  version,
  attribution: "Protomaps",
  minZoom: 10,
  maxZoom: 14,
  bounds: [...TORONTO_BOUNDS],
});

/** Puts a map of one tile into the bucket, as an import does. @returns the tile's path */
export async function importTiles(version = VERSION, before: string | null = null): Promise<string> {
  const { z, x, y } = DOWNTOWN;
  const file = await writePmtiles({ tiles: { [`${z}/${x}/${y}`]: squareTile("earth") } });
  await env.PHOTOS.put(tilesKey(version), file);
  const pointer: TilesPointer = { current: mapOf(version), previousVersion: before };
  await env.PHOTOS.put(TILES_POINTER_KEY, JSON.stringify(pointer));
  return `/tiles/${version}/${z}/${x}/${y}.mvt`;
}
