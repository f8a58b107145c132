import { createHash, type Hash } from "node:crypto";
import { createReadStream } from "node:fs";
import { pipeline, Readable } from "node:stream";
import { parse } from "csv-parse";
import { recordScanner } from "./record-scanner.ts";

/** A record of a file and the line it begins in; the first line is 1. */
export interface CsvRecord {
  line: number;
  cells: string[];
}

/** What is known of a file once it was read to its end. */
export interface CsvEnd {
  /** SHA-256 of the content, in hex. */
  hash: string;
  endsWithLineBreak: boolean;
  /** Line that the last record, also a broken one, begins in. */
  lastLine: number;
}

/** The text of a file without its byte order mark, piece by piece; its bytes go into the hash. */
async function* textOf(path: string, hash: Hash): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  for await (const bytes of createReadStream(path) as AsyncIterable<Buffer>) {
    hash.update(bytes);
    yield decoder.decode(bytes, { stream: true });
  }
  yield decoder.decode();
}

/**
 * Reads a CSV file as a stream. The parser only sees records whose quotes are whole: by itself it swallows all rows up
 * to the next quote of the file, and loses count of the lines.
 * @param onBroken hears of each line that is no record
 * @returns what is known at the end. Rejects when the file cannot be read or is no text of lines.
 */
export async function* readCsv(
  path: string,
  onBroken: (line: number, reason: string) => void,
): AsyncGenerator<CsvRecord, CsvEnd> {
  const hash = createHash("sha256");
  let lastLine = 0;
  // Lines of the records that the parser has not given back yet.
  let waiting: number[] = [];
  let taken = 0;
  const scanner = recordScanner((line, reason) => {
    lastLine = Math.max(lastLine, line);
    onBroken(line, reason);
  });
  async function* wholeRecords() {
    for await (const text of textOf(path, hash)) yield* feed(scanner.push(text));
    yield* feed(scanner.end());
  }
  function* feed(records: readonly { line: number; text: string }[]) {
    if (records.length === 0) return;
    waiting = waiting.slice(taken);
    taken = 0;
    for (const { line } of records) waiting.push(line);
    yield records.map(({ text }) => `${text}\n`).join("");
  }
  const parser = parse({ record_delimiter: "\n", relax_column_count: true, max_record_size: 0 });
  // An error reaches the loop below through the parser.
  pipeline(Readable.from(wholeRecords(), { highWaterMark: 1 }), parser, () => {});
  for await (const cells of parser as AsyncIterable<string[]>) {
    const line = waiting[taken] ?? 0;
    taken += 1;
    lastLine = Math.max(lastLine, line);
    yield { line, cells };
  }
  return { hash: hash.digest("hex"), endsWithLineBreak: scanner.endsWithLineBreak(), lastLine };
}
