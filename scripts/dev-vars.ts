import { randomBytes } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";

/** File with local settings and secrets. */
export const DEV_VARS = ".dev.vars";

/** Creates .dev.vars from .dev.vars.example with random secrets, unless it exists. */
export function ensureDevVars(): void {
  if (existsSync(DEV_VARS)) return;
  const example = readFileSync(".dev.vars.example", "utf8");
  writeFileSync(
    DEV_VARS,
    example.replace(/^([A-Z_]+=)$/gm, (name) => `${name}${randomBytes(18).toString("base64url")}`),
    { mode: 0o600 },
  );
}

/** Reads the settings of a .dev.vars file, by name. */
export function readDevVars(path = DEV_VARS): Map<string, string> {
  const lines = existsSync(path) ? readFileSync(path, "utf8").split("\n") : [];
  return new Map(
    lines.flatMap((line): [string, string][] => {
      const match = /^([A-Z][A-Z0-9_]*)\s*=(.*)$/.exec(line.trim());
      return match?.[1] ? [[match[1], (match[2] ?? "").trim().replace(/^(["'`])(.*)\1$/, "$2")]] : [];
    }),
  );
}

/** Returns the names of the settings in a text, one per line, including commented-out ones. */
const namesIn = (text: string) =>
  [...text.matchAll(/^(?:# ?)?([A-Z][A-Z0-9_]*)\s*=/gm)].flatMap(([, name]) => name ?? []);

/**
 * Settings that the environment of `npm start` may override: every var of wrangler.toml, every secret of
 * .dev.vars.example, and everything in .dev.vars. SITE_URL is excluded, because it follows from PORT.
 */
function namesFromEnvironment(given: Iterable<string>): Set<string> {
  const [, vars = ""] = /^\[vars\]$([^]*?)^\[/m.exec(readFileSync("wrangler.toml", "utf8")) ?? [];
  const names = new Set([...namesIn(vars), ...namesIn(readFileSync(".dev.vars.example", "utf8")), ...given]);
  names.delete("SITE_URL");
  return names;
}

/**
 * Returns the settings of a local server: .dev.vars, overridden by the environment, with development mode and a
 * SITE_URL that follows the port.
 */
export function localVars(port: number, env: NodeJS.ProcessEnv = process.env): Map<string, string> {
  const vars = readDevVars();
  for (const name of namesFromEnvironment(vars.keys())) {
    const value = env[name];
    if (value !== undefined) vars.set(name, value);
  }
  if (!vars.has("APP_ENV")) vars.set("APP_ENV", "development");
  vars.set("SITE_URL", `http://localhost:${port}`);
  return vars;
}

/** Quotes a value for .dev.vars, using a kind of quote that the value does not contain. */
function quoted(value: string): string {
  const quote = ["'", "`", '"'].find((mark) => !value.includes(mark));
  if (quote === undefined) throw new Error("A setting cannot contain all three kinds of quotes.");
  return `${quote}${value}${quote}`;
}

/** Writes the settings to the file from which the preview server of a build reads them. */
export function writeVars(path: string, vars: Map<string, string>): void {
  writeFileSync(path, [...vars].map(([name, value]) => `${name}=${quoted(value)}\n`).join(""), { mode: 0o600 });
}
