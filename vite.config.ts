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

/** Paths that `vite dev` serves itself: its own modules, and the source files of the client. */
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
      // Tests use their own STATE_DIR, so they do not touch a developer's data. They start several servers at once,
      // without debugger ports that could collide.
      ...(process.env.STATE_DIR && {
        persistState: { path: process.env.STATE_DIR },
        inspectorPort: process.env.INSPECTOR_PORT ? Number(process.env.INSPECTOR_PORT) : (false as const),
      }),
      // `vite dev` is always local. Builds use the values of wrangler.toml, which are for production.
      config: (config) => {
        if (command !== "serve" || isPreview) return;
        Object.assign(config.vars ?? {}, {
          APP_ENV: "development",
          SITE_URL: `http://localhost:${process.env.PORT ?? 5173}`,
        });
        const first = config.assets?.run_worker_first;
        if (!Array.isArray(first)) throw new Error("wrangler.toml must list the worker's paths in run_worker_first.");
        first.push(...VITE_PATHS.map((path) => `!${path}`));
      },
    }),
  ],
  resolve: { alias: { "#entry-server": fileURLToPath(new URL("./src/entry-server.tsx", import.meta.url)) } },
  environments: {
    // Minified, because a smaller worker starts faster for the first request of an isolate. Only the worker contains
    // the version, and it writes the version into pages. In a client script, the version would change the names of all
    // scripts with each build.
    worker: {
      define: {
        "import.meta.env.APP_VERSION": JSON.stringify(appVersion(fileURLToPath(new URL(".", import.meta.url)))),
      },
      build: { minify: true },
    },
    client: {
      build: {
        manifest: true,
        // The colours need light-dark(). Every browser that supports it also preloads modules without a polyfill.
        modulePreload: { polyfill: false },
        rolldownOptions: {
          // Marks these functions as pure, so the bundler drops operations and rules that a page does not use. Pages
          // still load the schemas of their forms.
          treeshake: { manualPureFunctions: ["beacon", "declare", "json", "operation", "optionalJson"] },
          output: {
            codeSplitting: { groups: chunkGroups() },
          },
        },
      },
    },
  },
  // By default, Vite lets other local origins read responses.
  preview: { cors: false },
  server: { cors: false },
}));
