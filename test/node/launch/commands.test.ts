import { spawn } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { type Account, newAccount } from "../../support/node/cloudflare-account.ts";
import { configurationCopy, FLAGS, setUp } from "../../support/node/launch.ts";
import { LONG_TESTS } from "../../support/time-limits.ts";

/** Creates a folder with its own configuration, and an account behind a program that replaces wrangler. */
function workplace(given: Account) {
  const folder = mkdtempSync(join(tmpdir(), "launch-commands-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  cpSync("wrangler.toml", join(folder, "wrangler.toml"));
  const state = join(folder, "account.json");
  writeFileSync(state, JSON.stringify(given));
  return {
    configuration: () => readFileSync(join(folder, "wrangler.toml"), "utf8"),
    account: () => JSON.parse(readFileSync(state, "utf8")) as Account,
    /** Runs a script as an operator does. */
    run: (script: string, args: readonly string[] = [], env: Record<string, string> = {}) =>
      new Promise<{ code: number | null; output: string }>((done) => {
        const child = spawn(process.execPath, [resolve("scripts", script), ...args], {
          cwd: folder,
          env: {
            ...process.env,
            CI: "true",
            WRANGLER_PROGRAM: resolve("test/support/node/wrangler-program.ts"),
            STAND_IN_STATE: state,
            ...env,
          },
        });
        let output = "";
        child.stdout.on("data", (data) => (output += String(data)));
        child.stderr.on("data", (data) => (output += String(data)));
        child.stdin.end();
        child.on("close", (code) => done({ code, output }));
      }),
  };
}

const flags = Object.entries(FLAGS).map(([name, value]) => `--${name}=${value}`);

describe("npm run setup", () => {
  it("creates what is missing, and shows the secrets", { tags: ["rest"], timeout: LONG_TESTS.many }, async () => {
    // Most resources exist already, because each command that creates a resource starts a slow program.
    const before = newAccount();
    const { file } = configurationCopy({ isShort: true });
    await setUp(before, file);
    const place = workplace({ ...before, secrets: {}, databases: [] });
    const { code, output } = await place.run("setup.ts", flags);
    const { secrets, queues } = place.account();
    const own = secrets["below-market-toronto"] ?? {};
    expect([code, queues.length]).toEqual([0, 7]);
    expect(Object.keys(own).length).toBe(3);
    for (const [name, value] of Object.entries(own)) expect(output).toContain(`${name}=${value}`);
    expect(output).toContain("npm run deploy");
    expect(place.configuration()).toContain('SITE_URL = "https://rent.test"');
    expect(place.account().madeTwice).toEqual([]);
  });

  it("ends with 1 and instructions on what to click, and with 2 for an unknown flag", { tags: ["rest"] }, async () => {
    const place = workplace(newAccount({ zones: [] }));
    const { code, output } = await place.run("setup.ts", flags);
    expect([code, output]).toEqual([1, expect.stringMatching(/Add the domain[^]*run the same command again/)]);
    expect((await place.run("setup.ts", ["--domian=rent.test"])).code).toBe(2);
  });
});

describe("npm run deploy", () => {
  it("ends with 1 before it builds when the configuration is still the published one", { tags: ["rest"] }, async () => {
    const place = workplace(newAccount());
    const { code, output } = await place.run("deploy.ts", ["--no-wait"]);
    expect([code, output]).toEqual([1, expect.stringMatching(/Not deployed[^]*example domains/)]);
    expect(place.account().calls).toEqual([]);
  });
});

describe("npm run verify", () => {
  it("checks a site without a login, and states what it did not check", { tags: ["rest"] }, async () => {
    const server = createServer((request, response) => {
      if (request.url === "/health") {
        response.setHeader("content-type", "application/json");
        response.end(
          JSON.stringify({
            status: "ok",
            version: "v",
            checks: { cron: { ok: true, detail: "Last run 4 minutes ago." } },
          }),
        );
        return;
      }
      response.setHeader("cf-cache-status", "HIT");
      response.end("<!doctype html>");
    });
    await new Promise<void>((done) => void server.listen(0, "127.0.0.1", done));
    onTestFinished(() => void server.close());
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const { code, output } = await workplace(newAccount()).run("verify.ts", ["--url", url]);
    expect(code).toBe(1);
    expect(
      output
        .trim()
        .split("\n")
        .map((line) => line.slice(0, 11).trim()),
    ).toEqual(["ok", "ok", "FAILED", "not checked", "not checked", "not checked", "not checked", "not checked", "ok"]);
  });

  it("names the flag that is missing", { tags: ["rest"] }, async () => {
    const { code, output } = await workplace(newAccount()).run("verify.ts");
    expect([code, output]).toEqual([2, expect.stringContaining("--url is missing")]);
  });
});
