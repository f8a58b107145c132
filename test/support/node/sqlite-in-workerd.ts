import type { Plugin } from "vite";

/**
 * Changes to SQLite's module for workerd. Workerd compiles no WebAssembly at run time, so SQLite cannot call JavaScript
 * there. The changes replace callbacks with null, and remove the file systems for browsers, which follow the module's
 * first three parts. A database in memory needs neither callbacks nor file systems.
 */
const CHANGES = [
  [
    "const __installFunction = function f(func, sig, scoped) {",
    "const __installFunction = function f(func, sig, scoped) {\nreturn 0;",
  ],
  ["sqlite3ApiBootstrap.initializers.forEach(", "sqlite3ApiBootstrap.initializers.slice(0, 3).forEach("],
] as const;

/** Vite plugin that lets SQLite's module run in workerd. */
export function sqliteInWorkerd(): Plugin {
  return {
    name: "sqlite-in-workerd",
    transform(code, id) {
      if (!id.includes("@sqlite.org/sqlite-wasm/dist/index.mjs")) return null;
      for (const [from] of CHANGES) if (!code.includes(from)) throw new Error(`SQLite's module has changed: ${from}`);
      return { code: CHANGES.reduce((all, [from, to]) => all.replace(from, to), code), map: null };
    },
  };
}
