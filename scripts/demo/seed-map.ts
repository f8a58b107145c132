import { fileURLToPath } from "node:url";
import { TILES_POINTER_KEY } from "../../worker/contracts/map-tiles.ts";
import type { Bucket } from "../bucket.ts";
import { importTiles } from "../import/map-tiles.ts";

/** The demo's street map; LICENSE.md beside it names the source of the data. */
export const DEMO_MAP = fileURLToPath(new URL("map/toronto.pmtiles", import.meta.url));

/**
 * Stores the demo's map, unless the operator imported one.
 * @param now milliseconds
 * @returns one line that summarises the result
 */
export async function seedMap(bucket: Bucket, now: number): Promise<string> {
  if ((await bucket.read(TILES_POINTER_KEY)) !== null) return "Demo map: nothing to do, there is one already.";
  await importTiles(DEMO_MAP, bucket, new Date(now));
  return "Demo map: the streets of central Toronto.";
}
