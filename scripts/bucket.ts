import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { unstable_readConfig as readConfig } from "wrangler";
import { run } from "./run.ts";

/** An R2 bucket of wrangler.toml, accessed through wrangler. */
export interface Bucket {
  /** Returns an object's bytes; null if the object does not exist. Each object is downloaded once. */
  read(key: string): Promise<Uint8Array<ArrayBuffer> | null>;
  /** Streams a file into an object; wrangler takes up to 300 MB. */
  putFile(key: string, path: string): Promise<void>;
  putText(key: string, text: string): Promise<void>;
  remove(key: string): Promise<void>;
  /** Deletes the downloaded files. */
  close(): void;
}

/** Opens production's bucket, or the local one in the servers' state folder (STATE_DIR overrides it). */
export function openBucket(binding: "PHOTOS" | "BACKUPS", isRemote: boolean): Bucket {
  const { r2_buckets: buckets } = readConfig({ config: "wrangler.toml" });
  const bucket = buckets.find((one: { binding: string }) => one.binding === binding)?.bucket_name;
  if (bucket === undefined) throw new Error(`wrangler.toml names no bucket for ${binding}.`);
  const folder = mkdtempSync(join(tmpdir(), "bucket-"));
  const files = new Map<string, string>();
  const place = isRemote ? ["--remote"] : ["--local", "--persist-to", process.env.STATE_DIR ?? ".wrangler/state"];
  const ask = async (verb: "get" | "put" | "delete", key: string, path?: string): Promise<void> => {
    const file = path === undefined ? [] : ["--file", path];
    await run("wrangler", ["r2", "object", verb, `${bucket}/${key}`, ...place, ...file]);
  };
  const put = async (key: string, path: string) => {
    await ask("put", key, path);
    files.delete(key);
  };
  return {
    async read(key) {
      const path = files.get(key) ?? join(folder, String(files.size));
      if (!files.has(key)) {
        try {
          await ask("get", key, path);
        } catch (error) {
          if (error instanceof Error && /does not exist|not found|404/i.test(error.message)) return null;
          throw error;
        }
        files.set(key, path);
      }
      return new Uint8Array(readFileSync(path));
    },
    putFile: put,
    async putText(key, text) {
      const path = join(folder, "text");
      writeFileSync(path, text);
      await put(key, path);
    },
    async remove(key) {
      await ask("delete", key);
      files.delete(key);
    },
    close: () => rmSync(folder, { recursive: true, force: true }),
  };
}
