import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type OwnServer, startOwnServer } from "../support/node/own-server.ts";
import { LONG_TESTS } from "../support/time-limits.ts";

const run = promisify(execFile);

let server: OwnServer;
beforeAll(async () => {
  server = await startOwnServer();
}, LONG_TESTS.start);
afterAll(async () => {
  await server.close();
});

it.each(["server-initialize", "ping", "tools-list", "resources-list"])(
  "the tools for assistants pass the conformance runner's scenario %s",
  { tags: ["rest"] },
  async (scenario) => {
    const runner = fileURLToPath(import.meta.resolve("@modelcontextprotocol/conformance/dist/index.js"));
    const { stdout } = await run(process.execPath, [
      runner,
      "server",
      "--url",
      `${server.siteUrl}/mcp`,
      "--scenario",
      scenario,
    ]);
    expect(stdout).toMatch(/0 failed/);
  },
);
