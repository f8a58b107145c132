import { resolve } from "node:path";
import type { LogLevel } from "vite";
import { DEV_VARS, ensureDevVars } from "./dev-vars.ts";
import { isTicking, relayOnce, startTicks } from "./local-cron.ts";
import { migrateLocal, orExit, run } from "./run.ts";

/**
 * The level of a local server's log, which includes the worker's lines and the runtime's: warnings and errors, because
 * a reader takes every line after the start for trouble. `LOG_LEVEL=info` shows everything.
 */
export const logLevel = (env: NodeJS.ProcessEnv = process.env): LogLevel =>
  env.LOG_LEVEL === "info" ? "info" : "warn";

/** Prints where everything is. @param siteUrl origin of the local server */
function printFacts(siteUrl: string): void {
  console.log(`
  Below Market Toronto   ${siteUrl}
  Admin panel            ${siteUrl}/admin   (password: ADMIN_PASSWORD in ${resolve(DEV_VARS)})
  Operator's dashboard   ${siteUrl}/stats   (password: STATS_PASSWORD, there too)
  Mailbox                ${siteUrl}/dev/mailbox
  Settings               ${resolve(DEV_VARS)}
  Scheduled work         ${isTicking() ? "every 15 minutes; LOCAL_CRON=0 switches that off" : "off (LOCAL_CRON=0)"}
  Stop                   Ctrl+C
`);
}

/** How a local server differs from the other one. */
interface LocalServer {
  /** Unless PORT says otherwise. */
  defaultPort: number;
  /** Runs while the demo data is written. */
  build?: (port: number) => Promise<void>;
  /** Resolves when the server answers; rejects when it cannot start. */
  serve: (port: number) => Promise<void>;
}

/**
 * Starts a local server: migrates the database, writes the demo data, serves, prints where everything is, and runs the
 * scheduled work. Prints the reason and exits when a step fails.
 */
export async function startLocally({ defaultPort, build, serve }: LocalServer): Promise<void> {
  const port = Number(process.env.PORT ?? defaultPort);
  const siteUrl = `http://localhost:${port}`;
  ensureDevVars();
  console.log("Building, and preparing the local database …");
  // First, because an old database stops the start.
  await orExit(migrateLocal());
  await orExit(Promise.all([build?.(port), run("node", ["scripts/seed.ts"], { show: true })]));
  await orExit(serve(port));
  printFacts(siteUrl);
  await (isTicking() ? startTicks(siteUrl) : relayOnce(siteUrl));
}
