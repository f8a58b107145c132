// What `npm run rollback` does.
import { setTimeout as sleep } from "node:timers/promises";
import { VERSION_HEADER } from "../../worker/contracts/page.ts";
import { environmentOf } from "./answers.ts";
import { readConfiguration } from "./configuration.ts";
import { Stopped, type Terminal } from "./terminal.ts";
import { call, jsonIn, type Wrangler } from "./wrangler.ts";

export interface RollbackFlags {
  env?: string;
  /** The version to go back to; the one that was deployed before by default. */
  to?: string;
  /** Only empties the cache, as after a rollback in the dashboard. */
  "cache-only"?: boolean;
}

/** What a rollback uses, which tests replace. */
export interface RollbackMeans {
  wrangler: Wrangler;
  terminal: Terminal;
  fetch: typeof fetch;
  /** ADMIN_PASSWORD of the environment; asked for otherwise. */
  adminPassword: string | undefined;
  wait?: (ms: number) => Promise<unknown>;
  file?: string;
}

/** An entry of `wrangler deployments list --json`. */
interface Deployment {
  created_on: string;
  versions: { version_id: string; percentage: number }[];
}

/** Looks for the other version so often, and waits so long in between: a rollback arrives within seconds. */
const LOOKS = 15;
const LOOK_MS = 2_000;

const mainVersion = ({ versions }: Deployment) =>
  versions.toSorted((one, other) => other.percentage - one.percentage)[0]?.version_id;

/** The version that was deployed before the present one. @throws Stopped when there is none */
async function versionBefore(wrangler: Wrangler, ofEnvironment: readonly string[]): Promise<string> {
  const output = await call(wrangler, ["deployments", "list", "--json", ...ofEnvironment]);
  const versions = jsonIn<Deployment[]>(output)
    .toSorted((one, other) => Date.parse(other.created_on) - Date.parse(one.created_on))
    .map(mainVersion);
  const before = versions.find((version) => version !== undefined && version !== versions[0]);
  if (before === undefined) throw new Stopped("There is no version before the present one.");
  return before;
}

/** The build that answers, or null while none does. */
async function runningBuild(siteUrl: string, { fetch }: RollbackMeans): Promise<string | null> {
  try {
    return (await fetch(`${siteUrl}/api/site`)).headers.get(VERSION_HEADER);
  } catch {
    return null;
  }
}

/** Empties the cache of a site. @returns why it was not emptied, as a sentence, or null */
export async function purgeCache(
  siteUrl: string,
  password: string,
  fetch: RollbackMeans["fetch"],
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
async function emptyCache(siteUrl: string, { fetch, terminal, adminPassword = "" }: RollbackMeans): Promise<void> {
  if (adminPassword === "" && !terminal.isInteractive) throw new Stopped(cacheIsFull("ADMIN_PASSWORD is not set."));
  const password = adminPassword || (await terminal.ask("ADMIN_PASSWORD: ", { isSecret: true }));
  const reason = await purgeCache(siteUrl, password, fetch);
  if (reason !== null) throw new Stopped(cacheIsFull(reason));
  terminal.say("The cache is empty: nobody meets a page that the rolled-back version or an older one had left there.");
}

const cacheIsFull = (reason: string) =>
  `${reason} The cache was not emptied, so pages of the last time that this version ran may show for up to 5 minutes. Empty it in the admin panel under System, or run npm run rollback -- --cache-only.`;

/**
 * Puts the version before back and empties the cache, in which a rollback would meet that version's old entries again.
 * @returns the exit code 0
 * @throws Stopped naming what was not done; PlatformError when wrangler fails
 */
export async function runRollback(flags: RollbackFlags, means: RollbackMeans): Promise<number> {
  const { wrangler, terminal, wait = sleep, file } = means;
  const env = environmentOf(flags.env);
  const siteUrl = (readConfiguration(env, file).vars["SITE_URL"] ?? "").replace(/(?<!\/)\/+$/, "");
  const ofEnvironment = env === null ? [] : ["--env", env];
  if (flags["cache-only"] !== true) {
    const build = await runningBuild(siteUrl, means);
    const version = flags.to ?? (await versionBefore(wrangler, ofEnvironment));
    terminal.say(`Back to version ${version} …`);
    await call(wrangler, ["rollback", version, "--message", "npm run rollback", "--yes", ...ofEnvironment]);
    let now = await runningBuild(siteUrl, means);
    for (let look = 1; look < LOOKS && (now === build || now === null); look += 1) {
      await wait(LOOK_MS);
      now = await runningBuild(siteUrl, means);
    }
    terminal.say(
      now === build || now === null
        ? `${siteUrl} still answers with build ${build ?? "unknown"}: either both versions are the same build, or the platform is slow.`
        : `${siteUrl} answers with build ${now} instead of ${build ?? "none"}.`,
    );
    terminal.say("The database stays as it is: migrations are not taken back.");
  }
  await emptyCache(siteUrl, means);
  return 0;
}
