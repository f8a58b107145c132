import { builtinEnvironments, type Environment } from "vitest/runtime";

/** State of the process. It is global because vitest evaluates this module again for each file. */
const kept = globalThis as { isDocumentOpen?: boolean };

/**
 * One document for all files of a process. Modules are shared between files, and React's scheduler keeps using the
 * timers of the document in which it was loaded.
 */
// oxlint-disable-next-line import/no-default-export -- vitest imports it by a path
export default {
  name: "document",
  viteEnvironment: "client",
  async setup(global, options) {
    // The size of a desktop window, as in test/e2e: the panel shows the list and a listing side by side.
    const happyDOM = { width: 1440, height: 900 };
    if (!kept.isDocumentOpen) await builtinEnvironments["happy-dom"].setup(global, { ...options, happyDOM });
    kept.isDocumentOpen = true;
    return { teardown() {} };
  },
} satisfies Environment;
