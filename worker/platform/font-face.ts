/** The glyph coverage and widths of a font. */
export interface FontFace {
  bytes: Uint8Array;
  covers(codePoint: number): boolean;
  /** Width in units of the font size, without kerning. */
  widthOf(text: string): number;
}

/** Maximum number of table records, and of cmap entries, so that a damaged font cannot keep the parser busy. */
const MAX_TABLES = 64;

/**
 * Parses a TrueType font (OpenType specification: cmap formats 4 and 12, head, hhea, hmtx).
 * @throws when a table is missing
 */
export function readFontFace(bytes: Uint8Array): FontFace {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const tables = new Map<string, number>();
  for (let nth = 0; nth < Math.min(view.getUint16(4), MAX_TABLES); nth += 1) {
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

/** Returns glyphs by code point, from the largest Unicode map of the font. */
function readCharacterMap(view: DataView, cmap: number): Map<number, number> {
  const glyphs = new Map<number, number>();
  for (let nth = 0; nth < view.getUint16(cmap + 2); nth += 1) {
    const record = cmap + 4 + nth * 8;
    const platform = view.getUint16(record);
    const subtable = cmap + view.getUint32(record + 4);
    // Unicode, or Windows Unicode.
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

const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" });
/** Invisible code points: joiners, variation selectors, directional marks. */
const SHAPELESS = /[\p{Cf}\u{fe00}-\u{fe0f}]/gu;
/** Maximum number of code points drawn for one grapheme. More combining marks would overlap other lines. */
const MAX_CODE_POINTS = 2;
/** Matches emoji, which must not be drawn even if the font has a few of them in black. */
const PICTURE = /\p{Extended_Pictographic}|\p{Regional_Indicator}/u;

/**
 * Reduces a text to one line of glyphs that the font has. Leaves out missing glyphs, emoji and invisible characters,
 * which would be drawn as boxes.
 */
export function drawableText(text: string, face: FontFace): string {
  const whole = text.toWellFormed().normalize("NFC").replaceAll(/\s+/gu, " ");
  return Array.from(graphemes.segment(whole), ({ segment }) =>
    Array.from(segment.replaceAll(SHAPELESS, "")).slice(0, MAX_CODE_POINTS),
  )
    .filter((parts) => !PICTURE.test(parts.join("")) && parts.every((part) => face.covers(part.codePointAt(0) ?? 0)))
    .flat()
    .join("")
    .replaceAll(/ {2,}/g, " ")
    .trim();
}

/** A text laid out to fit a box. */
interface FittedText {
  lines: string[];
  /** Font size, in the units of the box. */
  size: number;
}

/** A box for a text. The font shrinks first, down to the smallest size; then the text wraps. */
interface TextBox {
  width: number;
  size: { largest: number; smallest: number };
  lines: number;
}

/** Allowance for kerning and rounding, as a factor of the width. */
const SAFETY = 0.98;

/** Fits the result of {@link drawableText} into a box. Text that does not fit ends with an ellipsis. */
export function fitText(text: string, face: FontFace, { width, size, lines }: TextBox): FittedText {
  const room = width * SAFETY;
  const whole = face.widthOf(text);
  if (whole * size.smallest <= room) return { lines: [text], size: Math.min(size.largest, room / whole) };
  return { lines: wrapText(text, face, room / size.smallest, lines), size: size.smallest };
}

/** Wraps a text into a limited number of lines. Breaks at spaces, or within words that are wider than a line. */
function wrapText(text: string, face: FontFace, width: number, most: number): string[] {
  const lines: string[] = [];
  let rest = text;
  while (rest !== "") {
    const isLast = lines.length === most - 1;
    if (face.widthOf(rest) <= width) return [...lines, rest];
    const start = longestStart(rest, face, isLast ? width - face.widthOf("…") : width);
    if (isLast) return [...lines, `${start.trimEnd()}…`];
    const space = rest[start.length] === " " ? start.length : start.lastIndexOf(" ");
    const line = space > 0 ? rest.slice(0, space) : start;
    lines.push(line);
    rest = rest.slice(line.length).trimStart();
  }
  return lines;
}

/** Returns the longest prefix of a text that fits `width`, at least one grapheme. */
function longestStart(text: string, face: FontFace, width: number): string {
  let start = "";
  let used = 0;
  for (const { segment } of graphemes.segment(text)) {
    used += face.widthOf(segment);
    if (used > width && start !== "") break;
    start += segment;
  }
  return start;
}
