import { readFile } from "node:fs/promises";
import type { Plugin } from "vite";
import { subsetFont } from "./font-subset.ts";

const QUERY = "?bytes";

/** What rents, streets and names here are written with: Latin, Greek and Cyrillic letters, marks, signs, currencies. */
const WANTED = [
  [0x20, 0x24f],
  [0x300, 0x52f],
  [0x1e00, 0x206f],
  [0x20a0, 0x20bf],
  [0x2100, 0x218f],
] as const;
const isWanted = (codePoint: number) => WANTED.some(([first, last]) => codePoint >= first && codePoint <= last);

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
      const bytes = subsetFont(await readFile(id.slice(0, -QUERY.length)), isWanted);
      return `export const bytes = Uint8Array.fromBase64(${JSON.stringify(bytes.toString("base64"))});`;
    },
  };
}
