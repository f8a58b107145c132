import type { Deps } from "../../platform/deps.ts";

/** Number of Durable Objects that visitors are spread over. Changing it would count some of them twice for a day. */
export const SHARDS = 16;

/** The shard of a session's id or a visitor's hash (FNV-1a, 32 bits): stable and evenly distributed. */
export function shardOf(key: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < key.length; at += 1) {
    hash ^= key.charCodeAt(at);
    hash = Math.imul(hash, 0x01000193);
  }
  return (hash >>> 0) % SHARDS;
}

/** The stub of that shard. */
export const shardFor = (deps: Deps, key: string) => deps.visitors.shard(String(shardOf(key)));

export const allShards = (deps: Deps) => Array.from({ length: SHARDS }, (_, n) => deps.visitors.shard(String(n)));
