import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { join, resolve } from "node:path";
import { preview } from "vite";
import { writeVars } from "../../../scripts/dev-vars.ts";
import { run } from "../../../scripts/run.ts";
import { scratchFolder } from "../../../scripts/scratch-folder.ts";

/** Password of the moderators of a production build under test. */
export const ADMIN_PASSWORD = "a password for the browser tests";
/** Password of the operator's dashboard there. */
export const STATS_PASSWORD = "a dashboard password for the browser tests";

/** Longer than any run. */
const IDLE_CONNECTION_MS = 3_600_000;

/** A port that nobody listens on. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.on("error", reject);
    probe.listen(0, "localhost", () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === "object" && address ? address.port : 0));
    });
  });
}

/** A copy of the production build with data of its own, which nobody else has. */
export interface Production {
  /** Where its database, bucket and objects lie. */
  state: string;
  /** Where its copy of the build lies. */
  build: string;
  port: number;
  siteUrl: string;
  /** Fills the empty database with the demo listings and their photos. */
  seedDemo: () => Promise<void>;
  /** Serves it at {@link Production.siteUrl}. @returns what ends that */
  serve: () => Promise<() => Promise<void>>;
  /** Deletes all of it. */
  forget: () => void;
}

/**
 * Copies the production build that lies in dist/, with the settings of development and without limits, on an empty
 * database. Sets STATE_DIR, by which the project's own commands find that state.
 * @param from another folder that a build lies in
 */
export async function copyProduction(from = "."): Promise<Production> {
  const state = mkdtempSync(join(scratchFolder(), "below-market-"));
  const build = join(state, "build");
  for (const folder of ["dist", ".wrangler/deploy"])
    cpSync(join(from, folder), join(build, folder), { recursive: true });
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
  return {
    state,
    build,
    port,
    siteUrl,
    async seedDemo() {
      await run("node", ["scripts/seed.ts", "--only", "listings"]);
    },
    async serve() {
      const server = await preview({
        root: build,
        configFile: resolve("vite.config.ts"),
        preview: { port, strictPort: true, host: "localhost" },
        logLevel: "error",
      });
      // A connection that lies idle is not closed under the hands of whoever takes it up again: on a busy machine the
      // five seconds after which Node closes it are soon over, and a call that comes then fails.
      if ("keepAliveTimeout" in server.httpServer) server.httpServer.keepAliveTimeout = IDLE_CONNECTION_MS;
      return () => server.close();
    },
    forget: () => rmSync(state, { recursive: true, force: true }),
  };
}
