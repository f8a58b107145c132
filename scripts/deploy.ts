// `npm run deploy`: runs the checks, applies migrations, deploys the new version, proves that it works, and takes the
// steps that may only follow this proof; see docs/operations.md. For the Deploy to Cloudflare button, it deploys a
// demonstration on workers.dev, without domain and email.
import { readFileSync, writeFileSync } from "node:fs";
import { setTimeout } from "node:timers/promises";
import { parseArgs } from "node:util";
import { bulkMailProblems } from "../worker/platform/bulk-mail.ts";
import { appVersion } from "./app-version.ts";
import { isPublicKey } from "./backup/public-key.ts";
import {
  changeConfiguration,
  type Configuration,
  CONFIG_FILE,
  type Environment,
  environmentOf,
  isExample,
  readConfiguration,
} from "./launch/configuration.ts";
import { migrationsConfig, splitPending } from "./launch/migrations.ts";
import { type Line, lineText, liveVersion, runProof } from "./launch/proof.ts";
import { runSteps, newPlan, OWN_SECRETS, resourceSteps, secretNames } from "./launch/steps.ts";
import { adminPassword, main, ownTerminal, Stopped, type Terminal } from "./launch/terminal.ts";
import { call, rowsIn, runWrangler, type Wrangler } from "./launch/wrangler.ts";
import { purgeCache } from "./rollback.ts";
import { run } from "./run.ts";
import { seedRemote } from "./seed-remote.ts";

/** The configuration that a build writes for its deployment, with the environment's values. */
const BUILT = "dist/worker/wrangler.json";

export interface DeployDeps {
  wrangler: Wrangler;
  terminal: Terminal;
  /** Builds the site for an environment into dist/. @returns the version of the build */
  build: (env: Environment) => Promise<string>;
  /** Returns the version that answers at an address; null when none does. */
  live: (url: string) => Promise<string | null>;
  /** Purges the cache of a site; null without a password. */
  emptyCache: ((url: string) => Promise<boolean>) | null;
  prove: (url: string, built: { version: string; since: Date; isFirst: boolean }) => Promise<Line[]>;
  now: () => Date;
  file?: string;
  /** Folder for the configuration that limits wrangler to some migrations. */
  folder?: string;
}

const named = (names: readonly string[]) => names.join(", ");

/** Checks of the configuration. Each returns a problem as a sentence, or null. */
const CHECKS: readonly ((config: Configuration) => string | null)[] = [
  ({ vars }) => (vars.APP_ENV === "production" ? null : 'APP_ENV must be "production".'),
  ({ vars }) =>
    vars.SITE_URL?.startsWith("https://")
      ? null
      : "SITE_URL must begin with https://: links in emails are built from it.",
  ({ vars, routes = [] }) => {
    const held = Object.entries(vars).flatMap(([name, value]) => (isExample(value) ? name : []));
    const isRouted = routes.some((route) => isExample(typeof route === "string" ? route : route.pattern));
    return held.length === 0 && !isRouted
      ? null
      : `${named([...held, ...(isRouted ? ["routes"] : [])])} still hold example domains.`;
  },
  ({ vars, routes = [] }) => {
    const host = URL.canParse(vars.SITE_URL ?? "") ? new URL(vars.SITE_URL ?? "").host : "";
    const patterns = routes.map((route) => (typeof route === "string" ? route : route.pattern));
    return patterns.some((pattern) => pattern === host || pattern === `${host}/*`)
      ? null
      : `No route leads to SITE_URL: routes must name ${host}.`;
  },
  ({ vars }) =>
    vars.MAIL_FROM?.endsWith(`@${vars.MAIL_DOMAIN}`) ? null : "MAIL_FROM must be an address of MAIL_DOMAIN.",
  ({ vars }) =>
    vars.POSTAL_ADDRESS ? null : "POSTAL_ADDRESS is empty: Canadian law (CASL) requires one in every email.",
  ({ vars }) =>
    !vars.BACKUP_PUBLIC_KEY || isPublicKey(vars.BACKUP_PUBLIC_KEY)
      ? null
      : "BACKUP_PUBLIC_KEY is not an age public key (age1…): npm run backup -- --new-key makes one.",
  ({ vars }) => bulkMailProblems(vars).join(" ") || null,
];

/** Returns all problems with the configuration and the secrets, as sentences. */
async function deploymentProblems(wrangler: Wrangler, config: Configuration): Promise<string[]> {
  const wrong = CHECKS.flatMap((problem) => problem(config) ?? []);
  // If the configuration is invalid, checking the account is pointless.
  if (wrong.length > 0) return wrong;
  const look = ["secret", "list", "--name", config.name, "--format", "json"];
  const secrets = secretNames(await wrangler(look), look);
  const ofProvider = config.vars.BULK_MAIL_PROVIDER === "resend" ? ["RESEND_API_KEY", "RESEND_WEBHOOK_SECRET"] : [];
  const unset = [...OWN_SECRETS, ...ofProvider].filter((secret) => !secrets.includes(secret));
  return unset.length === 0 ? [] : [`The secrets ${named(unset)} are not set.`];
}

/** Returns the migrations not yet applied to the database, according to wrangler's table. */
async function pendingMigrations(wrangler: Wrangler, config: Configuration, folder: string): Promise<string[]> {
  const file = migrationsConfig(config, "all", folder);
  const output = await call(wrangler, ["d1", "migrations", "list", "DB", "--remote", "--config", file]);
  return rowsIn(output).flatMap(({ Name }) => Name ?? []);
}

async function applyMigrations(wrangler: Wrangler, config: Configuration, names: readonly string[], folder: string) {
  if (names.length === 0) return;
  const file = migrationsConfig(config, names, folder);
  await call(wrangler, ["d1", "migrations", "apply", "DB", "--remote", "--config", file]);
}

/** Work that a deployment had completed when its proof failed. */
interface Done {
  isFirst: boolean;
  applied: readonly string[];
  lines: readonly Line[];
}

/** Returns to the previous version, and reports what remains. @throws Stopped always */
async function undo(
  wrangler: Wrangler,
  config: Configuration,
  { isFirst, applied, lines }: Done,
  emptyCache: DeployDeps["emptyCache"],
): Promise<never> {
  const stays =
    applied.length === 0
      ? "No migration was applied."
      : `These migrations stay, and the previous version works with them: ${applied.join(", ")}.`;
  const failed = lines.filter(({ state }) => state === "failed").map(({ name }) => name);
  const what = `The proof failed: ${failed.join(", ")}.`;
  if (isFirst)
    throw new Stopped(`${what}\nThere is no version to go back to: this was the first one, and it stays. ${stays}`);
  try {
    const message = "The proof of the deployment failed";
    await call(wrangler, ["rollback", "--name", config.name, "--message", message, "--yes"]);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Stopped(
      `${what}\nRolling back failed as well; the new version stays. ${stays}\n${reason}\nRead docs/operations.md#runbooks.`,
    );
  }
  // Pages are cached by version, so the previous version gets its own cached pages back.
  const isEmpty = (await emptyCache?.(config.vars.SITE_URL ?? "").catch(() => false)) ?? false;
  const cache = isEmpty
    ? "Its cache was emptied."
    : "Its cache may hold pages that are older than the data: run `npm run rollback -- --cache-only`, with --env for staging.";
  throw new Stopped(`${what}\nRolled back to the previous version. ${stays}\n${cache}`);
}

/**
 * Deploys an environment.
 * @returns the exit code 0; prints lines of the proof that could not be verified
 * @throws Stopped when a check or the proof fails; the site is then as before, except for the migrations named in the
 * message
 */
export async function runDeploy(env: Environment, deps: DeployDeps): Promise<number> {
  const { wrangler, terminal, build, live, prove, now, file = CONFIG_FILE, folder = ".wrangler/launch" } = deps;
  const config = readConfiguration(env, file);
  const problems = await deploymentProblems(wrangler, config);
  if (problems.length > 0)
    throw new Stopped(
      `Not deployed:\n- ${problems.join("\n- ")}\n\`npm run setup\` creates what is missing; read docs/operations.md#setting-up.`,
    );

  await runSteps(resourceSteps(config), newPlan(), { wrangler, terminal });
  const pending = splitPending(await pendingMigrations(wrangler, config, folder));
  if (typeof pending === "string") throw new Stopped(`Not deployed: ${pending}\nRead docs/operations.md#deploying.`);
  // A Worker created only to store secrets also counts as a version, but the site cannot return to it.
  const isFirst = (await live(config.vars.SITE_URL ?? "")) === null;
  const version = await build(env);
  terminal.say(`Built version ${version} of ${config.name}.`);
  await applyMigrations(wrangler, config, pending.before, folder);
  for (const name of pending.before) terminal.say(`Applied ${name}.`);
  const since = now();
  await call(wrangler, ["deploy", "--config", BUILT]);
  terminal.say(`Deployed to ${config.vars.SITE_URL}. The proof:`);

  const lines = await prove(config.vars.SITE_URL ?? "", { version, since, isFirst });
  if (lines.some(({ state }) => state === "failed"))
    return undo(wrangler, config, { isFirst, applied: pending.before, lines }, deps.emptyCache);
  const isOpen = lines.some(({ state }) => state !== "ok");
  if (pending.after.length > 0 && isOpen)
    terminal.say(
      `Not applied, because the proof is incomplete: ${pending.after.join(", ")}. Run this again once nothing in it is open.`,
    );
  else {
    await applyMigrations(wrangler, config, pending.after, folder);
    for (const name of pending.after) terminal.say(`Applied ${name}.`);
  }
  terminal.say(isOpen ? "Deployed; see the lines above that are not ok." : "Deployed and proven.");
  return 0;
}

/**
 * Returns whether the button started a deployment: Cloudflare's own builds set WORKERS_CI, and the site has not been
 * set up. The operator's builds have a domain in wrangler.toml.
 */
export const isButton = (env: NodeJS.ProcessEnv, file = CONFIG_FILE): boolean =>
  env.WORKERS_CI === "1" && isExample(readConfiguration(null, file).vars.SITE_URL);

/**
 * Returns the built configuration changed for a demonstration: no domain, no email, and no feature that the free plan
 * rejects.
 */
export function asDemonstration(built: string): string {
  const {
    routes: _routes,
    send_email: _mail,
    limits: _limits,
    vars,
    ...rest
  } = JSON.parse(built) as {
    vars: Record<string, string>;
  } & Record<string, unknown>;
  return JSON.stringify({ ...rest, workers_dev: true, vars: { ...vars, DEMO_MODE: "true" } });
}

interface DemonstrationDeps extends DeployDeps {
  /** Fills an empty database with the demo listings. */
  seed: (wrangler: Wrangler) => Promise<number>;
  built?: string;
}

/**
 * Creates missing storage and queues, migrates, seeds and deploys. Email is not configured. The only secrets are those
 * that the button requested.
 * @returns the exit code: 1 when the proof fails
 */
export async function deployDemonstration(deps: DemonstrationDeps): Promise<number> {
  const {
    wrangler,
    terminal,
    build,
    prove,
    now,
    file = CONFIG_FILE,
    folder = ".wrangler/launch",
    built = BUILT,
  } = deps;
  await runSteps(resourceSteps(readConfiguration(null, file)), newPlan(), { wrangler, terminal });
  const migrations = migrationsConfig(readConfiguration(null, file), "all", folder);
  await call(wrangler, ["d1", "migrations", "apply", "DB", "--remote", "--config", migrations]);
  // Invented listings are allowed in a demonstration only.
  changeConfiguration(null, { vars: { DEMO_MODE: "true" } }, file);
  await deps.seed(wrangler);
  const version = await build(null);
  writeFileSync(built, asDemonstration(readFileSync(built, "utf8")));
  const since = now();
  const output = await call(wrangler, ["deploy", "--config", built]);
  const url = output.split(/\s+/).find((word) => word.startsWith("https://") && word.endsWith(".workers.dev"));
  if (url === undefined)
    throw new Stopped("Deployed, but without an address on workers.dev: switch that on under Workers, Settings.");
  terminal.say(`A demonstration answers on ${url}. The proof:`);
  const lines = await prove(url, { version, since, isFirst: true });
  return lines.some(({ state }) => state === "failed") ? 1 : 0;
}

if (import.meta.main)
  await main(async () => {
    const { values } = parseArgs({
      options: { env: { type: "string" }, "no-wait": { type: "boolean", default: false } },
    });
    const env = environmentOf(values.env);
    const terminal = ownTerminal;
    const password = await adminPassword(terminal);
    const deps: DeployDeps = {
      wrangler: runWrangler,
      terminal,
      now: () => new Date(),
      async build() {
        if (env !== null) process.env.CLOUDFLARE_ENV = env;
        await run("vite", ["build"]);
        return appVersion(".");
      },
      emptyCache: password === "" ? null : async (url) => (await purgeCache(url, password, fetch)) === null,
      live: (url) => liveVersion(url, fetch),
      prove: (url, built) =>
        runProof(
          { url, ...built, isWaiting: !values["no-wait"], ...(password !== "" && { password }) },
          {
            fetch,
            now: () => new Date(),
            wait: (ms) => setTimeout(ms),
            report: (line) => terminal.say(lineText(line)),
          },
        ),
    };
    return env === null && isButton(process.env)
      ? deployDemonstration({ ...deps, seed: (wrangler) => seedRemote({}, { wrangler, terminal }) })
      : runDeploy(env, deps);
  });
