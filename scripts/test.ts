// `npm test`: every check and test. With `--rest` (`npm run test:rest`): the worker's tests once more, on the real D1. The
// final line is "N passed, N failed".
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
  /** Tags of its tests, as an expression. */
  tags?: string;
  env?: Record<string, string>;
  /** Files run in parallel. */
  maxWorkers?: number;
  /** Whether to run at lower priority. */
  lowPriority?: boolean;
  isShown: boolean;
}

/** Where the worker's tests keep their databases. */
const inMemory = { TMPDIR: scratchFolder() };

/**
 * Test runs executed in parallel, beside the checks: browser tests sometimes wait for the browser, the others are bound
 * by the CPU. Pages have priority, as their timing matters most; two files of the rest use the remaining CPU. One run
 * streams its output, the others print theirs at the end.
 */
const EVERYDAY_RUNS: readonly TestRun[] = [
  { name: "browser-1", projects: ["e2e"], shard: "1/2", isShown: true },
  { name: "browser-2", projects: ["e2e"], shard: "2/2", isShown: false },
  {
    name: "worker",
    projects: ["unit", "worker"],
    env: inMemory,
    maxWorkers: 2,
    lowPriority: true,
    isShown: false,
  },
];

/** Tests with the tag `d1` are on it in each run. */
const REST_RUNS: readonly TestRun[] = [
  {
    name: "worker-on-d1",
    projects: ["worker"],
    tags: "not d1",
    env: { ...inMemory, TEST_DATABASE: "d1" },
    maxWorkers: 2,
    isShown: true,
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
async function runTests({ name, projects, shard, tags, env, maxWorkers, lowPriority = false, isShown }: TestRun) {
  const report = `test-results/${name}.json`;
  const chosen = projects.flatMap((project) => ["--project", project]);
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${report}`];
  const part = shard === undefined ? [] : [`--shard=${shard}`];
  const workerArgs = maxWorkers === undefined ? [] : [`--maxWorkers=${maxWorkers}`];
  const tagged = tags === undefined ? [] : [`--tags-filter=${tags}`];
  const isGreen = await run("vitest", ["run", ...chosen, ...part, ...tagged, ...workerArgs, ...reporters], {
    isShown,
    lowPriority,
    ...(env !== undefined && { env }),
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

/** Starts the checks, and the everyday tests once the browser is there. */
function everyday() {
  const browser = unpackBrowser();
  return [runChecks({ isShown: false }), ...EVERYDAY_RUNS.map((one) => browser.then(() => runTests(one)))];
}

const startedAt = performance.now();
ensureDevVars();
rmSync("test-results", { recursive: true, force: true });
mkdirSync("test-results");
// One build for everything else.
const build = await runBuild();
const others = process.argv.includes("--rest") ? REST_RUNS.map(runTests) : everyday();
const outcomes: (Outcome & { skipped?: number; retried?: string[] })[] = [build, ...(await Promise.all(others))];
const sum = (count: (outcome: (typeof outcomes)[number]) => number) =>
  outcomes.reduce((all, one) => all + count(one), 0);
const [passed, failed, skipped] = [sum((one) => one.passed), sum((one) => one.failed), sum((one) => one.skipped ?? 0)];
for (const test of outcomes.flatMap(({ retried = [] }) => retried)) console.log(`\nPASSED AT ITS SECOND TRY ${test}`);
for (const failure of outcomes.flatMap(({ failures }) => failures)) console.log(`\nFAILED ${failure}`);
console.log(`\n${Math.round((performance.now() - startedAt) / 1000)} s`);
console.log(`\n${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`);
process.exitCode = failed === 0 ? 0 : 1;
