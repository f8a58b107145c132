import { cpSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

/** What a build is made of. */
const SOURCES = ["src", "worker", "public", "scripts", "index.html", "package.json", "vite.config.ts", "wrangler.toml"];

/**
 * Copies the sources into a folder of their own, where they can be built: dist/ is what all other tests are served.
 * @param more further files and folders
 * @returns the folder, and what deletes it
 */
export function copySources(more: readonly string[] = []): { folder: string; forget: () => void } {
  const folder = mkdtempSync(join(tmpdir(), "below-market-sources-"));
  for (const source of [...SOURCES, ...more]) cpSync(source, join(folder, source), { recursive: true });
  symlinkSync(resolve("node_modules"), join(folder, "node_modules"));
  return { folder, forget: () => rmSync(folder, { recursive: true, force: true }) };
}
