// `npm run rollback`: puts the version before back and empties the cache; see docs/operations.md.
import { parseArgs } from "node:util";
import { runRollback } from "./launch/rollback.ts";
import { main, ownTerminal } from "./launch/terminal.ts";
import { runWrangler } from "./launch/wrangler.ts";

await main(() => {
  const { values } = parseArgs({
    options: {
      env: { type: "string" },
      to: { type: "string" },
      "cache-only": { type: "boolean", default: false },
    },
  });
  const adminPassword = process.env.ADMIN_PASSWORD;
  return runRollback(values, { wrangler: runWrangler, terminal: ownTerminal(), fetch, adminPassword });
});
