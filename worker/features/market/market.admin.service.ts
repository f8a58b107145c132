import type { BatchItem } from "drizzle-orm/batch";
import type { AuditEntry } from "../../contracts/audit.ts";
import { BEDROOMS, type Bedrooms } from "../../contracts/bedrooms.ts";
import { monthsAfterEnd } from "../../contracts/days.ts";
import {
  CITY,
  MARKET_AREAS,
  AGED_BENCHMARK_MONTHS,
  COUNTED_LISTINGS,
  isBelowMarket,
  reviewBandOf,
  type AreaMarket,
  type BandCounts,
  type Benchmark,
  type BenchmarkEffect,
  type MarketOverview,
  type TypeMarket,
  type BenchmarkChange,
  type BenchmarkValues,
  type OwnRents,
  type MarketImport,
} from "../../contracts/market.ts";
import type { BenchmarkDraft } from "../../contracts/market.schemas.ts";
import type { Deps } from "../../platform/deps.ts";
import { AppError } from "../../platform/errors.ts";
import { emit } from "../../platform/events.ts";
import { relaySoon } from "../../platform/outbox.ts";
import { purge } from "../../platform/purge.ts";
import { torontoDay } from "../../platform/toronto-time.ts";
import { runAllOrNone } from "../../platform/run-all-or-none.ts";
import { type AuditedChange, auditEntry, type Moderator, readAuditOfTarget } from "../audit/audit.service.ts";
import { benchmarkKey, readBenchmarks } from "./benchmark-csv.ts";
import { compareRent, isTooOld, type TypeBenchmarks } from "./market.benchmarks.ts";
import {
  allBenchmarksOf,
  benchmarkById,
  benchmarkOfMonth,
  benchmarksOf,
  checkBenchmark,
  deleteBenchmark,
  insertBenchmark,
  ownRentsOf,
  updateBenchmark,
  writeBenchmarks,
} from "./market.repo.ts";
import { currentBenchmarks, type ListedRents, ownMedianOf } from "./market.service.ts";
import type { BenchmarkRow, OwnRentsRow } from "./market.table.ts";

/** The columns of a benchmark other than its id, type and time of creation. */
type BenchmarkFacts = Omit<BenchmarkRow, "id" | "bedrooms" | "createdAt">;

/** Returns the values of a benchmark that the audit log stores. */
function toAudited(row: BenchmarkFacts): BenchmarkFacts {
  const { area, asOf, rentCents, kind, source, isEstimate, method, checkedOn } = row;
  return { area, asOf, rentCents, kind, source, isEstimate, method, checkedOn };
}

/** Converts a benchmark into its form in the API, with the rent in dollars. */
function toValues(row: BenchmarkFacts): BenchmarkValues {
  const { rentCents, ...values } = toAudited(row);
  return { ...values, rent: rentCents / 100 };
}

function toBenchmark(row: BenchmarkRow): Benchmark {
  const { id, bedrooms, createdAt } = row;
  return { id, bedrooms, ...toValues(row), createdAt: createdAt.toISOString() };
}

function toOwnRents({ kind, area, medianCents, listings, firstDay, lastDay }: OwnRentsRow): OwnRents {
  return { kind, area, rent: medianCents / 100, listings, firstDay, lastDay };
}

/** Converts an audit log entry about a benchmark into its form in the API. */
function toChange({ id, at, actor, ipAddress, before, after }: AuditEntry): BenchmarkChange {
  // toAudited() wrote these values. Entries without an area are older than benchmarks for areas other than the City.
  const values = (audited: AuditEntry["before"]) =>
    audited && toValues({ area: CITY, checkedOn: null, ...(audited as Omit<BenchmarkFacts, "area" | "checkedOn">) });
  return { id, at, actor, ipAddress, before: values(before), after: values(after) };
}

async function rentsOf(deps: Deps, bedrooms: Bedrooms, { publicRents }: ListedRents) {
  // A row beyond the limit shows that the count is incomplete.
  const rows = await publicRents(deps, bedrooms, COUNTED_LISTINGS + 1);
  const found = rows.reduce((sum, row) => sum + row.listings, 0);
  return { rows, total: Math.min(found, COUNTED_LISTINGS), isPartial: found > COUNTED_LISTINGS };
}

/** Counts a type's public listings in each of the review bands. */
async function countBands(deps: Deps, bedrooms: Bedrooms, listed: ListedRents): Promise<BandCounts> {
  const { rows, total, isPartial } = await rentsOf(deps, bedrooms, listed);
  const counts: BandCounts = { reject: 0, review: 0, normal: 0, scam: 0, notCompared: 0, total, isPartial };
  for (const { percent, listings } of rows) counts[reviewBandOf(percent) ?? "notCompared"] += listings;
  return counts;
}

/**
 * Counts the public listings of a type that would no longer be below market with other benchmarks, and the listings
 * that would newly be below market.
 */
async function countEffect(
  deps: Deps,
  bedrooms: Bedrooms,
  { before, after }: { before: TypeBenchmarks; after: TypeBenchmarks },
  listed: ListedRents,
) {
  const { rows, total, isPartial } = await rentsOf(deps, bedrooms, listed);
  let stop = 0;
  let start = 0;
  for (const row of rows) {
    const home = { ...row, municipality: row.municipality || null };
    const wasBelow = isBelowMarket(compareRent(before, home).comparedPercent);
    const isBelow = isBelowMarket(compareRent(after, home).comparedPercent);
    if (wasBelow && !isBelow) stop += row.listings;
    if (!wasBelow && isBelow) start += row.listings;
  }
  return { stop, start, counted: total, isPartial };
}

/** Number of months shown: five years. */
const MONTHS_SHOWN = 60;
const CHANGES_SHOWN = 20;
/** Target type of benchmark changes in the audit log. */
const TARGET = "benchmark";

/** Returns the audit log target of a type's benchmarks. */
const benchmarkTarget = (bedrooms: Bedrooms) => ({ targetType: TARGET, targetId: bedrooms });

function areaMarket(rows: readonly BenchmarkRow[], area: string, day: string): AreaMarket {
  const [inForce = null] = rows;
  return {
    area,
    inForce: inForce && toBenchmark(inForce),
    ageMonths: inForce && monthsAfterEnd(inForce.asOf, day),
    isTooOld: inForce !== null && isTooOld(inForce, day),
    months: rows.slice(0, MONTHS_SHOWN).map(toBenchmark),
  };
}

async function typeMarket(deps: Deps, bedrooms: Bedrooms, listed: ListedRents): Promise<TypeMarket> {
  const [rows, own, changes, publicListings, ownMedian] = await Promise.all([
    allBenchmarksOf(deps, bedrooms),
    ownRentsOf(deps, bedrooms),
    readAuditOfTarget(deps, TARGET, bedrooms, CHANGES_SHOWN),
    countBands(deps, bedrooms, listed),
    ownMedianOf(deps, { bedrooms, homeType: null, municipality: CITY }),
  ]);
  const day = torontoDay(deps.now());
  const inArea = (area: string) =>
    areaMarket(
      rows.filter((row) => row.area === area),
      area,
      day,
    );
  const others = MARKET_AREAS.filter((area) => area !== CITY && rows.some((row) => row.area === area));
  return {
    bedrooms,
    ...inArea(CITY),
    otherAreas: others.toSorted().map(inArea),
    ownRents: own.map(toOwnRents),
    changes: changes.map(toChange),
    publicListings,
    ownMedian,
  };
}

/** Returns the market overview of all six bedroom types for moderators. */
export async function readMarket(deps: Deps, listed: ListedRents): Promise<MarketOverview> {
  const types: TypeMarket[] = [];
  for (const bedrooms of BEDROOMS) types.push(await typeMarket(deps, bedrooms, listed));
  const aged = types.flatMap(({ bedrooms, otherAreas, ...city }) =>
    [city, ...otherAreas].flatMap(({ area, inForce, ageMonths, isTooOld: isOver }) =>
      inForce !== null && ageMonths !== null && ageMonths >= AGED_BENCHMARK_MONTHS
        ? [{ bedrooms, area, asOf: inForce.asOf, ageMonths, isTooOld: isOver }]
        : [],
    ),
  );
  return { aged: aged.toSorted((a, b) => b.ageMonths - a.ageMonths), types };
}

/**
 * A change to the benchmark of one month, type and area. `draft` is null if the benchmark is deleted; `existing` is
 * null if it is new.
 */
interface Change {
  bedrooms: Bedrooms;
  area: string;
  existing: BenchmarkRow | null;
  draft: BenchmarkDraft | null;
}

/** Returns the benchmarks in force before and after a change. The benchmark of the newest month is in force. */
async function inForceAround(deps: Deps, { bedrooms, area, existing, draft }: Change) {
  const [first, second] = await benchmarksOf(deps, bedrooms, area, 2);
  const other = [first, second].find((row) => row !== undefined && row.id !== existing?.id) ?? null;
  const written = draft && toFacts(draft, existing);
  const after = written && (!other || written.asOf > other.asOf) ? written : other;
  return { before: first ?? null, after };
}

/** Returns the column values of a benchmark's draft. Keeps the date of an earlier check. */
function toFacts(
  { area, asOf, rent, kind, source, isEstimate, method }: BenchmarkDraft,
  existing: BenchmarkRow | null,
) {
  const checkedOn = existing?.checkedOn ?? null;
  return { area, asOf, rentCents: Math.round(rent * 100), kind, source, isEstimate, method, checkedOn };
}

/**
 * Stores a change of a benchmark with its audit entry, and queues a new comparison of the type's listings.
 * @throws AppError `market.changed` if the statement changed no row
 */
async function storeBenchmarkChange(
  deps: Deps,
  statement: BatchItem<"sqlite"> & { _: { result: BenchmarkRow[] } },
  { bedrooms, ...change }: { bedrooms: Bedrooms } & Omit<AuditedChange, "targetType" | "targetId">,
): Promise<Benchmark> {
  const [[row]] = await runAllOrNone(deps, [
    statement,
    auditEntry(deps, { ...benchmarkTarget(bedrooms), ...change }),
    ...emit(deps, "market.changed", { bedrooms }),
  ]);
  if (!row) throw new AppError("market.changed");
  relaySoon(deps);
  await purge(deps, "market.computed");
  return toBenchmark(row);
}

async function effectOf(deps: Deps, change: Change, listed: ListedRents): Promise<BenchmarkEffect> {
  const { bedrooms, area, existing } = change;
  const { before, after } = await inForceAround(deps, change);
  const movesPercent = before && after ? Math.round((after.rentCents / before.rentCents - 1) * 1000) / 10 : null;
  const current = await currentBenchmarks(deps, bedrooms);
  const published = new Map(current.published);
  if (after && !isTooOld(after, torontoDay(deps.now()))) published.set(area, after);
  else published.delete(area);
  const counts = await countEffect(deps, bedrooms, { before: current, after: { ...current, published } }, listed);
  const values = { before: before && toValues(before), after: after && toValues(after) };
  return { isCorrection: existing !== null, ...values, movesPercent, ...counts };
}

async function changeOf(deps: Deps, draft: BenchmarkDraft): Promise<Change> {
  if (draft.asOf > torontoDay(deps.now()).slice(0, 7)) {
    throw new AppError("request.invalid", { fields: { asOf: "This month has not begun yet." } });
  }
  const { bedrooms, area } = draft;
  return { bedrooms, area, existing: await benchmarkOfMonth(deps, draft), draft };
}

/**
 * Returns how many listings a new or corrected benchmark would affect.
 * @throws AppError `request.invalid` for a month that has not begun in Toronto
 */
export async function previewBenchmark(
  deps: Deps,
  draft: BenchmarkDraft,
  listed: ListedRents,
): Promise<BenchmarkEffect> {
  return effectOf(deps, await changeOf(deps, draft), listed);
}

/**
 * Adds or corrects the benchmark of a month, and queues a new comparison for all listings of the type. Idempotent.
 * @throws AppError `request.invalid` for a month that has not begun in Toronto, `market.changed` after a race
 */
export async function setBenchmark(deps: Deps, draft: BenchmarkDraft, by: Moderator): Promise<Benchmark> {
  const { existing, bedrooms } = await changeOf(deps, draft);
  const facts = toFacts(draft, existing);
  const before = existing && toAudited(existing);
  const after = toAudited(facts);
  if (existing && JSON.stringify(before) === JSON.stringify(after)) return toBenchmark(existing);
  const action = existing ? "benchmark.corrected" : "benchmark.added";
  const statement = existing ? updateBenchmark(deps, existing, facts) : insertBenchmark(deps, { bedrooms, ...facts });
  return storeBenchmarkChange(deps, statement, { action, bedrooms, before, after, ...by });
}

/** @throws AppError `market.not_found`, `market.only_one` */
async function removalOf(deps: Deps, id: number | null): Promise<Change & { existing: BenchmarkRow }> {
  const existing = id === null ? null : await benchmarkById(deps, id);
  if (!existing) throw new AppError("market.not_found");
  const { bedrooms, area } = existing;
  const isOnlyOne = area === CITY && (await benchmarksOf(deps, bedrooms, area, 2)).length < 2;
  if (isOnlyOne) throw new AppError("market.only_one");
  return { bedrooms, area, existing, draft: null };
}

/**
 * Returns how many listings the deletion of a benchmark would affect.
 * @throws AppError `market.not_found`, `market.only_one`
 */
export async function previewRemoval(deps: Deps, id: number | null, listed: ListedRents): Promise<BenchmarkEffect> {
  return effectOf(deps, await removalOf(deps, id), listed);
}

/**
 * Deletes the benchmark of a month, and queues a new comparison for all listings of the type.
 * @throws AppError `market.not_found`, `market.only_one`, `market.changed` after a race
 */
export async function removeBenchmark(deps: Deps, id: number | null, by: Moderator): Promise<void> {
  const { existing, bedrooms } = await removalOf(deps, id);
  const before = toAudited(existing);
  await storeBenchmarkChange(deps, deleteBenchmark(deps, existing), {
    action: "benchmark.deleted",
    bedrooms,
    before,
    ...by,
  });
}

/**
 * Records that no newer benchmark was published. This extends the validity of the benchmark in force by three months,
 * only once.
 * @throws AppError `market.not_found`, `market.checked` if the benchmark was already checked or is no longer in force,
 * `market.changed` after a race
 */
export async function markChecked(deps: Deps, id: number | null, by: Moderator): Promise<Benchmark> {
  const existing = id === null ? null : await benchmarkById(deps, id);
  if (!existing) throw new AppError("market.not_found");
  const { bedrooms, area } = existing;
  const [inForce] = await benchmarksOf(deps, bedrooms, area, 1);
  if (inForce?.id !== existing.id || existing.checkedOn !== null) throw new AppError("market.checked");
  const checkedOn = torontoDay(deps.now());
  return storeBenchmarkChange(deps, checkBenchmark(deps, existing, checkedOn), {
    action: "benchmark.checked",
    bedrooms,
    before: toAudited(existing),
    after: toAudited({ ...existing, checkedOn }),
    ...by,
  });
}

/**
 * Adds and corrects benchmarks from a CSV file, with their audit entries, in one transaction. Queues a new comparison
 * of the affected types' listings. Refuses each line that cannot be read. With `isPreview`, writes nothing.
 * @throws AppError `request.invalid` if columns are missing, or if there are no lines or too many
 */
export async function importBenchmarks(
  deps: Deps,
  csv: string,
  { isPreview, by }: { isPreview: boolean; by: Moderator },
): Promise<MarketImport> {
  const { read, refused } = await readBenchmarks(csv, torontoDay(deps.now()).slice(0, 7));
  const types = BEDROOMS.filter((type) => read.some(({ draft }) => draft.bedrooms === type));
  const stored = new Map<string, BenchmarkRow>();
  for (const type of types) for (const row of await allBenchmarksOf(deps, type)) stored.set(benchmarkKey(row), row);
  const changes = read.flatMap(({ draft }) => {
    const existing = stored.get(benchmarkKey(draft)) ?? null;
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
      auditEntry(deps, {
        action: before ? "benchmark.corrected" : "benchmark.added",
        ...benchmarkTarget(bedrooms),
        before,
        after: toAudited(facts),
        ...by,
      }),
    ),
    ...changed.flatMap((bedrooms) => emit(deps, "market.changed", { bedrooms })),
  ]);
  relaySoon(deps);
  await purge(deps, "market.computed");
  deps.log.info("market.imported", { added: answer.added, corrected, refused: refused.length });
  return answer;
}
