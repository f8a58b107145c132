/** What a drawing needs to know of a font: which letters it has, and how wide they are. */
export interface FontFace {
  bytes: Uint8Array;
  covers(codePoint: number): boolean;
  /** Width in units of the font size, without kerning. */
  widthOf(text: string): number;
}

/** Longest part of a table directory and of a cmap that is read: a damaged font must not keep the reader busy. */
const MOST_TABLES = 64;

/**
 * Reads a TrueType font (OpenType specification: cmap formats 4 and 12, head, hhea, hmtx).
 * @throws when a table is missing
 */
export function readFontFace(bytes: Uint8Array): FontFace {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const tables = new Map<string, number>();
  for (let nth = 0; nth < Math.min(view.getUint16(4), MOST_TABLES); nth += 1) {
    const record = 12 + nth * 16;
    tables.set(String.fromCharCode(...bytes.subarray(record, record + 4)), view.getUint32(record + 8));
  }
  const table = (name: string): number => {
    const offset = tables.get(name);
    if (offset === undefined) throw new Error(`The font has no table ${name}.`);
    return offset;
  };
  const glyphs = readCharacterMap(view, table("cmap"));
  const unitsPerEm = view.getUint16(table("head") + 18);
  const metricsCount = view.getUint16(table("hhea") + 34);
  const metrics = table("hmtx");
  const advance = (codePoint: number) =>
    view.getUint16(metrics + 4 * Math.min(glyphs.get(codePoint) ?? 0, metricsCount - 1)) / unitsPerEm;
  return {
    bytes,
    covers: (codePoint) => glyphs.has(codePoint),
    widthOf: (text) =>
      Array.from(text, (letter) => advance(letter.codePointAt(0) ?? 0)).reduce((sum, width) => sum + width, 0),
  };
}

/** Glyphs by code point, of the largest Unicode map. */
function readCharacterMap(view: DataView, cmap: number): Map<number, number> {
  const glyphs = new Map<number, number>();
  for (let nth = 0; nth < view.getUint16(cmap + 2); nth += 1) {
    const record = cmap + 4 + nth * 8;
    const platform = view.getUint16(record);
    const subtable = cmap + view.getUint32(record + 4);
    // Unicode, or Windows with Unicode.
    if (platform !== 0 && platform !== 3) continue;
    const format = view.getUint16(subtable);
    if (format === 4) readSegments(view, subtable, glyphs);
    if (format === 12) readGroups(view, subtable, glyphs);
  }
  if (glyphs.size === 0) throw new Error("The font maps no letters.");
  return glyphs;
}

function readSegments(view: DataView, subtable: number, glyphs: Map<number, number>): void {
  const size = view.getUint16(subtable + 6);
  const ends = subtable + 14;
  const starts = ends + size + 2;
  for (let at = 0; at < size; at += 2) {
    const start = view.getUint16(starts + at);
    const end = view.getUint16(ends + at);
    const delta = view.getUint16(starts + size + at);
    const rangeAt = starts + 2 * size + at;
    const range = view.getUint16(rangeAt);
    for (let code = start; code <= end && code < 0xffff; code += 1) {
      const mapped = range === 0 ? code : view.getUint16(rangeAt + range + 2 * (code - start));
      const glyph = mapped === 0 ? 0 : (mapped + delta) & 0xffff;
      if (glyph !== 0) glyphs.set(code, glyph);
    }
  }
}

function readGroups(view: DataView, subtable: number, glyphs: Map<number, number>): void {
  for (let nth = 0; nth < view.getUint32(subtable + 12); nth += 1) {
    const group = subtable + 16 + nth * 12;
    const start = view.getUint32(group);
    const first = view.getUint32(group + 8);
    for (let code = start; code <= view.getUint32(group + 4); code += 1) glyphs.set(code, first + code - start);
  }
}
