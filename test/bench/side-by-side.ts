import { join } from "node:path";
import { convertV4MiniflareOptions, Miniflare, type V4WorkerOptions } from "miniflare";
import { unstable_getMiniflareWorkerOptions as workerOptionsOf } from "wrangler";
import { bundleWorker, modulesIn } from "../../scripts/bundle-worker.ts";
import { run } from "../../scripts/run.ts";
import { copyProduction, type Production } from "../support/node/production.ts";
import { seeding } from "../support/node/seeding.ts";
import { workerdIds } from "./workerd-processes.ts";

/** The production build and the routes with which it is compared, in one workerd process on the same database. */
export interface SideBySide {
  /** URL of the site, including its static files. */
  front: string;
  /** URL of the site's worker alone, on which workerd itself listens. */
  siteUrl: string;
  /** URL of the routes of workerd/bare-worker.ts, on which workerd itself also listens. */
  bareUrl: string;
  /** Process ids of workerd. */
  ids: number[];
  /** The copy of the build that is served. Its pages contain its URL, so it must be served at that URL. */
  production: Production;
  /** A discussion with {@link COMMENTS} comments or a few more. */
  thread: { id: number; path: string };
  /** A listing with photos. */
  listing: { id: number; path: string };
  close: () => Promise<void>;
}

/** Number of comments in the longest discussion, enough for a long page. */
const COMMENTS = 30;

/** Builds the site and the bare routes, fills the database with the demo data, and starts both. */
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
    // Uses workerd's own sockets, because Miniflare's part in Node would cost more than what is measured.
    const unsafeDirectSockets = [{ host: "127.0.0.1", port: 0 }];
    const workers = [
      { ...site, ...modulesIn(worker, "index.js"), name: "site" },
      { ...shared, ...modulesIn(bare, "bare.js"), name: "bare", unsafeDirectSockets },
      {
        // The socket of a worker with static files is behind two more workers, which simulate Cloudflare's file router:
        // two hops for each body. This socket leads to the site's worker directly, like the socket of the bare routes.
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

/** Returns the site and the bare routes. They are started once for all parts of a run. */
export const sideBySide = (): Promise<SideBySide> => (started ??= start());

/** Stops the site and the bare routes, and deletes their data. */
export async function endSideBySide(): Promise<void> {
  const running = started;
  started = undefined;
  await (await running)?.close();
}
