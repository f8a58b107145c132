// What a search costs among 100,000 listings, asked inside workerd through the worker's own front door: rows read, and
// time against the plain list. Does any combination of conditions read the whole table?
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import type { SearchMark } from "./search-mark.ts";

const child = spawn(
  "vitest",
  ["run", "--project", "bench", "--silent=false", "--reporter=dot", "test/bench/workerd/searches.bench.ts"],
  { stdio: ["ignore", "pipe", "inherit"] },
);
const marks: SearchMark[] = [];
const output: string[] = [];
for await (const line of createInterface({ input: child.stdout })) {
  const json = /SEARCH (\{.*\})/.exec(line)?.[1];
  if (json === undefined) output.push(line);
  else marks.push(JSON.parse(json) as SearchMark);
}
const [plain] = marks;
if (!plain) throw new Error(output.join("\n"));

console.log("\nSearches among 100,000 listings:                   rows read   time    found");
for (const { name, rowsRead, ms, found, isCut } of marks) {
  const count = `${found.toLocaleString("en-CA")}${isCut ? " and more" : ""}`;
  console.log(
    `  ${name.padEnd(48)} ${String(rowsRead).padStart(8)} ${`${(ms / plain.ms).toFixed(2)}x`.padStart(7)}    ${count}`,
  );
}
