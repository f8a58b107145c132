import { VisitorShard as RealShard } from "../../../worker/features/visitors/visitor-shard.do.ts";
import { listen } from "../../../worker/platform/events.ts";
import { makeDeps } from "../../../worker/platform/deps.ts";
import type { Env } from "../../../worker/platform/config.ts";
import { seedCommunity, runCalls, type ShardCall } from "./seed-community.ts";

/** The site's own shard, with a method for many calls at once, so that storage is synced only once. */
export class VisitorShard extends RealShard {
  async runAll(calls: readonly ShardCall[]): Promise<void> {
    await runCalls(this, calls);
  }
}

// The demo sends no emails.
listen({});

/**
 * A worker that `npm run seed` runs on the local site's storage, because only a Durable Object can write to its
 * storage. POST a time in milliseconds as the body; the response is a summary.
 */
export default {
  async fetch(request, env, ctx) {
    const shardNamed = (name: string) =>
      env.VISITOR_SHARDS.get(env.VISITOR_SHARDS.idFromName(name)) as unknown as Pick<VisitorShard, "runAll">;
    const runAll = (name: string, calls: readonly ShardCall[]) => shardNamed(name).runAll(calls);
    return Response.json(await seedCommunity(makeDeps(env, ctx), Number(await request.text()), runAll));
  },
} satisfies ExportedHandler<Env>;
