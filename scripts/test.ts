// `npm test`: every check and every test, with one closing line "N passed, N failed".
import { spawn } from "node:child_process";
import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { ensureDevVars } from "./dev-vars.ts";

const REPORT = "test-results/vitest.json";

interface VitestReport {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  numFailedTestSuites: number;
}

function run(command: string, args: readonly string[]): Promise<boolean> {
  console.log(`\n> ${command} ${args.join(" ")}`);
  return new Promise((resolve) => {
    const child = spawn(command, args, { stdio: "inherit", env: { ...process.env, WRANGLER_SEND_METRICS: "false" } });
    child.on("error", () => resolve(false));
    child.on("exit", (code) => resolve(code === 0));
  });
}

const CHECKS = ["check:types", "check:lint", "check:format", "check:dead", "check:migrations", "build", "check:bundle"];

ensureDevVars();
rmSync("test-results", { recursive: true, force: true });
mkdirSync("test-results");
let passed = 0;
let failed = 0;
let skipped = 0;
for (const check of CHECKS) {
  if (await run("npm", ["run", "--silent", check])) passed += 1;
  else failed += 1;
}
const isGreen = await run("vitest", ["run", "--reporter=default", "--reporter=json", `--outputFile.json=${REPORT}`]);
try {
  const report = JSON.parse(readFileSync(REPORT, "utf8")) as VitestReport;
  passed += report.numPassedTests;
  skipped += report.numPendingTests;
  // A run that broke outside of a test is a failure of its own.
  failed += report.numFailedTests > 0 || isGreen ? report.numFailedTests : 1;
} catch {
  failed += 1;
}
console.log(`\n${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`);
process.exitCode = failed === 0 ? 0 : 1;
