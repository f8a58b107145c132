import type { TestProject } from "vitest/node";
import { copyProduction } from "./production.ts";

export { ADMIN_PASSWORD, STATS_PASSWORD } from "./production.ts";

declare module "vitest" {
  interface ProvidedContext {
    siteUrl: string;
  }
}

let stop: () => Promise<void> = async () => {};

/**
 * Serves a copy of the production build with its own empty database for all browser tests of a run. Concurrent runs are
 * therefore independent.
 */
export async function setup(project: TestProject): Promise<void> {
  const production = await copyProduction();
  const close = await production.serve();
  project.provide("siteUrl", production.siteUrl);
  stop = async () => {
    await close();
    production.forget();
  };
}

/** Stops the server and deletes its data. */
export async function teardown(): Promise<void> {
  await stop();
}
