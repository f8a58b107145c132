import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { type Coordinates, metresBetween, SAME_PLACE_METRES } from "../../worker/platform/grid.ts";
import { catalogue, UNKNOWN_FILE, type Known } from "./catalogue.ts";
import { readZips } from "./gtfs/read-zips.ts";
import { houseKey, type Houses, type Tally, type Remark, readRows, type Scan, scanCsv, makeTally } from "./scan-csv.ts";
import {
  countOutdated,
  deleteOutdated,
  type House,
  type Imported,
  SELECT_DATASETS,
  selectHouses,
  upsertDataset,
  AREAS,
  replaceCells,
  type Table,
  upserts,
} from "./statements.ts";
import type { Bucket } from "../bucket.ts";
import { importTiles } from "./map-tiles.ts";
import type { Target } from "./target.ts";
import { importTimetable } from "./timetables.ts";
import { type Area, type AreaSet, readAreas } from "./area-sets.ts";
import type { CsvSet } from "./csv-set.ts";

/** A file that was read completely and can be written. */
interface Readable extends Scan {
  table: Table;
  /** Writes all its rows. Rejects when the file has changed since it was read. */
  write: (target: Target, version: string) => Promise<void>;
}

async function writeCsv(
  path: string,
  set: CsvSet,
  scan: { contentHash: string; houses: Houses },
  target: Target,
  version: string,
) {
  const rows = upserts(set.table, version);
  const fillers = upserts(set.table, version, true);
  const send = async (statement: string | undefined) => {
    if (statement !== undefined) await target.write([statement]);
  };
  const reader = readRows(path, set, makeTally());
  for (;;) {
    const next = await reader.next();
    if (next.done === true) {
      if (next.value.hash !== scan.contentHash)
        throw new Error("The file was changed while it was read. Import it again.");
      break;
    }
    const { values, fillers: more = [], house } = next.value;
    const place = house && scan.houses.get(houseKey(house));
    const placed = place ? values.toSpliced(set.placeAt, 2, place.latitude, place.longitude) : values;
    await send(rows.add(placed));
    for (const filler of more) await send(fillers.add(filler));
  }
  await send(rows.take());
  await send(fillers.take());
}

async function readAreaFile(path: string, set: AreaSet): Promise<Readable> {
  const { hash, features } = await readAreas(path, set);
  const tally = makeTally();
  const areas = new Map<string, Area>();
  for (const [index, feature] of features.entries()) {
    if ("refused" in feature) tally.refused(index + 1, feature.refused);
    else if (areas.has(feature.id)) tally.duplicate();
    else {
      areas.set(feature.id, feature);
      tally.loaded();
    }
  }
  return {
    hash,
    tally: tally.result(),
    isCut: "no",
    table: AREAS,
    async write(target, version) {
      for (const { id, values, cells } of areas.values()) {
        const row = upserts(AREAS, version);
        row.add(values);
        await target.write([row.take() ?? "", ...replaceCells(id, cells)]);
      }
    },
  };
}

/** Reads a file completely without writing. Rejects when the content does not match the file's name. */
async function readFile(
  path: string,
  set: CsvSet | AreaSet,
  findHouses: (houses: readonly House[]) => Promise<Houses>,
): Promise<Readable> {
  if ("kind" in set) return readAreaFile(path, set);
  const scan = await scanCsv(path, set, findHouses);
  return { ...scan, table: set.table, write: (target, version) => writeCsv(path, set, scan, target, version) };
}

/** Minimum share of the previously loaded rows. A file with fewer rows is considered truncated. */
const SMALLEST_PART = 0.5;
/** Minimum number of previously loaded rows for which {@link SMALLEST_PART} is checked. */
const JUDGED_ROWS = 50;
const HOUSES_A_QUERY = 100;

interface ImportOptions {
  folder: string;
  /** The database; missing for a dry run, which neither reads nor writes a database. */
  target?: Target;
  /** Opens the bucket of maps and timetables; called only when the folder contains a map or a timetable. */
  openBucket?: () => Promise<Bucket>;
  now: Date;
  /** True to load files even if they have far fewer rows than before. */
  acceptSmaller?: boolean;
  /** Called after each file was processed. */
  onFile?: (report: FileReport) => void;
}

/** The result for one file. */
export interface FileReport {
  file: string;
  dataset: string;
  tally: Tally | null;
  /** Version of the data set after the import; null when nothing was written. */
  version: string | null;
  /** True if the same content was imported before. */
  isSame: boolean;
  /** Number of rows no longer in the file. */
  deleted: number;
  /** A remark about a loaded file. */
  note: string | null;
  /** The reason why the file was not loaded. */
  failure: string | null;
}

interface ImportReport {
  files: FileReport[];
  left: { file: string; why: string }[];
}

/** Name of the data set that all feeds together form. */
export const TIMETABLE = "timetable";

const blankReport = (file: string, dataset: string): FileReport => ({
  file,
  dataset,
  tally: null,
  version: null,
  isSame: false,
  deleted: 0,
  note: null,
  failure: null,
});

/**
 * Looks up coordinates of houses in the address table. Leaves out houses that are ambiguous because several streets
 * have the same name.
 */
async function findHouses(target: Target | undefined, houses: readonly House[]): Promise<Houses> {
  const found = new Map<string, Coordinates | null>();
  if (target === undefined) return new Map();
  for (let at = 0; at < houses.length; at += HOUSES_A_QUERY) {
    const rows = await target.query<House & Coordinates>(selectHouses(houses.slice(at, at + HOUSES_A_QUERY)));
    for (const { latitude, longitude, ...house } of rows) {
      const place = { latitude, longitude };
      const known = found.get(houseKey(house));
      const isOther = known && metresBetween(known, place) > SAME_PLACE_METRES;
      if (known === undefined || isOther === true) found.set(houseKey(house), isOther === true ? null : place);
    }
  }
  return new Map([...found].flatMap(([key, place]) => (place === null ? [] : [[key, place] as const])));
}

/** Returns the reason why a file must not be loaded; null when it may be. */
function reasonNotToLoad(scan: { tally: Tally; isCut: string }, before: Imported | undefined, acceptSmaller: boolean) {
  const { loaded } = scan.tally;
  if (scan.isCut === "yes")
    return "The last row is broken and no line break follows it: the file is cut off. Download it again.";
  if (loaded === 0) return "No row of the file is valid. What was imported before stays.";
  if (acceptSmaller || before === undefined || before.loaded < JUDGED_ROWS) return null;
  if (loaded >= before.loaded * SMALLEST_PART) return null;
  return `The file has ${loaded} rows where ${before.loaded} were loaded before. If that is right, add --accept-smaller.`;
}

/**
 * Loads one file. Reads it completely before writing anything. The file's rows replace older rows by key, then rows
 * that are no longer in the file are deleted, and the version is updated last. The data is therefore complete at any
 * time, and an interrupted import can be repeated.
 */
async function importFile({ file, set }: Known, options: ImportOptions): Promise<FileReport> {
  const { folder, target, now, acceptSmaller = false } = options;
  const report = blankReport(file, set.dataset);
  const content = await readFile(join(folder, file), set, (houses) => findHouses(target, houses));
  report.tally = content.tally;
  const imported = (await target?.query<Imported>(SELECT_DATASETS)) ?? [];
  const before = imported.find(({ name }) => name === set.dataset);
  report.failure = reasonNotToLoad(content, before, acceptSmaller);
  const mark = content.hash.slice(0, 8);
  report.isSame = before?.version.endsWith(`-${mark}`) ?? false;
  if (content.isCut === "maybe")
    report.note = "No line break ends the file, so it may be cut off: rows that are not in it were kept.";
  if (report.failure !== null || target === undefined) return report;

  const version = before && report.isSame ? before.version : `${now.toISOString().slice(0, 10)}-${mark}`;
  await content.write(target, version);
  if (content.isCut === "no") {
    const [count] = await target.query<{ rows: number }>(countOutdated(content.table, set.scope, version));
    report.deleted = count?.rows ?? 0;
    const steps = deleteOutdated(content.table, set.scope, version, report.deleted);
    for (const statements of steps) await target.write(statements);
  }
  const { loaded, refused } = content.tally;
  const row = { name: set.dataset, version, source: set.source, loaded, refused, importedAt: now.getTime() };
  await target.write([upsertDataset(row)]);
  await target.settle();
  return { ...report, version };
}

async function importMap(file: string, { folder, target, openBucket, now }: ImportOptions) {
  const bucket = target && (await openBucket?.());
  try {
    return await importTiles(join(folder, file), bucket, now);
  } finally {
    bucket?.close();
  }
}

/**
 * Imports the feeds of a folder as one timetable: all of them or none, because a timetable without one of its agencies
 * would show wrong times.
 * @param add receives the report of each feed
 */
async function importFeeds(zips: readonly string[], options: ImportOptions, add: (report: FileReport) => void) {
  const { folder, target, openBucket, now } = options;
  const { feeds, reports, foreign } = await readZips(zips, (file) => join(folder, file));
  const broken = reports.find(({ failure }) => failure !== null)?.file;
  let outcome: Partial<FileReport> = {};
  if (broken !== undefined)
    outcome = {
      failure: `${broken} is broken, and a timetable without it would have gaps. Take it out of the folder to go without it.`,
    };
  else if (feeds.length > 0) {
    const bucket = target && (await (target.bucket ?? openBucket)?.());
    try {
      outcome = await importTimetable(feeds, bucket, now);
    } catch (error) {
      outcome = { failure: error instanceof Error ? error.message : String(error) };
    } finally {
      bucket?.close();
    }
  }
  for (const [nth, report] of reports.entries()) {
    const note = nth === reports.length - 1 ? (outcome.note ?? null) : null;
    const { file, tally } = report;
    add({
      ...blankReport(file, TIMETABLE),
      ...outcome,
      tally,
      failure: report.failure ?? outcome.failure ?? null,
      note,
    });
  }
  return foreign;
}

/**
 * Imports the known files of a folder. Files are independent of one another, except that all feeds form one timetable.
 * Rejects when the folder cannot be read.
 */
export async function importFolder(options: ImportOptions): Promise<ImportReport> {
  const entries = await readdir(options.folder, { withFileTypes: true });
  const names = entries.filter((entry) => entry.isFile() || entry.isSymbolicLink()).map(({ name }) => name);
  const { known, maps, zips, left } = await catalogue(names, (name) => join(options.folder, name), options.now);
  const files: FileReport[] = [];
  const done = (report: FileReport) => {
    files.push(report);
    options.onFile?.(report);
  };
  const add = async (blank: FileReport, work: () => Promise<FileReport>) => {
    const failed = (error: unknown): FileReport => ({
      ...blank,
      failure: error instanceof Error ? error.message : String(error),
    });
    done(await work().catch(failed));
  };
  for (const one of known) await add(blankReport(one.file, one.set.dataset), () => importFile(one, options));
  for (const map of maps) {
    const blank = blankReport(map, "map");
    await add(blank, async () => ({ ...blank, ...(await importMap(map, options)) }));
  }
  const foreign = await importFeeds(zips, options, done);
  left.push(...foreign.map((file) => ({ file, why: UNKNOWN_FILE })));
  return { files, left };
}

const plural = (count: number, one: string, more: string) => `${count} ${count === 1 ? one : more}`;

function remarks(all: readonly Remark[], count: number, unit: string, what: string): string[] {
  const lines = all.map(({ file, at, text }) => {
    const place = file === undefined ? `${unit} ${at}:` : at === 0 ? file : `${file}, line ${at}:`;
    return `    ${place} ${text}`;
  });
  return count > all.length ? [...lines, `    … and ${count - all.length} more ${what}`] : lines;
}

/** Returns the terminal report of a file. */
export function fileText({ file, tally, ...report }: FileReport): string {
  const lines = [file];
  if (tally !== null) {
    const { read, loaded, refused, duplicates, warned } = tally;
    const counts = [`${plural(read, "row", "rows")} read`, `${loaded} ${report.failure === null ? "loaded" : "valid"}`];
    counts.push(`${refused} refused`);
    if (duplicates > 0) counts.push(plural(duplicates, "duplicate", "duplicates"));
    if (warned > 0) counts.push(plural(warned, "warning", "warnings"));
    lines.push(`  ${counts.join(", ")}`);
    const unit = file.toLowerCase().endsWith("json") ? "feature" : "line";
    lines.push(...remarks(tally.refusals, refused, unit, "refused"));
    lines.push(...remarks(tally.warnings, warned, unit, "warnings"));
  }
  if (report.note !== null) lines.push(`  ${report.note}`);
  if (report.failure !== null) lines.push(`  Not imported: ${report.failure}`);
  if (report.version !== null) {
    const removed = report.deleted > 0 ? `; ${plural(report.deleted, "row", "rows")} no longer in it removed` : "";
    lines.push(`  ${report.isSame ? "same content as before, version" : "version"} ${report.version}${removed}`);
  }
  return lines.join("\n");
}
