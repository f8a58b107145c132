import { randomInt } from "node:crypto";
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { join, resolve } from "node:path";
import { preview } from "vite";
import { seedTimetable } from "../../../scripts/demo/seed-timetable.ts";
import { openStore } from "../../../scripts/demo/store.ts";
import { writeVars } from "../../../scripts/dev-vars.ts";
import { smallObjects } from "../../../scripts/import/small-objects.ts";
import { run } from "../../../scripts/run.ts";
import { scratchFolder } from "../../../scripts/test-suites.ts";
import { createLocalDatabase } from "./local-database.ts";

/** The moderators' password in the build under test. */
export const ADMIN_PASSWORD = "a password for the browser tests";
/** The operator's password in the build under test. */
export const STATS_PASSWORD = "a dashboard password for the browser tests";

/** Milliseconds that an idle connection is kept open, longer than any run. */
const IDLE_CONNECTION_MS = 3_600_000;

/**
 * Returns an unused port below the range that Linux uses for outgoing connections. An outgoing connection could
 * otherwise take the port in the meantime.
 */
export function freePort(): Promise<number> {
  const port = randomInt(20_000, 32_768);
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.on("error", (error: NodeJS.ErrnoException) => {
      if (error.code === "EADDRINUSE") resolve(freePort());
      else reject(error);
    });
    probe.listen(port, "localhost", () => probe.close(() => resolve(port)));
  });
}

/** A copy of the production build with its own data. */
export interface Production {
  /** The folder with the copy's database, bucket and objects. */
  state: string;
  /** The folder with the copied build. */
  build: string;
  port: number;
  siteUrl: string;
  /** Fills the empty database with the demo listings and their photos. */
  seedDemo: () => Promise<void>;
  /** Stores the demo's timetable of the rapid-transit lines. */
  seedTimetable: () => Promise<void>;
  /**
   * Serves the build at {@link Production.siteUrl}.
   * @param from the folder of another build to serve with the same data
   * @returns a function that stops it
   */
  serve: (from?: string) => Promise<() => Promise<void>>;
  /** Deletes the build and its data. */
  forget: () => void;
}

/**
 * Copies the production build in dist/, with development settings and without limits, with an empty database. Sets
 * STATE_DIR, so that the project's commands use this database.
 * @param from a folder with another build
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
  createLocalDatabase(build, state);
  return {
    state,
    build,
    port,
    siteUrl,
    async seedDemo() {
      await run("node", ["scripts/seed.ts", "--only", "listings"]);
    },
    async seedTimetable() {
      const { bucket, close } = await openStore({ withCommunity: false });
      await seedTimetable(smallObjects(bucket), Date.now());
      await close();
    },
    async serve(from = build) {
      const server = await preview({
        root: from,
        configFile: resolve("vite.config.ts"),
        preview: { port, strictPort: true, host: "localhost" },
        logLevel: "error",
      });
      // Keeps Node from closing idle connections after five seconds, because on a busy machine a request sent at that
      // moment fails.
      if ("keepAliveTimeout" in server.httpServer) server.httpServer.keepAliveTimeout = IDLE_CONNECTION_MS;
      return () => server.close();
    },
    forget: () => rmSync(state, { recursive: true, force: true }),
  };
}
