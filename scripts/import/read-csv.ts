import { createHash, type Hash } from "node:crypto";
import { createReadStream } from "node:fs";
import { pipeline, Readable } from "node:stream";
import { CsvError, type Info, parse } from "csv-parse";

/** A longer record means an unclosed quote, or a file without line breaks. */
const RECORD_LENGTH = 65_536;

/** A record and the line it ends on, from 1. */
export interface CsvRecord {
  line: number;
  cells: string[];
}

/** Summary of a completely read file. */
export interface CsvEnd {
  /** SHA-256 of the content, in hex. */
  hash: string;
  endsWithLineBreak: boolean;
  /** Line of the last record. */
  lastLine: number;
}

/** The text of a file in chunks, without its byte order mark and with Unix line breaks; updates the hash. */
async function* textOf(path: string, hash: Hash): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  // A carriage return at the end of a chunk may be half of a line break.
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
export async function* readCsv(path: string): AsyncGenerator<CsvRecord, CsvEnd> {
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
    const why =
      error.code === "CSV_QUOTE_NOT_CLOSED" ? "is cut off, or a quote is not closed" : "is not CSV as it should be";
    throw new Error(`The file ${why}. ${error.message}.`, { cause: error });
  }
  return { hash: hash.digest("hex"), endsWithLineBreak, lastLine };
}
