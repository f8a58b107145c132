import { execFile } from "node:child_process";
import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { run } from "../run.ts";
import type { Target } from "./target.ts";

/**
 * Maximum bytes per SQL file. D1 answers no queries while it runs a file: 50,000 addresses take a few seconds. (D1
 * accepts files of up to 5 GB.)
 */
const FILE_BYTES = 5_000_000;

/** Runs a SQL file atomically. */
type RunFile = (path: string) => Promise<void>;
/** Runs a query. */
type RunQuery = <Row>(sql: string) => Promise<Row[]>;

/** Collects statements into files of bounded size, keeping transactions in one file. */
export function fileTarget(name: string, runFile: RunFile, query: RunQuery, fileBytes = FILE_BYTES): Target {
  const folder = mkdtempSync(join(tmpdir(), "data-import-"));
  const path = join(folder, "import.sql");
  let bytes = 0;

  async function settle(): Promise<void> {
    if (bytes === 0) return;
    try {
      await runFile(path);
    } finally {
      // A failed file is not retried with later statements. Repeat the whole import instead.
      writeFileSync(path, "");
      bytes = 0;
    }
  }

  return {
    name,
    async query<Row>(sql: string) {
      await settle();
      return query<Row>(sql);
    },
    async write(statements) {
      const text = statements.map((sql) => `${sql};\n`).join("");
      const size = Buffer.byteLength(text);
      if (bytes + size > fileBytes) await settle();
      appendFileSync(path, text);
      bytes += size;
    },
    settle,
    close() {
      rmSync(folder, { recursive: true, force: true });
      return Promise.resolve();
    },
  };
}

async function queryRemote<Row>(sql: string): Promise<Row[]> {
  const args = ["d1", "execute", "DB", "--remote", "--yes", "--json", "--command", sql];
  const env = { ...process.env, WRANGLER_SEND_METRICS: "false", CI: "true" };
  const { stdout } = await promisify(execFile)("wrangler", args, { env, maxBuffer: 64_000_000 });
  // wrangler prints other messages before the JSON.
  const [answer] = JSON.parse(stdout.slice(stdout.search(/^\[\s*$/m))) as { results: Row[] }[];
  return answer?.results ?? [];
}

/** The production database through wrangler, which needs a login or CLOUDFLARE_API_TOKEN. */
export const openRemote = (): Target =>
  fileTarget(
    "production",
    async (path) => {
      await run("wrangler", ["d1", "execute", "DB", "--remote", "--yes", "--file", path]);
    },
    queryRemote,
  );
