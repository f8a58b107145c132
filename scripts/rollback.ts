// `npm run rollback`: returns to the previous version and empties the cache; see docs/operations.md.
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { VERSION_HEADER } from "../worker/contracts/page.ts";
import { environmentOf, readConfiguration } from "./launch/configuration.ts";
import { adminPassword, main, ownTerminal, Stopped, type Terminal } from "./launch/terminal.ts";
import { call, runWrangler, type Wrangler } from "./launch/wrangler.ts";

const OPTIONS = {
  env: { type: "string" },
  /** The version to return to; by default the previous version. */
  to: { type: "string" },
  /** Only empties the cache, for example after a rollback in the dashboard. */
  "cache-only": { type: "boolean", default: false },
} as const;
export interface RollbackFlags {
  env?: string;
  to?: string;
  "cache-only"?: boolean;
}

/** The dependencies of a rollback, which tests replace. */
export interface RollbackDeps {
  wrangler: Wrangler;
  terminal: Terminal;
  fetch: typeof fetch;
  /** ADMIN_PASSWORD of the environment. Without the password, the cache is not emptied. */
  password: string;
  wait?: (ms: number) => Promise<unknown>;
  file?: string;
}

/**
 * Number of checks whether the other version answers, and the pause between checks. A rollback takes effect within
 * seconds.
 */
const MAX_CHECKS = 15;
const CHECK_INTERVAL_MS = 2_000;

/** Returns the build that answers, or null if none does. */
async function runningBuild(siteUrl: string, { fetch }: RollbackDeps): Promise<string | null> {
  try {
    return (await fetch(`${siteUrl}/api/site`)).headers.get(VERSION_HEADER);
  } catch {
    return null;
  }
}

/** Empties the cache of a site. @returns the reason why it was not emptied, as a sentence, or null */
export async function purgeCache(
  siteUrl: string,
  password: string,
  fetch: RollbackDeps["fetch"],
): Promise<string | null> {
  const post = (path: string, headers: Record<string, string>, body = "{}") =>
    fetch(siteUrl + path, {
      method: "POST",
      headers: { "Content-Type": "application/json", Origin: siteUrl, ...headers },
      body,
    });
  const login = await post("/api/admin/login", {}, JSON.stringify({ password }));
  if (!login.ok) return `The login was refused (${login.status}).`;
  const cookie = login.headers.get("set-cookie")?.split(";")[0] ?? "";
  const answer = await post("/api/admin/system/empty-cache", { Cookie: cookie });
  return answer.ok ? null : `The purge was refused (${answer.status}).`;
}

/** @throws Stopped when the site refuses the password or the purge */
async function emptyCache(siteUrl: string, { fetch, terminal, password }: RollbackDeps): Promise<void> {
  const reason = password === "" ? "ADMIN_PASSWORD is not set." : await purgeCache(siteUrl, password, fetch);
  if (reason !== null) throw new Stopped(cacheIsFull(reason));
  terminal.say("The cache is empty: nobody sees a page left there by the rolled-back version or an older one.");
}

const cacheIsFull = (reason: string) =>
  `${reason} The cache was not emptied, so pages from the last time this version ran may show for up to 5 minutes. Empty it in the admin panel under System, or run npm run rollback -- --cache-only.`;

/**
 * Returns to the previous version and empties the cache, which still contains old entries of that version.
 * @returns the exit code 0
 * @throws Stopped that names what was not done; PlatformError when wrangler fails
 */
export async function runRollback(flags: RollbackFlags, deps: RollbackDeps): Promise<number> {
  const { wrangler, terminal, wait = sleep, file } = deps;
  const env = environmentOf(flags.env);
  const siteUrl = (readConfiguration(env, file).vars["SITE_URL"] ?? "").replace(/(?<!\/)\/+$/, "");
  const ofEnvironment = env === null ? [] : ["--env", env];
  if (flags["cache-only"] !== true) {
    const build = await runningBuild(siteUrl, deps);
    const version = flags.to === undefined ? [] : [flags.to];
    terminal.say(`Rolling back to ${flags.to ?? "the previous version"} …`);
    await call(wrangler, ["rollback", ...version, "--message", "npm run rollback", "--yes", ...ofEnvironment]);
    let now = await runningBuild(siteUrl, deps);
    for (let check = 1; check < MAX_CHECKS && (now === build || now === null); check += 1) {
      await wait(CHECK_INTERVAL_MS);
      now = await runningBuild(siteUrl, deps);
    }
    terminal.say(
      now === build || now === null
        ? `${siteUrl} still answers with build ${build ?? "unknown"}: either both versions are the same build, or the platform is slow.`
        : `${siteUrl} answers with build ${now} instead of ${build ?? "none"}.`,
    );
    terminal.say("The database stays as it is: migrations are not undone.");
  }
  await emptyCache(siteUrl, deps);
  return 0;
}

if (import.meta.main)
  await main(async () => {
    const { values } = parseArgs({ options: OPTIONS });
    const password = await adminPassword(ownTerminal);
    return runRollback(values, { wrangler: runWrangler, terminal: ownTerminal, fetch, password });
  });
