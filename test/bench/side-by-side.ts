import { globSync } from "node:fs";
import { join } from "node:path";
import { convertV4MiniflareOptions, Miniflare, type V4WorkerOptions } from "miniflare";
import { build } from "vite";
import { unstable_getMiniflareWorkerOptions as workerOptionsOf } from "wrangler";
import { run } from "../../scripts/run.ts";
import { copyProduction, type Production } from "../support/node/production.ts";
import { seeding } from "../support/node/seeding.ts";
import { workerdIds } from "./workerd-processes.ts";

/** The production build and the routes it is compared with, in one workerd on the same database. */
export interface SideBySide {
  /** Address of the site, with its static files before it. */
  front: string;
  /** Address of the site's worker alone, which workerd itself listens on. */
  siteUrl: string;
  /** Address of the routes of workerd/bare-worker.ts, the same. */
  bareUrl: string;
  /** Ids of the workerd process. */
  ids: number[];
  /** The copy of the build that is served. Its pages name its own address as theirs: who shows them must listen there. */
  production: Production;
  /** A discussion with {@link COMMENTS} comments and some. */
  thread: { id: number; path: string };
  /** A listing with photos. */
  listing: { id: number; path: string };
  close: () => Promise<void>;
}

/** Comments of the longest discussion: a long page. */
const COMMENTS = 30;

/** The files of a bundled worker, the one that is started first. */
const modulesIn = (rootPath: string, main: string) => ({
  rootPath,
  modules: [main, ...globSync("assets/*.{js,wasm}", { cwd: rootPath })].map((path) => ({
    type: path.endsWith(".wasm") ? ("CompiledWasm" as const) : ("ESModule" as const),
    path,
  })),
});

/** Bundles a worker of the benches as the production build bundles its own. */
async function bundle(entry: string, outDir: string): Promise<void> {
  await build({
    configFile: false,
    logLevel: "error",
    resolve: { conditions: ["workerd", "worker", "module", "browser"] },
    ssr: { noExternal: true, target: "webworker" },
    build: {
      outDir,
      ssr: entry,
      emptyOutDir: true,
      copyPublicDir: false,
      // What draws previews is loaded when it is needed: never here.
      rolldownOptions: {
        external: [/^cloudflare:/, /^node:/, /\.wasm$/, /\.ttf\?bytes$/],
        output: { entryFileNames: "bare.js" },
      },
    },
  });
}

/** Builds both, fills the database with the demo data and starts them. */
async function start(): Promise<SideBySide> {
  await run("vite", ["build"]);
  const production = await copyProduction();
  let miniflare: Miniflare | undefined;
  const close = async () => {
    await miniflare?.dispose();
    production.forget();
  };
  try {
    await production.seedDemo();
    const bare = join(production.state, "bare");
    await bundle("test/bench/workerd/bare-worker.ts", bare);
    const worker = join(production.build, "dist/worker");
    const { modulesRules: _, ...site } = workerOptionsOf(join(worker, "wrangler.json")).workerOptions;
    const { bindings, d1Databases, compatibilityDate, compatibilityFlags } = site;
    const shared = { bindings, d1Databases, compatibilityDate, compatibilityFlags };
    // Sockets of workerd's own: Node's part of Miniflare would cost more than what is measured.
    const unsafeDirectSockets = [{ host: "127.0.0.1", port: 0 }];
    const workers = [
      { ...site, ...modulesIn(worker, "index.js"), name: "site" },
      { ...shared, ...modulesIn(bare, "bare.js"), name: "bare", unsafeDirectSockets },
      {
        // The socket of a worker with static files has two more workers before it, which play Cloudflare's own router of
        // files: two hops for each body. This one leads to the site's worker itself, as that of the bare routes does.
        name: "to-site",
        compatibilityDate,
        modules: [{ type: "ESModule", path: "to-site.js", contents: "export default {};" }],
        unsafeDirectSockets: [{ host: "127.0.0.1", port: 0, serviceName: "site" }],
      },
    ] as V4WorkerOptions[];
    const resourcePersistencePath = join(production.state, "v3");
    miniflare = new Miniflare(convertV4MiniflareOptions({ host: "127.0.0.1", resourcePersistencePath, workers }));
    const front = (await miniflare.ready).origin;
    const siteUrl = (await miniflare.unsafeGetDirectURL("to-site")).origin;
    const bareUrl = (await miniflare.unsafeGetDirectURL("bare")).origin;
    const seed = seeding(siteUrl);
    return {
      front,
      siteUrl,
      bareUrl,
      production,
      ids: workerdIds(process.pid),
      thread: await seed.discussions(COMMENTS),
      listing: await seed.newestListing(),
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

let started: Promise<SideBySide> | undefined;

/** The site and what it is compared with, started once for all parts of a run. */
export const sideBySide = (): Promise<SideBySide> => (started ??= start());

/** Ends both and forgets their data. */
export async function endSideBySide(): Promise<void> {
  const running = started;
  started = undefined;
  await (await running)?.close();
}
