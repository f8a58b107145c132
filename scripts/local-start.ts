import { resolve } from "node:path";
import type { LogLevel } from "vite";
import { DEV_VARS, ensureDevVars } from "./dev-vars.ts";
import { migrateLocal } from "./local-database.ts";
import { orExit, run } from "./run.ts";
import { RELAY_CRON } from "../worker/platform/queues.ts";

const TICK_MS = 15 * 60_000;

/** Dependencies of the ticks, which tests replace. */
interface TickDeps {
  now: () => number;
  /** Calls back after `ms` milliseconds. */
  setTimer: (callback: () => void, ms: number) => void;
  fetch: (url: string) => Promise<Response>;
  warn: (line: string) => void;
}

const REAL: TickDeps = {
  now: Date.now,
  setTimer: (callback, ms) => void setTimeout(callback, ms),
  fetch: (url) => fetch(url),
  warn: (line) => console.warn(line),
};

/** Returns whether local servers run cron ticks; LOCAL_CRON=0 disables them. */
export const isTicking = (env: NodeJS.ProcessEnv = process.env): boolean => env.LOCAL_CRON !== "0";

/**
 * Runs the site's cron trigger as in production, at :00, :15, :30 and :45, through the local runtime's handler. Runs
 * the tick of the current quarter-hour immediately, to catch up after the site was off. The ledger of job runs skips
 * jobs that already ran. A failed tick is reported in one line and does not stop later ones.
 * @param siteUrl origin of the local server
 * @returns when the first tick has finished
 */
export async function startTicks(siteUrl: string, deps: TickDeps = REAL): Promise<void> {
  const { now, setTimer } = deps;
  const tick = async (): Promise<void> => {
    // A timer may fire late, for example after the computer slept, or slightly early.
    const time = Math.floor((now() + 1_000) / TICK_MS) * TICK_MS;
    await trigger(siteUrl, { cron: "*/15+*+*+*+*", time }, deps);
    setTimer(() => void tick(), Math.max(time + TICK_MS, now()) - now());
  };
  await tick();
}

/**
 * Relays the stored outbox once, as the first tick does. If ticks are disabled, the demo would otherwise have no
 * preview images until the first post.
 * @param siteUrl origin of the local server
 */
export const relayOnce = (siteUrl: string, deps: TickDeps = REAL): Promise<void> =>
  trigger(siteUrl, { cron: RELAY_CRON, time: deps.now() }, deps);

/** Calls the cron trigger through the local runtime's handler; reports a failure in one line. */
async function trigger(
  siteUrl: string,
  { cron, time }: { cron: string; time: number },
  { fetch, warn }: Pick<TickDeps, "fetch" | "warn">,
): Promise<void> {
  try {
    const response = await fetch(`${siteUrl}/cdn-cgi/handler/scheduled?cron=${cron}&time=${time}`);
    const text = await response.text();
    if (!response.ok) throw new Error(`${response.status} ${text}`);
  } catch (error) {
    const [reason] = String(error instanceof Error ? error.message : error).split("\n");
    warn(`Cron tick of ${new Date(time).toISOString()} failed: ${reason}`);
  }
}

/**
 * Returns the log level of a local server, which covers the lines of the worker and the runtime. By default, only
 * warnings and errors are shown, because users take every line after the start for a problem. `LOG_LEVEL=info` shows
 * everything.
 */
export const logLevel = (env: NodeJS.ProcessEnv = process.env): LogLevel =>
  env.LOG_LEVEL === "info" ? "info" : "warn";

/** Prints the site's addresses, settings and schedule. @param siteUrl origin of the local server */
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

/** The differences between the two local servers. */
interface LocalServer {
  /** Port to use unless PORT is set. */
  defaultPort: number;
  /** Builds the site while the demo data is written. */
  build?: (port: number) => Promise<void>;
  /** Resolves when the server answers; rejects when it cannot start. */
  serve: (port: number) => Promise<void>;
}

/**
 * Starts a local server: migrates the database, writes the demo data, serves, prints its addresses, and runs the
 * scheduled work. Prints the reason and exits when a step fails.
 */
export async function startLocally({ defaultPort, build, serve }: LocalServer): Promise<void> {
  const port = Number(process.env.PORT ?? defaultPort);
  const siteUrl = `http://localhost:${port}`;
  ensureDevVars();
  console.log("Building, and preparing the local database …");
  // Runs first, because an outdated database stops the start.
  await orExit(migrateLocal());
  await orExit(Promise.all([build?.(port), run("node", ["scripts/seed.ts"], { show: true })]));
  await orExit(serve(port));
  printFacts(siteUrl);
  await (isTicking() ? startTicks(siteUrl) : relayOnce(siteUrl));
}
