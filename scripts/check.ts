// `npm run check`: every check of `npm test` except the tests, with a final line "N passed, N failed".
import { runBuild, runChecks } from "./checks.ts";

const outcomes = [await runBuild(), await runChecks()];
const [passed, failed] = [
  outcomes.reduce((sum, one) => sum + one.passed, 0),
  outcomes.reduce((sum, one) => sum + one.failed, 0),
];
for (const failure of outcomes.flatMap(({ failures }) => failures)) console.log(`\nFAILED ${failure}`);
console.log(`\n${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
