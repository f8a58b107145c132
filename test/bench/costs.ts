// The cost of every user action, measured inside workerd through the worker's own entry point, and the cost of a month
// at the platform's published prices (docs/scale.md).
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import type { Cost, DeedMark, RowMark } from "./cost-mark.ts";
import { unstable_readConfig as readConfig } from "wrangler";
import { ASSUMED, billOf, DASHBOARD_VIEWS, eightHours, heartbeats, PRICES, unitsOf } from "./cost-model.ts";

const { observability } = readConfig({ config: "wrangler.toml" });
const logged = observability?.logs?.head_sampling_rate ?? observability?.head_sampling_rate ?? 1;

const SECONDS_A_MONTH = 30 * 86_400;
/** Converts a monthly number to the number per second at peak times. */
const atPeak = (aMonth: number) => (aMonth / SECONDS_A_MONTH) * ASSUMED.peak;

const child = spawn(
  "vitest",
  ["run", "--project", "bench", "--silent=false", "--reporter=dot", "test/bench/workerd/costs.bench.ts"],
  { stdio: ["ignore", "pipe", "inherit"] },
);
const deeds: DeedMark[] = [];
const rows: RowMark[] = [];
const output: string[] = [];
for await (const line of createInterface({ input: child.stdout })) {
  const json = /COSTS (\{.*\})/.exec(line)?.[1];
  if (json === undefined) output.push(line);
  else {
    const mark = JSON.parse(json) as DeedMark | RowMark;
    if (mark.kind === "deed") deeds.push(mark);
    else rows.push(mark);
  }
}
if (!deeds.some(({ name }) => name === "edition")) throw new Error(output.join("\n"));

const unit = unitsOf(deeds);
const bytes = Object.fromEntries(rows.map((row) => [row.name, row.bytes]));
const number = (value: number, digits = 0) => value.toLocaleString("en-CA", { maximumFractionDigits: digits });

const COLUMNS: [keyof Cost, string][] = [
  ["invocations", "runs"],
  ["d1Queries", "D1 q"],
  ["d1RowsRead", "read"],
  ["d1RowsWritten", "written"],
  ["objectRequests", "DO req"],
  ["objectRowsRead", "DO read"],
  ["objectRowsWritten", "DO wr"],
  ["r2ClassA", "R2 A"],
  ["r2ClassB", "R2 B"],
  ["images", "images"],
  ["messages", "msgs"],
  ["mails", "mails"],
  ["purges", "purges"],
  ["kvReads", "KV r"],
];
console.log(`\n${"Each time".padEnd(36)} ${COLUMNS.map(([, title]) => title.padStart(8)).join("")}      ms`);
for (const { name } of deeds) {
  const cost = unit(name);
  const digits = name === "edition" ? 3 : 1;
  const figures = COLUMNS.map(([key]) => (cost[key] === 0 ? "." : number(cost[key], digits)).padStart(8)).join("");
  console.log(
    `${(name === "edition" ? "edition, each recipient" : name).padEnd(36)} ${figures} ${number(cost.ms, 1).padStart(7)}`,
  );
}
console.log(`\nBytes of a row with its indexes: ${rows.map((row) => `${row.name} ${row.bytes}`).join(", ")}`);

const SCALES = [
  { pageViews: 10_000, subscribers: 1_000 },
  { pageViews: 1_000_000, subscribers: 50_000 },
  { pageViews: 10_000_000, subscribers: 250_000 },
  { pageViews: 100_000_000, subscribers: 1_000_000 },
];
const HIT_RATES = [0, 0.8, 0.95];
for (const scale of SCALES) {
  const bills = HIT_RATES.map((hitRate) => billOf(unit, { ...scale, hitRate, logged }, bytes));
  const title = `${number(scale.pageViews)} page views, ${number(scale.subscribers)} subscribers`;
  console.log(
    `\n${title.padEnd(46)} used at 80 %   ${HIT_RATES.map((rate) => `${rate * 100} %`.padStart(10)).join("")}`,
  );
  const [, usual] = bills;
  for (const key of Object.keys(PRICES) as (keyof typeof PRICES)[]) {
    const dollars = bills.map((bill) => number(bill.dollars[key], 2).padStart(10)).join("");
    const used = key === "plan" || !usual ? "" : number(usual.usage[key], 3);
    console.log(`  ${key.padEnd(30)} ${used.padStart(26)}   ${dollars}`);
  }
  console.log(
    `  ${"total, US dollars a month".padEnd(59)}${bills.map((bill) => number(bill.total, 2).padStart(10)).join("")}`,
  );
  console.log(
    `  ${"D1 queries a second at the peak".padEnd(59)}${bills.map((bill) => number(atPeak(bill.d1Queries), 1).padStart(10)).join("")}`,
  );
  console.log(
    `  ${"requests of a visitor shard a second at the peak".padEnd(59)}${bills.map((bill) => number(atPeak(bill.usage.objectRequests) / 16, 1).padStart(10)).join("")}`,
  );
  console.log(
    `  ${"purges a minute at the peak".padEnd(59)}${bills.map((bill) => number(atPeak(bill.purges) * 60, 2).padStart(10)).join("")}`,
  );
  const { beats, rowsWritten } = heartbeats(unit, scale.pageViews);
  console.log(`  heartbeats: ${number(beats)} told, ${number(rowsWritten)} rows written`);
}
console.log("\nA dashboard open for eight hours:");
for (const view of Object.keys(DASHBOARD_VIEWS)) {
  const { dollars, ...used } = eightHours(unit, view);
  const figures = Object.entries(used).map(([name, count]) => `${name} ${number(count)}`);
  console.log(`  ${view}: ${figures.join(", ")}; ${number(dollars, 2)} US dollars beyond what is included`);
}
console.log("\nMails of a month:");
for (const subscribers of [1_000, 10_000, 100_000, 1_000_000]) {
  const { usage, dollars } = billOf(unit, { pageViews: 0, subscribers, hitRate: 0, logged }, bytes);
  const figures = [
    number(usage.bulkMails),
    number(dollars.bulkMails, 2),
    number(usage.objectRequests),
    number(usage.objectRowsWritten),
    number(usage.d1RowsWritten),
  ];
  console.log(
    `  ${number(subscribers).padStart(9)} subscribers: ${figures.map((figure) => figure.padStart(13)).join("")} (editions, dollars, DO requests, DO rows written, D1 rows written)`,
  );
}
