/** Bytes that can be computed again, kept at the data centre that computed them. */
export interface CachedBytes {
  /** Null when they are not there. */
  get(key: string): Promise<ArrayBuffer | null>;
  put(key: string, bytes: ArrayBuffer): Promise<void>;
}

const KEPT_SECONDS = 86_400;
/** No host of the internet (RFC 2606), so nothing that is kept here can be requested from outside. */
const HOST = "https://kept.invalid";

/**
 * Keeps bytes in the platform's Cache API for a day.
 * @param name of a cache of its own
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
