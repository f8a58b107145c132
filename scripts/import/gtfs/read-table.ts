import { CsvError, type Info, type Options } from "csv-parse";
import { parse } from "csv-parse/sync";
import { type FeedFiles, UnreadableText } from "./feed-files.ts";
import type { Problems } from "./problems.ts";

/** A text with more characters than this and no line break is not a table. */
const RECORD_LENGTH = 1_000_000;

/** Columns of a file: required ones, and optional ones that are read if present. */
interface Columns<Needed extends string, Optional extends string> {
  needs: readonly Needed[];
  may?: readonly Optional[];
}

/** Returns the end of the last complete record in a text; a line break within quotes does not end a record. */
function endOfRecords(text: string): number {
  if (!text.includes('"')) return text.lastIndexOf("\n") + 1;
  let isQuoted = false;
  let end = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === 34) isQuoted = !isQuoted;
    else if (code === 10 && !isQuoted) end = at + 1;
  }
  return end;
}

/**
 * Calls a function for each record of a text that ends with a complete record. @returns the number of lines in the text
 */
function splitRecords(text: string, firstLine: number, onRecord: (cells: string[], line: number) => void): number {
  if (text === "") return 0;
  if (!text.includes('"')) {
    // Splitting at line breaks is ten times as fast as a parser, and sufficient for most files.
    const lines = text.split("\n");
    const count = text.endsWith("\n") ? lines.length - 1 : lines.length;
    for (let nth = 0; nth < count; nth += 1) {
      const line = lines[nth] ?? "";
      if (line !== "") onRecord(line.split(","), firstLine + nth);
    }
    return count;
  }
  const options = { record_delimiter: "\n", info: true, relax_column_count: true, skip_empty_lines: true } as const;
  for (const { record, info } of parsed(text, options, firstLine)) onRecord(record, firstLine + info.lines - 1);
  return text.split("\n").length - 1;
}

/** Parses CSV text. @throws UnreadableText at an unclosed quote, or a quote in the middle of a cell */
function parsed(text: string, options: Options, firstLine: number): { record: string[]; info: Info }[] {
  try {
    return parse(text, options) as unknown as { record: string[]; info: Info }[];
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    // An unclosed quote extends to the end of the file; it began in the first of these lines.
    const isOpen = error.code === "CSV_QUOTE_NOT_CLOSED" || typeof error.lines !== "number";
    const line = isOpen ? firstLine : firstLine + (error.lines as number) - 1;
    throw new UnreadableText(line, "a quote is not closed, or is within a text", error);
  }
}

/** Calls a function for each record of a file with the number of its last line, from 1. */
async function eachRecord(
  pieces: AsyncIterable<string> | Iterable<string>,
  onRecord: (cells: string[], line: number) => void,
): Promise<void> {
  let rest = "";
  let line = 1;
  for await (const piece of pieces) {
    const text = rest + piece;
    const end = endOfRecords(text);
    rest = text.slice(end);
    if (rest.length > RECORD_LENGTH) throw new UnreadableText(line, "a quote is not closed, or there are no lines");
    const whole = text.slice(0, end);
    line += splitRecords(whole.includes("\r") ? whole.replaceAll("\r\n", "\n") : whole, line, onRecord);
  }
  splitRecords(rest.replaceAll("\r\n", "\n"), line, onRecord);
}

/**
 * Reads a file of a feed. The callback's object contains the cells of the row, "" for missing cells, and is reused for
 * the next row. Rows with more cells than the header are rejected.
 */
export async function readTable<Needed extends string, Optional extends string = never>(
  files: FeedFiles,
  name: string,
  { needs, may = [] }: Columns<Needed, Optional>,
  problems: Problems,
  onRow: (row: Readonly<Record<Needed | Optional, string>>, line: number) => void,
): Promise<void> {
  if (!files.has(name)) return problems.refuse(name, null, "is missing");
  let width: number | undefined;
  const row = {} as Record<Needed | Optional, string>;
  const places: { column: Needed | Optional; at: number }[] = [];
  const readHeader = (cells: readonly string[]) => {
    const header = cells.map((cell) => cell.trim().toLowerCase());
    width = header.length;
    for (const column of [...needs, ...may]) {
      row[column] = "";
      const at = header.indexOf(column);
      if (at !== -1) places.push({ column, at });
    }
    const missing = needs.filter((column) => !header.includes(column));
    if (missing.length > 0) problems.refuse(name, 1, `no column ${missing.join(", ")}`);
    return missing.length === 0;
  };
  let isUsable = true;
  try {
    await eachRecord(files.read(name), (cells, line) => {
      if (!isUsable) return;
      if (width === undefined) {
        isUsable = readHeader(cells);
        return;
      }
      if (cells.length > width)
        return problems.refuse(name, line, `${cells.length} columns where the header has ${width}`);
      for (const { column, at } of places) row[column] = (cells[at] ?? "").trim();
      problems.read();
      onRow(row, line);
    });
  } catch (error) {
    if (!(error instanceof UnreadableText)) throw error;
    problems.refuse(name, error.line, error.message);
  }
  if (width === undefined && isUsable) problems.refuse(name, null, "is empty");
}
