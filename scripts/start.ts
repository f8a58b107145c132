// `npm start`: build, local database, demo data once, and the production build on http://localhost:8787.
import { resolve } from "node:path";
import { preview } from "vite";
import { DEV_VARS, ensureDevVars, localVars, writeVars } from "./dev-vars.ts";
import { migrateLocal, run } from "./run.ts";

const port = Number(process.env.PORT ?? 8787);
ensureDevVars();
console.log("Building …");
await run("vite", ["build"]);
const vars = localVars(port);
writeVars("dist/worker/.dev.vars", vars);
console.log("Preparing the local database …");
await migrateLocal();
await run("node", ["scripts/seed.ts"], { show: true });

await preview({ preview: { port, strictPort: true, host: "localhost" } });
console.log(`
  Below Market Toronto   http://localhost:${port}
  Admin panel            http://localhost:${port}/admin   (password: ADMIN_PASSWORD in ${resolve(DEV_VARS)})
  Operator's dashboard   http://localhost:${port}/stats   (password: STATS_PASSWORD, there too)
  Mailbox                http://localhost:${port}/dev/mailbox
  Settings               ${resolve(DEV_VARS)}
  Stop                   Ctrl+C
`);
