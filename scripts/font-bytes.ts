import { readFile } from "node:fs/promises";
import subsetFont from "subset-font";
import type { Plugin } from "vite";

const QUERY = "?bytes";

/** Characters used in rents, streets and names: Latin, Greek and Cyrillic letters, marks, symbols, currencies. */
const WANTED = [
  [0x20, 0x24f],
  [0x300, 0x52f],
  [0x1e00, 0x206f],
  [0x20a0, 0x20bf],
  [0x2100, 0x218f],
] as const;

/**
 * Entries of a font's name table (OpenType specification: name) that the font's licence requires to be kept: the
 * licence text and its URL.
 */
const LICENCE_NAMES = [13, 14];

/** Subsets a font to the needed characters. */
export async function withFewerLetters(font: Buffer): Promise<Buffer> {
  const letters = WANTED.flatMap(([first, last]) => Array.from({ length: last - first + 1 }, (_, nth) => first + nth));
  return subsetFont(font, String.fromCodePoint(...letters), { preserveNameIds: LICENCE_NAMES });
}

/**
 * Vite plugin for imports of `….ttf?bytes`: provides a module with the bytes of the subset font, for drawing without a
 * browser. Works the same in builds, development and tests.
 */
export function fontBytes(): Plugin {
  return {
    name: "font-bytes",
    enforce: "pre",
    async load(id) {
      if (!id.endsWith(`.ttf${QUERY}`)) return null;
      const bytes = await withFewerLetters(await readFile(id.slice(0, -QUERY.length)));
      return `export const bytes = Uint8Array.fromBase64(${JSON.stringify(bytes.toString("base64"))});`;
    },
  };
}
