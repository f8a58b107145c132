// `npm start`: builds, creates the local database with the demo data, and serves the production build on
// http://localhost:8787.
import { preview } from "vite";
import { localVars, writeVars } from "./dev-vars.ts";
import { logLevel, startLocally } from "./local-start.ts";
import { run } from "./run.ts";

await startLocally({
  defaultPort: 8787,
  async build(port) {
    await run("vite", ["build"]);
    writeVars("dist/worker/.dev.vars", localVars(port));
  },
  async serve(port) {
    await preview({ logLevel: logLevel(), preview: { port, strictPort: true, host: "localhost" } });
  },
});
