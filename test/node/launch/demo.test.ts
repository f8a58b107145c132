import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { readDevVars } from "../../../scripts/dev-vars.ts";
import { readConfiguration } from "../../../scripts/launch/configuration.ts";
import { asDemonstration, deployDemonstration, isButton } from "../../../scripts/deploy.ts";
import { newAccount } from "../../support/node/cloudflare-account.ts";
import { configurationCopy, fakeTerminal, setUp, wranglerOf } from "../../support/node/launch.ts";

const packageJson = JSON.parse(readFileSync("package.json", "utf8")) as {
  scripts: Record<string, string>;
  cloudflare: { bindings: Record<string, { description: string }> };
};

describe("The Deploy to Cloudflare button", () => {
  it("finds scripts to build and deploy, names without ids, and secrets with descriptions", () => {
    expect(Object.keys(packageJson.scripts)).toEqual(expect.arrayContaining(["build", "deploy"]));
    const { d1_databases, kv_namespaces } = readConfiguration(null);
    expect([...d1_databases.map(({ database_id }) => database_id), ...kv_namespaces.map(({ id }) => id)]).toEqual([
      undefined,
      undefined,
    ]);
    const asked = [...readDevVars(".dev.vars.example").keys()];
    expect(asked).toEqual(expect.arrayContaining(["ADMIN_PASSWORD", "STATS_PASSWORD", "SESSION_SECRET"]));
    // A secret with the name of a var would be refused, and this one would enable development mode.
    expect(asked).not.toContain("APP_ENV");
    for (const name of asked)
      expect([name, packageJson.cloudflare.bindings[name]?.description]).toEqual([
        name,
        expect.stringMatching(/.{20}/),
      ]);
  });

  it("deploys a demonstration: creates storage and queues, migrates, and does not touch domain or email", async () => {
    const [account, { file, text }, terminal] = [newAccount({ zones: [] }), configurationCopy(), fakeTerminal()];
    const folder = dirname(file);
    const built = join(folder, "built.json");
    const proven: string[] = [];
    const code = await deployDemonstration({
      wrangler: wranglerOf(account),
      terminal,
      file,
      built,
      folder: join(folder, "work"),
      build: async () => {
        writeFileSync(
          built,
          JSON.stringify({
            name: "below-market-toronto",
            routes: [{ pattern: "x" }],
            send_email: [{ name: "EMAIL" }],
            limits: { cpu_ms: 1 },
            vars: { SITE_NAME: "Rent" },
          }),
        );
        return "abc123";
      },
      seed: async () => {
        account.calls.push("(seed)");
        expect(text()).toContain('DEMO_MODE = "true"');
        return 0;
      },
      live: async () => null,
      emptyCache: null,
      prove: async (url) => {
        proven.push(url);
        return [];
      },
      now: () => new Date(),
    });
    expect(code).toBe(0);
    expect(JSON.parse(readFileSync(built, "utf8"))).toEqual({
      name: "below-market-toronto",
      workers_dev: true,
      vars: { SITE_NAME: "Rent", DEMO_MODE: "true" },
    });
    expect(proven).toEqual(["https://below-market-toronto.operator.workers.dev"]);
    expect(account.queues).toContain("below-market-mail-events-dead");
    expect(account.databases.map(({ location }) => location)).toEqual(["enam"]);
    expect(account.migrations).toContain("0000_start.sql");
    const work = account.calls.filter((call) => /^(d1 migrations apply|\(seed\)|deploy)/.test(call));
    expect(work.map((call) => call.split(" --")[0])).toEqual(["d1 migrations apply DB", "(seed)", "deploy"]);
    expect(account.calls.filter((call) => /email|secret|subscription/.test(call))).toEqual([]);
  });

  it("is detected in a Cloudflare build of an unedited configuration", async () => {
    const { file } = configurationCopy();
    expect([isButton({ WORKERS_CI: "1" }, file), isButton({}, file)]).toEqual([true, false]);
    await setUp(newAccount(), file);
    expect(isButton({ WORKERS_CI: "1" }, file)).toBe(false);
  });

  it("keeps bindings that a demonstration needs", () => {
    const kept = { d1_databases: [{ binding: "DB" }], queues: { producers: [] } };
    expect(JSON.parse(asDemonstration(JSON.stringify({ ...kept, vars: {} })))).toMatchObject(kept);
  });
});
