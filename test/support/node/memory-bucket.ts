import { readFileSync } from "node:fs";
import type { Bucket } from "../../../scripts/bucket.ts";

/** Creates a bucket in memory that records the order of changes. */
export function memoryBucket() {
  const objects = new Map<string, Uint8Array<ArrayBuffer>>();
  const changes: string[] = [];
  /** Key whose writes fail, as if the connection broke. */
  let broken: string | null = null;
  const put = (key: string, bytes: Uint8Array<ArrayBuffer>) => {
    if (broken !== null && key.endsWith(broken)) return Promise.reject(new Error("The connection broke."));
    changes.push(`put ${key}`);
    objects.set(key, bytes);
    return Promise.resolve();
  };
  const bucket: Bucket = {
    read: (key) => Promise.resolve(objects.get(key) ?? null),
    putFile: (key, path) => put(key, new Uint8Array(readFileSync(path))),
    putText: (key, text) => put(key, Uint8Array.from(new TextEncoder().encode(text))),
    remove(key) {
      changes.push(`remove ${key}`);
      objects.delete(key);
      return Promise.resolve();
    },
    close: () => {},
  };
  return {
    bucket,
    objects,
    changes,
    json: <Shape>(key: string) => JSON.parse(new TextDecoder().decode(objects.get(key))) as Shape,
    breakAt: (end: string | null) => void (broken = end),
  };
}
