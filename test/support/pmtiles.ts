import { zxyToTileId } from "pmtiles";

/** Tiles of a test file by `z/x/y`, as vector tiles before compression. */
type Tiles = Record<string, Uint8Array<ArrayBuffer>>;

interface PmtilesOptions {
  tiles: Tiles;
  /** West, south, east, north. */
  bounds?: readonly [number, number, number, number];
  attribution?: string;
  layers?: readonly string[];
  /** Of the tiles: 1 none, 2 gzip, 3 Brotli. */
  compression?: 1 | 2 | 3;
  /** 1 is a vector tile, 2 a PNG. */
  tileType?: number;
}

export const TORONTO_BOUNDS = [-79.66, 43.54, -79.09, 43.88] as const;

const BASEMAP_LAYERS = ["earth", "water", "roads"];

const gzip = async (bytes: Uint8Array<ArrayBuffer>) =>
  new Uint8Array(
    await new Response(new Blob([bytes]).stream().pipeThrough(new CompressionStream("gzip"))).arrayBuffer(),
  );

function varint(value: number): number[] {
  const bytes: number[] = [];
  let rest = value;
  for (; rest > 127; rest = Math.floor(rest / 128)) bytes.push((rest % 128) | 128);
  return [...bytes, rest];
}

/** Length and bytes of a protobuf field. */
const field = (tag: number, bytes: readonly number[]) => [(tag << 3) | 2, ...varint(bytes.length), ...bytes];

/** A vector tile (Mapbox Vector Tile 2.1) that is one polygon of a layer from edge to edge. */
export function squareTile(layer: string): Uint8Array<ArrayBuffer> {
  const extent = 4096;
  const zigzag = (value: number) => varint(value < 0 ? -value * 2 - 1 : value * 2);
  const steps = [
    [extent, 0],
    [0, extent],
    [-extent, 0],
  ].flatMap(([x = 0, y = 0]) => [...zigzag(x), ...zigzag(y)]);
  // Move to, three lines, close.
  const geometry = [9, ...zigzag(0), ...zigzag(0), 26, ...steps, 15];
  const feature = [0x18, 3, ...field(4, geometry)];
  const name = [...new TextEncoder().encode(layer)];
  const body = [0x78, 2, ...field(1, name), ...field(2, feature), 0x28, ...varint(extent)];
  return new Uint8Array(field(3, body));
}

/** A PMTiles file (version 3 of its specification) with one directory. */
export async function writePmtiles(options: PmtilesOptions): Promise<Uint8Array<ArrayBuffer>> {
  const {
    bounds = TORONTO_BOUNDS,
    attribution = "Test",
    layers = BASEMAP_LAYERS,
    compression = 2,
    tileType = 1,
  } = options;
  const sorted = Object.entries(options.tiles)
    .map(([place, bytes]) => {
      const [z = 0, x = 0, y = 0] = place.split("/").map(Number);
      return { z, id: zxyToTileId(z, x, y), bytes };
    })
    .toSorted((a, b) => a.id - b.id);
  const stored = await Promise.all(sorted.map(({ bytes }) => (compression === 2 ? gzip(bytes) : bytes)));
  const ids = sorted.map(({ id }, index) => id - (sorted[index - 1]?.id ?? 0));
  const directory = await gzip(
    new Uint8Array([
      ...varint(sorted.length),
      ...ids.flatMap(varint),
      ...sorted.flatMap(() => varint(1)),
      ...stored.flatMap(({ length }) => varint(length)),
      // Behind the tile before it, except for the first.
      ...sorted.flatMap((_, index) => varint(index === 0 ? 1 : 0)),
    ]),
  );
  const metadata = await gzip(
    Uint8Array.from(
      new TextEncoder().encode(JSON.stringify({ attribution, vector_layers: layers.map((id) => ({ id })) })),
    ),
  );
  const data = stored.reduce((sum, { length }) => sum + length, 0);
  const header = new DataView(new ArrayBuffer(127));
  new TextEncoder().encodeInto("PMTiles", new Uint8Array(header.buffer));
  const [rootAt, metadataAt] = [127, 127 + directory.length];
  const dataAt = metadataAt + metadata.length;
  const counts = [rootAt, directory.length, metadataAt, metadata.length, dataAt, 0, dataAt, data];
  [...counts, sorted.length, sorted.length, sorted.length].forEach((value, index) =>
    header.setBigUint64(8 + index * 8, BigInt(value), true),
  );
  const zooms = sorted.map(({ z }) => z);
  [3, 1, 2, compression, tileType, Math.min(...zooms), Math.max(...zooms)].forEach((value, index) =>
    header.setUint8(index === 0 ? 7 : 95 + index, value),
  );
  bounds.forEach((degrees, index) => header.setInt32(102 + index * 4, Math.round(degrees * 10_000_000), true));
  return new Uint8Array(await new Blob([header, directory, metadata, ...stored]).arrayBuffer());
}

/** Column and row of the tile of City Hall at a zoom. */
const CITY_HALL: Record<number, [x: number, y: number]> = { 10: [286, 373], 13: [2289, 2989], 14: [4579, 5979] };

/** A map of Toronto whose tiles, those around City Hall, are all of one layer. */
export function cityTiles(layer: string, options: Omit<PmtilesOptions, "tiles"> = {}) {
  const around = Object.entries(CITY_HALL).flatMap(([zoom, [x, y]]) =>
    [-1, 0, 1].flatMap((right) =>
      [-1, 0, 1].map((down) => [`${zoom}/${x + right}/${y + down}`, squareTile(layer)] as const),
    ),
  );
  return writePmtiles({ tiles: Object.fromEntries(around), ...options });
}
