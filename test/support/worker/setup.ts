import { reset } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, beforeEach } from "vitest";
import { migrate, startAfresh } from "./database.ts";
import { beginTransaction, fastDatabase } from "./fast-d1.ts";
import { beginObjects } from "./own-objects.ts";
import { endLog } from "./quiet-console.ts";

/** Global, as vitest evaluates this module again for each file, when `env.DB` is no longer the real database. */
const databases = globalThis as { d1?: D1Database; inUse?: D1Database };
const d1 = (databases.d1 ??= env.DB);

/** The database of the present test, whenever an object took it from `env`. */
env.DB = new Proxy(d1, {
  get(_, name) {
    const database = databases.inUse ?? d1;
    const value: unknown = Reflect.get(database, name);
    return typeof value === "function" ? value.bind(database) : value;
  },
});

beforeEach(async ({ task }) => {
  beginObjects();
  // Tests of what D1 counts and of its limits name it, as benches do; `npm run test:rest` runs all others on it, too.
  const needsD1 = env.DATABASE === "d1" || task.tags?.includes("d1") === true || task.file.projectName === "bench";
  databases.inUse = needsD1 ? d1 : fastDatabase;
  if (!needsD1) return beginTransaction();
  // On a very busy machine, tables were left from the previous test once in thousands of runs.
  await migrate().catch(startAfresh);
});
afterEach(async ({ task }) => {
  await reset();
  // Benches print what they measured.
  endLog(task.result?.state === "fail" || task.file.projectName === "bench");
});
