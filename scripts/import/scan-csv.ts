import { createHash } from "node:crypto";
import type { Coordinates } from "../../worker/features/places/grid.ts";
import { cellsOf, findColumns, hasPlace } from "./cells.ts";
import type { CsvSet, Reading } from "./csv-set.ts";
import { type CsvEnd, readCsv } from "./read-csv.ts";
import { seenKeys } from "./seen-keys.ts";
import type { House } from "./statements.ts";
import { makeTally, type Tally, type TallyKeeper } from "./tally.ts";

/** A row that can be loaded. */
export type GoodRow = Exclude<Reading, { refused: string }> & { line: number };

/** Places of houses, by {@link houseKey}. */
export type Houses = ReadonlyMap<string, Coordinates>;
export const houseKey = ({ street, number }: House): string => `${number} ${street}`;

/** What reading a whole file told, before anything of it is written. */
export interface Scan {
  /** SHA-256, in hex, of the content and of the places that were found for it. */
  hash: string;
  tally: Tally;
  /**
   * 'cut' when the last record is broken and no line break follows it; 'maybe' when only the line break is missing, as
   * also in files that some programs write.
   */
  isCut: "no" | "maybe" | "yes";
}

/**
 * The rows of a file that can be loaded; the others are counted. Of rows with one key the first counts.
 * @returns what is known at the end. Rejects when the header lacks a column.
 */
export async function* readRows(
  path: string,
  set: CsvSet,
  tally: TallyKeeper,
): AsyncGenerator<GoodRow, CsvEnd & { lastRefused: number }> {
  let columns: Map<string, number> | undefined;
  let width = 0;
  let lastRefused = 0;
  const refuse = (line: number, reason: string) => {
    lastRefused = Math.max(lastRefused, line);
    tally.refused(line, reason);
  };
  const seen = seenKeys();
  const records = readCsv(path);
  for (;;) {
    const next = await records.next();
    if (next.done === true) {
      if (columns === undefined) throw new Error("The file is empty.");
      return { ...next.value, lastRefused };
    }
    const { line, cells } = next.value;
    if (columns === undefined) {
      columns = columnsOf(cells, set);
      width = cells.length;
      continue;
    }
    const reading: Reading =
      cells.length === width
        ? set.read(cellsOf(columns, cells))
        : { refused: `${cells.length} columns where the header has ${width}` };
    if ("refused" in reading) {
      refuse(line, reading.refused);
      continue;
    }
    if (seen.hasOrAdd(reading.key)) {
      tally.duplicate();
      continue;
    }
    yield { ...reading, line };
  }
}

function columnsOf(header: readonly string[], set: CsvSet): Map<string, number> {
  const found = findColumns(header, set.columns);
  const missing = set.needs.filter((column) => !found.has(column)).map((column) => set.columns[column]?.[0] ?? column);
  if (!hasPlace(found)) missing.push("lat and lng (or geometry)");
  if (missing.length > 0) throw new Error(`The header has no column ${missing.join(", ")}.`);
  return found;
}

/** The same content with other places is another version: what listings take from it may be another. */
function hashWith(contentHash: string, houses: Houses): string {
  if (houses.size === 0) return contentHash;
  const places = [...houses].map(([key, { latitude, longitude }]) => `${key} ${latitude} ${longitude}`).toSorted();
  return createHash("sha256")
    .update([contentHash, ...places].join("\n"))
    .digest("hex");
}

/**
 * Reads a file to its end without writing anything.
 * @param findHouses the places of houses, for rows that have none themselves
 */
export async function scanCsv(
  path: string,
  set: CsvSet,
  findHouses: (houses: readonly House[]) => Promise<Houses>,
): Promise<Scan & { contentHash: string; houses: Houses }> {
  const tally = makeTally();
  const homeless: House[] = [];
  const rows = readRows(path, set, tally);
  for (;;) {
    const next = await rows.next();
    if (next.done === true) {
      const houses = await findHouses(homeless);
      const { hash: contentHash, endsWithLineBreak, lastLine, lastRefused } = next.value;
      const isCut = endsWithLineBreak ? "no" : lastRefused === lastLine ? "yes" : "maybe";
      return { hash: hashWith(contentHash, houses), contentHash, tally: tally.result(), isCut, houses };
    }
    const { line, house, warning } = next.value;
    if (warning !== undefined) tally.warned(line, warning);
    if (house !== undefined) homeless.push(house);
    tally.loaded();
  }
}
