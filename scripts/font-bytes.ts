import { readFile } from "node:fs/promises";
import subsetFont from "subset-font";
import type { Plugin } from "vite";

const QUERY = "?bytes";

/** What rents, streets and names here are written with: Latin, Greek and Cyrillic letters, marks, signs, currencies. */
const WANTED = [
  [0x20, 0x24f],
  [0x300, 0x52f],
  [0x1e00, 0x206f],
  [0x20a0, 0x20bf],
  [0x2100, 0x218f],
] as const;

/** Names in a font (OpenType specification: name) that its licence asks to be kept: the licence and where it stands. */
const LICENCE_NAMES = [13, 14];

/** A font with the letters that are needed here, and no others. */
export async function withFewerLetters(font: Buffer): Promise<Buffer> {
  const letters = WANTED.flatMap(([first, last]) => Array.from({ length: last - first + 1 }, (_, nth) => first + nth));
  return subsetFont(font, String.fromCodePoint(...letters), { preserveNameIds: LICENCE_NAMES });
}

/**
 * Imports of `….ttf?bytes`: a module with the font's bytes, as few as are needed, for code that draws without a browser.
 * The same in the build, in development and in tests.
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
