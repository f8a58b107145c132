import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, globSync, readFileSync, writeFileSync } from "node:fs";
import { basename } from "node:path";

/**
 * Prevents the local runtime from fetching a sample of `request.cf` from the internet, which prints a stack trace when
 * offline. The runtime's placeholder is sufficient, because a visitor's location is optional everywhere.
 */
process.env.CLOUDFLARE_CF_FETCH_ENABLED ??= "false";

/**
 * Runs one of the project's programs and waits for it. Rejects when it fails. Output is shown on failure, or always
 * with `show`.
 * @returns its output; empty with `show`
 */
export function run(
  command: string,
  args: readonly string[],
  { show = false }: { show?: boolean } = {},
): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      stdio: show ? "inherit" : ["ignore", "pipe", "pipe"],
      env: { ...process.env, WRANGLER_SEND_METRICS: "false", CI: "true" },
    });
    let output = "";
    child.stdout?.on("data", (data) => (output += String(data)));
    child.stderr?.on("data", (data) => (output += String(data)));
    child.on("error", reject);
    child.on("exit", (code) =>
      code === 0 ? resolve(output) : reject(new Error(`${command} ${args.join(" ")} failed (${code})\n${output}`)),
    );
  });
}

/** Hashes of the migrations that were applied to the local database, by file name. */
const APPLIED = ".wrangler/state/migrations.json";

/**
 * Creates or migrates the local database.
 * @throws Error with instructions when the database was created by migrations that were since changed or removed
 */
export async function migrateLocal(): Promise<void> {
  const hashOf = (path: string) => createHash("sha256").update(readFileSync(path)).digest("hex");
  const current = Object.fromEntries(globSync("migrations/*.sql").map((path) => [basename(path), hashOf(path)]));
  const isNew = globSync(".wrangler/state/v3/d1/miniflare-D1DatabaseObject/*.sqlite").length === 0;
  // A database without a record was created before migrations were recorded.
  const applied = existsSync(APPLIED)
    ? (JSON.parse(readFileSync(APPLIED, "utf8")) as Record<string, string>)
    : { unknown: "" };
  if (!isNew && Object.entries(applied).some(([name, hash]) => current[name] !== hash))
    throw new Error(
      "The local database is of an older version and cannot be updated: run npm run reset, then start again.",
    );
  await run("wrangler", ["d1", "migrations", "apply", "DB", "--local"]);
  writeFileSync(APPLIED, JSON.stringify(current));
}

/** Waits for a step of the start. On failure, prints the reason and exits. */
export async function orExit(work: Promise<unknown>): Promise<void> {
  try {
    await work;
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  }
}
