import { afterEach } from "vitest";

declare module "vitest" {
  interface TaskMeta {
    /** Numbers of the functions that the test called: indexes into `allFunctions`. */
    called?: number[];
  }
}

/** Filled by the code that `calledFunctions` inserts. Calls in `beforeAll` count for the first test of its file. */
const listening = globalThis as { called?: Set<number> };

listening.called = new Set();
afterEach(({ task }) => {
  task.meta.called = [...(listening.called ?? [])];
  listening.called = new Set();
});
