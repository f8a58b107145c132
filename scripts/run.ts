import { spawn } from "node:child_process";

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

/** Waits for a step of the start. On failure, prints the reason and exits. */
export async function orExit(work: Promise<unknown>): Promise<void> {
  try {
    await work;
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  }
}
