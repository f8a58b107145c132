import type { AlertMark } from "./alert-mark.ts";
import type { Figures } from "./figures.ts";
import { runInside } from "./inside-workerd.ts";

/** Maximum rows read per matching saved search when there are many searches. */
const AIM_ROWS = 12;

/** Measures the cost of a new listing with 1,000, 10,000 and 100,000 saved searches, through the worker's own queue. */
export async function measureAlerts(): Promise<Figures> {
  const marks: AlertMark[] = [];
  await runInside("alerts.bench.ts", (_, mark) => void marks.push(mark as AlertMark));
  const last = marks.at(-1);
  if (!last) throw new Error("No listing was told.");
  return {
    title: "A new listing among 100,000 saved searches",
    meaning:
      "How many rows and queries it takes to find the saved searches that match the listing, and to store whom to notify of it.",
    tables: [
      {
        caption: "Measured inside workerd",
        columns: [
          { name: "saved searches" },
          { name: "found" },
          { name: "rows read" },
          { name: "queries" },
          { name: "deliveries" },
        ],
        rows: marks.map(({ searches, found, rowsRead, queries, deliveries }) => [
          searches.toLocaleString("en-CA"),
          found,
          rowsRead,
          queries,
          deliveries,
        ]),
      },
    ],
    aims: [
      {
        text: `matching reads at most ${AIM_ROWS} rows for each search found, among 100,000`,
        isMet: last.rowsRead <= AIM_ROWS * last.found,
      },
    ],
    notes: [
      "A fifth of the searches accept any location, two fifths specify a neighbourhood, and two fifths a station. All limit the rent.",
    ],
  };
}
