import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Creates a folder of files to import, which is deleted at the end of its block. */
export function makeFolder(files: Record<string, string | Uint8Array> = {}) {
  const path = mkdtempSync(join(tmpdir(), "open-data-"));
  const write = (more: Record<string, string | Uint8Array>) => {
    for (const [name, content] of Object.entries(more)) writeFileSync(join(path, name), content);
  };
  write(files);
  return { path, write, [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }) };
}

/** Joins lines to a file with a final line break. */
export const lines = (...all: readonly string[]): string => all.map((line) => `${line}\n`).join("");

/** Returns a square neighbourhood as GeoJSON, by its south-west corner and side in degrees. */
export function square(code: string, name: string, [west, south]: [number, number], size: number) {
  const [east, north] = [west + size, south + size];
  return {
    type: "Feature",
    properties: { code, name },
    geometry: {
      type: "Polygon",
      coordinates: [
        [
          [west, south],
          [east, south],
          [east, north],
          [west, north],
          [west, south],
        ],
      ],
    },
  };
}

export const geoJson = (...features: readonly unknown[]): string =>
  JSON.stringify({ type: "FeatureCollection", features });
