// `npm run check`: every check of `npm test` except the tests, with a final line "N passed, N failed".
import { spawn } from "node:child_process";

interface RunOptions {
  /** True to stream the output, which is the default. */
  isShown?: boolean;
  /** True to print output that is not streamed at the end, which is the default. */
  isPrinted?: boolean;
  env?: Record<string, string>;
  /** Time limit in milliseconds; {@link TIME_LIMIT_MS} by default. */
  limitMs?: number;
}

/**
 * Twice the longest run on a slow machine. Stopping a hanging command lets the results of the other commands be
 * reported.
 */
const TIME_LIMIT_MS = 4_200_000;

/**
 * Runs a command and stops it at its time limit.
 * @returns whether it succeeded
 */
export function run(
  command: string,
  args: readonly string[],
  { isShown = true, isPrinted = true, env, limitMs = TIME_LIMIT_MS }: RunOptions = {},
): Promise<boolean> {
  const title = `\n> ${command} ${args.join(" ")}`;
  if (isShown) console.log(title);
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      stdio: isShown ? "inherit" : ["ignore", "pipe", "pipe"],
      env: { ...process.env, WRANGLER_SEND_METRICS: "false", ...env },
      timeout: limitMs,
      killSignal: "SIGKILL",
    });
    const output: Buffer[] = [];
    child.stdout?.on("data", (data: Buffer) => output.push(data));
    child.stderr?.on("data", (data: Buffer) => output.push(data));
    child.on("error", () => resolve(false));
    child.on("exit", (_, signal) => {
      // Child processes of a killed command may keep its output open.
      if (signal === null) return;
      console.log(`${title}\nended by ${signal}`);
      child.stdout?.destroy();
      child.stderr?.destroy();
    });
    child.on("close", (code) => {
      if (!isShown && isPrinted) console.log(`${title}\n${Buffer.concat(output).toString()}`);
      resolve(code === 0);
    });
  });
}

/**
 * Scripts of package.json that check the code without running the product: first those that fail most often, then those
 * that check the build, and last those that `npm test` runs at the end of its first lane.
 */
const CHECKS = {
  early: ["check:types", "typecheck", "lint", "check:format", "check:references"],
  build: ["check:bundle"],
  late: ["check:dead", "check:migrations", "check:regexes"],
} as const;

/** Counts of passed and failed scripts, and the names of the failed ones. */
export interface Outcome {
  passed: number;
  failed: number;
  failures: string[];
}

/** Runs scripts of package.json in sequence, continuing after failures. */
async function runScripts(names: readonly string[], options?: RunOptions): Promise<Outcome> {
  const failures: string[] = [];
  for (const name of names)
    if (!(await run("npm", ["run", "--silent", name], options))) failures.push(`npm run ${name}`);
  return { passed: names.length - failures.length, failed: failures.length, failures };
}

/** Builds the site, which `check:bundle` and most tests need. */
export const runBuild = (): Promise<Outcome> => runScripts(["build"]);

/** Adds up the counts of several outcomes. */
export const sumOf = (outcomes: readonly Outcome[]): Outcome => ({
  passed: outcomes.reduce((sum, one) => sum + one.passed, 0),
  failed: outcomes.reduce((sum, one) => sum + one.failed, 0),
  failures: outcomes.flatMap(({ failures }) => failures),
});

/** Runs the early checks, then the checks of the build. */
export async function runChecks(options?: RunOptions, build: Promise<unknown> = Promise.resolve()): Promise<Outcome> {
  const early = await runScripts(CHECKS.early, options);
  await build;
  return sumOf([early, await runScripts(CHECKS.build, options)]);
}

export const runLateChecks = (options?: RunOptions): Promise<Outcome> => runScripts(CHECKS.late, options);

if (import.meta.main) {
  const { passed, failed, failures } = sumOf([await runBuild(), await runChecks(), await runLateChecks()]);
  for (const failure of failures) console.log(`\nFAILED ${failure}`);
  console.log(`\n${passed} passed, ${failed} failed`);
  process.exitCode = failed === 0 ? 0 : 1;
}
