import type { Figures } from "./figures.ts";
import { runInside } from "./inside-workerd.ts";
import type { SearchMark } from "./search-mark.ts";

/** Maximum milliseconds of processor time that a search may take with any number of listings. */
const AIM_MS = 30;

/**
 * Measures a search among 1,000, 10,000 and 100,000 listings, sent inside workerd through the worker's own entry point.
 */
export async function measureSearches(): Promise<Figures> {
  const marks: SearchMark[] = [];
  await runInside("searches.bench.ts", (_, mark) => void marks.push(mark as SearchMark));
  const sizes = [...new Set(marks.map(({ listings }) => listings))];
  if (sizes.length === 0) throw new Error("No search was measured.");
  return {
    title: "Searches among 100,000 listings",
    meaning:
      "How many rows each search reads, and how many queries and how much time it takes. No combination of conditions should read the whole table.",
    tables: sizes.map((size) => {
      const ofSize = marks.filter(({ listings }) => listings === size);
      return {
        caption: `Measured inside workerd, among ${size.toLocaleString("en-CA")}`,
        columns: [
          { name: "" },
          { name: "rows read" },
          { name: "queries" },
          { name: "processor time", digits: 1, unit: " ms" },
          { name: "a second, at least" },
          { name: "time", digits: 0, unit: " ms" },
          { name: "found" },
          { name: "and more" },
        ],
        rows: ofSize.map(({ name, rowsRead, queries, processorMs, ms, found, isCut }) => [
          name,
          rowsRead,
          queries,
          processorMs,
          Math.floor(1_000 / processorMs),
          ms,
          found,
          isCut ? "yes" : null,
        ]),
      };
    }),
    aims: [
      {
        text: `every search takes at most ${AIM_MS} ms of processor time`,
        isMet: marks.every(({ processorMs }) => processorMs <= AIM_MS),
      },
    ],
    notes: [
      "Processor time covers the whole workerd process, including the local database. A database runs one query at a time, so it serves at least as many searches in a second as run one after the other in a second of processor time.",
    ],
  };
}
