/** Durable Objects that the visitors are spread over. Changing it would count some of them twice for a day. */
export const SHARDS = 16;

/** The shard that a session or a visitor falls to (FNV-1a, 32 bits): spread evenly, always the same. */
export function shardOf(key: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < key.length; at += 1) {
    hash ^= key.charCodeAt(at);
    hash = Math.imul(hash, 0x01000193);
  }
  return (hash >>> 0) % SHARDS;
}
