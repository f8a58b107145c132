import { zxyToTileId } from "pmtiles";
import { gzip, varint, writePmtilesFile } from "../../scripts/import/pmtiles-file.ts";

/** Tiles of a test file by `z/x/y`, as vector tiles before compression. */
type Tiles = Record<string, Uint8Array<ArrayBuffer>>;

interface PmtilesOptions {
  tiles: Tiles;
  /** West, south, east and north. */
  bounds?: readonly [number, number, number, number];
  attribution?: string;
  layers?: readonly string[];
  /** Compression of the tiles: 1 for none, 2 for gzip, 3 for Brotli. */
  compression?: 1 | 2 | 3;
  /** Type of the tiles: 1 for vector, 2 for PNG. */
  tileType?: number;
}

export const TORONTO_BOUNDS = [-79.66, 43.54, -79.09, 43.88] as const;

const BASEMAP_LAYERS = ["earth", "water", "roads"];

/** Encodes a protobuf field: its tag, its length and its bytes. */
const field = (tag: number, bytes: readonly number[]) => [(tag << 3) | 2, ...varint(bytes.length), ...bytes];

/** Returns a vector tile (Mapbox Vector Tile 2.1) that consists of one polygon of a layer, from edge to edge. */
export function squareTile(layer: string): Uint8Array<ArrayBuffer> {
  const extent = 4096;
  const zigzag = (value: number) => varint(value < 0 ? -value * 2 - 1 : value * 2);
  const steps = [
    [extent, 0],
    [0, extent],
    [-extent, 0],
  ].flatMap(([x = 0, y = 0]) => [...zigzag(x), ...zigzag(y)]);
  // Commands: move to, three lines, close.
  const geometry = [9, ...zigzag(0), ...zigzag(0), 26, ...steps, 15];
  const feature = [0x18, 3, ...field(4, geometry)];
  const name = [...new TextEncoder().encode(layer)];
  const body = [0x78, 2, ...field(1, name), ...field(2, feature), 0x28, ...varint(extent)];
  return new Uint8Array(field(3, body));
}

/** Builds a PMTiles file from some tiles. */
export async function writePmtiles({
  bounds = TORONTO_BOUNDS,
  attribution = "Test",
  layers = BASEMAP_LAYERS,
  compression = 2,
  tileType = 1,
  ...options
}: PmtilesOptions): Promise<Uint8Array<ArrayBuffer>> {
  const tiles = Object.entries(options.tiles).map(async ([place, bytes]) => {
    const [z = 0, x = 0, y = 0] = place.split("/").map(Number);
    return { z, id: zxyToTileId(z, x, y), bytes: compression === 2 ? await gzip(bytes) : bytes };
  });
  const written = await Promise.all(tiles);
  const zooms = written.map(({ z }) => z);
  return writePmtilesFile({
    tiles: written,
    metadata: { attribution, vector_layers: layers.map((id) => ({ id })) },
    bounds,
    zooms: { from: Math.min(...zooms), to: Math.max(...zooms) },
    compression,
    tileType,
  });
}

/** Column and row of the tile that contains City Hall, by zoom level. */
const CITY_HALL: Record<number, [x: number, y: number]> = { 10: [286, 373], 13: [2289, 2989], 14: [4579, 5979] };

/** Returns a map of Toronto whose tiles around City Hall all consist of one layer. */
export function cityTiles(layer: string, options: Omit<PmtilesOptions, "tiles"> = {}) {
  const around = Object.entries(CITY_HALL).flatMap(([zoom, [x, y]]) =>
    [-1, 0, 1].flatMap((right) =>
      [-1, 0, 1].map((down) => [`${zoom}/${x + right}/${y + down}`, squareTile(layer)] as const),
    ),
  );
  return writePmtiles({ tiles: Object.fromEntries(around), ...options });
}
