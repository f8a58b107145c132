import type { CommuteMark, TransitMemory } from "./commute-mark.ts";
import type { Figures } from "./figures.ts";
import { runInside } from "./inside-workerd.ts";

/** Maximum megabytes that the Durable Object may use. */
const AIM_MB = 64;

/** Measures commutes in a timetable the size of the region's, compared with a route that does nothing. */
export async function measureCommutes(): Promise<Figures> {
  const marks: CommuteMark[] = [];
  const memories: TransitMemory[] = [];
  await runInside("commute.bench.ts", (_, mark) => {
    if (typeof mark === "object" && mark !== null && "most" in mark) memories.push(mark as TransitMemory);
    else marks.push(mark as CommuteMark);
  });
  const [bare] = marks;
  const [memory] = memories;
  if (!bare || !memory) throw new Error("No way was measured.");
  return {
    title: "Commutes",
    meaning:
      "How much processor time requests for commutes take in a made-up timetable of 13,500 stops and 1.4 million stop times, and how much memory the Durable Object that searches the timetable uses.",
    tables: [
      {
        caption: "Measured inside workerd, one request after the other",
        columns: [
          { name: "" },
          { name: "processor time", digits: 1, unit: " ms" },
          { name: "ratio to the bare route", digits: 1, unit: "x" },
        ],
        rows: marks.map(({ name, processorMs }) => [name, processorMs, processorMs / bare.processorMs]),
      },
      {
        caption: "In memory",
        columns: [{ name: "" }, { name: "size", digits: 1, unit: " MB" }],
        rows: [
          ["one day of the timetable, prepared for searches", memory.day / 1e6],
          ["one search kept in memory", memory.search / 1e6],
          ["the response of one search", memory.profile / 1e6],
          ["four days and eight searches", memory.most / 1e6],
        ],
      },
    ],
    aims: [{ text: `the object uses at most ${AIM_MB} MB`, isMet: memory.most <= AIM_MB * 1e6 }],
    notes: ["The sizes count only the arrays. A running search takes 1 MB more."],
  };
}
