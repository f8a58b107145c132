import { execFile } from "node:child_process";
import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { run } from "../run.ts";
import type { Target } from "./target.ts";

/**
 * Bytes of a file of SQL. D1 answers no queries while it takes one: some 50,000 addresses are a few seconds. (D1 would
 * take files of 5 GB.)
 */
const FILE_BYTES = 5_000_000;

/** Runs a file of SQL; it takes effect as a whole or not at all. */
type RunFile = (path: string) => Promise<void>;
/** Answers a query. */
type RunQuery = <Row>(sql: string) => Promise<Row[]>;

/** Collects statements into files of bounded size; statements that belong together stay in one file. */
export function fileTarget(name: string, runFile: RunFile, query: RunQuery, fileBytes = FILE_BYTES): Target {
  const folder = mkdtempSync(join(tmpdir(), "data-import-"));
  const path = join(folder, "import.sql");
  let bytes = 0;

  async function settle(): Promise<void> {
    if (bytes === 0) return;
    try {
      await runFile(path);
    } finally {
      // What failed is not run again with what comes next: an import is repeated as a whole.
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
  // What wrangler has to say besides stands before it.
  const [answer] = JSON.parse(stdout.slice(stdout.search(/^\[\s*$/m))) as { results: Row[] }[];
  return answer?.results ?? [];
}

/** Production's database, through wrangler: its login or CLOUDFLARE_API_TOKEN is needed. */
export const openRemote = (): Target =>
  fileTarget(
    "production",
    async (path) => {
      await run("wrangler", ["d1", "execute", "DB", "--remote", "--yes", "--file", path]);
    },
    queryRemote,
  );
