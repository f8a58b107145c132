import { reset } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, beforeEach } from "vitest";
import { migrate, startAfresh } from "./database.ts";
import { beginTransaction, fastDatabase } from "./fast-d1.ts";
import { beginObjects } from "./own-objects.ts";
import { endLog } from "./quiet-console.ts";

/**
 * Databases, stored globally, because vitest evaluates this module again for each file, when `env.DB` is no longer the
 * real database.
 */
const databases = globalThis as { d1?: D1Database; inUse?: D1Database };
const d1 = (databases.d1 ??= env.DB);

/** Returns a proxy that forwards every access to the result of `current`. */
const standIn = <T extends object>(current: () => T, own: Partial<T> = {}): T =>
  new Proxy({} as T, {
    get(_, name) {
      const target = name in own ? own : current();
      const value: unknown = Reflect.get(target, name);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });

const present = () => databases.inUse ?? d1;

/**
 * Always forwards to the current test's database, even if an object took it from `env` or prepared a statement earlier.
 */
env.DB = standIn(present, { prepare: (sql) => standIn(() => present().prepare(sql)) });

beforeEach(async ({ task }) => {
  beginObjects();
  // Tests of D1's counts and limits require the real D1, and so do benches. `npm run test:rest` also runs all other
  // tests on it.
  const needsD1 = env.DATABASE === "d1" || task.tags?.includes("d1") === true || task.file.projectName === "bench";
  databases.inUse = needsD1 ? d1 : fastDatabase;
  if (!needsD1) return beginTransaction();
  // On a very busy machine, the previous test's tables still exist in about one of several thousand runs.
  await migrate().catch(startAfresh);
});
afterEach(async ({ task }) => {
  await reset();
  // Benches print their measurements.
  endLog(task.result?.state === "fail" || task.file.projectName === "bench");
});
