import { BEDROOMS, type Bedrooms } from "../../contracts/bedrooms.ts";
import type { BenchmarkDraft } from "../../contracts/market.schemas.ts";
import {
  BENCHMARK_AREA,
  type Benchmark,
  type BenchmarkEffect,
  type MarketOverview,
  type TypeMarket,
} from "../../contracts/market.ts";
import type { Deps } from "../../platform/deps.ts";
import { AppError } from "../../platform/errors.ts";
import { outboxIfChanged, relaySoon } from "../../platform/outbox.ts";
import { torontoDay } from "../../platform/toronto-time.ts";
import { auditIfChanged, readAuditOf } from "../audit/audit.service.ts";
import { COMPARE_AGAIN, comparisonOf } from "../listings/listings.market.service.ts";
import { countBands, countEffect } from "./market.counts.service.ts";
import { monthsBetween, toAudited, toBenchmark, toChange, toValues } from "./market.mappers.ts";
import {
  benchmarkById,
  benchmarkOfMonth,
  type BenchmarkRow,
  benchmarksOf,
  deleteBenchmark,
  insertBenchmark,
  updateBenchmark,
} from "./market.repo.ts";
import { ownMedianOf } from "./market.service.ts";

/** Months of a type that are shown, five years of them. */
const MONTHS_SHOWN = 60;
const CHANGES_SHOWN = 20;
/** What the audit log calls a benchmark; its target is the type. */
const TARGET = "benchmark";

/** Who changes a benchmark, for the audit log. */
interface Moderator {
  ipAddress: string;
}

async function typeMarket(deps: Deps, bedrooms: Bedrooms): Promise<TypeMarket> {
  const [rows, changes, publicListings, ownMedian] = await Promise.all([
    benchmarksOf(deps, bedrooms, BENCHMARK_AREA, MONTHS_SHOWN),
    readAuditOf(deps, TARGET, bedrooms, CHANGES_SHOWN),
    countBands(deps, bedrooms),
    ownMedianOf(deps, bedrooms),
  ]);
  const months = rows.map(toBenchmark);
  const inForce = months[0] ?? null;
  return {
    bedrooms,
    inForce,
    ageMonths: inForce && monthsBetween(inForce.asOf, torontoDay(deps.now())),
    months,
    changes: changes.map(toChange),
    publicListings,
    ownMedian,
  };
}

/** The market of the six types, as moderators see it. */
export async function readMarket(deps: Deps): Promise<MarketOverview> {
  const types: TypeMarket[] = [];
  for (const bedrooms of BEDROOMS) types.push(await typeMarket(deps, bedrooms));
  return { types };
}

/** A change of a type's benchmarks: what the month holds, and what is in force, before and afterwards. */
interface Change {
  bedrooms: Bedrooms;
  existing: BenchmarkRow | null;
  draft: BenchmarkDraft | null;
}

/** The benchmark in force before and after a change; the newest month is. */
async function inForceAround(deps: Deps, { bedrooms, existing, draft }: Change) {
  const [first, second] = await benchmarksOf(deps, bedrooms, BENCHMARK_AREA, 2);
  const before = first ? toValues(first) : null;
  const remaining = [first, second].find((row) => row !== undefined && row.id !== existing?.id);
  const other = remaining ? toValues(remaining) : null;
  const written = draft && toValues({ ...draft, rentCents: Math.round(draft.rent * 100) });
  const after = written && (!other || written.asOf > other.asOf) ? written : other;
  return { before, after };
}

async function effectOf(deps: Deps, change: Change): Promise<BenchmarkEffect> {
  const { before, after } = await inForceAround(deps, change);
  const movesPercent = before && after ? Math.round((after.rent / before.rent - 1) * 1000) / 10 : null;
  const counts = await countEffect(deps, change.bedrooms, after && Math.round(after.rent * 100));
  return { isCorrection: change.existing !== null, before, after, movesPercent, ...counts };
}

async function changeOf(deps: Deps, draft: BenchmarkDraft): Promise<Change> {
  if (draft.asOf > torontoDay(deps.now()).slice(0, 7)) {
    throw new AppError("request.invalid", { fields: { asOf: "This month has not begun yet." } });
  }
  const { bedrooms, asOf } = draft;
  return { bedrooms, existing: await benchmarkOfMonth(deps, bedrooms, BENCHMARK_AREA, asOf), draft };
}

/**
 * What adding or correcting a month would do.
 * @throws AppError `request.invalid` for a month that has not begun in Toronto
 */
export async function previewBenchmark(deps: Deps, draft: BenchmarkDraft): Promise<BenchmarkEffect> {
  return effectOf(deps, await changeOf(deps, draft));
}

/**
 * Adds a month of a type, or corrects it, and has all listings of the type compared again. Repeating it changes nothing.
 * @throws AppError `request.invalid` for a month that has not begun in Toronto, `market.changed` after a race
 */
export async function setBenchmark(deps: Deps, draft: BenchmarkDraft, by: Moderator): Promise<Benchmark> {
  const { existing } = await changeOf(deps, draft);
  const { bedrooms, asOf, kind, source, isEstimate, method } = draft;
  const figures = { rentCents: Math.round(draft.rent * 100), kind, source, isEstimate, method };
  const before = existing && toAudited(existing);
  const after = toAudited({ asOf, ...figures });
  if (existing && JSON.stringify(before) === JSON.stringify(after)) return toBenchmark(existing);
  const [[row]] = await deps.db.batch([
    existing
      ? updateBenchmark(deps, existing, figures)
      : insertBenchmark(deps, { bedrooms, area: BENCHMARK_AREA, asOf, ...figures }),
    auditIfChanged(deps, {
      actor: "admin",
      action: existing ? "benchmark.corrected" : "benchmark.added",
      targetType: TARGET,
      targetId: bedrooms,
      before,
      after,
      ...by,
    }),
    outboxIfChanged(deps, COMPARE_AGAIN, comparisonOf(bedrooms)),
  ]);
  if (!row) throw new AppError("market.changed");
  relaySoon(deps);
  return toBenchmark(row);
}

/** @throws AppError `market.not_found`, `market.only_one` */
async function removalOf(deps: Deps, id: number | null): Promise<Change & { existing: BenchmarkRow }> {
  const existing = id === null ? null : await benchmarkById(deps, id);
  if (!existing) throw new AppError("market.not_found");
  const { bedrooms, area } = existing;
  if ((await benchmarksOf(deps, bedrooms, area, 2)).length < 2) throw new AppError("market.only_one");
  return { bedrooms, existing, draft: null };
}

/** What deleting a month would do. @throws AppError `market.not_found`, `market.only_one` */
export async function previewRemoval(deps: Deps, id: number | null): Promise<BenchmarkEffect> {
  return effectOf(deps, await removalOf(deps, id));
}

/**
 * Deletes a month and has all listings of its type compared again.
 * @throws AppError `market.not_found`, `market.only_one`, `market.changed` after a race
 */
export async function removeBenchmark(deps: Deps, id: number | null, by: Moderator): Promise<void> {
  const { existing, bedrooms } = await removalOf(deps, id);
  const [[row]] = await deps.db.batch([
    deleteBenchmark(deps, existing),
    auditIfChanged(deps, {
      actor: "admin",
      action: "benchmark.deleted",
      targetType: TARGET,
      targetId: bedrooms,
      before: toAudited(existing),
      ...by,
    }),
    outboxIfChanged(deps, COMPARE_AGAIN, comparisonOf(bedrooms)),
  ]);
  if (!row) throw new AppError("market.changed");
  relaySoon(deps);
}
