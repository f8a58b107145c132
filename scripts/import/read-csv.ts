import { createHash, type Hash } from "node:crypto";
import { createReadStream } from "node:fs";
import { pipeline, Readable } from "node:stream";
import { CsvError, type Info, parse } from "csv-parse";

/** A record longer than this has a quote that was never closed, or the file has no lines at all. */
const RECORD_LENGTH = 65_536;

/** A record of a file and the line it ends in; the first line is 1. */
export interface CsvRecord {
  line: number;
  cells: string[];
}

/** What is known of a file once it was read to its end. */
export interface CsvEnd {
  /** SHA-256 of the content, in hex. */
  hash: string;
  endsWithLineBreak: boolean;
  /** Line of the last record. */
  lastLine: number;
}

/** The text of a file without its byte order mark and with Unix line breaks, piece by piece; its bytes go into the hash. */
async function* textOf(path: string, hash: Hash): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  // A carriage return at the end of a piece may be the first half of a line break.
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
 * Reads a CSV file as a stream.
 * @returns what is known at the end. Rejects when the file cannot be read, and at the first quote that makes no sense:
 * nobody knows then which of the rows after it are rows.
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
  // An error reaches the loop below through the parser.
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
