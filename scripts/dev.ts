// `npm run dev`: like `npm start`, with hot reload instead of a build.
import { createServer } from "vite";
import { ensureDevVars } from "./dev-vars.ts";
import { isTicking, relayOnce, startTicks } from "./local-cron.ts";
import { migrateLocal, orExit, run } from "./run.ts";

const port = Number(process.env.PORT ?? 5173);
ensureDevVars();
await orExit(migrateLocal());
await run("node", ["scripts/seed.ts"], { show: true });
const server = await createServer({ server: { port, host: "localhost" } });
await server.listen();
server.printUrls();
const siteUrl = `http://localhost:${port}`;
await (isTicking() ? startTicks(siteUrl) : relayOnce(siteUrl));
