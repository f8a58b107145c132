import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

/** The files from which a build is made. */
const SOURCES = ["src", "worker", "public", "scripts", "index.html", "package.json", "vite.config.ts", "wrangler.toml"];

/**
 * Copies the sources into a separate folder to build them there, because other tests serve dist/.
 * @param more additional files and folders
 * @returns the folder, and a function that deletes it
 */
export function copySources(more: readonly string[] = []): { folder: string; forget: () => void } {
  const folder = mkdtempSync(join(tmpdir(), "below-market-sources-"));
  for (const source of [...SOURCES, ...more]) cpSync(source, join(folder, source), { recursive: true });
  // Packages are linked one by one, because `vite dev` stores files derived from the packages beside them.
  mkdirSync(join(folder, "node_modules"));
  for (const name of readdirSync("node_modules"))
    if (name !== ".vite") symlinkSync(resolve("node_modules", name), join(folder, "node_modules", name));
  return { folder, forget: () => rmSync(folder, { recursive: true, force: true }) };
}
