import { BEDROOMS, type Bedrooms, parseFilter } from "../../contracts/bedrooms.ts";
import { benchmarkDraft, type BenchmarkDraft } from "../../contracts/market.schemas.ts";
import { type MarketImport, MARKET_IMPORT_LINES } from "../../contracts/market.ts";
import { fieldErrors } from "../../platform/body.ts";
import type { Deps } from "../../platform/deps.ts";
import { AppError } from "../../platform/errors.ts";
import { emitIfChanged } from "../../platform/events.ts";
import { relaySoon } from "../../platform/outbox.ts";
import { purge } from "../../platform/purge.ts";
import { torontoDay } from "../../platform/toronto-time.ts";
import { auditIfChanged, type Moderator } from "../audit/audit.service.ts";
import { benchmarkTarget, toFacts, toAudited } from "./market.admin.service.ts";
import { allBenchmarksOf, writeBenchmarks } from "./market.repo.ts";
import type { BenchmarkRow } from "./market.table.ts";

const LINE_END = /\r\n|\n|\r/;
const COLUMNS = ["type", "area", "rent", "kind", "source", "month"] as const;
/** Characters of a refused line that are returned. */
const TEXT_SHOWN = 120;

interface AcceptedLine {
  line: number;
  draft: BenchmarkDraft;
}
type Refused = MarketImport["refused"][number];

/** Splits a line into cells; null if a quote is not closed. */
type ReadCells = (line: string) => string[] | null;

/** Imported on demand, because only imports need the parser. */
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

/** Position of each column. @throws AppError `request.invalid` when one is missing */
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
    // Only derived figures name a method; files of published ones have no such column.
    isEstimate: cell("method") !== "",
    method: cell("method") || null,
  });
  if (!read.success) return Object.values(fieldErrors(read.error.issues)).join(" ");
  return read.data.asOf > month ? "This month has not begun yet." : read.data;
}

const keyOf = ({ bedrooms, area, asOf }: Pick<BenchmarkRow, "bedrooms" | "area" | "asOf">) =>
  [bedrooms, area, asOf].join("\n");

/** @throws AppError `request.invalid` without its columns, without lines or with too many */
async function readFile(csv: string, month: string): Promise<{ read: AcceptedLine[]; refused: Refused[] }> {
  const cellsOf = await loadCsv();
  const [header = "", ...lines] = (csv.startsWith("\uFEFF") ? csv.slice(1) : csv).split(LINE_END);
  const columns = columnsOf(cellsOf(header) ?? []);
  // Lines are numbered from 1, the header.
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
    const first = typeof draft === "string" ? undefined : seen.get(keyOf(draft));
    const error = typeof draft === "string" ? draft : first && `Line ${first} has this type, area and month already.`;
    if (error !== undefined)
      refused.push({ line, text: text.slice(0, TEXT_SHOWN).toWellFormed(), error: String(error) });
    else if (typeof draft !== "string") {
      seen.set(keyOf(draft), line);
      read.push({ line, draft });
    }
  }
  return { read, refused };
}

/**
 * Adds and corrects figures from a CSV file in one transaction with their audit entries, and queues a new comparison of
 * the affected types' listings. Unreadable lines are refused individually; with `isPreview` nothing is written.
 * @throws AppError `request.invalid` without its columns, without lines or with too many
 */
export async function importFigures(
  deps: Deps,
  csv: string,
  { isPreview, by }: { isPreview: boolean; by: Moderator },
): Promise<MarketImport> {
  const { read, refused } = await readFile(csv, torontoDay(deps.now()).slice(0, 7));
  const types = BEDROOMS.filter((type) => read.some(({ draft }) => draft.bedrooms === type));
  const stored = new Map<string, BenchmarkRow>();
  for (const type of types) for (const row of await allBenchmarksOf(deps, type)) stored.set(keyOf(row), row);
  const changes = read.flatMap(({ draft }) => {
    const existing = stored.get(keyOf(draft)) ?? null;
    const facts = toFacts(draft, existing);
    const before = existing && toAudited(existing);
    const isSame = before !== null && JSON.stringify(before) === JSON.stringify(toAudited(facts));
    return isSame ? [] : [{ bedrooms: draft.bedrooms, facts, before }];
  });
  const corrected = changes.filter(({ before }) => before !== null).length;
  const answer: MarketImport = {
    isPreview,
    added: changes.length - corrected,
    corrected,
    unchanged: read.length - changes.length,
    refused,
  };
  if (isPreview || changes.length === 0) return answer;
  const changed: Bedrooms[] = types.filter((type) => changes.some(({ bedrooms }) => bedrooms === type));
  const rows = changes.map(({ bedrooms, facts }) => ({ bedrooms, ...facts }));
  await deps.db.batch([
    writeBenchmarks(deps, rows),
    ...changes.map(({ bedrooms, facts, before }) =>
      auditIfChanged(deps, {
        action: before ? "benchmark.corrected" : "benchmark.added",
        ...benchmarkTarget(bedrooms),
        before,
        after: toAudited(facts),
        ...by,
      }),
    ),
    ...changed.flatMap((bedrooms) => emitIfChanged(deps, "market.changed", { bedrooms })),
  ]);
  relaySoon(deps);
  await purge(deps, "market.computed");
  deps.log.info("market.imported", { added: answer.added, corrected, refused: refused.length });
  return answer;
}
