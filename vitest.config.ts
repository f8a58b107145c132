import { fileURLToPath } from "node:url";
import { cloudflareTest } from "@cloudflare/vitest-plugin";
import react from "@vitejs/plugin-react";
import { type LegacyWorkerOptions, Response } from "miniflare";
import { defineConfig, type TestTagDefinition } from "vitest/config";
import { fontBytes } from "./scripts/font-bytes.ts";
import { processorMs, workerdIds } from "./test/bench/workerd-processes.ts";
import { calledFunctions, reportsCalls } from "./scripts/called-functions.ts";
import { importStatements } from "./test/support/node/import-statements.ts";
import { isFullSize } from "./test/support/full-size.ts";
import { goldenCases, goldenCommutes, realDataFolder, realFeedFile, realText } from "./test/support/node/real-data.ts";
import { sqliteInWorkerd } from "./test/support/node/sqlite-in-workerd.ts";
import { schemaOf } from "./test/support/node/schema.ts";
import { madeUpWeekday, timetableObjects } from "./test/support/node/timetable-objects.ts";
import { LONG_TESTS, TEST_MS, WAIT_MS } from "./test/support/time-limits.ts";

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));

const realData = realDataFolder();

/** Time limit of each test and hook. Longer limits, with their reasons, are in test/support/time-limits.ts. */
const limitMs = isFullSize ? LONG_TESTS.fullSize : TEST_MS;
const timeLimits = { testTimeout: limitMs, hookTimeout: limitMs };

const calls = reportsCalls
  ? { plugins: [calledFunctions()], setupFiles: ["test/support/called.ts"] }
  : { plugins: [], setupFiles: [] };

/** Tags that assign a test to a suite. Tests without a tag run in `npm test`. */
const tags: TestTagDefinition[] = [
  { name: "rest", description: "Runs in `npm run test:rest`: full sizes, matrices, further widths, long sequences." },
  { name: "d1", description: "As `rest`, on the real D1: rows read, query plans, its limits." },
];

/** Runs tests inside workerd with the bindings of wrangler.toml, and with extra bindings for benchmarks. */
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
        GOLDEN_ADS: goldenCases("ads"),
        GOLDEN_MAILS: goldenCases("mails"),
        GOLDEN_ADDRESSES: goldenCases("addresses"),
        GOLDEN_RENTS: goldenCases("rents"),
        GOLDEN_QUERIES: goldenCases("queries"),
        GOLDEN_HOMES: goldenCases("search-corpus"),
        SCHEMA: schemaOf(path("./migrations")),
        OPEN_DATA: await importStatements(path("./test/support/open-data")),
      },
    },
  }));
/**
 * Packages with many modules, each bundled into one before the worker's tests run. lucide-react alone has 2,000
 * modules, and workerd requests each module separately.
 */
const PREBUNDLED = [
  "@hono/zod-validator",
  "@simplewebauthn/server",
  "@simplewebauthn/server/helpers",
  "@tanstack/react-query",
  "@turf/boolean-point-in-polygon",
  "age-encryption",
  "drizzle-orm",
  "drizzle-orm/batch",
  "drizzle-orm/casing",
  "drizzle-orm/d1",
  "drizzle-orm/sqlite-core",
  "fast-check",
  "fast-png",
  "hono",
  "hono/combine",
  "hono/cookie",
  "hono/cors",
  "hono/etag",
  "hono/factory",
  "hono/html",
  "hono/http-exception",
  "hono/route",
  "hono/utils/cookie",
  "htmlparser2",
  "lucide-react",
  "postal-mime",
  "react",
  "react-dom",
  "react-dom/server.edge",
  "react-router",
  "react/jsx-dev-runtime",
  "react/jsx-runtime",
  "stripe",
  "zod/mini",
];
/** Outside node_modules, because `npm ci` deletes that folder. */
const CACHE = path("./.cache");
const entryServer = { "#entry-server": path("./src/entry-server.tsx") };

export default defineConfig({
  test: {
    // Logs of passing tests are noise.
    silent: "passed-only",
    // Off while functions report their calls, because cached modules lack the reporting code.
    fsModuleCache: !reportsCalls,
    fsModuleCachePath: `${CACHE}/modules`,
    projects: [
      {
        plugins: [insideWorkerd(), fontBytes(), sqliteInWorkerd(), ...calls.plugins],
        cacheDir: `${CACHE}/packages`,
        resolve: { alias: entryServer },
        test: {
          name: "worker",
          ...timeLimits,
          tags,
          include: ["test/worker/**/*.test.ts"],
          setupFiles: ["test/support/worker/setup.ts", ...calls.setupFiles],
          deps: { optimizer: { ssr: { enabled: true, include: [...PREBUNDLED] } } },
          // One workerd for all files. Each test empties the storage that it used. Starting workerd and loading the
          // code for every file would take as long as all tests together.
          isolate: false,
        },
      },
      {
        // Benchmarks that `npm run bench` runs inside workerd.
        plugins: [
          insideWorkerd("./test/bench/workerd/bench-worker.ts", {
            durableObjects: { BARE_COUNTERS: "BareCounter" },
            // A worker cannot measure its own CPU time, so Node measures it.
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
        plugins: [react(), ...calls.plugins],
        test: {
          name: "unit",
          ...timeLimits,
          tags,
          include: ["test/ui/**/*.test.{ts,tsx}", "test/unit/**/*.test.ts", "test/node/**/*.test.ts"],
          environment: "node",
          setupFiles: calls.setupFiles,
          // One process for all files, because starting a process takes longer than running the tests of a file.
          isolate: false,
        },
      },
      {
        // Pages and components in a simulated document without layout. The tests supply the server's responses.
        plugins: [react(), ...calls.plugins],
        cacheDir: `${CACHE}/packages`,
        test: {
          name: "component",
          ...timeLimits,
          tags,
          include: ["test/component/**/*.test.tsx"],
          environment: "./test/support/component/document.ts",
          setupFiles: ["test/support/component/setup.ts", ...calls.setupFiles],
          isolate: false,
        },
      },
      {
        // The production build in a real browser.
        test: {
          name: "e2e",
          ...timeLimits,
          tags,
          include: ["test/e2e/**/*.test.ts"],
          globalSetup: ["test/support/node/server.ts"],
          setupFiles: ["test/support/node/browser-setup.ts", ...calls.setupFiles],
          expect: { poll: { timeout: WAIT_MS } },
          fileParallelism: false,
          // One process for all files, and one browser in it.
          isolate: false,
        },
      },
    ],
  },
});
