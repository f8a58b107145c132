import { cpSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

/** The sources of a build. */
const SOURCES = ["src", "worker", "public", "scripts", "index.html", "package.json", "vite.config.ts", "wrangler.toml"];

/**
 * Copies the sources into a separate folder to build them there, because other tests serve dist/.
 * @param more further files and folders
 * @returns the folder, and a function that deletes it
 */
export function copySources(more: readonly string[] = []): { folder: string; forget: () => void } {
  const folder = mkdtempSync(join(tmpdir(), "below-market-sources-"));
  for (const source of [...SOURCES, ...more]) cpSync(source, join(folder, source), { recursive: true });
  symlinkSync(resolve("node_modules"), join(folder, "node_modules"));
  return { folder, forget: () => rmSync(folder, { recursive: true, force: true }) };
}
