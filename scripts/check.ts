// `npm run check`: everything that `npm test` looks at before its tests, with one closing line "N passed, N failed".
import { runChecks } from "./checks.ts";

const { passed, failed, failures } = await runChecks();
for (const failure of failures) console.log(`\nFAILED ${failure}`);
console.log(`\n${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
