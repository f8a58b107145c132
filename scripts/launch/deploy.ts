// What `npm run deploy` does: checks, then migrations, the new version, its proof, and what may follow only then.
import { findAccount, inAccount } from "./accounts.ts";
import { adviceOn, withHelp } from "./carry-out.ts";
import { currentVersion, deploymentProblems, goBack } from "./checks.ts";
import { type Configuration, CONFIG_FILE, type Environment, readConfiguration } from "./configuration.ts";
import { migrationsConfig, splitPending } from "./migrations.ts";
import { type Line, lineText } from "./proof.ts";
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
  before: string | null;
  applied: readonly string[];
  lines: readonly Line[];
}

/** Goes back to the version before, and says what stays. @throws Stopped always */
async function undo(
  wrangler: Wrangler,
  config: Configuration,
  { before, applied, lines }: Done,
  emptyCache: DeployMeans["emptyCache"],
): Promise<never> {
  const stays =
    applied.length === 0
      ? "No migration was applied."
      : `These migrations stay, and the version before can go on beside them: ${applied.join(", ")}.`;
  const failed = lines.filter(({ state }) => state === "failed").map(({ name }) => name);
  const what = `The proof failed: ${failed.join(", ")}.`;
  if (before === null)
    throw new Stopped(`${what}\nThere is no version to go back to: this was the first one, and it stays. ${stays}`);
  try {
    await goBack(wrangler, config, before);
  } catch (error) {
    const advice = `${adviceOn(error)}\nRead docs/operations.md#runbooks.`;
    throw new Stopped(`${what}\nGoing back to ${before} failed as well; the new version stays. ${stays}\n${advice}`);
  }
  // The cache keeps pages by version, so those of the version before come back with it.
  const isEmpty = (await emptyCache?.(config.vars.SITE_URL ?? "").catch(() => false)) ?? false;
  const cache = isEmpty
    ? "Its cache was emptied."
    : "Its cache may hold pages that are older than the data: run `npm run rollback -- --cache-only`, with --env for staging.";
  throw new Stopped(`${what}\nWent back to version ${before}. ${stays}\n${cache}`);
}

/**
 * Deploys an environment.
 * @returns the exit code 0; what is open in the proof is said
 * @throws Stopped when a check or the proof fails; the site is then as it was before, but for migrations that are named
 */
export async function runDeploy(env: Environment, means: DeployMeans): Promise<number> {
  const { wrangler: base, terminal, build, live, prove, now, file = CONFIG_FILE, folder = ".wrangler/launch" } = means;
  const config = readConfiguration(env, file);
  const account = await withHelp(terminal, () =>
    findAccount(base, process.env.CLOUDFLARE_ACCOUNT_ID ?? config.account_id),
  );
  const wrangler = inAccount(base, account.id);
  const problems = await withHelp(terminal, () => deploymentProblems(wrangler, config));
  if (problems.length > 0)
    throw new Stopped(
      `Not deployed:\n- ${problems.join("\n- ")}\n\`npm run setup\` makes what is missing; read docs/operations.md#setting-up.`,
    );

  const pending = splitPending(await withHelp(terminal, () => pendingMigrations(wrangler, config, folder)));
  if (typeof pending === "string") throw new Stopped(`Not deployed: ${pending}\nRead docs/operations.md#deploying.`);
  // A Worker that was made for its secrets is a version as well, but nothing to go back to.
  const isLive = (await live(config.vars.SITE_URL ?? "")) !== null;
  const before = isLive ? await withHelp(terminal, () => currentVersion(wrangler, config)) : null;
  const version = await build(env);
  terminal.say(`Built version ${version} of ${config.name}.`);
  await withHelp(terminal, () => applyMigrations(wrangler, config, pending.before, folder));
  for (const name of pending.before) terminal.say(`Applied ${name}.`);
  const since = now();
  await withHelp(terminal, () => call(wrangler, ["deploy", "--config", BUILT]));
  terminal.say(`Deployed to ${config.vars.SITE_URL}. The proof:`);

  const lines = await prove(config.vars.SITE_URL ?? "", { version, since, isFirst: !isLive });
  if (lines.some(({ state }) => state === "failed"))
    return undo(wrangler, config, { before, applied: pending.before, lines }, means.emptyCache);
  const isOpen = lines.some(({ state }) => state !== "ok");
  if (pending.after.length > 0 && isOpen)
    terminal.say(
      `Not applied, because the proof is not whole: ${pending.after.join(", ")}. Run this again when nothing of it is open.`,
    );
  else {
    await withHelp(terminal, () => applyMigrations(wrangler, config, pending.after, folder));
    for (const name of pending.after) terminal.say(`Applied ${name}.`);
  }
  terminal.say(isOpen ? "Deployed; see the lines above that are not ok." : "Deployed and proven.");
  return 0;
}

/** Prints a line of the proof. */
export const printer = (terminal: Terminal) => (line: Line) => terminal.say(lineText(line));
