// `npm run check`: every check of `npm test` except the tests, with a final line "N passed, N failed".
import { runBuild, runChecks, runLateChecks, sumOf } from "./checks.ts";

const { passed, failed, failures } = sumOf([await runBuild(), await runChecks(), await runLateChecks()]);
for (const failure of failures) console.log(`\nFAILED ${failure}`);
console.log(`\n${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
