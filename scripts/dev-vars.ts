import { randomBytes } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";

/** Where local settings and secrets live. */
export const DEV_VARS = ".dev.vars";

/** Makes .dev.vars from .dev.vars.example with random secrets, unless there is one: that is left alone. */
export function ensureDevVars(): void {
  if (existsSync(DEV_VARS)) return;
  const example = readFileSync(".dev.vars.example", "utf8");
  writeFileSync(
    DEV_VARS,
    example.replace(/=random$/gm, () => `=${randomBytes(18).toString("base64url")}`),
    { mode: 0o600 },
  );
}

/** The settings of a .dev.vars file, by name. */
export function readDevVars(path = DEV_VARS): Map<string, string> {
  const lines = existsSync(path) ? readFileSync(path, "utf8").split("\n") : [];
  return new Map(
    lines.flatMap((line): [string, string][] => {
      const match = /^\s*([A-Z][A-Z0-9_]*)\s*=\s*(.*?)\s*$/.exec(line);
      return match?.[1] ? [[match[1], (match[2] ?? "").replace(/^(["'])(.*)\1$/, "$2")]] : [];
    }),
  );
}

/** Settings that may be given in the environment of `npm start`, which then count before .dev.vars. */
const FROM_ENVIRONMENT = [
  "ADMIN_PASSWORD",
  "STATS_PASSWORD",
  "SESSION_SECRET",
  "STRIPE_WEBHOOK_SECRET",
  "RATE_LIMIT_SCALE",
  "CONTACT_EMAIL",
  "MAP_STYLE_URL",
  "MAP_HOSTS",
  "GEOCODER_URL",
  "MAIL_DOMAIN",
  "MAIL_AUTHSERV_ID",
];

/**
 * The settings a local server runs with: .dev.vars, over it the environment, and what local running fixes:
 * development, and a SITE_URL that follows the port.
 */
export function localVars(port: number): Map<string, string> {
  const vars = readDevVars();
  for (const name of FROM_ENVIRONMENT) {
    const value = process.env[name];
    if (value !== undefined) vars.set(name, value);
  }
  if (!vars.has("APP_ENV")) vars.set("APP_ENV", "development");
  vars.set("SITE_URL", `http://localhost:${port}`);
  return vars;
}

/** Writes settings where the preview server of a build reads them. */
export function writeVars(path: string, vars: Map<string, string>): void {
  writeFileSync(path, [...vars].map(([name, value]) => `${name}='${value}'\n`).join(""), { mode: 0o600 });
}
