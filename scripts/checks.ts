import { spawn } from "node:child_process";
import { setPriority } from "node:os";

interface RunOptions {
  /** Whether output is shown as it comes, or all at once at the end. */
  isShown?: boolean;
  env?: Record<string, string>;
  /** Whether other processes go first. */
  isPatient?: boolean;
}

/** As the command `nice` does it: processes that this one starts inherit it. */
const PATIENCE = 10;

/** Runs a command. @returns whether it succeeded */
export function run(
  command: string,
  args: readonly string[],
  { isShown = true, env, isPatient = false }: RunOptions = {},
): Promise<boolean> {
  const title = `\n> ${command} ${args.join(" ")}`;
  if (isShown) console.log(title);
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      stdio: isShown ? "inherit" : ["ignore", "pipe", "pipe"],
      env: { ...process.env, WRANGLER_SEND_METRICS: "false", ...env },
    });
    if (isPatient && child.pid !== undefined) setPriority(child.pid, PATIENCE);
    const output: Buffer[] = [];
    child.stdout?.on("data", (data: Buffer) => output.push(data));
    child.stderr?.on("data", (data: Buffer) => output.push(data));
    child.on("error", () => resolve(false));
    child.on("close", (code) => {
      if (!isShown) console.log(`${title}\n${Buffer.concat(output).toString()}`);
      resolve(code === 0);
    });
  });
}

/** Scripts of package.json that look for mistakes without running the product, in the order they are run. */
const CHECKS = [
  "typecheck",
  "lint",
  "check:format",
  "check:dead",
  "check:references",
  "check:regexes",
  "check:migrations",
  "build",
  "check:bundle",
];

/** Runs every check, also after one that failed. @returns how many passed and failed, and which */
export async function runChecks(): Promise<{ passed: number; failed: number; failures: string[] }> {
  const failures: string[] = [];
  for (const check of CHECKS) if (!(await run("npm", ["run", "--silent", check]))) failures.push(`npm run ${check}`);
  return { passed: CHECKS.length - failures.length, failed: failures.length, failures };
}
