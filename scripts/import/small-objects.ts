import { readFileSync } from "node:fs";
import type { R2Bucket } from "@cloudflare/workers-types";
import type { Bucket } from "../bucket.ts";

/**
 * Wraps a local bucket for objects of a few megabytes. The objects pass through memory, because wrangler streams them
 * but takes three seconds for each.
 */
export const smallObjects = (bucket: R2Bucket): Bucket => ({
  async read(key) {
    const object = await bucket.get(key);
    return object === null ? null : new Uint8Array(await object.arrayBuffer());
  },
  async putFile(key, path) {
    await bucket.put(key, readFileSync(path));
  },
  async putText(key, text) {
    await bucket.put(key, text);
  },
  remove: (key) => bucket.delete(key),
  close: () => {},
});
