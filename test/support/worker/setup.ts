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

/** Stands for what `current` returns whenever something of it is asked. */
const standIn = <T extends object>(current: () => T, own: Partial<T> = {}): T =>
  new Proxy({} as T, {
    get(_, name) {
      const target = name in own ? own : current();
      const value: unknown = Reflect.get(target, name);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });

const present = () => databases.inUse ?? d1;

/** The database of the present test, whenever an object took it from `env` or prepared a statement. */
env.DB = standIn(present, { prepare: (sql) => standIn(() => present().prepare(sql)) });

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
