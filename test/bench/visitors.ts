import type { Figures } from "./figures.ts";
import { runInside } from "./inside-workerd.ts";
import type { HeartbeatMark, PollMark } from "./visitor-mark.ts";

/**
 * Measures the cost of visitors inside workerd: heartbeats through the worker and the shards, compared with the same
 * path to an object that only counts in memory; and the dashboard's requests per second as the number of visitors
 * grows.
 */
export async function measureVisitors(): Promise<Figures> {
  const heartbeats: HeartbeatMark[] = [];
  const polls: PollMark[] = [];
  await runInside("visitors.bench.ts", (_, given) => {
    const mark = given as HeartbeatMark | PollMark;
    if (mark.kind === "poll") polls.push(mark);
    else heartbeats.push(mark);
  });
  const [fewest] = polls;
  if (!fewest || heartbeats.length < 4 || polls.length < 3) throw new Error("Not all visitors were measured.");
  const people = (count: number) => count.toLocaleString("en-CA");
  return {
    title: "Visitors",
    meaning:
      "How many heartbeats are processed in a second by the worker with the real shards, and by a counter that stores nothing; and what one poll of the operator's dashboard costs.",
    tables: [
      {
        caption: "Heartbeats of 10,000 sessions, 50 at a time",
        columns: [
          { name: "" },
          { name: "a second" },
          { name: "ratio to the bare counter", digits: 2, unit: "x" },
          { name: "D1 writes per heartbeat" },
          { name: "KV writes per heartbeat" },
        ],
        // Each pair of rows compares a bare counter with the shards.
        rows: heartbeats.map(({ name, perSecond, databaseWrites, kvWrites }, index) => [
          name,
          perSecond,
          index % 2 === 1 ? perSecond / (heartbeats[index - 1]?.perSecond ?? Number.NaN) : null,
          databaseWrites,
          kvWrites,
        ]),
      },
      {
        caption: "The statistics, with each poll querying all 16 shards",
        columns: [
          { name: "" },
          { name: "time", digits: 2, unit: "x" },
          { name: "response", digits: 1, unit: " KB" },
          { name: "shard calls" },
          { name: "D1 writes" },
          { name: "KV writes" },
        ],
        rows: polls.map(({ sessions, here, ms, bytes, shardCalls, databaseWrites, kvWrites }) => [
          `${people(sessions)} in the last hour, ${people(here)} here`,
          ms / fewest.ms,
          bytes / 1_000,
          shardCalls,
          databaseWrites,
          kvWrites,
        ]),
      },
    ],
  };
}
