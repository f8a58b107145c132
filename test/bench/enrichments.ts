// What it costs to look up a listing among all places of a city: done inside workerd by the worker's own queue handler,
// with the tables filled by the project's own import. Does a look-up read more than the cells around it?
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { createInterface } from "node:readline";
import type { EnrichmentMark, TableSizes } from "./enrichment-mark.ts";
import { openDataSql } from "./open-data-sql.ts";

const { isReal, batches } = await openDataSql();
if (!isReal) console.log("\nNo open data of the City lies beside the project: a made-up city of its size is used.");

// Inside workerd there are no files: it fetches the statements.
const server = createServer((_, response) => response.end(JSON.stringify(batches))).listen(0, "127.0.0.1");
await once(server, "listening");
const child = spawn(
  "vitest",
  ["run", "--project", "bench", "--silent=false", "--reporter=dot", "test/bench/workerd/enrichments.bench.ts"],
  {
    stdio: ["ignore", "pipe", "inherit"],
    env: { ...process.env, VITE_OPEN_DATA: `http://127.0.0.1:${(server.address() as AddressInfo).port}/` },
  },
);
const ended = once(child, "close");
const marks: EnrichmentMark[] = [];
const output: string[] = [];
let sizes: TableSizes | undefined;
for await (const line of createInterface({ input: child.stdout })) {
  const [, what, json = ""] = /(ENRICHMENT|TABLES) (\{.*\})/.exec(line) ?? [];
  if (what === "TABLES") sizes = JSON.parse(json) as TableSizes;
  else if (what === "ENRICHMENT") marks.push(JSON.parse(json) as EnrichmentMark);
  else output.push(line);
}
const [status] = (await ended) as [number | null];
server.close();
const [bare, ...enrichments] = marks;
if (status !== 0 || !sizes || !bare || enrichments.length === 0) throw new Error(output.join("\n"));

const count = (rows: number) => rows.toLocaleString("en-CA");
console.log(
  `\nLook-ups of listings among ${count(sizes.places)} places, ${count(sizes.houses)} houses, ${count(sizes.buildings)} rental buildings and ${sizes.areas} areas${isReal ? "" : " (made up)"}:`,
);
console.log(`${" ".repeat(42)} a second     time  rows read  at most  statements`);
for (const { name, ms, rowsRead, statements } of marks) {
  console.log(
    `  ${name.padEnd(40)} ${count(Math.round(1000 / ms)).padStart(8)} ${`${(ms / bare.ms).toFixed(2)}x`.padStart(8)} ${String(rowsRead.median).padStart(10)} ${String(rowsRead.most).padStart(8)} ${String(statements).padStart(11)}`,
  );
}
