// `npm test`: runs every check, and the everyday tests. With `--rest` (`npm run test:rest`): runs the tests tagged
// `rest` or `d1`, and the everyday worker tests again, on the real D1. The final line is "N passed, N failed".
import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { relative } from "node:path";
import { unpackBrowser } from "../test/support/node/browser.ts";
import { type Outcome, run, runBuild, runChecks, runLateChecks, sumOf } from "./check.ts";
import { ensureDevVars } from "./dev-vars.ts";
import { scratchFolder, EVERYDAY, hasRestTag, REST } from "./test-suites.ts";

interface TestRun {
  name: string;
  projects: string[];
  /** Tag expression that selects the tests of this run. */
  tags: string;
  /** The part of the test files to run, such as 1/2. */
  shard?: string;
  env?: Record<string, string>;
  /** Maximum number of files run in parallel. */
  maxWorkers?: number;
  /** Number of retries of a failed test. */
  retry?: number;
}

/** Folder where the worker's tests store their databases. */
const inMemory = { TMPDIR: scratchFolder() };

const BROWSER: TestRun = { name: "browser", projects: ["e2e"], tags: EVERYDAY };
const WORKER: TestRun = { name: "worker", projects: ["worker"], tags: EVERYDAY, env: inMemory, maxWorkers: 1 };
/** Component tests often wait, so two of them share a core. */
const UNIT: TestRun = { name: "unit", projects: ["unit", "component"], tags: EVERYDAY, env: inMemory, maxWorkers: 2 };

/**
 * Both suites run in two lanes, one per core. A third lane in the pauses of the browser tests was tried: on a machine
 * whose two cores share one processor, everything then takes a quarter more processor time, and the run takes longer.
 * The first lane streams its output.
 */
const REST_LANES: readonly (readonly TestRun[])[] = [
  [
    { ...BROWSER, name: "browser-1", tags: REST, shard: "1/2", retry: 1 },
    { ...WORKER, name: "worker on D1", env: { ...inMemory, TEST_DATABASE: "d1" } },
    { ...UNIT, tags: REST, maxWorkers: 1 },
  ],
  [
    { ...BROWSER, name: "browser-2", tags: REST, shard: "2/2", retry: 1 },
    { ...WORKER, tags: REST },
  ],
];

/** Number of files listed at the end, slowest first. */
const SLOWEST = 10;

interface VitestReport {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  testResults: {
    name: string;
    message: string;
    /** Start time in milliseconds since 1970. */
    startTime: number;
    endTime: number;
    assertionResults: { fullName: string; status: string; failureMessages: string[]; tags: string[] }[];
  }[];
}

/** Returns the names and messages of the failed tests. */
function failuresOf({ testResults }: VitestReport): string[] {
  return testResults.flatMap(({ name, message, assertionResults }) => [
    // The message of a file that failed outside of its tests.
    ...(message === "" ? [] : [`${name}\n${message}`]),
    ...assertionResults
      .filter(({ status }) => status === "failed")
      .map(({ fullName, failureMessages }) => `${name}: ${fullName}\n${failureMessages.join("\n")}`),
  ]);
}

/** Returns the names and first messages of the tests that passed only when retried. */
function retriedOf({ testResults }: VitestReport): string[] {
  return testResults.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status, failureMessages }) => status === "passed" && failureMessages.length > 0)
      .map(({ fullName, failureMessages }) => `${name}: ${fullName}\n${failureMessages.join("\n")}`),
  );
}

/** Returns the number of skipped tests. Tests of the other suite are also reported as skipped. */
function skippedOf({ testResults }: VitestReport, suite: string): number {
  const all = testResults.flatMap(({ assertionResults }) => assertionResults);
  return all.filter(({ status, tags }) => status === "skipped" && hasRestTag(tags) === (suite === REST)).length;
}

const secondsSince = (startedAt: number): number => Math.round((performance.now() - startedAt) / 1000);

/** One part of the run, with its duration in seconds. */
interface Part extends Outcome {
  name: string;
  seconds: number;
  skipped?: number;
  /** Tests that passed only when retried. */
  retried?: string[];
  files?: { name: string; seconds: number }[];
}

async function timed(name: string, part: Promise<Outcome>): Promise<Part> {
  const startedAt = performance.now();
  return { ...(await part), name, seconds: secondsSince(startedAt) };
}

/** Runs vitest once. @param isShown whether its output is streamed instead of printed at the end */
async function runTests(
  { name, projects, shard, tags, env, maxWorkers, retry = 0 }: TestRun,
  isShown: boolean,
): Promise<Part> {
  const startedAt = performance.now();
  const report = `test-results/${name.replaceAll(" ", "-")}.json`;
  const chosen = projects.flatMap((project) => ["--project", project]);
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${report}`];
  const part = shard === undefined ? [] : [`--shard=${shard}`];
  const workerArgs = maxWorkers === undefined ? [] : [`--maxWorkers=${maxWorkers}`];
  const isGreen = await run(
    "vitest",
    ["run", ...chosen, ...part, `--tags-filter=${tags}`, `--retry=${retry}`, ...workerArgs, ...reporters],
    { isShown, ...(env !== undefined && { env }) },
  );
  const seconds = secondsSince(startedAt);
  try {
    const found = JSON.parse(readFileSync(report, "utf8")) as VitestReport;
    const { numPassedTests: passed, numFailedTests } = found;
    // A run that fails outside of a test counts as one failure.
    const failed = numFailedTests > 0 || isGreen ? numFailedTests : 1;
    const skipped = skippedOf(found, tags);
    const files = found.testResults.map((file) => ({
      name: `${name}: ${relative(".", file.name)}`,
      seconds: (file.endTime - file.startTime) / 1000,
    }));
    return { name, seconds, passed, failed, skipped, failures: failuresOf(found), retried: retriedOf(found), files };
  } catch {
    return { name, seconds, passed: 0, failed: 1, failures: [`${name}: no report`] };
  }
}

/** Runs the tests of a lane one after the other. */
async function runLane(lane: readonly TestRun[], isShown: boolean): Promise<Part[]> {
  const parts: Part[] = [];
  for (const one of lane) parts.push(await runTests(one, isShown));
  return parts;
}

/** Runs the checks and the everyday tests in two lanes of about the same length. */
async function everyday(build: Promise<unknown>): Promise<Part[]> {
  const checks = timed("checks", runChecks({ isShown: false }, build));
  const lanes = [
    Promise.all([build, unpackBrowser()]).then(async () => [
      ...(await runLane([BROWSER, UNIT], true)),
      await timed("late checks", runLateChecks({ isShown: false })),
    ]),
    checks.then(async (part) => [part, ...(await runLane([WORKER], false))]),
  ];
  return (await Promise.all(lanes)).flat();
}

async function rest(build: Promise<unknown>): Promise<Part[]> {
  await Promise.all([build, unpackBrowser()]);
  return (await Promise.all(REST_LANES.map((lane, nth) => runLane(lane, nth === 0)))).flat();
}

const startedAt = performance.now();
ensureDevVars();
rmSync("test-results", { recursive: true, force: true });
mkdirSync("test-results");
// All other parts of the run share a single build.
const build = timed("build", runBuild());
const tests = process.argv.includes("--rest") ? rest(build) : everyday(build);
const parts = [await build, ...(await tests)];
const { passed, failed, failures } = sumOf(parts);
const skipped = parts.reduce((sum, one) => sum + (one.skipped ?? 0), 0);
for (const test of parts.flatMap(({ retried = [] }) => retried)) console.log(`\nPASSED ON RETRY ${test}`);
for (const failure of failures) console.log(`\nFAILED ${failure}`);
console.log(`\nThe slowest files, in seconds:`);
const files = parts.flatMap((part) => part.files ?? []).toSorted((a, b) => b.seconds - a.seconds);
for (const { name, seconds } of files.slice(0, SLOWEST)) console.log(`${seconds.toFixed(1).padStart(8)}  ${name}`);
console.log(`\n${parts.map(({ name, seconds }) => `${name} ${seconds} s`).join(", ")}`);
console.log(`${secondsSince(startedAt)} s`);
console.log(`\n${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`);
process.exitCode = failed === 0 ? 0 : 1;
