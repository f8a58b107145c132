// What visitors cost, inside workerd: heartbeats through the worker and the shards against the same way with an object
// that only counts in memory, and what the operator's dashboard asks for each second as the crowd grows.
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import type { HeartbeatMark, PollMark } from "./visitor-mark.ts";

const child = spawn(
  "vitest",
  ["run", "--project", "bench", "--silent=false", "--reporter=dot", "test/bench/workerd/visitors.bench.ts"],
  { stdio: ["ignore", "pipe", "inherit"] },
);
const heartbeats: HeartbeatMark[] = [];
const polls: PollMark[] = [];
const output: string[] = [];
for await (const line of createInterface({ input: child.stdout })) {
  const json = /VISITORS (\{.*\})/.exec(line)?.[1];
  if (json === undefined) output.push(line);
  else {
    const mark = JSON.parse(json) as HeartbeatMark | PollMark;
    if (mark.kind === "poll") polls.push(mark);
    else heartbeats.push(mark);
  }
}
const [fewest] = polls;
if (!fewest || heartbeats.length < 4 || polls.length < 3) throw new Error(output.join("\n"));

const times = (one: number, other: number) => `${(one / other).toFixed(2)}x`;
console.log("\nHeartbeats of 10,000 sessions, 50 at a time:       per second           D1 and KV writes each");
for (const [index, { name, perSecond, databaseWrites, kvWrites }] of heartbeats.entries()) {
  // Each pair is a bare counter, and the shards in its place.
  const before = heartbeats[index - 1]?.perSecond ?? Number.NaN;
  const ratio = index % 2 === 1 ? times(perSecond, before) : "";
  const writes = databaseWrites === null ? "" : `${databaseWrites} and ${kvWrites}`;
  console.log(`  ${name.padEnd(46)} ${perSecond.toFixed(0).padStart(10)} ${ratio.padStart(8)}    ${writes}`);
}
console.log("\nThe statistics, each poll asking all 16 shards:        time       KB  calls   D1 and KV writes");
for (const { sessions, here, ms, bytes, shardCalls, databaseWrites, kvWrites } of polls) {
  const crowd = `${sessions.toLocaleString("en-CA")} in the last hour, ${here.toLocaleString("en-CA")} here`;
  const columns = [
    times(ms, fewest.ms).padStart(12),
    (bytes / 1_000).toFixed(1).padStart(8),
    String(shardCalls).padStart(6),
  ];
  console.log(`  ${crowd.padEnd(46)} ${columns.join(" ")}   ${databaseWrites} and ${kvWrites}`);
}
