// Serves a copy of the production build in a separate process until its input ends, so that a test can read its output.
// Each line of input is a deployment: the folder of the build to serve from then on, and whether to empty the bucket.
import { rmSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { run } from "../../../scripts/run.ts";
import { copyProduction } from "./production.ts";

const production = await copyProduction();
if (process.env.DATA_FOLDER) await run("node", ["scripts/data-import.ts", "--dir", process.env.DATA_FOLDER]);
if (process.env.WITH_TIMETABLE) await production.seedTimetable();
let close = await production.serve();
console.log(`Serving ${production.siteUrl} from ${production.build}`);

async function deploy(line: string): Promise<void> {
  const { folder, emptiesBucket } = JSON.parse(line) as { folder: string; emptiesBucket: boolean };
  await close();
  if (emptiesBucket) rmSync(join(production.state, "v3/r2"), { recursive: true, force: true });
  close = await production.serve(folder);
  console.log(`Deployed ${folder}`);
}

let work = Promise.resolve();
const input = createInterface({ input: process.stdin });
input.on("line", (line) => {
  work = work.then(() => deploy(line));
});
input.on("close", () => {
  void work
    .then(() => close())
    .finally(() => {
      production.forget();
      process.exit();
    });
});
