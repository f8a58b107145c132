import { existsSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";

interface Step {
  uses?: string;
  run?: string;
  env?: Record<string, string>;
}
interface Workflow {
  on: object;
  concurrency: { group: string; "cancel-in-progress": boolean };
  permissions: object;
  jobs: Record<string, { needs?: string; environment?: string; env?: object; steps: Step[] }>;
}
const workflow = parse(readFileSync(".github/workflows/deploy.yml", "utf8")) as Workflow;
const { scripts } = JSON.parse(readFileSync("package.json", "utf8")) as { scripts: Record<string, string> };

const runs = (job: string) => workflow.jobs[job]?.steps.flatMap(({ run }) => run ?? []) ?? [];

describe("The deployment workflow", () => {
  it("tests, deploys to staging and then to production, each in an environment that can require approval", () => {
    const { test, staging, production } = workflow.jobs;
    expect([test?.needs, staging?.needs, production?.needs]).toEqual([undefined, "test", "staging"]);
    expect([test?.environment, staging?.environment, production?.environment]).toEqual([
      undefined,
      "staging",
      "production",
    ]);
    expect([runs("test"), runs("staging"), runs("production")]).toEqual([
      [".ci/run"],
      ["npm ci", "npm run deploy -- --env staging"],
      ["npm ci", "npm run deploy"],
    ]);
  });

  it("runs scripts that exist", () => {
    for (const run of Object.keys(workflow.jobs).flatMap(runs)) {
      const [, name] = /^npm run ([\w:-]+)/.exec(run) ?? [];
      if (name !== undefined) expect(Object.keys(scripts)).toContain(name);
      else expect([run, run === "npm ci" || existsSync(run)]).toEqual([run, true]);
    }
  });

  it("never runs two at once, cancels no run, and gives the token only to steps that deploy", () => {
    expect(workflow.concurrency["cancel-in-progress"]).toBe(false);
    for (const { env, steps } of Object.values(workflow.jobs)) {
      expect(env).toBe(undefined);
      for (const { run = "", env: given = {} } of steps)
        expect(["CLOUDFLARE_API_TOKEN" in given, run]).toEqual([run.includes("deploy"), run]);
    }
  });

  it("pins actions to a commit", () => {
    const used = Object.values(workflow.jobs).flatMap(({ steps }) => steps.flatMap(({ uses }) => uses ?? []));
    expect(used.length).toBeGreaterThan(0);
    for (const action of used) expect(action).toMatch(/@[0-9a-f]{40}$/);
  });
});
