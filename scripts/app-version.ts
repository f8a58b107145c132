import { createHash } from "node:crypto";
import { existsSync, globSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** All files that a build uses, except settings, which can change without a new build. */
const SOURCES = [
  "src/**/*.*",
  "worker/**/*.*",
  "public/**/*.*",
  "index.html",
  "package.json",
  "package-lock.json",
  "vite.config.ts",
  "scripts/{vite-plugins,chunks,font-bytes}.ts",
];
const LENGTH = 12;

/**
 * Returns the version of a build: a hash of its sources, so identical sources have the same version on every machine.
 * @param root the project's folder
 * @returns 12 hexadecimal digits
 */
export function appVersion(root: string): string {
  const hash = createHash("sha256");
  for (const path of globSync(SOURCES, { cwd: root }).toSorted()) {
    const file = join(root, path);
    if (existsSync(file)) hash.update(`${path}\n`).update(createHash("sha256").update(readFileSync(file)).digest());
  }
  return hash.digest("hex").slice(0, LENGTH);
}
