import { spawn } from "node:child_process";
import { existsSync } from "node:fs";

/**
 * Without it, the local runtime asks the internet for a sample of `request.cf` and prints a stack trace when there is
 * none. Its own placeholder does: where a visitor is must be optional everywhere.
 */
process.env.CLOUDFLARE_CF_FETCH_ENABLED ??= "false";

/**
 * Runs one of the project's own programs and waits. Rejects when it fails; its output is shown then, or always with `show`.
 * @returns what it printed; empty with `show`
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

/**
 * Creates or updates the local database.
 * @throws Error that says what to do where the database was made by migrations that are gone
 */
export async function migrateLocal(): Promise<void> {
  try {
    await run("wrangler", ["d1", "migrations", "apply", "DB", "--local"]);
  } catch (error) {
    throw (await isOfFormerMigrations())
      ? new Error(
          "The local database is of an older version and cannot be updated: run npm run reset, then start again.",
        )
      : error;
  }
}

/** Whether a migration was applied to the local database that the project no longer has. */
async function isOfFormerMigrations(): Promise<boolean> {
  const query = "SELECT name FROM d1_migrations";
  const answer = await run("wrangler", ["d1", "execute", "DB", "--local", "--json", "--command", query]).catch(
    () => "[]",
  );
  const [{ results = [] } = {}] = JSON.parse(answer.slice(answer.indexOf("["))) as { results?: { name: string }[] }[];
  return results.some(({ name }) => !existsSync(`migrations/${name}`));
}

/** Waits for what a start needs; where it fails, says why and ends the process. */
export async function orExit(work: Promise<unknown>): Promise<void> {
  try {
    await work;
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  }
}
