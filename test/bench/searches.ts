import type { Figures } from "./figures.ts";
import { runInside } from "./inside-workerd.ts";
import type { SearchMark } from "./search-mark.ts";

/** What a search costs among 1,000, 10,000 and 100,000 listings, asked inside workerd through the worker's own front door. */
export async function measureSearches(): Promise<Figures> {
  const marks: SearchMark[] = [];
  await runInside("searches.bench.ts", (_, mark) => void marks.push(mark as SearchMark));
  const sizes = [...new Set(marks.map(({ listings }) => listings))];
  if (sizes.length === 0) throw new Error("No search was measured.");
  return {
    title: "Searches among 100,000 listings",
    meaning:
      "Rows that a search reads, and its time against that of the plain list. Does any combination of conditions read the whole table?",
    tables: sizes.map((size) => {
      const ofSize = marks.filter(({ listings }) => listings === size);
      const plain = ofSize[0]?.ms ?? Number.NaN;
      return {
        caption: `Asked inside workerd, among ${size.toLocaleString("en-CA")}`,
        columns: [
          { name: "" },
          { name: "rows read" },
          { name: "time", digits: 2, unit: "x" },
          { name: "ms", digits: 1 },
          { name: "found" },
          { name: "and more" },
        ],
        rows: ofSize.map(({ name, rowsRead, ms, found, isCut }) => [
          name,
          rowsRead,
          ms / plain,
          ms,
          found,
          isCut ? "yes" : null,
        ]),
      };
    }),
  };
}
