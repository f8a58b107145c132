import type { Deps } from "../../platform/deps.ts";

/** Number of Durable Objects. Changing it would count some visitors twice for a day. */
export const SHARDS = 16;

/** The shard of a session's id or a visitor's hash, by FNV-1a (32 bits). */
export function shardOf(key: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < key.length; at += 1) {
    hash ^= key.charCodeAt(at);
    hash = Math.imul(hash, 0x01000193);
  }
  return (hash >>> 0) % SHARDS;
}

export const shardFor = (deps: Deps, key: string) => deps.visitors.shard(String(shardOf(key)));

export const allShards = (deps: Deps) => Array.from({ length: SHARDS }, (_, n) => deps.visitors.shard(String(n)));
