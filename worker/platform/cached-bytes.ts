/** A cache for bytes that can be recomputed, in the data centre that computed them. */
export interface CachedBytes {
  /** Returns cached bytes; null if nothing is cached under the key. */
  get(key: string): Promise<ArrayBuffer | null>;
  put(key: string, bytes: ArrayBuffer): Promise<void>;
}

const KEPT_SECONDS = 86_400;
/** A host that cannot exist (RFC 2606), so that cached bytes cannot be requested from outside. */
const HOST = "https://kept.invalid";

/**
 * Caches bytes in the platform's Cache API for a day.
 * @param name the name of a separate cache
 */
export function cachedBytes(name: string): CachedBytes {
  const address = (key: string) => `${HOST}/${encodeURI(key)}`;
  return {
    async get(key) {
      const response = await (await caches.open(name)).match(address(key));
      return response ? response.arrayBuffer() : null;
    },
    async put(key, bytes) {
      const headers = { "Cache-Control": `max-age=${KEPT_SECONDS}`, "Content-Type": "application/octet-stream" };
      await (await caches.open(name)).put(address(key), new Response(bytes, { headers }));
    },
  };
}
