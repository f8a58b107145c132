// What an edition of 100,000 recipients costs: planned and sent inside workerd by the worker's own cron and queue
// handlers, with a mail service that takes no time. Does the work of one recipient, or the memory, grow with their number?
import { spawn } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import type { MailingMark } from "./mailing-mark.ts";

/** Kilobytes that this machine's workerd processes below a process hold in memory. */
function workerdMemoryKb(parent: number): number {
  const processes = readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const status = readFileSync(`/proc/${name}/status`, "utf8");
        const field = (key: string) => new RegExp(`^${key}:\\s+(.+)$`, "m").exec(status)?.[1] ?? "";
        return [
          { id: Number(name), parent: Number(field("PPid")), name: field("Name"), kb: parseInt(field("VmRSS"), 10) },
        ];
      } catch {
        // It ended meanwhile.
        return [];
      }
    });
  const below = new Set([parent]);
  for (let before = 0; before < below.size;) {
    before = below.size;
    for (const { id, parent: of } of processes) if (below.has(of)) below.add(id);
  }
  return processes.filter(({ id, name }) => below.has(id) && name === "workerd").reduce((sum, { kb }) => sum + kb, 0);
}

const child = spawn(
  "vitest",
  ["run", "--project", "bench", "test/bench/workerd/mailings.bench.ts", "--silent=false", "--reporter=dot"],
  {
    stdio: ["ignore", "pipe", "inherit"],
  },
);
const marks: (MailingMark & { kb: number })[] = [];
const output: string[] = [];
for await (const line of createInterface({ input: child.stdout })) {
  const json = /BENCH (\{.*\})/.exec(line)?.[1];
  if (json === undefined) output.push(line);
  else marks.push({ ...(JSON.parse(json) as MailingMark), kb: workerdMemoryKb(process.pid) });
}
const [planned, ...quarters] = marks;
const [first] = quarters;
const last = quarters.at(-1);
if (!planned || !first || !last || last.sent !== planned.recipients) throw new Error(output.join("\n"));

const perSecond = (count: number, ms: number) => Math.round(count / (ms / 1000)).toLocaleString("en-CA");
const each = (total: number) => (total / planned.recipients).toFixed(4);
console.log(`\nAn edition of ${planned.recipients.toLocaleString("en-CA")} recipients:`);
console.log(`  planned, recipients a second                     ${perSecond(planned.recipients, planned.ms)}`);
console.log(
  `  sent, mails a second (mail service of no time)   ${perSecond(
    last.sent,
    quarters.reduce((sum, { ms }) => sum + ms, 0),
  )}`,
);
console.log(
  `  D1 statements a recipient                        ${each(planned.statements + quarters.reduce((sum, { statements }) => sum + statements, 0))}`,
);
console.log(
  `  D1 rows written a recipient                      ${each(planned.rowsWritten + quarters.reduce((sum, { rowsWritten }) => sum + rowsWritten, 0))}`,
);
console.log(
  `  calls of the Durable Object a recipient          ${each(quarters.reduce((sum, { calls }) => sum + calls, 0))}`,
);
console.log(`  the last quarter's time against the first        ${(last.ms / first.ms).toFixed(2)}x`);
console.log(`  workerd's memory after it against a quarter of it ${(last.kb / first.kb).toFixed(2)}x`);
console.log(`  workerd's memory in MB: ${marks.map(({ kb }) => Math.round(kb / 1024)).join(", ")}`);
