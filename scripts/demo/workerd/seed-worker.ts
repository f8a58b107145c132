import { VisitorShard as RealShard } from "../../../worker/features/visitors/visitor-shard.do.ts";
import { makeDeps } from "../../../worker/platform/deps.ts";
import type { Env } from "../../../worker/platform/env.ts";
import { seedCommunity } from "./seed-community.ts";
import { runCalls, type ShardCall } from "./shard-calls.ts";

/** The site's own shard, which takes many calls as one: what they store is written to the disk once. */
export class VisitorShard extends RealShard {
  async runAll(calls: readonly ShardCall[]): Promise<void> {
    await runCalls(this, calls);
  }
}

/**
 * A worker that only `npm run seed` starts, on the storage of the local site: what lies in Durable Objects can be written
 * by nobody but them. POST with a moment (milliseconds) as body → what was made.
 */
export default {
  async fetch(request, env, ctx) {
    const shardNamed = (name: string) =>
      env.VISITOR_SHARDS.get(env.VISITOR_SHARDS.idFromName(name)) as unknown as Pick<VisitorShard, "runAll">;
    const runAll = (name: string, calls: readonly ShardCall[]) => shardNamed(name).runAll(calls);
    return Response.json(await seedCommunity(makeDeps(env, ctx), Number(await request.text()), runAll));
  },
} satisfies ExportedHandler<Env>;
