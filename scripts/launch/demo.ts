// What `npm run deploy` does for the Deploy to Cloudflare button: a demonstration on workers.dev, without domain and mail.
import { readFileSync, writeFileSync } from "node:fs";
import { carryOutAll } from "./carry-out.ts";
import { changeConfiguration, CONFIG_FILE, isExample, readConfiguration } from "./configuration.ts";
import { BUILT, type DeployMeans } from "./deploy.ts";
import { migrationsConfig } from "./migrations.ts";
import { newPlan, resourceSteps } from "./steps.ts";
import { Stopped } from "./terminal.ts";
import { call, type Wrangler } from "./wrangler.ts";

/**
 * Whether a deployment is the button's: Cloudflare's own builds set WORKERS_CI, and nobody has set the site up. The
 * operator's builds have a domain in wrangler.toml.
 */
export const isButton = (env: NodeJS.ProcessEnv, file = CONFIG_FILE): boolean =>
  env.WORKERS_CI === "1" && isExample(readConfiguration(null, file).vars.SITE_URL);

/** The built configuration as a demonstration's: no domain, no mail, and nothing that the free plan refuses. */
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

interface DemonstrationMeans extends DeployMeans {
  /** Fills an empty database with the demo listings. */
  seed: (wrangler: Wrangler) => Promise<number>;
  built?: string;
}

/**
 * Makes what is missing of storage and queues, migrates, fills and deploys. Mail is not touched, and secrets are those that the
 * button asked for.
 * @returns the exit code: 1 when the proof fails
 */
export async function deployDemonstration(means: DemonstrationMeans): Promise<number> {
  const {
    wrangler,
    terminal,
    build,
    prove,
    now,
    file = CONFIG_FILE,
    folder = ".wrangler/launch",
    built = BUILT,
  } = means;
  await carryOutAll(resourceSteps(readConfiguration(null, file)), newPlan(), { wrangler, terminal });
  const migrations = migrationsConfig(readConfiguration(null, file), "all", folder);
  await call(wrangler, ["d1", "migrations", "apply", "DB", "--remote", "--config", migrations]);
  // Listings are only invented for a demonstration.
  changeConfiguration(null, { vars: { DEMO_MODE: "true" } }, file);
  await means.seed(wrangler);
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
