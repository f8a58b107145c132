import { createHash, type Hash } from "node:crypto";
import type { Coordinates } from "../../worker/platform/grid.ts";
import { cellsOf, findColumns, hasPlace, type CsvSet, type Reading } from "./csv-set.ts";
import type { House } from "./statements.ts";
import { createReadStream } from "node:fs";
import { pipeline, Readable } from "node:stream";
import { CsvError, type Info, parse } from "csv-parse";

/** Maximum number of characters in a record. A longer record means an unclosed quote, or a file without line breaks. */
const RECORD_LENGTH = 65_536;

/** A record and the number of its last line, from 1. */
interface CsvRecord {
  line: number;
  cells: string[];
}

/** Summary of a completely read file. */
interface CsvEnd {
  /** SHA-256 of the content, in hex. */
  hash: string;
  endsWithLineBreak: boolean;
  /** Line number of the last record. */
  lastLine: number;
}

/** Yields the text of a file in chunks, without its byte order mark and with Unix line breaks; updates the hash. */
async function* textOf(path: string, hash: Hash): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  // A carriage return at the end of a chunk may be the first half of a line break.
  let rest = "";
  for await (const bytes of createReadStream(path) as AsyncIterable<Buffer>) {
    hash.update(bytes);
    const text = rest + decoder.decode(bytes, { stream: true });
    rest = text.endsWith("\r") ? "\r" : "";
    yield text.slice(0, text.length - rest.length).replaceAll(/\r\n?/g, "\n");
  }
  yield (rest + decoder.decode()).replaceAll("\r", "\n");
}

/**
 * Streams a CSV file.
 * @returns the summary. Rejects when the file cannot be read, or at the first malformed quote, after which row
 * boundaries are unknown.
 */
async function* readCsv(path: string): AsyncGenerator<CsvRecord, CsvEnd> {
  const hash = createHash("sha256");
  let endsWithLineBreak = true;
  let lastLine = 0;
  async function* pieces() {
    for await (const text of textOf(path, hash)) {
      if (text !== "") endsWithLineBreak = text.endsWith("\n");
      yield text;
    }
  }
  const parser = parse({
    record_delimiter: "\n",
    info: true,
    relax_column_count: true,
    skip_empty_lines: true,
    max_record_size: RECORD_LENGTH,
  });
  // The parser forwards errors to the loop below.
  pipeline(Readable.from(pieces(), { highWaterMark: 1 }), parser, () => {});
  try {
    for await (const { record, info } of parser as AsyncIterable<{ record: string[]; info: Info }>) {
      lastLine = info.lines;
      yield { line: info.lines, cells: record };
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const why = error.code === "CSV_QUOTE_NOT_CLOSED" ? "is cut off, or a quote is not closed" : "is not valid CSV";
    throw new Error(`The file ${why}. ${error.message}.`, { cause: error });
  }
  return { hash: hash.digest("hex"), endsWithLineBreak, lastLine };
}

/** Maximum number of problems of a file that are reported individually; all are counted. */
const MAX_REPORTED = 20;

/** A remark about a row, with the row's first line or the feature's number. */
export interface Remark {
  /** The file within a feed; absent for other files. Line 0 stands for the whole file. */
  file?: string;
  at: number;
  text: string;
}

/** Row counts of a file. */
export interface Tally {
  /** Number of loaded, rejected and duplicate rows. */
  read: number;
  loaded: number;
  refused: number;
  duplicates: number;
  warned: number;
  /** The first refusals, by line. */
  refusals: readonly Remark[];
  warnings: readonly Remark[];
}

/** Counts rows, and stores the first remarks. */
export function makeTally() {
  const counts = { loaded: 0, refused: 0, duplicates: 0, warned: 0 };
  const refusals: Remark[] = [];
  const warnings: Remark[] = [];
  function keep(remarks: Remark[], remark: Remark): void {
    remarks.push(remark);
    remarks.sort((a, b) => a.at - b.at);
    remarks.splice(MAX_REPORTED);
  }
  return {
    loaded: () => void (counts.loaded += 1),
    duplicate: () => void (counts.duplicates += 1),
    refused(at: number, text: string) {
      counts.refused += 1;
      if (counts.refused <= MAX_REPORTED || at < (refusals.at(-1)?.at ?? 0)) keep(refusals, { at, text });
    },
    warned(at: number, text: string) {
      counts.warned += 1;
      if (counts.warned <= MAX_REPORTED) keep(warnings, { at, text });
    },
    result: (): Tally => ({
      ...counts,
      read: counts.loaded + counts.refused + counts.duplicates,
      refusals: [...refusals],
      warnings: [...warnings],
    }),
  };
}

type TallyKeeper = ReturnType<typeof makeTally>;

/** Returns a 53-bit hash of a text, combined from two independent hashes; never 0. */
function hashOf(key: string): number {
  let a = 0xde_ad_be_ef;
  let b = 0x41_c6_ce_57;
  for (let index = 0; index < key.length; index += 1) {
    const code = key.charCodeAt(index);
    a = Math.imul(a ^ code, 2_654_435_761);
    b = Math.imul(b ^ code, 1_597_334_677);
  }
  a = Math.imul(a ^ (a >>> 16), 2_246_822_507) ^ Math.imul(b ^ (b >>> 13), 3_266_489_909);
  b = Math.imul(b ^ (b >>> 16), 2_246_822_507) ^ Math.imul(a ^ (a >>> 13), 3_266_489_909);
  return 4_294_967_296 * (2_097_151 & b) + (a >>> 0) || 1;
}

/**
 * Returns a detector of duplicate keys. The detector stores a hash of each key, in 16 to 32 bytes, because half a
 * million strings would take 60 MB. The probability of a collision among 600,000 keys is 1 in 50,000.
 */
function seenKeys() {
  let slots = new Float64Array(1024);
  let count = 0;

  /** Returns the slot of a hash, or the empty slot where the hash belongs. */
  function slotOf(hash: number): number {
    let slot = hash % slots.length;
    while (slots[slot] !== 0 && slots[slot] !== hash) slot = (slot + 1) % slots.length;
    return slot;
  }

  function grow(): void {
    const before = slots;
    slots = new Float64Array(before.length * 2);
    for (const hash of before) if (hash !== 0) slots[slotOf(hash)] = hash;
  }

  return {
    /** Adds a key, and returns whether it was already present. */
    hasOrAdd(key: string): boolean {
      const hash = hashOf(key);
      const slot = slotOf(hash);
      if (slots[slot] === hash) return true;
      slots[slot] = hash;
      count += 1;
      if (count * 2 > slots.length) grow();
      return false;
    },
  };
}

/** A row that can be loaded. */
type GoodRow = Exclude<Reading, { refused: string }> & { line: number };

/** Coordinates of houses, by {@link houseKey}. */
export type Houses = ReadonlyMap<string, Coordinates>;
export const houseKey = ({ street, number }: House): string => `${number} ${street}`;

/** The result of reading a file, before anything is written. */
export interface Scan {
  /** SHA-256 of the content and of the coordinates found for its houses, in hexadecimal. */
  hash: string;
  tally: Tally;
  /**
   * 'yes' when the last record is broken and has no line break. 'maybe' when only the line break is missing, as in
   * files that some programs write.
   */
  isCut: "no" | "maybe" | "yes";
}

/**
 * Yields the valid rows of a file and counts the invalid rows. The first of several rows with the same key counts.
 * @returns the summary. Rejects when the header lacks a column.
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

/**
 * Returns a hash of content and coordinates. The same content with different coordinates is a different version,
 * because listings may derive different facts from different coordinates.
 */
function hashWith(contentHash: string, houses: Houses): string {
  if (houses.size === 0) return contentHash;
  const places = [...houses].map(([key, { latitude, longitude }]) => `${key} ${latitude} ${longitude}`).toSorted();
  return createHash("sha256")
    .update([contentHash, ...places].join("\n"))
    .digest("hex");
}

/**
 * Reads a file completely without writing.
 * @param findHouses looks up coordinates for rows without them
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
