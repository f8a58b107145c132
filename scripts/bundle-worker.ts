import { globSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { build } from "vite";
import { constantIcons } from "./vite-constant-icons.ts";

/** The files of a bundled worker, as Miniflare takes them: the one that is started comes first. */
export const modulesIn = (rootPath: string, main: string) => ({
  rootPath,
  modules: [main, ...globSync("assets/*.{js,wasm}", { cwd: rootPath })].map((path) => ({
    type: path.endsWith(".wasm") ? ("CompiledWasm" as const) : ("ESModule" as const),
    path,
  })),
});

/**
 * Bundles a worker that is not the site's own, as the production build bundles the site's.
 * @param entryFileName name of the file that is started, in `outDir`
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
        // What draws previews is imported when one is drawn, which these workers never do.
        external: [/^cloudflare:/, /^node:/, /\.wasm$/, /\.ttf\?bytes$/],
        output: { entryFileNames: entryFileName },
      },
    },
  });
}
