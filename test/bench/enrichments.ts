import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { EnrichmentMark, TableSizes } from "./enrichment-mark.ts";
import type { Figures } from "./figures.ts";
import { runInside } from "./inside-workerd.ts";
import { openDataSql } from "./open-data-sql.ts";

/**
 * Measures how long it takes to look up a listing among all locations of a city. The worker's own queue handler runs
 * inside workerd, with tables filled by the project's own import. Tests whether a look-up reads more than the
 * surrounding cells.
 */
export async function measureEnrichments(): Promise<Figures> {
  const { isReal, batches } = await openDataSql();
  // Code inside workerd cannot read files, so the bench fetches the statements.
  const server = createServer((_, response) => response.end(JSON.stringify(batches))).listen(0, "127.0.0.1");
  await once(server, "listening");
  const marks: EnrichmentMark[] = [];
  let sizes: TableSizes | undefined;
  try {
    const { port } = server.address() as AddressInfo;
    await runInside(
      "enrichments.bench.ts",
      (word, mark) => {
        if (word === "TABLES") sizes = mark as TableSizes;
        else marks.push(mark as EnrichmentMark);
      },
      { VITE_OPEN_DATA: `http://127.0.0.1:${port}/` },
    );
  } finally {
    server.close();
  }
  const [bare, ...others] = marks;
  if (!sizes || !bare || others.length === 0) throw new Error("No look-up was measured.");
  const count = (rows: number) => rows.toLocaleString("en-CA");
  return {
    title: "Look-ups of listings",
    meaning:
      "For each listing, the queue looks up the location, the surroundings and the building. A look-up should read no more than the surrounding cells.",
    tables: [
      {
        caption: `Among ${count(sizes.places)} places, ${count(sizes.houses)} houses, ${count(sizes.buildings)} rental buildings and ${sizes.areas} areas`,
        columns: [
          { name: "" },
          { name: "a second" },
          { name: "time", digits: 2, unit: "x" },
          { name: "rows read" },
          { name: "at most" },
          { name: "statements" },
        ],
        rows: marks.map(({ name, ms, rowsRead, statements }) => [
          name,
          1_000 / ms,
          ms / bare.ms,
          rowsRead.median,
          rowsRead.most,
          statements,
        ]),
      },
    ],
    notes: isReal ? [] : ["No open data of the City lies beside the project: a made-up city of its size was used."],
  };
}
