// `node scripts/demo-map.ts <file>`: extracts the demo's map from a larger basemap, which scripts/demo/map/LICENSE.md
// names.
import { writeFileSync } from "node:fs";
import { Compression, type PMTiles, TileType, zxyToTileId } from "pmtiles";
import { withWholeStreets } from "./demo/join-streets.ts";
import { DEMO_MAP } from "./demo/seed-map.ts";
import { openTiles, tileOf } from "./import/map-tiles.ts";
import { gzip, writePmtilesFile } from "./import/pmtiles-file.ts";

/** West, south, east and north bounds of an area with all demo homes and some surrounding streets. */
const BOUNDS = [-79.6, 43.58, -79.15, 43.84] as const;
/** Zoom levels of the map. On a narrow phone, all homes fit at zoom 9. */
const ZOOMS = { from: 8, to: 14 };

/** Reads the tiles of the area. */
async function tilesIn(archive: PMTiles) {
  const [west, south, east, north] = BOUNDS;
  const tiles: { id: number; bytes: Uint8Array<ArrayBuffer> }[] = [];
  for (let zoom = ZOOMS.from; zoom <= ZOOMS.to; zoom += 1) {
    const [left, top] = tileOf({ latitude: north, longitude: west }, zoom);
    const [right, bottom] = tileOf({ latitude: south, longitude: east }, zoom);
    for (let x = left; x <= right; x += 1)
      for (let y = top; y <= bottom; y += 1) {
        const tile = await archive.getZxy(zoom, x, y);
        if (tile)
          tiles.push({ id: zxyToTileId(zoom, x, y), bytes: await gzip(withWholeStreets(new Uint8Array(tile.data))) });
      }
  }
  return tiles;
}

const [, , path = ""] = process.argv;
const archive = await openTiles(path);
const { attribution, vector_layers } = (await archive.getMetadata()) as { attribution: string; vector_layers: unknown };
const file = await writePmtilesFile({
  tiles: await tilesIn(archive),
  metadata: { name: "Central Toronto", type: "baselayer", attribution, vector_layers },
  bounds: BOUNDS,
  zooms: ZOOMS,
  compression: Compression.Gzip,
  tileType: TileType.Mvt,
});
writeFileSync(DEMO_MAP, file);
console.log(`${DEMO_MAP}: ${file.length} bytes`);
