import { fileURLToPath } from "node:url";
import { cloudflareTest } from "@cloudflare/vitest-plugin";
import react from "@vitejs/plugin-react";
import { type LegacyWorkerOptions, Response } from "miniflare";
import { defineConfig } from "vitest/config";
import { fontBytes } from "./scripts/font-bytes.ts";
import { processorMs, workerdIds } from "./test/bench/workerd-processes.ts";
import { importStatements } from "./test/support/node/import-statements.ts";
import { isFullSize } from "./test/support/full-size.ts";
import { goldenCases, goldenCommutes, realDataFolder, realFeedFile, realText } from "./test/support/node/real-data.ts";
import { sqliteInWorkerd } from "./test/support/node/sqlite-in-workerd.ts";
import { schemaOf } from "./test/support/node/schema.ts";
import { madeUpWeekday, timetableObjects } from "./test/support/node/timetable-objects.ts";
import { LONG_TESTS, TEST_MS, WAIT_MS } from "./test/support/time-limits.ts";

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));

const realData = realDataFolder();

/** Of a test and of each hook. Longer ones name a reason in test/support/time-limits.ts. */
const limitMs = isFullSize ? LONG_TESTS.fullSize : TEST_MS;
const timeLimits = { testTimeout: limitMs, hookTimeout: limitMs };

/** Inside workerd, against the real bindings of wrangler.toml, and others that only a benchmark has. */
const insideWorkerd = (main?: string, extra: Pick<LegacyWorkerOptions, "durableObjects" | "serviceBindings"> = {}) =>
  cloudflareTest(async () => ({
    ...(main !== undefined && { main }),
    wrangler: { configPath: "./wrangler.toml" },
    miniflare: {
      ...extra,
      bindings: {
        APP_ENV: "development",
        SITE_URL: "http://localhost:8787",
        ADMIN_PASSWORD: "correct horse battery staple",
        STATS_PASSWORD: "an operator's long password",
        SESSION_SECRET: "a-secret-of-the-tests",
        STRIPE_WEBHOOK_SECRET: "whsec_test",
        RATE_LIMIT_SCALE: "0",
        DATABASE: process.env.TEST_DATABASE ?? "",
        FULL_SIZE: process.env.FULL_SIZE ?? "0",
        REAL_UNITS: realText("units"),
        REAL_BUILDINGS: realText("buildings"),
        REAL_DATA: realData === null ? [] : await importStatements(realData),
        REAL_TIMETABLE: realFeedFile === null ? {} : await timetableObjects(realFeedFile),
        GOLDEN_COMMUTES: goldenCommutes(),
        GOLDEN_MAILS: goldenCases("mails"),
        GOLDEN_ADDRESSES: goldenCases("addresses"),
        GOLDEN_RENTS: goldenCases("rents"),
        SCHEMA: schemaOf(path("./migrations")),
        OPEN_DATA: await importStatements(path("./test/support/open-data")),
      },
    },
  }));
const entryServer = { "#entry-server": path("./src/entry-server.tsx") };

export default defineConfig({
  test: {
    // Logs of passing tests are noise.
    silent: "passed-only",
    projects: [
      {
        plugins: [insideWorkerd(), fontBytes(), sqliteInWorkerd()],
        resolve: { alias: entryServer },
        test: {
          name: "worker",
          ...timeLimits,
          include: ["test/worker/**/*.test.ts"],
          tags: [{ name: "d1", description: "Needs what only the real D1 has: rows read, query plans, its limits." }],
          setupFiles: ["test/support/worker/setup.ts"],
          // Each test empties the storage it used; starting workerd and reading the code again for each file costs as much
          // as all tests together.
          isolate: false,
        },
      },
      {
        // What `npm run bench` measures inside workerd.
        plugins: [
          insideWorkerd("./test/bench/workerd/bench-worker.ts", {
            durableObjects: { BARE_COUNTERS: "BareCounter" },
            // A worker cannot see what it costs: Node reads it.
            serviceBindings: {
              PROCESSOR: () => new Response(String(processorMs(workerdIds(process.pid)))),
              WEEKDAY: async () => new Response(await madeUpWeekday()),
            },
          }),
          fontBytes(),
        ],
        resolve: { alias: entryServer },
        test: {
          name: "bench",
          include: ["test/bench/workerd/*.bench.ts"],
          setupFiles: ["test/support/worker/setup.ts"],
        },
      },
      {
        // Pure functions and components, in Node.
        plugins: [react()],
        test: {
          name: "unit",
          ...timeLimits,
          include: ["test/ui/**/*.test.{ts,tsx}", "test/unit/**/*.test.ts", "test/node/**/*.test.ts"],
          environment: "node",
        },
      },
      {
        // The production build in a real browser.
        test: {
          name: "e2e",
          ...timeLimits,
          include: ["test/e2e/**/*.test.ts"],
          // The browser and the server share the CPU with everything else; `npm test` names what passed at its second try.
          retry: 1,
          globalSetup: ["test/support/node/server.ts"],
          expect: { poll: { timeout: WAIT_MS } },
          fileParallelism: false,
          // One process for all files, and one browser in it.
          isolate: false,
        },
      },
    ],
  },
});
