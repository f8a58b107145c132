/** A tile with its number in the file's order (`zxyToTileId`), compressed as the header says. */
interface NumberedTile {
  id: number;
  bytes: Uint8Array<ArrayBuffer>;
}

interface PmtilesFile {
  tiles: readonly NumberedTile[];
  metadata: object;
  /** West, south, east and north bounds, in degrees. */
  bounds: readonly [number, number, number, number];
  zooms: { from: number; to: number };
  /** Compression of the tiles: 1 for no compression, 2 for gzip, 3 for Brotli. */
  compression: number;
  /** Type of the tiles: 1 for vector, 2 for PNG. */
  tileType: number;
}

/** Compresses bytes with gzip. */
export const gzip = async (bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> =>
  new Uint8Array(
    await new Response(new Blob([bytes]).stream().pipeThrough(new CompressionStream("gzip"))).arrayBuffer(),
  );

/** Encodes a number as in protocol buffers and PMTiles. */
export function varint(value: number): number[] {
  const bytes: number[] = [];
  let rest = value;
  for (; rest > 127; rest = Math.floor(rest / 128)) bytes.push((rest % 128) | 128);
  return [...bytes, rest];
}

/** Arranges the tiles. Equal tiles, such as those of a lake, are stored once. */
function layTiles(tiles: readonly NumberedTile[]) {
  const places = new Map<string, number>();
  const stored: Uint8Array<ArrayBuffer>[] = [];
  let end = 0;
  const entries = tiles
    .toSorted((a, b) => a.id - b.id)
    .map(({ id, bytes }) => {
      const content = new TextDecoder("latin1").decode(bytes);
      const offset = places.get(content) ?? end;
      if (offset === end) {
        places.set(content, offset);
        stored.push(bytes);
        end += bytes.length;
      }
      return { id, offset, length: bytes.length };
    });
  return { entries, stored, size: end };
}

/** Writes a PMTiles file (version 3 of the specification) with one directory. */
export async function writePmtilesFile(file: PmtilesFile): Promise<Uint8Array<ArrayBuffer>> {
  const { entries, stored, size } = layTiles(file.tiles);
  const directory = await gzip(
    new Uint8Array([
      ...varint(entries.length),
      ...entries.flatMap(({ id }, index) => varint(id - (entries[index - 1]?.id ?? 0))),
      ...entries.flatMap(() => varint(1)),
      ...entries.flatMap(({ length }) => varint(length)),
      // An offset of 0 means directly after the previous tile.
      ...entries.flatMap(({ offset }, index) => {
        const before = entries[index - 1];
        return varint(before && before.offset + before.length === offset ? 0 : offset + 1);
      }),
    ]),
  );
  const metadata = await gzip(Uint8Array.from(new TextEncoder().encode(JSON.stringify(file.metadata))));
  const header = new DataView(new ArrayBuffer(127));
  new TextEncoder().encodeInto("PMTiles", new Uint8Array(header.buffer));
  const metadataAt = header.byteLength + directory.length;
  const dataAt = metadataAt + metadata.length;
  const places = [header.byteLength, directory.length, metadataAt, metadata.length, dataAt, 0, dataAt, size];
  [...places, entries.length, entries.length, stored.length].forEach((value, index) =>
    header.setBigUint64(8 + index * 8, BigInt(value), true),
  );
  const { compression, tileType, zooms, bounds } = file;
  [3, 1, 2, compression, tileType, zooms.from, zooms.to].forEach((value, index) =>
    header.setUint8(index === 0 ? 7 : 95 + index, value),
  );
  bounds.forEach((degrees, index) => header.setInt32(102 + index * 4, Math.round(degrees * 10_000_000), true));
  return new Uint8Array(await new Blob([header, directory, metadata, ...stored]).arrayBuffer());
}
