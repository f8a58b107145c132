import { spawn } from "node:child_process";

/**
 * Without it, the local runtime asks the internet for a sample of `request.cf` and prints a stack trace when there is
 * none. Its own placeholder does: where a visitor is must be optional everywhere.
 */
process.env.CLOUDFLARE_CF_FETCH_ENABLED ??= "false";

/** Runs one of the project's own programs and waits. Rejects when it fails; its output is shown then, or always with `show`. */
export function run(
  command: string,
  args: readonly string[],
  { show = false }: { show?: boolean } = {},
): Promise<void> {
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
      code === 0 ? resolve() : reject(new Error(`${command} ${args.join(" ")} failed (${code})\n${output}`)),
    );
  });
}

/** Creates or updates the local database. */
export const migrateLocal = (): Promise<void> => run("wrangler", ["d1", "migrations", "apply", "DB", "--local"]);
