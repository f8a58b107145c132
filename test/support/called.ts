import { afterEach, beforeEach } from "vitest";

declare module "vitest" {
  interface TaskMeta {
    /** Numbers of the functions that the test called, by `allFunctions`. */
    called?: number[];
  }
}

/** Filled by the code that `calledFunctions` inserts. */
const listening = globalThis as { called?: Set<number> };

beforeEach(() => {
  listening.called = new Set();
});
afterEach(({ task }) => {
  task.meta.called = [...(listening.called ?? [])];
});
