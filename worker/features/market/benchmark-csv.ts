import { parseFilter } from "../../contracts/bedrooms.ts";
import { type MarketImport, MARKET_IMPORT_LINES } from "../../contracts/market.ts";
import { type BenchmarkDraft, benchmarkDraft } from "../../contracts/market.schemas.ts";
import { fieldErrors } from "../../platform/body.ts";
import { AppError } from "../../platform/errors.ts";
import type { BenchmarkRow } from "./market.table.ts";

const LINE_END = /\r\n|\n|\r/;
const COLUMNS = ["type", "area", "rent", "kind", "source", "month"] as const;
/** Maximum number of characters of a refused line in the response. */
const TEXT_SHOWN = 120;

interface AcceptedLine {
  line: number;
  draft: BenchmarkDraft;
}
type Refused = MarketImport["refused"][number];

/** Splits a line of CSV into cells. Returns null if a quote is not closed. */
type ReadCells = (line: string) => string[] | null;

/** Loads the CSV parser on demand, because only imports need it. */
async function loadCsv(): Promise<ReadCells> {
  const { CsvError, parse } = await import("csv-parse/sync");
  return (line) => {
    try {
      return parse(line, { trim: true, relax_column_count: true, relax_quotes: true })[0] ?? [];
    } catch (error) {
      if (error instanceof CsvError) return null;
      throw error;
    }
  };
}

/** Returns the position of each column. @throws AppError `request.invalid` when a column is missing */
function columnsOf(header: readonly string[]): Map<string, number> {
  const names = header.map((name) => name.toLowerCase());
  const missing = COLUMNS.filter((name) => !names.includes(name));
  if (missing.length > 0) {
    const message = `The first line must name the columns ${COLUMNS.join(", ")}; missing: ${missing.join(", ")}.`;
    throw new AppError("request.invalid", { message, fields: { body: message } });
  }
  return new Map(names.map((name, at) => [name, at]));
}

function readLine(
  cells: readonly string[] | null,
  columns: ReadonlyMap<string, number>,
  month: string,
): BenchmarkDraft | string {
  if (cells === null) return "A quote is not closed.";
  const cell = (name: string) => cells[columns.get(name) ?? -1] ?? "";
  if (cell("area") === "") return "The area is missing.";
  const type = parseFilter(cell("type"));
  const read = benchmarkDraft.safeParse({
    bedrooms: cell("type") === "" || type === "all" ? undefined : type,
    area: cell("area"),
    asOf: cell("month"),
    rent: cell("rent"),
    kind: cell("kind").toLowerCase(),
    source: cell("source"),
    // Only derived benchmarks name a method. Files of published benchmarks have no such column.
    isEstimate: cell("method") !== "",
    method: cell("method") || null,
  });
  if (!read.success) return Object.values(fieldErrors(read.error.issues)).join(" ");
  return read.data.asOf > month ? "This month has not begun yet." : read.data;
}

/** Returns the key of a benchmark: its type, area and month. */
export const benchmarkKey = ({ bedrooms, area, asOf }: Pick<BenchmarkRow, "bedrooms" | "area" | "asOf">) =>
  [bedrooms, area, asOf].join("\n");

/**
 * Reads benchmarks from a CSV file. Refuses each line that cannot be read.
 * @param month the current month; later months are refused
 * @throws AppError `request.invalid` if columns are missing, or if there are no lines or too many
 */
export async function readBenchmarks(
  csv: string,
  month: string,
): Promise<{ read: AcceptedLine[]; refused: Refused[] }> {
  const cellsOf = await loadCsv();
  const [header = "", ...lines] = (csv.startsWith("\uFEFF") ? csv.slice(1) : csv).split(LINE_END);
  const columns = columnsOf(cellsOf(header) ?? []);
  // Lines are numbered from 1. The header is line 1.
  const filled = lines.map((text, at) => ({ line: at + 2, text })).filter(({ text }) => text.trim() !== "");
  if (filled.length === 0 || filled.length > MARKET_IMPORT_LINES) {
    const message = `A file holds 1 to ${MARKET_IMPORT_LINES} figures; this one has ${filled.length}.`;
    throw new AppError("request.invalid", { message, fields: { body: message } });
  }
  const read: AcceptedLine[] = [];
  const refused: Refused[] = [];
  const seen = new Map<string, number>();
  for (const { line, text } of filled) {
    const draft = readLine(cellsOf(text), columns, month);
    const first = typeof draft === "string" ? undefined : seen.get(benchmarkKey(draft));
    const error = typeof draft === "string" ? draft : first && `Line ${first} has this type, area and month already.`;
    if (error !== undefined)
      refused.push({ line, text: text.slice(0, TEXT_SHOWN).toWellFormed(), error: String(error) });
    else if (typeof draft !== "string") {
      seen.set(benchmarkKey(draft), line);
      read.push({ line, draft });
    }
  }
  return { read, refused };
}
