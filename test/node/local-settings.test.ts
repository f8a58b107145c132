import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { localVars, readDevVars, writeVars } from "../../scripts/dev-vars.ts";
import { logLevel } from "../../scripts/local-start.ts";

/** Returns the names of the vars in wrangler.toml, parsed independently. */
function varsOfProduction(): string[] {
  const lines = readFileSync("wrangler.toml", "utf8").split("\n");
  const section = lines.slice(lines.indexOf("[vars]") + 1);
  const end = section.findIndex((line) => line.startsWith("["));
  return section.slice(0, end).flatMap((line) => /^([A-Z_]+) = /.exec(line)?.[1] ?? []);
}
const SECRETS = ["ADMIN_PASSWORD", "STATS_PASSWORD", "SESSION_SECRET", "STRIPE_WEBHOOK_SECRET", "STRIPE_SECRET_KEY"];

describe("the settings of a local start", () => {
  it("come from the environment for every var of wrangler.toml and every secret, except that SITE_URL follows the port", () => {
    const names = [...varsOfProduction(), ...SECRETS];
    expect(names.length).toBeGreaterThan(15);
    const vars = localVars(9123, Object.fromEntries(names.map((name) => [name, `given ${name}`])));
    for (const name of names)
      expect(vars.get(name), name).toBe(name === "SITE_URL" ? "http://localhost:9123" : `given ${name}`);
  });

  it("default to production and .dev.vars, and ignore everything else in the environment", () => {
    const vars = localVars(8787, { PATH: "/bin", HOME: "/root" });
    expect(vars.has("PATH")).toBe(false);
    expect(vars.has("VIP_CHECKOUT_URL")).toBe(readDevVars().has("VIP_CHECKOUT_URL"));
  });

  it("reach the server unchanged, including quotes", () => {
    const folder = mkdtempSync(join(tmpdir(), "settings-"));
    const path = join(folder, ".dev.vars");
    const given = new Map([
      ["POSTAL_ADDRESS", "1 King's Road"],
      ["SITE_NAME", "The 'Best' \"Site\""],
      ["VIP_CHECKOUT_URL", "https://buy.example/a?b=c#d"],
    ]);
    writeVars(path, given);
    expect(readDevVars(path)).toEqual(given);
    rmSync(folder, { recursive: true });
  });
});

it("make the log show warnings and errors, unless LOG_LEVEL sets another level", () => {
  expect([{}, { LOG_LEVEL: "" }, { LOG_LEVEL: "debug" }, { LOG_LEVEL: "info" }].map(logLevel)).toEqual([
    "warn",
    "warn",
    "warn",
    "info",
  ]);
});
