// What `npm run deploy` does: checks, then migrations, the new version, its proof, and what may follow only then.
import { bulkMailProblems } from "../../worker/platform/bulk-mail.ts";
import { isPublicKey } from "../backup/public-key.ts";
import { carryOutAll } from "./carry-out.ts";
import { type Configuration, CONFIG_FILE, type Environment, isExample, readConfiguration } from "./configuration.ts";
import { migrationsConfig, splitPending } from "./migrations.ts";
import type { Line } from "./proof.ts";
import { newPlan, OWN_SECRETS, resourceSteps, secretNames } from "./steps.ts";
import { Stopped, type Terminal } from "./terminal.ts";
import { call, rowsIn, type Wrangler } from "./wrangler.ts";

/** The configuration that a build leaves for its deployment, with the environment's values. */
export const BUILT = "dist/worker/wrangler.json";

export interface DeployMeans {
  wrangler: Wrangler;
  terminal: Terminal;
  /** Builds the site for an environment into dist/. @returns the version of the build */
  build: (env: Environment) => Promise<string>;
  /** The version that answers at an address; null when none does. */
  live: (url: string) => Promise<string | null>;
  /** Empties the cache of a site; null where no password is known. */
  emptyCache: ((url: string) => Promise<boolean>) | null;
  prove: (url: string, built: { version: string; since: Date; isFirst: boolean }) => Promise<Line[]>;
  now: () => Date;
  file?: string;
  /** A folder for wrangler's view of the migrations. */
  folder?: string;
}

const named = (names: readonly string[]) => names.join(", ");

/** What may be wrong with the configuration, as a sentence, or null. */
const CHECKS: readonly ((config: Configuration) => string | null)[] = [
  ({ vars }) => (vars.APP_ENV === "production" ? null : 'APP_ENV must be "production".'),
  ({ vars }) =>
    vars.SITE_URL?.startsWith("https://")
      ? null
      : "SITE_URL must begin with https://: links in mails are built from it.",
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
  ({ vars }) => (vars.POSTAL_ADDRESS ? null : "POSTAL_ADDRESS is empty: Canadian law (CASL) wants one in every mail."),
  ({ vars }) =>
    !vars.BACKUP_PUBLIC_KEY || isPublicKey(vars.BACKUP_PUBLIC_KEY)
      ? null
      : "BACKUP_PUBLIC_KEY is no age public key (age1…): npm run backup -- --new-key makes one.",
  ({ vars }) => bulkMailProblems(vars).join(" ") || null,
];

/** Everything that is wrong with the configuration and the secrets, in sentences. */
async function deploymentProblems(wrangler: Wrangler, config: Configuration): Promise<string[]> {
  const wrong = CHECKS.flatMap((problem) => problem(config) ?? []);
  // Without a configuration, what the account holds says nothing.
  if (wrong.length > 0) return wrong;
  const look = ["secret", "list", "--name", config.name, "--format", "json"];
  const secrets = secretNames(await wrangler(look), look);
  const ofProvider = config.vars.BULK_MAIL_PROVIDER === "resend" ? ["RESEND_API_KEY", "RESEND_WEBHOOK_SECRET"] : [];
  const unset = [...OWN_SECRETS, ...ofProvider].filter((secret) => !secrets.includes(secret));
  return unset.length === 0 ? [] : [`The secrets ${named(unset)} are not set.`];
}

/** Migrations that the database has not seen, by wrangler's table. */
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

/** What a deployment had done when its proof failed. */
interface Done {
  isFirst: boolean;
  applied: readonly string[];
  lines: readonly Line[];
}

/** Goes back to the version before, and says what stays. @throws Stopped always */
async function undo(
  wrangler: Wrangler,
  config: Configuration,
  { isFirst, applied, lines }: Done,
  emptyCache: DeployMeans["emptyCache"],
): Promise<never> {
  const stays =
    applied.length === 0
      ? "No migration was applied."
      : `These migrations stay, and the version before can go on beside them: ${applied.join(", ")}.`;
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
      `${what}\nGoing back failed as well; the new version stays. ${stays}\n${reason}\nRead docs/operations.md#runbooks.`,
    );
  }
  // The cache keeps pages by version, so those of the version before come back with it.
  const isEmpty = (await emptyCache?.(config.vars.SITE_URL ?? "").catch(() => false)) ?? false;
  const cache = isEmpty
    ? "Its cache was emptied."
    : "Its cache may hold pages that are older than the data: run `npm run rollback -- --cache-only`, with --env for staging.";
  throw new Stopped(`${what}\nWent back to the version before. ${stays}\n${cache}`);
}

/**
 * Deploys an environment.
 * @returns the exit code 0; what is open in the proof is said
 * @throws Stopped when a check or the proof fails; the site is then as it was before, but for migrations that are named
 */
export async function runDeploy(env: Environment, means: DeployMeans): Promise<number> {
  const { wrangler, terminal, build, live, prove, now, file = CONFIG_FILE, folder = ".wrangler/launch" } = means;
  const config = readConfiguration(env, file);
  const problems = await deploymentProblems(wrangler, config);
  if (problems.length > 0)
    throw new Stopped(
      `Not deployed:\n- ${problems.join("\n- ")}\n\`npm run setup\` makes what is missing; read docs/operations.md#setting-up.`,
    );

  await carryOutAll(resourceSteps(config), newPlan(), { wrangler, terminal });
  const pending = splitPending(await pendingMigrations(wrangler, config, folder));
  if (typeof pending === "string") throw new Stopped(`Not deployed: ${pending}\nRead docs/operations.md#deploying.`);
  // A Worker that was made for its secrets is a version as well, but nothing to go back to.
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
    return undo(wrangler, config, { isFirst, applied: pending.before, lines }, means.emptyCache);
  const isOpen = lines.some(({ state }) => state !== "ok");
  if (pending.after.length > 0 && isOpen)
    terminal.say(
      `Not applied, because the proof is not whole: ${pending.after.join(", ")}. Run this again when nothing of it is open.`,
    );
  else {
    await applyMigrations(wrangler, config, pending.after, folder);
    for (const name of pending.after) terminal.say(`Applied ${name}.`);
  }
  terminal.say(isOpen ? "Deployed; see the lines above that are not ok." : "Deployed and proven.");
  return 0;
}
