import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { unstable_readConfig as readConfig } from "wrangler";
import { run } from "../run.ts";
import type { ReadObject } from "./read-backup.ts";

/** Reads objects of the production bucket through wrangler; each is downloaded once. */
export function remoteBucket(): { read: ReadObject; close: () => void } {
  const { r2_buckets: buckets } = readConfig({ config: "wrangler.toml" });
  const bucket = buckets.find(({ binding }: { binding: string }) => binding === "BACKUPS")?.bucket_name;
  if (bucket === undefined) throw new Error("wrangler.toml names no bucket for BACKUPS.");
  const folder = mkdtempSync(join(tmpdir(), "restore-"));
  const files = new Map<string, string>();
  return {
    async read(key) {
      const path = files.get(key) ?? join(folder, String(files.size));
      if (!files.has(key)) {
        try {
          await run("wrangler", ["r2", "object", "get", `${bucket}/${key}`, "--remote", "--file", path]);
        } catch (error) {
          if (error instanceof Error && /does not exist|not found|404/i.test(error.message)) return null;
          throw error;
        }
        files.set(key, path);
      }
      return new Uint8Array(readFileSync(path));
    },
    close: () => rmSync(folder, { recursive: true, force: true }),
  };
}
