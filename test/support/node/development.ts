import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { run } from "../../../scripts/run.ts";
import { copySources } from "./source-copy.ts";

/**
 * Builds the site with React's development code, which logs hydration mismatches of attributes that the production code
 * ignores.
 * @returns the folder, and a function that deletes it
 */
export async function buildForDevelopment(): Promise<{ folder: string; forget: () => void }> {
  const copy = copySources();
  writeFileSync(join(copy.folder, ".env.development"), "NODE_ENV=development\n");
  await run("vite", ["build", copy.folder, "--mode", "development"]);
  return copy;
}
