// `npm test`: every check and every test, with one closing line "N passed, N failed".
import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { unpackBrowser } from "../test/support/node/browser.ts";
import { type Outcome, run, runBuild, runChecks } from "./checks.ts";
import { ensureDevVars } from "./dev-vars.ts";
import { scratchFolder } from "./scratch-folder.ts";

interface TestRun {
  name: string;
  projects: string[];
  /** A part of the files, such as 1/2. */
  shard?: string;
  /** Where it lays what it stores, if not where temporary files are. */
  storesIn?: string;
  /** Files at the same time. */
  atOnce?: number;
  /** Whether it lets the others go first. */
  isPatient?: boolean;
  isShown: boolean;
}

/**
 * Runs at the same time, beside the checks: the browser tests wait for the browser now and then, the others for nothing
 * but the processor.
 * Pages go first, as people's do: what takes its time is the rest, and two files of it take what the browsers leave.
 * One run shows its output as it goes, that of the others follows when they are done.
 */
const TEST_RUNS: readonly TestRun[] = [
  { name: "browser-1", projects: ["e2e"], shard: "1/2", isShown: true },
  { name: "browser-2", projects: ["e2e"], shard: "2/2", isShown: false },
  {
    name: "worker",
    projects: ["unit", "worker"],
    storesIn: scratchFolder(),
    atOnce: 2,
    isPatient: true,
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

/** What failed and why: of thousands of lines, those that are looked for. */
function failuresOf({ testResults }: VitestReport): string[] {
  return testResults.flatMap(({ name, message, assertionResults }) => [
    // A file that broke outside of its tests.
    ...(message === "" ? [] : [`${name}\n${message}`]),
    ...assertionResults
      .filter(({ status }) => status === "failed")
      .map(({ fullName, failureMessages }) => `${name}: ${fullName}\n${failureMessages.join("\n")}`),
  ]);
}

/** One run of vitest. @returns how many tests passed, failed and were skipped, and what failed */
async function runTests({ name, projects, shard, storesIn, atOnce, isPatient = false, isShown }: TestRun) {
  const report = `test-results/${name}.json`;
  const chosen = projects.flatMap((project) => ["--project", project]);
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${report}`];
  const part = shard === undefined ? [] : [`--shard=${shard}`];
  const breadth = atOnce === undefined ? [] : [`--maxWorkers=${atOnce}`];
  const isGreen = await run("vitest", ["run", ...chosen, ...part, ...breadth, ...reporters], {
    isShown,
    isPatient,
    ...(storesIn !== undefined && { env: { TMPDIR: storesIn } }),
  });
  try {
    const found = JSON.parse(readFileSync(report, "utf8")) as VitestReport;
    const { numPassedTests: passed, numFailedTests, numPendingTests: skipped } = found;
    // A run that broke outside of a test is a failure of its own.
    const failed = numFailedTests > 0 || isGreen ? numFailedTests : 1;
    return { passed, failed, skipped, failures: failuresOf(found) };
  } catch {
    return { passed: 0, failed: 1, skipped: 0, failures: [`${name}: no report`] };
  }
}

const startedAt = performance.now();
ensureDevVars();
rmSync("test-results", { recursive: true, force: true });
mkdirSync("test-results");
await unpackBrowser();
const outcomes: (Outcome & { skipped?: number })[] = [
  // One build, which everything else looks at.
  await runBuild(),
  ...(await Promise.all([runChecks({ isShown: false }), ...TEST_RUNS.map(runTests)])),
];
const sum = (count: (outcome: (typeof outcomes)[number]) => number) =>
  outcomes.reduce((all, one) => all + count(one), 0);
const [passed, failed, skipped] = [sum((one) => one.passed), sum((one) => one.failed), sum((one) => one.skipped ?? 0)];
for (const failure of outcomes.flatMap(({ failures }) => failures)) console.log(`\nFAILED ${failure}`);
console.log(`\n${Math.round((performance.now() - startedAt) / 1000)} s`);
console.log(`\n${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`);
process.exitCode = failed === 0 ? 0 : 1;
