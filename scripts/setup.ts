// `npm run setup -- --domain example.org`: makes all that the site needs on Cloudflare; see docs/operations.md.
import { parseArgs } from "node:util";
import { runSetup } from "./launch/setup.ts";
import { main, ownTerminal } from "./launch/terminal.ts";
import { runWrangler } from "./launch/wrangler.ts";

await main(() => {
  const { values } = parseArgs({
    options: {
      domain: { type: "string" },
      contact: { type: "string" },
      "postal-address": { type: "string" },
      account: { type: "string" },
      "bulk-provider": { type: "string" },
      env: { type: "string" },
      yes: { type: "boolean", default: false },
      "dry-run": { type: "boolean", default: false },
    },
  });
  return runSetup(values, { wrangler: runWrangler, terminal: ownTerminal(!values.yes) });
});
