import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { preview } from "vite";
import type { TestProject } from "vitest/node";
import { writeVars } from "../../../scripts/dev-vars.ts";
import { run } from "../../../scripts/run.ts";

/** Password of the moderators of the server under test. */
export const ADMIN_PASSWORD = "a password for the browser tests";
/** Password of the operator's dashboard there. */
export const STATS_PASSWORD = "a dashboard password for the browser tests";

/** A port that nobody listens on. */
function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.on("error", reject);
    probe.listen(0, "localhost", () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === "object" && address ? address.port : 0));
    });
  });
}

declare module "vitest" {
  interface ProvidedContext {
    siteUrl: string;
  }
}

let stop: () => Promise<void> = async () => {};

/**
 * Serves a copy of the production build on an empty database of its own, for all browser tests of a run: two runs at the
 * same time do not meet.
 */
export async function setup(project: TestProject): Promise<void> {
  const state = mkdtempSync(join(tmpdir(), "below-market-"));
  const build = join(state, "build");
  for (const folder of ["dist", ".wrangler/deploy"]) cpSync(folder, join(build, folder), { recursive: true });
  process.env.STATE_DIR = state;
  const port = await freePort();
  const siteUrl = `http://localhost:${port}`;
  const vars = {
    APP_ENV: "development",
    SITE_URL: siteUrl,
    ADMIN_PASSWORD,
    STATS_PASSWORD,
    SESSION_SECRET: "a secret of the browser tests",
    RATE_LIMIT_SCALE: "0",
  };
  writeVars(join(build, "dist/worker/.dev.vars"), new Map(Object.entries(vars)));
  await run("wrangler", ["d1", "migrations", "apply", "DB", "--local", "--persist-to", state]);
  const server = await preview({
    root: build,
    configFile: resolve("vite.config.ts"),
    preview: { port, strictPort: true, host: "localhost" },
    logLevel: "error",
  });
  project.provide("siteUrl", siteUrl);
  stop = async () => {
    await server.close();
    rmSync(state, { recursive: true, force: true });
  };
}

/** Ends the server and forgets its data. */
export async function teardown(): Promise<void> {
  await stop();
}
