import { spawn } from "node:child_process";
import { once } from "node:events";
import { join, resolve } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as wait } from "node:timers/promises";
import { localDatabasePath } from "../../../scripts/local-database.ts";
import { freePort } from "./production.ts";

/** The last line that `npm start` and `npm run dev` print when they are ready. */
const READY = /Stop {2,}Ctrl\+C/;
/** Environment variables of the test process that a user's shell does not have. */
const OURS =
  /^(?:NODE_ENV|NODE_OPTIONS|STATE_DIR|INSPECTOR_PORT|LOCAL_CRON|LOG_LEVEL|CLOUDFLARE_|VITE|TEST$|MODE$|DEV$|PROD$|SSR$)/;

export interface Started {
  siteUrl: string;
  /** The site's output so far. */
  output: () => string;
  /** Queries the site's database for a single number. */
  count: (sql: string) => number;
  /** Stops the site and its child processes. */
  stop: () => Promise<void>;
}

/**
 * Starts the site in a copy of the sources, as a new user would.
 * @param folder the copy
 * @param settings environment variables
 * @param command `npm start`, or `npm run dev`
 */
export async function startIn(
  folder: string,
  settings: Record<string, string>,
  command: "start" | "dev" = "start",
): Promise<Started> {
  const port = await freePort();
  const inherited = Object.fromEntries(Object.entries(process.env).filter(([name]) => !OURS.test(name)));
  const path = `${resolve("node_modules/.bin")}:${process.env.PATH ?? ""}`;
  // The child gets a separate process group, because all of its processes must be stopped together.
  const child = spawn("node", [`scripts/${command}.ts`], {
    cwd: folder,
    detached: true,
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...inherited, PATH: path, PORT: String(port), ...settings },
  });
  const ended = once(child, "exit");
  let output = "";
  const ready = Promise.withResolvers<void>();
  const read = (data: unknown) => {
    output += String(data);
    if (READY.test(output)) ready.resolve();
  };
  child.stdout.on("data", read);
  child.stderr.on("data", read);
  child.on("exit", (code) => ready.reject(new Error(`npm ${command} ended (${code}):\n${output}`)));
  const stop = async () => {
    const group = -(child.pid ?? Number.NaN);
    for (const signal of ["SIGTERM", "SIGKILL"] as const) {
      try {
        process.kill(group, signal);
      } catch {
        // The process group has already ended.
      }
      await Promise.race([ended, wait(5_000)]);
    }
  };
  await ready.promise.catch(async (error: unknown) => {
    await stop();
    throw error;
  });
  return {
    siteUrl: `http://localhost:${port}`,
    output: () => output,
    count(sql) {
      const path = localDatabasePath(join(folder, ".wrangler/state")) ?? "";
      const database = new DatabaseSync(path, { readOnly: true });
      try {
        return Number(Object.values(database.prepare(sql).get() ?? {})[0]);
      } finally {
        database.close();
      }
    },
    stop,
  };
}
