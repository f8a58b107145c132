import { cpSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { run } from "../../../scripts/run.ts";

/** What a build is made of. */
const SOURCES = ["src", "worker", "public", "scripts", "index.html", "package.json", "vite.config.ts", "wrangler.toml"];

/**
 * Builds the site with React's development code, which says in the console what it did not find in the markup as it
 * would have rendered it; the production code says nothing of attributes. In a folder of its own: dist/ is what all other
 * tests are served.
 * @returns the folder, and what deletes it
 */
export async function buildForDevelopment(): Promise<{ folder: string; forget: () => void }> {
  const folder = mkdtempSync(join(tmpdir(), "below-market-development-"));
  for (const source of SOURCES) cpSync(source, join(folder, source), { recursive: true });
  symlinkSync(resolve("node_modules"), join(folder, "node_modules"));
  writeFileSync(join(folder, ".env.development"), "NODE_ENV=development\n");
  await run("vite", ["build", folder, "--mode", "development"]);
  return { folder, forget: () => rmSync(folder, { recursive: true, force: true }) };
}
