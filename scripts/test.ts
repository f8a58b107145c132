// `npm test`: every check and test, with a final line "N passed, N failed".
import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { unpackBrowser } from "../test/support/node/browser.ts";
import { type Outcome, run, runBuild, runChecks } from "./checks.ts";
import { ensureDevVars } from "./dev-vars.ts";
import { scratchFolder } from "./scratch-folder.ts";

interface TestRun {
  name: string;
  projects: string[];
  /** A shard of the files, such as 1/2. */
  shard?: string;
  /** Folder for its databases, if not the temporary folder. */
  tmpDir?: string;
  /** Files run in parallel. */
  maxWorkers?: number;
  /** Whether to run at lower priority. */
  lowPriority?: boolean;
  isShown: boolean;
}

/**
 * Test runs executed in parallel, beside the checks: browser tests sometimes wait for the browser, the others are bound
 * by the CPU. Pages have priority, as their timing matters most; two files of the rest use the remaining CPU. One run
 * streams its output, the others print theirs at the end.
 */
const TEST_RUNS: readonly TestRun[] = [
  { name: "browser-1", projects: ["e2e"], shard: "1/2", isShown: true },
  { name: "browser-2", projects: ["e2e"], shard: "2/2", isShown: false },
  {
    name: "worker",
    projects: ["unit", "worker"],
    tmpDir: scratchFolder(),
    maxWorkers: 2,
    lowPriority: true,
    isShown: false,
  },
];

interface VitestReport {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  testResults: {
    name: string;
    message: string;
    assertionResults: { fullName: string; status: string; failureMessages: string[] }[];
  }[];
}

/** Names and messages of the failed tests. */
function failuresOf({ testResults }: VitestReport): string[] {
  return testResults.flatMap(({ name, message, assertionResults }) => [
    // A file that failed outside of its tests.
    ...(message === "" ? [] : [`${name}\n${message}`]),
    ...assertionResults
      .filter(({ status }) => status === "failed")
      .map(({ fullName, failureMessages }) => `${name}: ${fullName}\n${failureMessages.join("\n")}`),
  ]);
}

/** Names and first messages of the tests that passed at their second try only. */
function retriedOf({ testResults }: VitestReport): string[] {
  return testResults.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status, failureMessages }) => status === "passed" && failureMessages.length > 0)
      .map(({ fullName, failureMessages }) => `${name}: ${fullName}\n${failureMessages.join("\n")}`),
  );
}

/**
 * Runs vitest once.
 * @returns the numbers of passed, failed and skipped tests, the failures, and the tests that passed at their second try
 */
async function runTests({ name, projects, shard, tmpDir, maxWorkers, lowPriority = false, isShown }: TestRun) {
  const report = `test-results/${name}.json`;
  const chosen = projects.flatMap((project) => ["--project", project]);
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${report}`];
  const part = shard === undefined ? [] : [`--shard=${shard}`];
  const workerArgs = maxWorkers === undefined ? [] : [`--maxWorkers=${maxWorkers}`];
  const isGreen = await run("vitest", ["run", ...chosen, ...part, ...workerArgs, ...reporters], {
    isShown,
    lowPriority,
    ...(tmpDir !== undefined && { env: { TMPDIR: tmpDir } }),
  });
  try {
    const found = JSON.parse(readFileSync(report, "utf8")) as VitestReport;
    const { numPassedTests: passed, numFailedTests, numPendingTests: skipped } = found;
    // A run that fails outside of a test counts as one failure.
    const failed = numFailedTests > 0 || isGreen ? numFailedTests : 1;
    return { passed, failed, skipped, failures: failuresOf(found), retried: retriedOf(found) };
  } catch {
    return { passed: 0, failed: 1, skipped: 0, failures: [`${name}: no report`] };
  }
}

const startedAt = performance.now();
ensureDevVars();
rmSync("test-results", { recursive: true, force: true });
mkdirSync("test-results");
await unpackBrowser();
const outcomes: (Outcome & { skipped?: number; retried?: string[] })[] = [
  // One build for everything else.
  await runBuild(),
  ...(await Promise.all([runChecks({ isShown: false }), ...TEST_RUNS.map(runTests)])),
];
const sum = (count: (outcome: (typeof outcomes)[number]) => number) =>
  outcomes.reduce((all, one) => all + count(one), 0);
const [passed, failed, skipped] = [sum((one) => one.passed), sum((one) => one.failed), sum((one) => one.skipped ?? 0)];
for (const test of outcomes.flatMap(({ retried = [] }) => retried)) console.log(`\nPASSED AT ITS SECOND TRY ${test}`);
for (const failure of outcomes.flatMap(({ failures }) => failures)) console.log(`\nFAILED ${failure}`);
console.log(`\n${Math.round((performance.now() - startedAt) / 1000)} s`);
console.log(`\n${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`);
process.exitCode = failed === 0 ? 0 : 1;
