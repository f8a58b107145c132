import { reset } from "cloudflare:test";
import { afterEach, beforeEach } from "vitest";
import { migrate, startAfresh } from "./database.ts";
import { beginObjects } from "./own-objects.ts";
import { endLog } from "./quiet-console.ts";

beforeEach(async () => {
  beginObjects();
  // On a very busy machine, tables were left from the previous test once in thousands of runs.
  await migrate().catch(startAfresh);
});
afterEach(async ({ task }) => {
  await reset();
  // Benches print what they measured.
  endLog(task.result?.state === "fail" || task.file.projectName === "bench");
});
