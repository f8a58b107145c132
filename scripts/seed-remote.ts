// `npm run seed:remote`: fills a deployed demonstration with the demo listings; see docs/operations.md.
import { parseArgs } from "node:util";
import { seedRemote } from "./launch/seed-remote.ts";
import { main, ownTerminal } from "./launch/terminal.ts";
import { runWrangler } from "./launch/wrangler.ts";

await main(() => {
  const { values } = parseArgs({ options: { env: { type: "string" } } });
  return seedRemote(values, { wrangler: runWrangler, terminal: ownTerminal() });
});
