import type { FontFace } from "./font-face.ts";

const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" });
/** Marks that have no shape of their own: joiners, variation selectors, directions. */
const SHAPELESS = /[\p{Cf}\u{fe00}-\u{fe0f}]/gu;
/** Code points of one letter that are drawn: marks that pile up would reach into other lines. */
const MOST_PARTS = 2;
/** Pictures among the letters; a font that has a few of them in black is no reason to show those. */
const PICTURE = /\p{Extended_Pictographic}|\p{Regional_Indicator}/u;

/**
 * A text in letters that a font has, in one line: what it lacks, emoji and what cannot be seen are left out, never shown
 * as a box.
 */
export function drawable(text: string, face: FontFace): string {
  const whole = text.toWellFormed().normalize("NFC").replaceAll(/\s+/gu, " ");
  return Array.from(graphemes.segment(whole), ({ segment }) =>
    Array.from(segment.replaceAll(SHAPELESS, "")).slice(0, MOST_PARTS),
  )
    .filter((parts) => !PICTURE.test(parts.join("")) && parts.every((part) => face.covers(part.codePointAt(0) ?? 0)))
    .flat()
    .join("")
    .replaceAll(/ {2,}/g, " ")
    .trim();
}

/** A text made to fit a box. */
export interface FittedText {
  lines: string[];
  /** Font size, in the units of the box. */
  size: number;
}

/** A box to fit a text into: it shrinks to the smallest size first, then goes on in further lines. */
interface TextBox {
  width: number;
  size: { largest: number; smallest: number };
  lines: number;
}

/** Kerning and rounding stay within this part of a width. */
const SAFETY = 0.98;

/** Fits a text that {@link drawable} gave into a box; what does not fit even so ends with an ellipsis. */
export function fitted(text: string, face: FontFace, { width, size, lines }: TextBox): FittedText {
  const room = width * SAFETY;
  const whole = face.widthOf(text);
  if (whole * size.smallest <= room) return { lines: [text], size: Math.min(size.largest, room / whole) };
  return { lines: broken(text, face, room / size.smallest, lines), size: size.smallest };
}

/** A text in at most so many lines of a width, broken at spaces, and within words that are wider than a line. */
function broken(text: string, face: FontFace, width: number, most: number): string[] {
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

/** As much of the beginning of a text as is no wider than `width`, and at least one letter. */
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
