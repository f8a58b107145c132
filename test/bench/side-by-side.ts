import { join } from "node:path";
import { convertV4MiniflareOptions, Miniflare, type V4WorkerOptions } from "miniflare";
import { unstable_getMiniflareWorkerOptions as workerOptionsOf } from "wrangler";
import { bundleWorker, modulesIn } from "../../scripts/bundle-worker.ts";
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
    await bundleWorker("test/bench/workerd/bare-worker.ts", bare, "bare.js");
    const worker = join(production.build, "dist/worker");
    const { modulesRules: _, ...site } = workerOptionsOf(join(worker, "wrangler.json")).workerOptions;
    const { bindings, d1Databases, r2Buckets, compatibilityDate, compatibilityFlags } = site;
    const shared = { bindings, d1Databases, r2Buckets, compatibilityDate, compatibilityFlags };
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
