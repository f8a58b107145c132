/** A font with fewer letters, for drawing where nothing else of it is needed. */

/** Tables that a drawing needs: outlines, widths, kerning, names. What instructs screens and joins letters is left out. */
const KEPT_TABLES = ["OS/2", "cmap", "glyf", "head", "hhea", "hmtx", "kern", "loca", "maxp", "name", "post"] as const;

/** Flags of a part of a composite glyph (OpenType specification: glyf). */
const PART = { wordArguments: 0x1, scale: 0x8, more: 0x20, xyScale: 0x40, twoByTwo: 0x80 } as const;

const pad = (length: number) => (4 - (length % 4)) % 4;

function tablesOf(font: Buffer): Map<string, Buffer> {
  return new Map(
    Array.from({ length: font.readUInt16BE(4) }, (_, nth) => {
      const record = 12 + nth * 16;
      const offset = font.readUInt32BE(record + 8);
      return [
        font.toString("latin1", record, record + 4),
        font.subarray(offset, offset + font.readUInt32BE(record + 12)),
      ] as const;
    }),
  );
}

/** Glyphs by code point, of the map in format 12. */
function charactersOf(cmap: Buffer): Map<number, number> {
  const glyphs = new Map<number, number>();
  for (let nth = 0; nth < cmap.readUInt16BE(2); nth += 1) {
    const map = cmap.readUInt32BE(4 + nth * 8 + 4);
    if (cmap.readUInt16BE(map) !== 12) continue;
    for (let group = 0; group < cmap.readUInt32BE(map + 12); group += 1) {
      const at = map + 16 + group * 12;
      const start = cmap.readUInt32BE(at);
      for (let code = start; code <= cmap.readUInt32BE(at + 4); code += 1)
        glyphs.set(code, cmap.readUInt32BE(at + 8) + code - start);
    }
  }
  if (glyphs.size === 0) throw new Error("The font has no character map in format 12.");
  return glyphs;
}

/** A map of format 12 with a group for each character. */
function cmapOf(characters: readonly (readonly [number, number])[]): Buffer {
  const map = Buffer.alloc(12 + 16 + characters.length * 12);
  map.writeUInt16BE(1, 2);
  map.writeUInt16BE(3, 4);
  map.writeUInt16BE(10, 6);
  map.writeUInt32BE(12, 8);
  map.writeUInt16BE(12, 12);
  map.writeUInt32BE(16 + characters.length * 12, 16);
  map.writeUInt32BE(characters.length, 24);
  for (const [nth, [code, glyph]] of characters.entries()) {
    map.writeUInt32BE(code, 28 + nth * 12);
    map.writeUInt32BE(code, 32 + nth * 12);
    map.writeUInt32BE(glyph, 36 + nth * 12);
  }
  return map;
}

/** The glyphs that a composite one is put together from; none for a simple one. */
function partsOf(glyph: Buffer): number[] {
  if (glyph.length === 0 || glyph.readInt16BE(0) >= 0) return [];
  const parts: number[] = [];
  for (let at = 10, hasMore = true; hasMore;) {
    const flags = glyph.readUInt16BE(at);
    parts.push(glyph.readUInt16BE(at + 2));
    at += 4 + (flags & PART.wordArguments ? 4 : 2);
    if (flags & PART.scale) at += 2;
    else if (flags & PART.xyScale) at += 4;
    else if (flags & PART.twoByTwo) at += 8;
    hasMore = (flags & PART.more) !== 0;
  }
  return parts;
}

/**
 * A TrueType font with some of its characters. Glyphs keep their numbers; those that are not needed are empty.
 * @param isWanted whether a code point stays
 * @throws when it is no TrueType font with a character map in format 12
 */
export function subsetFont(font: Buffer, isWanted: (codePoint: number) => boolean): Buffer {
  const tables = tablesOf(font);
  const table = (name: string) => {
    const found = tables.get(name);
    if (!found) throw new Error(`The font has no table ${name}.`);
    return found;
  };
  const [glyf, loca, head] = [table("glyf"), table("loca"), Buffer.from(table("head"))];
  const isLong = head.readInt16BE(50) === 1;
  const count = table("maxp").readUInt16BE(4);
  const offsetOf = (glyph: number) => (isLong ? loca.readUInt32BE(glyph * 4) : loca.readUInt16BE(glyph * 2) * 2);
  const glyphAt = (glyph: number) => glyf.subarray(offsetOf(glyph), offsetOf(glyph + 1));

  const characters = [...charactersOf(table("cmap"))].filter(([code]) => isWanted(code)).sort(([a], [b]) => a - b);
  const needed = new Set([0, ...characters.map(([, glyph]) => glyph)]);
  // A set that grows while it is walked: parts may have parts.
  for (const glyph of needed) for (const part of partsOf(glyphAt(glyph))) needed.add(part);

  const outlines: Buffer[] = [];
  const offsets = Buffer.alloc((count + 1) * 4);
  let length = 0;
  for (let glyph = 0; glyph < count; glyph += 1) {
    offsets.writeUInt32BE(length, glyph * 4);
    if (!needed.has(glyph)) continue;
    const outline = glyphAt(glyph);
    outlines.push(outline, Buffer.alloc(pad(outline.length)));
    length += outline.length + pad(outline.length);
  }
  offsets.writeUInt32BE(length, count * 4);
  head.writeInt16BE(1, 50);
  // Names of glyphs: format 3 has none.
  const post = Buffer.from(table("post").subarray(0, 32));
  post.writeUInt32BE(0x00030000, 0);

  const made = new Map([
    ["cmap", cmapOf(characters)],
    ["glyf", Buffer.concat(outlines)],
    ["head", head],
    ["loca", offsets],
    ["post", post],
  ]);
  return fontOf(
    KEPT_TABLES.flatMap((name) => {
      const data = made.get(name) ?? tables.get(name);
      return data ? [[name, data] as const] : [];
    }),
  );
}

/** A font file of tables, in the order of their names. Checksums stay 0: what draws here does not look at them. */
function fontOf(tables: readonly (readonly [string, Buffer])[]): Buffer {
  const directory = Buffer.alloc(12 + tables.length * 16);
  directory.writeUInt32BE(0x00010000, 0);
  directory.writeUInt16BE(tables.length, 4);
  const pieces: Buffer[] = [directory];
  let offset = directory.length;
  for (const [nth, [name, data]] of tables.entries()) {
    const record = 12 + nth * 16;
    directory.write(name, record, "latin1");
    directory.writeUInt32BE(offset, record + 8);
    directory.writeUInt32BE(data.length, record + 12);
    pieces.push(data, Buffer.alloc(pad(data.length)));
    offset += data.length + pad(data.length);
  }
  return Buffer.concat(pieces);
}
