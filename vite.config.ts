import { fileURLToPath } from "node:url";
import { cloudflare } from "@cloudflare/vite-plugin";
import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import {
  buildFiles,
  compressedFiles,
  constantIcons,
  droppableDataRouter,
  faithfulProxy,
  hotSite,
  offlinePage,
  scriptsAfterPaint,
  withoutOldBrowsers,
} from "./scripts/vite-plugins.ts";
import { chunkGroups } from "./scripts/chunks.ts";
import { basemap } from "./scripts/basemap.ts";
import { fontBytes } from "./scripts/font-bytes.ts";
import { appVersion } from "./scripts/app-version.ts";
import { calledFunctions, reportsCalls } from "./scripts/called-functions.ts";

/** Paths that `vite dev` serves itself: its own modules, and the sources of the browser's code. */
const VITE_PATHS = ["/@*", "/src/*", "/worker/contracts/*", "/node_modules/*"];

export default defineConfig(({ command, isPreview }) => ({
  plugins: [
    ...(reportsCalls ? [calledFunctions()] : []),
    react(),
    tailwindcss(),
    withoutOldBrowsers(),
    constantIcons(),
    droppableDataRouter(),
    offlinePage(),
    buildFiles(),
    compressedFiles(),
    fontBytes(),
    basemap(),
    scriptsAfterPaint(),
    faithfulProxy(),
    hotSite(),
    cloudflare({
      viteEnvironment: { name: "worker" },
      // Tests keep their data apart from a developer's. Several servers start at once, and few of them are looked into: a
      // port for the debugger is one that two of them may reach for.
      ...(process.env.STATE_DIR && {
        persistState: { path: process.env.STATE_DIR },
        inspectorPort: process.env.INSPECTOR_PORT ? Number(process.env.INSPECTOR_PORT) : (false as const),
      }),
      // `vite dev` is local by nature; builds keep what wrangler.toml says, which is production.
      config: (config) => {
        if (command !== "serve" || isPreview) return;
        Object.assign(config.vars ?? {}, {
          APP_ENV: "development",
          SITE_URL: `http://localhost:${process.env.PORT ?? 5173}`,
        });
        const first = config.assets?.run_worker_first;
        if (!Array.isArray(first))
          throw new Error("wrangler.toml must list in run_worker_first what the worker answers.");
        first.push(...VITE_PATHS.map((path) => `!${path}`));
      },
    }),
  ],
  resolve: { alias: { "#entry-server": fileURLToPath(new URL("./src/entry-server.tsx", import.meta.url)) } },
  environments: {
    // Minified, because what is started for the first request of an isolate is read faster. The version is in the worker
    // alone, which writes it into pages: in a script it would give all scripts other names with each build.
    worker: {
      define: {
        "import.meta.env.APP_VERSION": JSON.stringify(appVersion(fileURLToPath(new URL(".", import.meta.url)))),
      },
      build: { minify: true },
    },
    client: {
      build: {
        manifest: true,
        // Each browser that has light-dark(), which the colours need, preloads modules by itself.
        modulePreload: { polyfill: false },
        rolldownOptions: {
          // Browsers load the schemas of forms; the rules beside them, and operations that a page does not call, are left out.
          treeshake: { manualPureFunctions: ["beacon", "declare", "json", "operation", "optionalJson"] },
          output: {
            codeSplitting: { groups: chunkGroups() },
          },
        },
      },
    },
  },
  // The defaults would let other local origins read answers.
  preview: { cors: false },
  server: { cors: false },
}));
