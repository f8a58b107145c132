import { globSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { build } from "vite";
import { constantIcons } from "./vite-plugins.ts";

/** The files of a bundled worker as Miniflare options; the entry comes first. */
export const modulesIn = (rootPath: string, main: string) => ({
  rootPath,
  modules: [main, ...globSync("assets/*.{js,wasm}", { cwd: rootPath })].map((path) => ({
    type: path.endsWith(".wasm") ? ("CompiledWasm" as const) : ("ESModule" as const),
    path,
  })),
});

/**
 * Bundles a worker other than the site's with the settings of the production build.
 * @param entryFileName name of the entry in `outDir`
 */
export async function bundleWorker(entry: string, outDir: string, entryFileName: string): Promise<void> {
  await build({
    configFile: false,
    logLevel: "error",
    plugins: [constantIcons()],
    resolve: {
      conditions: ["workerd", "worker", "module", "browser"],
      alias: { "#entry-server": fileURLToPath(new URL("../src/entry-server.tsx", import.meta.url)) },
    },
    ssr: { noExternal: true, target: "webworker" },
    build: {
      outDir,
      ssr: entry,
      emptyOutDir: true,
      copyPublicDir: false,
      rolldownOptions: {
        // Leaves out the preview renderer, which is imported on demand and which these workers never need.
        external: [/^cloudflare:/, /^node:/, /\.wasm$/, /\.ttf\?bytes$/],
        output: { entryFileNames: entryFileName },
      },
    },
  });
}
