// `npm start`: builds, creates the local database with the demo data, and serves the production build on
// http://localhost:8787.
import { resolve } from "node:path";
import { preview } from "vite";
import { DEV_VARS, ensureDevVars, localVars, writeVars } from "./dev-vars.ts";
import { isTicking, relayOnce, startTicks } from "./local-cron.ts";
import { migrateLocal, orExit, run } from "./run.ts";

const port = Number(process.env.PORT ?? 8787);
const siteUrl = `http://localhost:${port}`;

async function buildSite(): Promise<void> {
  await run("vite", ["build"]);
  writeVars("dist/worker/.dev.vars", localVars(port));
}

ensureDevVars();
console.log("Building, and preparing the local database …");
// First, because an old database stops the start.
await orExit(migrateLocal());
await orExit(Promise.all([buildSite(), run("node", ["scripts/seed.ts"], { show: true })]));

await preview({ preview: { port, strictPort: true, host: "localhost" } });
console.log(`
  Below Market Toronto   ${siteUrl}
  Admin panel            ${siteUrl}/admin   (password: ADMIN_PASSWORD in ${resolve(DEV_VARS)})
  Operator's dashboard   ${siteUrl}/stats   (password: STATS_PASSWORD, there too)
  Mailbox                ${siteUrl}/dev/mailbox
  Settings               ${resolve(DEV_VARS)}
  Scheduled work         ${isTicking() ? "every 15 minutes; LOCAL_CRON=0 switches that off" : "off (LOCAL_CRON=0)"}
  Stop                   Ctrl+C
`);
await (isTicking() ? startTicks(siteUrl) : relayOnce(siteUrl));
