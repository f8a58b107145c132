import type { Deps } from "../../platform/deps.ts";
import { SHARDS, shardOf } from "./shard-of.ts";
import type { VisitorHub } from "./visitor-hub.do.ts";
import type { VisitorShard } from "./visitor-shard.do.ts";

type Shard = Pick<
  VisitorShard,
  "track" | "met" | "see" | "leave" | "step" | "unsign" | "meet" | "read" | "countWithin" | "keep"
>;

// A stub has every method of its class by name; the platform does not know which class.
const shardNamed = (deps: Deps, name: string) => deps.visitors.shard(name) as unknown as Shard;

/** The shard of a session's id or a visitor's hash. */
export const shardFor = (deps: Deps, key: string): Shard => shardNamed(deps, String(shardOf(key)));

export const allShards = (deps: Deps): Shard[] => Array.from({ length: SHARDS }, (_, n) => shardNamed(deps, String(n)));

export const hubOf = (deps: Deps) => deps.visitors.hub() as unknown as Pick<VisitorHub, "read">;
